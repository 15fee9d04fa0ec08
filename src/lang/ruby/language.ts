import { INCLUDED } from "../../files/kinds.ts";
import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { throughHolder } from "../engine/resolve/holders.ts";
import { inSpace, outwards, sameType } from "../engine/resolve/packages.ts";
import { baseOf, folderOf, isDouble, join, nearness } from "../engine/resolve/paths.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// Ruby: `require_relative` and `require` by the end of a path; constants by lexical nesting over the whole tree (all of it shares one
// namespace); classes and modules may be reopened anywhere.

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const source = imported.source.endsWith(".rb") ? imported.source : `${imported.source}.rb`;
  if (imported.relative || source[0] === ".") {
    const path = join(folderOf(from), source);
    return path !== null && tree.file(path) ? { is: "files", files: [path], folder: null } : { is: "nowhere" };
  }
  const load = tree
    .named(baseOf(source))
    .filter((path) => path === source || path.endsWith(`/${source}`))
    .filter(
      (path) => path === `lib/${source}` || path.endsWith(`/lib/${source}`) || path === source || source.includes("/") || isDouble(from),
    )
    .sort((a, b) => Number(isDouble(a)) - Number(isDouble(b)) || nearness(b, from) - nearness(a, from) || (a < b ? -1 : 1));
  if (load[0]) return { is: "files", files: [load[0]], folder: null };
  return { is: "external", name: imported.source.split("/")[0]! };
}

function ambient(tree: Tree, path: string, name: string, enclosing: string): Place | null {
  // only constants are looked up through the nesting; a plain method name is self's
  if (!/^\p{Lu}/u.test(name)) return null;
  const found = outwards(tree, family, enclosing, name);
  if (found || !tree.defined(name)) return found;
  for (const { name: said, type } of tree.outline(path)?.fields ?? [])
    if (said === INCLUDED) {
      const inside = inSpace(tree, family, type.replace(/::/g, "."), name);
      if (inside) return inside;
    }
  return null;
}

const family: Family = writtenFamily({
  name: "ruby",
  ecosystem: "gem",
  aboveCalled: "method",
  plainNew: true,
  self: ["self"],
  parent: ["super"],
  implicitSelf: true,
  namesApart: true,
  bareCalls: true,
  reach: "global",
  dynamic: true,
  constructors: ["new"],
  globals:
    wordSet(`puts print p pp require require_relative raise fail loop lambda proc attr_reader attr_writer attr_accessor include extend prepend private
    protected public module_function define_method alias_method format sprintf printf gets rand sleep exit abort at_exit catch throw binding block_given?
    caller eval Integer Float String Array Hash Rational Complex freeze frozen? is_a? respond_to? send public_send instance_variable_get
    instance_variable_set instance_of? kind_of? nil? object_id tap then dup clone class method methods Object Module Class Kernel File Dir IO Time Set
    Struct Comparable Enumerable StandardError ArgumentError RuntimeError Exception Symbol Regexp Range Proc Thread Mutex Math ENV ARGV describe it expect
    let before after context subject assert assert_equal test`),
  locate,
  ambient,
  inSpace: (tree, space, name) => inSpace(tree, family, space, name),
  scattered: (tree, type, name) =>
    sameType(tree, family, type, name).filter((symbol) => symbol.path !== type.path || symbol.full !== type.qualified),
});

export const syntax: Syntax = {
  names: words("is await elif assert del typeof void delete"),
  separators: ["&.", "::", "."],
  quotes: "\"'`",
  lineComments: ["#"],
  blockComments: [["=begin", "=end"]],
  identifier: "?!@$",
};

export const ruby = language({
  name: "ruby",
  unspoken: /^(?:each|coerce|inherited|included|extended|prepended|method_added|const_missing|respond_to_missing\?|to_str|to_ary|to_proc)$/,
  inherent: /^(?:to_s|inspect|hash|eql\?|equal\?|[!=]=|===|=~|dup|clone|freeze|respond_to\?|method_missing)$/,
  bareCalls: true,
  hides: true,
  privateWithoutReceiver: true,
  visibility: /^\s*(?:private|protected|public|module_function|private_class_method|public_class_method|private_constant)\b/,
  bareHeads: true,
  extensions: "rb rake gemspec ru podspec rbw thor jbuilder",
  filenames: "Rakefile Gemfile Guardfile Capfile Vagrantfile Podfile Fastfile Brewfile Dangerfile",
  shebangs: "ruby jruby",
  rules: async () => (await import("./rules.ts")).ruby,
  syntax,
  family,
  callsGiven: throughHolder,
});
