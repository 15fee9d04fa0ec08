import { keptBy, leaves, looseJson, objectOf } from "../engine/resolve/config.ts";
import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { declares, inSpace, outwards, packageOf } from "../engine/resolve/packages.ts";
import { folderOf, join } from "../engine/resolve/paths.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import { dotted, type ImportLike } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// PHP: namespaces as declared, `use` (also `function`, `const`, groups, aliases), PSR-4 folders of composer.json for files,
// `require` of a path. Functions fall back to the global namespace.

/** PSR-4 prefixes of a composer.json: namespace (with `\` at its end) → folders. */
function psr4(text: string): [string, string[]][] {
  return keptBy("composer", text, () => {
    const json = looseJson(text);
    const out: [string, string[]][] = [];
    for (const key of ["autoload", "autoload-dev"])
      for (const [prefix, folders] of Object.entries(objectOf(objectOf(json?.[key])?.["psr-4"]) ?? {})) out.push([prefix, leaves(folders)]);
    return out.sort((a, b) => b[0].length - a[0].length);
  });
}

function throughPsr4(tree: Tree, source: string): string | null {
  for (const { path: manifest, text } of tree.texts("composer.json")) {
    if (/(?:^|\/)vendor\//.test(manifest)) continue;
    for (const [prefix, folders] of psr4(text)) {
      if (!`${source}\\`.startsWith(prefix)) continue;
      const rest = source.slice(prefix.length).replaceAll("\\", "/");
      for (const folder of folders) {
        const path = join(folderOf(manifest), `${folder}/${rest}.php`);
        if (path !== null && tree.file(path)) return path;
      }
    }
  }
  return null;
}

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  if (imported.form === "include" || imported.form === "side-effect") {
    const path = join(folderOf(from), imported.source.replace(/^\//, "")) ?? "";
    if (tree.file(path)) return { is: "files", files: [path], folder: null };
    const rooted = imported.source.replace(/^\//, "");
    return tree.file(rooted) ? { is: "files", files: [rooted], folder: null } : { is: "nowhere" };
  }
  const plain = dotted(imported.source);
  const dot = plain.lastIndexOf(".");
  if (declares(tree, family, plain)) return { is: "space", name: plain };
  if (inSpace(tree, family, dot < 0 ? "" : plain.slice(0, dot), plain.slice(dot + 1))) return { is: "space", name: plain };
  // `use App\Domain;` names a namespace; its own parent may hold nothing else
  if (imported.names[0] && declares(tree, family, `${plain}.${imported.names[0].name}`)) return { is: "space", name: plain };
  const written = imported.source.replace(/^\\/, "");
  const file = throughPsr4(tree, written) ?? (imported.names[0] ? throughPsr4(tree, `${written}\\${imported.names[0].name}`) : null);
  if (file) return { is: "files", files: [file], folder: null };
  return { is: "external", name: plain.split(".").slice(0, 2).join("\\") };
}

function ambient(tree: Tree, path: string, name: string, enclosing: string): Place | null {
  const plain = dotted(name);
  const dot = plain.lastIndexOf(".");
  if (dot > 0) return inSpace(tree, family, plain.slice(0, dot), plain.slice(dot + 1));
  const own = packageOf(tree, path);
  const found = inSpace(tree, family, own, name) ?? (enclosing.startsWith(own) ? outwards(tree, family, enclosing, name) : null);
  // classes never fall back to the global namespace; functions and constants do
  return found ?? (own === "" || !/^\p{Lu}/u.test(name) ? inSpace(tree, family, "", name) : null);
}

const family: Family = writtenFamily({
  name: "php",
  ecosystem: "composer",
  self: ["$this", "self", "static", "this"],
  parent: ["parent"],
  dynamic: true,
  globals:
    wordSet(`array_map array_filter array_merge array_keys array_values array_key_exists array_shift array_pop array_push array_slice array_unique
    array_walk array_reduce in_array is_array is_string is_int is_null is_object is_callable is_numeric isset empty unset count strlen strpos str_replace
    substr sprintf printf implode explode trim json_encode json_decode var_dump print_r call_user_func call_user_func_array func_get_args get_class
    method_exists property_exists class_exists function_exists defined define die exit echo print file_get_contents file_put_contents preg_match
    preg_replace strtolower strtoupper ucfirst lcfirst usort ksort sort max min round floor ceil time date microtime Exception Throwable Closure
    ArrayAccess Iterator IteratorAggregate Countable JsonSerializable Stringable DateTime DateTimeImmutable DateTimeInterface stdClass`),
  packageSymbols: true,
  locate,
  ambient,
  inSpace: (tree, space, name) => inSpace(tree, family, space, name),
});

export const syntax: Syntax = {
  names: words("in not is await elif raise assert del typeof void delete"),
  separators: ["?->", "->", "::", "\\"],
  quotes: "\"'",
  lineComments: ["//", "#"],
  blockComments: [["/*", "*/"]],
  identifier: "$",
};

/** Functions of the language that call what they are given. */
const CALLING =
  /^(?:array_(?:map|filter|walk|reduce|find|any|all|walk_recursive)|u[ak]?sort|usort|call_user_func(?:_array)?|preg_replace_callback|iterator_apply)$/;

export const php = language({
  name: "php",
  unspoken: /^(?:offset(?:Get|Set|Exists|Unset)|getIterator|jsonSerialize|current|rewind|valid|boot)$/,
  madeOfNothing: true,
  bodiless: true,
  demands: ({ signature, kind }) => signature.endsWith(";") && (kind === "interface" || /^[^(]*\babstract\b/.test(signature)),
  hides: true,
  takesMore: true,
  extensions: "php phtml php5 inc",
  shebangs: "php",
  rules: async () => (await import("./rules.ts")).php,
  syntax,
  family,
  callsGiven: ({ name, receiver }) => receiver === null && CALLING.test(name),
});
