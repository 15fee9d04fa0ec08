import { containers } from "../engine/resolve/family.ts";
import { accessor, throughHolder } from "../engine/resolve/holders.ts";
import { Overloads } from "../engine/resolve/overloads.ts";
import { packageOf } from "../engine/resolve/packages.ts";
import { pick, type Tree } from "../engine/resolve/tree.ts";
import { isType, type WorldSymbol } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { pairs, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { jvm as family } from "../jvm/family.ts";
import { platform } from "../jvm/platform.ts";

// Kotlin: functions that extend a type, called on what nobody knows the type of.

/**
 * The extension that a file imports by its name, perhaps under another one, or defines itself and nobody else defines: it is imported or written
 * here to be called so.
 */
function extensionNamed(name: string, arity: number | null, tree: Tree): WorldSymbol | null {
  const { facts } = tree;
  const imported = tree.memo(
    "imported names",
    0,
    () => new Map(facts.imports.flatMap((one) => one.names.map(({ name, local }) => [local, { name, source: one.source }]))),
  );
  const by = imported.get(name);
  if (by === undefined && !facts.symbols.some((symbol) => symbol.name === name && symbol.qualified !== name)) return null;
  const all = tree.definitions(by?.name ?? name, tree.language.family).filter(({ kind }) => kind === "function" || kind === "method");
  const extending = all.filter((symbol) => {
    const of = containers(symbol.qualified)[0];
    return of !== undefined && !of.includes(".") && !tree.members(symbol.path, of).some(({ kind }) => isType(kind));
  });
  const meant = by ? extending.filter(({ path }) => packageOf(tree, path) === by.source) : extending;
  // what lists and texts have of their own is theirs
  if (!by && (meant.length !== all.length || meant.some(({ path }) => path !== facts.path) || accessor("list", name) !== null)) return null;
  return pick(meant, arity);
}

export const syntax: Syntax = {
  names: words("not and or yield await elif case raise del void delete"),
  separators: ["?.", "!!.", "::", "."],
  quotes: '"',
  tripleQuotes: true,
  charLiterals: true,
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  angles: true,
  lambdas: true,
};

export const kotlin = language({
  name: "kotlin",
  inherent: /^(?:hashCode|equals|toString|clone|finalize|copy|component\d+|apply|unapply|==)$/,
  bracketed: true,
  overrides: /\boverride\b/,
  demands: ({ rest, signature, kind }) =>
    kind === "interface" ? !/^(?:[={]|by\b|(?:private\s+)?get\b)/.test(rest) : /\babstract\b/.test(signature),
  hides: true,
  extensions: "kt kts",
  rules: async () => (await import("./rules.ts")).kotlin,
  syntax,
  family,
  overloading: (resolver) => new Overloads(resolver, platform),
  indexed: true,
  properties: true,
  extending: true,
  extensionNamed,
  fieldsHold: true,
  constructorName: "constructor",
  arrayTypes: true,
  sameTypes: pairs("Int int, Long long, Short short, Byte byte, Char char, Float float, Double double, Boolean boolean, Any Object"),
  primitiveArrays: pairs(`IntArray int, LongArray long, ByteArray byte, CharArray char, ShortArray short, FloatArray float,
    DoubleArray double, BooleanArray boolean`),
  callsGiven: throughHolder,
});
