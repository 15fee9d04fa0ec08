import { throughHolder } from "../engine/resolve/holders.ts";
import { otherFamily } from "../engine/resolve/other.ts";
import { Overloads } from "../engine/resolve/overloads.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { platform } from "../jvm/platform.ts";

export const syntax: Syntax = {
  names: words("not and or yield elif raise del typeof void delete"),
  separators: ["?.", "!.", "."],
  quotes: '"',
  tripleQuotes: true,
  // `#"…"#`, `#"""…"""#`
  rawString: (text, quote) => {
    let at = quote;
    while (text[at - 1] === "#") at--;
    const marks = text.startsWith('"""', quote) ? '"""' : '"';
    return at < quote ? { close: marks + text.slice(at, quote), body: quote + marks.length } : null;
  },
  hole: "\\(",
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  nestedComments: true,
  angles: true,
  identifier: "$",
  lambdas: true,
};

export const swift = language({
  name: "swift",
  family: Object.assign(otherFamily("swift"), { ecosystem: "swiftpm" as const }),
  unspoken:
    /^(?:callAsFunction|dynamicallyCall|wrappedValue|projectedValue|makeIterator|makeAsyncIterator|build[A-Z]\w*|body|init|deinit)$/,
  inherent: /^(?:==|hash|hashValue|encode|description|init)$/,
  bracketed: true,
  overrides: /\boverride\b/,
  demands: ({ head, rest, signature, kind }) =>
    kind === "interface" &&
    !/^associatedtype\b|\boptional\b/.test(`${signature} ${head}`) &&
    !/^(?:=|\{(?!\s*(?:(?:get|set|async|throws|mutating|nonmutating)\s*)+\}))/.test(rest),
  implementsUnmarked: true,
  folderModules: true,
  hides: true,
  extensions: "swift",
  rules: async () => (await import("./rules.ts")).swift,
  syntax,
  overloading: (resolver) => new Overloads(resolver, platform),
  indexed: true,
  properties: true,
  extending: true,
  fieldsHold: true,
  constructorName: "init",
  arrayTypes: true,
  labels: true,
  sameTypes: { Int: "int", Float: "float", Double: "double", Bool: "boolean", Character: "char", Any: "Object", AnyObject: "Object" },
  callsGiven: throughHolder,
});
