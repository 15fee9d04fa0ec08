/** What is extracted from each language, read off its rules. */
import { type Language, languageNamed } from "./language.ts";
import type { Role } from "./rules/_rules.ts";

export type Extract = "symbols" | "docs" | "imports" | "supertypes" | "calls" | "types";
const ORDER: readonly Extract[] = ["symbols", "docs", "imports", "supertypes", "calls", "types"];

/**
 * The kinds of facts that a language's rules can yield, those of the languages inside it included, in a fixed order; none for a language
 * that is only chunked and searched. The rules must have been loaded (`loadRules`).
 */
export function extractsOf(row: Language): Extract[] {
  const inner = (row.holds ?? []).flatMap((name) => ownExtracts(languageNamed(name)));
  const all = new Set([...ownExtracts(row), ...inner]);
  return ORDER.filter((one) => all.has(one));
}

function ownExtracts(row: Language | null): Extract[] {
  if (!row) return [];
  if (row.reader) return row.extracts ?? ["symbols"];
  const rules = row.rules?.value;
  if (!rules) return [];
  const roles = Object.values(rules.nodes).flatMap((role): Role[] => (Array.isArray(role) ? role : [role]));
  const has = (...names: Role["role"][]) => roles.some((role) => names.includes(role.role));
  const supers = has("supertype") || roles.some((role) => (role.role === "define" || role.role === "extend") && role.supers !== undefined);
  const found: [Extract, boolean][] = [
    ["symbols", has("define")],
    ["docs", has("comment", "doc") || rules.docstrings === true || rules.lexComments === true],
    ["imports", has("import")],
    ["supertypes", supers],
    // `var(--x)` in a style sheet uses what it names, and calls nothing.
    ["calls", has("calls") || roles.some((role) => role.role === "call" && role.kind !== "use")],
    [
      "types",
      has("use") ||
        roles.some((role) => role.role === "bind" && !role.untyped) ||
        roles.some((role) => role.role === "define" && role.type !== undefined),
    ],
  ];
  return [...found.filter(([, is]) => is).map(([name]) => name), ...(row.extracts ?? [])];
}
