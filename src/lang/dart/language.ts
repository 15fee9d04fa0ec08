import { containers, type Family, writtenFamily } from "../engine/resolve/family.ts";
import { throughHolder } from "../engine/resolve/holders.ts";
import { baseOf, folderOf, join, nearness } from "../engine/resolve/paths.ts";
import type { Located } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike, WorldSymbol } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// Dart: relative paths, `package:` paths by the `lib` folder they stand for; parts are the library's own files.

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const { source } = imported;
  if (source.startsWith("dart:")) return { is: "external", name: source };
  const packaged = /^package:([^/]+)\/(.+)$/.exec(source);
  if (!packaged) {
    const path = join(folderOf(from), source);
    return path !== null && tree.file(path) ? { is: "files", files: [path], folder: null } : { is: "nowhere" };
  }
  const [, name, inner] = packaged as unknown as [string, string, string];
  const wanted = `lib/${inner}`;
  const hits = tree.named(baseOf(inner)).filter((path) => path === wanted || path.endsWith(`/${wanted}`));
  const own = hits.filter((path) => path === wanted || path.slice(0, -wanted.length - 1).endsWith(name));
  const among = (own.length > 0 ? own : hits).sort((a, b) => nearness(b, from) - nearness(a, from) || (a < b ? -1 : 1));
  return among[0] ? { is: "files", files: [among[0]], folder: null } : { is: "external", name };
}

/** Methods of extensions of a type: `extension E on T`, `extension on T`. */
function extended(tree: Tree, type: string, name: string): WorldSymbol[] {
  return tree.real(
    tree.definitions(name, family).filter((symbol) => {
      const holder = containers(symbol.qualified)[0];
      if (holder === undefined) return false;
      const on = tree.outline(symbol.path)?.fields.find((field) => field.of === "" && field.name === `extension ${holder}`)?.type;
      // an extension without a name is seen in its own file
      if (on === undefined) return holder === type && symbol.path === tree.facts.path;
      return on.replace(/<[\s\S]*$|\?$/g, "") === type;
    }),
  );
}

const family: Family = writtenFamily({
  name: "dart",
  typesApart: true,
  partsSee: true,
  self: ["this"],
  parent: ["super"],
  implicitSelf: true,
  globals:
    wordSet(`print identical assert int double num bool String List Map Set Object Future Stream Duration DateTime Uri RegExp Exception
    ArgumentError StateError UnimplementedError StringBuffer Iterable Symbol Type Function`),
  locate,
  extended,
});

export const syntax: Syntax = {
  names: words("not and or elif raise del typeof delete"),
  separators: ["?..", "..", "?.", "!.", "."],
  quotes: "\"'",
  tripleQuotes: true,
  hole: "${",
  rawString: (text, quote) => {
    if (text[quote - 1] !== "r" || /[\w\x80-\u{10FFFF}$]/u.test(text[quote - 2] ?? "")) return null;
    const mark = text[quote]!.repeat(text[quote + 1] === text[quote] && text[quote + 2] === text[quote] ? 3 : 1);
    return { close: mark, body: quote + mark.length };
  },
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  nestedComments: true,
  angles: true,
  identifier: "$",
};

export const dart = language({
  name: "dart",
  unspoken: /^(?:call|build|createState|initState|dispose)$/,
  inherent: /^(?:toString|hashCode|runtimeType|noSuchMethod|operator ==)$/,
  bracketed: true,
  overrides: /@override\b/,
  demands: ({ rest, signature, name }) =>
    !/\b(?:external|static|factory|final|late)\b/.test(signature) &&
    /[(]|\bget\b|\bset\b/.test(signature) &&
    !name.startsWith("_") &&
    rest.startsWith(";"),
  implementsAll: true,
  extensions: "dart",
  shebangs: "dart",
  source: ["@sengac/tree-sitter-dart"],
  rules: async () => (await import("./rules.ts")).dart,
  syntax,
  family,
  indexed: true,
  properties: true,
  fieldsHold: true,
  callsGiven: throughHolder,
});
