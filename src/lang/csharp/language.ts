import { throughHolder } from "../engine/resolve/holders.ts";
import { Overloads } from "../engine/resolve/overloads.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { pairs, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { platform } from "../jvm/platform.ts";
import { csharp as family } from "./family.ts";

export const syntax: Syntax = {
  names: words("elif raise assert del delete"),
  separators: ["?.", "::", ".", "!."],
  quotes: '"',
  tripleQuotes: "raw",
  // Verbatim: `@"…"`, `$@"…"`, `@$"…"`.
  rawString: (text, quote) =>
    text[quote - 1] === "@" || (text[quote - 1] === "$" && text[quote - 2] === "@") ? { close: '"', body: quote + 1, doubled: true } : null,
  hole: "{",
  charLiterals: true,
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  angles: true,
  identifier: "@",
};

export const csharp = language({
  name: "csharp",
  unspoken: /^(?:GetEnumerator|GetAsyncEnumerator|GetAwaiter|Deconstruct|GetPinnableReference|DisposeAsync)$/,
  entry: /^(?:ConfigureServices|Configure|CreateHostBuilder)$/,
  inherent: /^(?:GetHashCode|Equals|ToString|GetType|Finalize|operator [!=]=|Deconstruct)$/,
  bracketed: true,
  overrides: /\boverride\b/,
  demands: ({ rest, signature, kind }) =>
    kind === "interface"
      ? !/\bstatic\b/.test(signature) && /^(?:;|\{\s*(?:(?:get|set|init|add|remove)\s*;\s*)+\})/.test(rest)
      : /\babstract\b/.test(signature),
  implementsUnmarked: true,
  madeOfNothing: true,
  importsPackages: true,
  hides: true,
  extensions: "cs csx",
  symbol: "tree_sitter_c_sharp",
  rules: async () => (await import("./rules.ts")).csharp,
  syntax,
  family,
  overloading: (resolver) => new Overloads(resolver, platform),
  indexed: true,
  properties: true,
  fieldsHold: true,
  sameTypes: pairs(`string String, object Object, bool boolean, dynamic Object, Int32 int, Int64 long, decimal BigDecimal,
    Decimal BigDecimal, uint long, sbyte byte, ushort int`),
  callsGiven: throughHolder,
});
