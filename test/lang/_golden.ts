/**
 * Facts of a fixture as readable lines, compared with the committed expectation beside it.
 * `UPDATE_GOLDEN=1 bun test …` writes the expectations again; the diff is what someone signs.
 */

import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { carriesLibrary } from "../../src/base/native.ts";
import type { FileFacts } from "../../src/base/types.ts";
import { READ } from "../../src/base/types.ts";
import { extract } from "../../src/lang/engine/extract.ts";
import { languageOf, loadGrammars } from "../../src/lang/languages.ts";
import type { Fixture } from "./_fixtures.ts";

/** One line a fact: symbols, imports, references, bindings, spans. */
export function render(facts: FileFacts, text: string): string {
  const lines: string[] = [
    `language ${facts.language}${facts.damaged ? " damaged" : ""}`,
    "",
    "# kind qualified lines exported arity type signature doc",
  ];
  for (const symbol of facts.symbols) {
    const { kind, qualified, start, end, exported, arity, type, signature, doc } = symbol;
    const parts = [kind.padEnd(9), qualified, `${start}-${end}`, exported ? "public" : "hidden"];
    if (arity !== null) parts.push(`/${arity}`);
    if (type !== null) parts.push(`: ${type}`);
    if (signature) parts.push(`| ${signature}`);
    if (doc) parts.push(`| ${JSON.stringify(doc)}`);
    lines.push(parts.join(" "));
  }
  const at = (scope: number): string => (scope === 0 ? "" : ` in ${facts.symbols[scope]?.qualified}`);
  lines.push("", "# imports: form source names line");
  for (const { form, source, names, reexport, line, scope, relative } of facts.imports) {
    const bound = names.map(({ name, local }) => (name === local ? name : `${name} as ${local}`)).join(", ");
    lines.push(`${form} ${JSON.stringify(source)} {${bound}} ${line}${relative ? " relative" : ""}${reexport ? " again" : ""}${at(scope)}`);
  }
  lines.push("", "# references: kind receiver name arity line scope");
  for (const { kind, name, receiver, arity, line, scope, subject, given } of facts.references) {
    lines.push(
      `${kind} ${receiver === null ? "" : `[${receiver}] `}${name}${arity === null ? "" : `/${arity >= READ ? arity - READ : arity}`} ${line}${at(scope)}${subject ? ` of ${subject}` : ""}${given === undefined ? "" : ` given ${written(given)}`}`,
    );
  }
  lines.push("", "# bindings: name type how line scope");
  for (const { name, type, from, line, scope, end } of facts.bindings)
    lines.push(`${name}: ${written(type) || "?"} ${from} ${line}${end === undefined ? "" : `-${end}`}${at(scope)}`);
  lines.push("", "# spans");
  for (const [role, list] of Object.entries(facts.spans) as [string, [number, number][]][]) {
    for (const [from, to] of list) lines.push(`${role} ${from}-${to} ${JSON.stringify(text.slice(from, Math.min(to, from + 40)))}`);
  }
  return `${lines.join("\n")}\n`;
}

/** Forms and parameters with signs that can be read between them. */
const written = (text: string): string => text.replaceAll("\t", " ; ").replaceAll("\u0001", "±");

/** A test that the fixture's facts are the committed ones; skipped where the grammar could not be compiled. */
export function golden({ name, path: file, text }: Fixture): void {
  const { grammar } = languageOf(name, "") ?? { grammar: null };
  test.skipIf(grammar !== null && !carriesLibrary(`${grammar}.so`))(`${name}: facts as committed`, async () => {
    await loadGrammars();
    const path = `${file}.facts`;
    const found = render(extract(name, text, languageOf(name, text.split("\n", 1)[0])), text);
    if (process.env.UPDATE_GOLDEN === "1" || !existsSync(path)) {
      if (process.env.UPDATE_GOLDEN !== "1") throw new Error(`${path} is missing; run with UPDATE_GOLDEN=1 and read what it writes`);
      writeFileSync(path, found);
    }
    expect(found).toBe(readFileSync(path, "utf8"));
  });
}
