#!/usr/bin/env bun
/**
 * Do messages find the literal that they were made of?
 *
 *   bun scripts/bench/verbatim.ts --trees DIR [--each 40] [--worst N]
 *
 * From each tree so many literals of its sources (no tests, no documents) of three words or more, chosen evenly; their holes (`%s`, `{}`, `${x}`, `#{x}`,
 * `\(x)`) are filled with values, and what comes out is asked as it is. Found = a result that covers a line with the literal's longest fixed part.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ask, PLAIN } from "../../src/asking.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { mean, table } from "./_measure.ts";

const flag = (name: string, fallback = ""): string => process.argv[process.argv.indexOf(`--${name}`) + 1 || -1] ?? fallback;
const each = process.argv.includes("--each") ? Number(flag("each")) : 40;
const worst = process.argv.includes("--worst") ? Number(flag("worst")) : 0;

const SOURCE = /\.(?:py|js|ts|go|rs|java|kt|scala|rb|php|c|cc|cpp|h|hpp|cs|ex|exs|swift|dart|lua|hs|zig|sh)$/;
const LITERAL = /"((?:[^"\\\n]|\\.){12,140})"|'((?:[^'\\\n]|\\.){12,140})'|`((?:[^`\\\n]|\\.){12,140})`/g;
const HOLE = /\$\{[^}]*\}|#\{[^}]*\}|\\\([^)]*\)|\{[\w.!:]*\}|%[-+ #0]*[\d.*]*(?:hh|ll|[hlzjt])*[a-zA-Z]|\$\w+/g;
const VALUES = ["frobnicate", "42", "/tmp/some/place.txt", "0x7ffe", "alice"];

/** The fixed parts of a literal, and a message made of it; null for what is no message. */
function messageOf(literal: string): { message: string; fixed: string[] } | null {
  const fixed = literal.split(HOLE).map((part) => part.replace(/\\[nrt]/g, "\n").replace(/\\(.)/g, "$1"));
  const telling = fixed.join(" ").match(/\p{L}{2,}/gu) ?? [];
  if (telling.length < 3 || !/^[^<>{};=|*]*$/.test(fixed.join("")) || !/[a-z]{3,} [a-z]{2,}/.test(fixed.join(" "))) return null;
  let value = 0;
  const message = literal
    .replace(HOLE, () => VALUES[value++ % VALUES.length]!)
    .replace(/\\[nrt]/g, " ")
    .replace(/\\(.)/g, "$1")
    .trim();
  return { message, fixed: fixed.flatMap((part) => part.split("\n")).map((part) => part.trim()) };
}

const rows: (string | number)[][] = [];
const every: number[] = [];
const misses: string[] = [];
for (const name of readdirSync(flag("trees")).sort()) {
  const root = join(flag("trees"), name);
  const { store, behind, warnings } = await refresh(root, {});
  const found: { path: string; message: string; fixed: string[] }[] = [];
  for (const file of store.files()) {
    if (!SOURCE.test(file.path) || file.tags.length > 0) continue;
    let text = "";
    try {
      text = readFileSync(join(root, file.path), "utf8");
    } catch {
      continue;
    }
    for (const match of text.matchAll(LITERAL)) {
      const made = messageOf(match[1] ?? match[2] ?? match[3] ?? "");
      if (made) found.push({ path: file.path, ...made });
    }
  }
  const step = Math.max(1, Math.floor(found.length / each));
  const ranks: number[] = [];
  for (const { message, fixed } of found.filter((_, i) => i % step === 0).slice(0, each)) {
    const answer = await ask({ root, store, behind, warnings }, message, { ...PLAIN, budget: 1 });
    const longest = [...fixed].sort((a, b) => b.length - a.length)[0]!;
    const lines = new Map<string, string[]>();
    const at = answer.results.findIndex(({ path, line, start, end }) => {
      const held = lines.get(path) ?? readFileSync(join(root, path), "utf8").split("\n");
      lines.set(path, held);
      // As the source writes it: quotes are escaped there.
      const plain = (some: string) => some.replace(/\\(.)/g, "$1");
      return line === null
        ? held.slice(start - 1, end).some((one) => plain(one).includes(longest))
        : held.slice(line - 1, line + 2).some((one) => plain(one).includes(longest));
    });
    ranks.push(at);
    if (at !== 0) misses.push(`${at} ${name} (${answer.route.strategy}/${answer.route.operation}): ${message}`);
  }
  every.push(...ranks);
  rows.push([name, ranks.length, ...[1, 5].map((n) => mean(ranks.map((at) => Number(at >= 0 && at < n))).toFixed(3))]);
  store.close();
}
rows.push(["all", every.length, ...[1, 5].map((n) => mean(every.map((at) => Number(at >= 0 && at < n))).toFixed(3))]);
table(["tree", "messages", "first", "first five"], rows);
for (const miss of misses.slice(0, worst)) console.log(miss);
