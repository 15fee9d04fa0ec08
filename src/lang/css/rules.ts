/** CSS: rules by their selectors (as ctags names them), custom properties, key frames. */

import { findOutside, splitList } from "../engine/lex.ts";
import type { Named, RuleSet } from "../engine/rules/_rules.ts";
import { syntax } from "./language.ts";

/** Each selector of a list is a name of the rule. */
function selectors(text: string): Named[] {
  const end = findOutside(text, 0, text.length, ["{"], syntax);
  return splitList(text, 0, end, syntax).flatMap(([from, to]) => {
    const name = text
      .slice(from, to)
      .replace(/\/\*[\s\S]*?\*\//g, " ")
      .replace(/\s+/g, " ")
      .trim();
    return name && name.length <= 200 ? [{ name, end, head: end }] : [];
  });
}

export const css: RuleSet = {
  nodes: {
    at_rule: {
      role: "define",
      as: (text) =>
        /^@(?:property|counter-style|layer)\s+[\w-]+\s*\{/.test(text) ? (text.startsWith("@property") ? "variable" : "type") : null,
      name: (text) => {
        const match = /^@[\w-]+\s+([\w-]+)/.exec(text);
        return match?.[1] ? [{ name: match[1], end: match[0].length }] : [];
      },
      until: ["{"],
    },
    call_expression: [
      {
        role: "import",
        when: /url\(/iy,
        parse: (text) => {
          const source = /^url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)/i.exec(text);
          const path = (source?.[1] ?? source?.[2] ?? source?.[3] ?? "").trim();
          return path && !/^(?:data:|#|https?:\/\/www\.w3\.org\/)/.test(path)
            ? [{ form: "include", source: path, names: [], relative: true }]
            : [];
        },
      },
      {
        role: "call",
        kind: "use",
        parse: (text) => {
          const name = /^var\(\s*(--[\w-]+)/.exec(text)?.[1];
          return name ? { name, receiver: null, arity: null } : null;
        },
      },
    ],
    comment: { role: "comment" },
    declaration: { role: "define", as: "variable", name: /(--[\w\x80-\u{10FFFF}-]+)/uy, leaf: true, until: [":"] },
    import_statement: {
      role: "import",
      parse: (text) => {
        const source = /^@import\s+(?:"([^"]*)"|'([^']*)')/.exec(text);
        const path = source?.[1] ?? source?.[2];
        return path ? [{ form: "include", source: path, names: [], relative: true }] : [];
      },
    },
    keyframes_statement: { role: "define", as: "type", name: /@[\w-]*keyframes\s+([\w-]+)/iy, until: ["{"], leaf: true },
    rule_set: { role: "define", as: "type", name: selectors },
  },
  narrow: { declaration: { regex: "^--" }, call_expression: { regex: "^(?i:url|var)\\(" } },
  // `@-moz-document url-prefix() {`: the grammar wants something in the brackets
  repair: (text) => text.replace(/@-moz-document[ \t]+url-prefix\(\)/g, (all) => "@media all".padEnd(all.length)),
  syntax,
};
