import { throughHolder } from "../engine/resolve/holders.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { rust as family } from "./family.ts";

export const syntax: Syntax = {
  names: words("not and or is elif case throw raise del void delete"),
  separators: ["::", "."],
  quotes: '"',
  multiline: true,
  rawString: (text, quote) => {
    let at = quote;
    while (text[at - 1] === "#") at--;
    return text[at - 1] === "r" && !/[\w\x80-\u{10FFFF}]/u.test((text[at - 2] ?? "").replace(/[bc]/, ""))
      ? { close: `"${text.slice(at, quote)}`, body: quote + 1 }
      : null;
  },
  charLiterals: true,
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  nestedComments: true,
  angles: true,
  dereference: true,
};

/** The folder of the modules inside the one that a file is. */
const inside = (path: string): string => path.replace(/(?:^|\/)(?:mod|lib|main)\.rs$|\.rs$/, "");

/** A module inside that of another sees what is private there. */
function seesPrivate(path: string, outer: string): boolean {
  const folder = inside(outer);
  return folder === "" || path.startsWith(`${folder}/`);
}

function moduleFiles(path: string, name: string): string[] {
  const folder = inside(path);
  const under = folder === "" ? "" : `${folder}/`;
  return [`${under}${name}.rs`, `${under}${name}/mod.rs`];
}

export const rust = language({
  name: "rust",
  unspoken: /^(?:deref|deref_mut|index|index_mut|next|from|into|from_str|poll|into_iter|source)$/,
  inherent: /^(?:clone|clone_from|fmt|eq|ne|cmp|partial_cmp|lt|le|gt|ge|hash|default)$/,
  bracketed: true,
  blocksGive: true,
  blanket: true,
  // `impl Shape for Circle {` is what stands around it
  bound: ({ before }, above) =>
    new RegExp(`\\b${above}\\b(?:<[^{]*>)?\\s+for\\b`).test(
      /(?:^|\n)[ \t]*(?:unsafe\s+)?impl\b[^{]*\{(?![\s\S]*\n[ \t]*(?:unsafe\s+)?impl\b)/.exec(before)?.[0] ?? "",
    ),
  demands: ({ signature, kind }) => kind === "trait" && signature.endsWith(";") && (/\bfn\b/.test(signature) || !signature.includes("=")),
  hides: true,
  seesPrivate,
  moduleFiles,
  extensions: "rs",
  rules: async () => (await import("./rules.ts")).rust,
  syntax,
  family,
  indexed: true,
  fieldsHold: true,
  callsGiven: throughHolder,
});
