/**
 * CODEOWNERS: rules from paths to people and teams, as GitHub reads them (also Gitea and Forgejo, whose patterns differ in what hardly anybody writes)
 * and, where the file has sections or lies in GitLab's folder, as GitLab does: sections with owners of their own, in each of which the last rule counts.
 */

import type { FileFacts, RawRule, RawSymbol } from "../../base/types.ts";
import { symbolOf } from "../engine/symbol.ts";

/** Owners of one rule. Rules and names are all kept, as many as a file may have bytes for: the last that matches counts, so what is left out makes all others untrue. */
const OWNER_LIMIT = 100;

const SECTION = /^(\^)?\[([^\]]+)\](?:\[\d+\])?[ \t]*(.*)$/;

/** Rules of a CODEOWNERS file; its owners and sections as symbols. */
export function readCodeowners(text: string, file: RawSymbol): Pick<FileFacts, "symbols" | "rules" | "spans"> {
  const symbols: RawSymbol[] = [file];
  const rules: RawRule[] = [];
  const comments: [number, number][] = [];
  const known = new Map<string, number>();
  const parts = new Map<string, number>();
  const gitlab = /(?:^|\/)\.gitlab\//.test(file.qualified) || /^\^?\[[^\]\n]+\]/m.test(text);
  let part = 0;
  let usual: number[] = [];
  let at = 0;
  const symbol = (kind: "owner" | "section", name: string, line: number, from: number, to: number): number =>
    symbols.push(symbolOf({ kind, name, start: line, end: line, from, to })) - 1;
  for (const [above, raw] of text.split("\n").entries()) {
    const line = above + 1;
    const [from, to] = [at, at + raw.length];
    at = to + 1;
    const trimmed = raw.replace(/^\ufeff/, "").trim();
    if (trimmed.startsWith("#")) comments.push([from, to]);
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const owners = (words: readonly string[]): number[] => {
      const found: number[] = [];
      for (const word of words) {
        if (word.startsWith("#") || found.length >= OWNER_LIMIT) break;
        if (!/^@?[^@\s]+@[^@\s]+$|^@{1,2}[^@\s]+$/.test(word)) continue;
        const index = known.get(word) ?? symbol("owner", word, line, from, to);
        known.set(word, index);
        if (!found.includes(index)) found.push(index);
      }
      return found;
    };
    const section = SECTION.exec(trimmed);
    if (section) {
      const title = section[2]!.trim();
      // sections of one name, in whatever letters, are one
      const key = title.toLowerCase();
      if (!parts.has(key)) {
        parts.set(key, parts.size + 1);
        symbol("section", title, line, from, to);
      }
      part = parts.get(key)!;
      usual = owners(section[3]!.split(/\s+/));
      continue;
    }
    const [first = "", ...rest] = trimmed.match(/(?:\\.|[^\s\\])+/g) ?? [];
    const exclusion = gitlab && first.startsWith("!");
    const pattern = globOf(exclusion ? first.slice(1) : first, gitlab);
    if (pattern === null || (!gitlab && first.startsWith("!"))) continue;
    const by = exclusion ? [] : owners(rest);
    rules.push({ pattern: exclusion ? `!${pattern}` : pattern, line, by: by.length > 0 || exclusion ? by : usual, part });
  }
  return { symbols, rules, spans: { comments, imports: [], signatures: [] } };
}

/** A pattern as `Bun.Glob` takes it. Neither has ranges or alternatives: their signs stand for themselves. */
function globOf(written: string, gitlab: boolean): string | null {
  let pattern = written.replace(/\\(.)/g, "$1").replace(/[[\]{}!\\]/g, "\\$&");
  const anchored = pattern.startsWith("/");
  pattern = pattern.replace(/^\/+/, "");
  if (pattern === "") return anchored ? "**" : null;
  if (/^\*{1,2}$/.test(pattern)) return anchored && pattern === "*" ? "*" : "**";
  // GitHub anchors what has a slash before its end, as git does; GitLab only what begins with one
  const deep = !anchored && (gitlab || !pattern.slice(0, -1).includes("/")) && !pattern.startsWith("**/");
  if (deep) pattern = `**/${pattern}`;
  if (pattern.endsWith("/")) return `${pattern}**`;
  // `docs/*` means what lies directly in it, for both; a name without a slash at its end is a file for GitLab, for GitHub also all below it
  if (gitlab || pattern.endsWith("/*") || pattern.endsWith("**")) return pattern;
  return `${pattern}{,/**}`;
}
