/** What `manifold languages` says of a language is what its fixtures show, no more and no less. */
import { expect, test } from "bun:test";
import { extract } from "../../../src/lang/engine/extract.ts";
import { type Extract, extractsOf } from "../../../src/lang/engine/extracts.ts";
import { grammarLoaded, LANGUAGES, languageNamed, languageOf, loadGrammars } from "../../../src/lang/languages.ts";

import { FIXTURES } from "../_fixtures.ts";

test("the kinds of facts of each language", async () => {
  await loadGrammars();
  const shown = new Map<string, Set<Extract>>();
  for (const { name, text } of FIXTURES) {
    const { language, symbols, imports, references, bindings } = extract(name, text, languageOf(name, text.split("\n", 1)[0]));
    if (language === null) continue;
    const found = shown.get(language) ?? new Set<Extract>();
    shown.set(language, found);
    const has = (kind: Extract, is: boolean): void => void (is && found.add(kind));
    has("symbols", symbols.length > 1);
    has(
      "docs",
      symbols.some(({ doc, kind }) => doc !== "" && kind !== "section"),
    );
    has("imports", imports.length > 0);
    has(
      "supertypes",
      references.some(({ kind }) => kind === "inherit" || kind === "implement"),
    );
    has(
      "calls",
      references.some(({ kind }) => kind === "call"),
    );
    has("types", bindings.some(({ type }) => type !== "") || symbols.some(({ type }) => type !== null));
  }
  const wrong = LANGUAGES.flatMap((row) => {
    if (row.grammar !== null && !grammarLoaded(row.grammar)) return [];
    const said = new Set(extractsOf(languageNamed(row.name)!));
    const found = shown.get(row.name) ?? new Set<Extract>();
    const more = [...found].filter((kind) => !said.has(kind)).map((kind) => `${row.name} has ${kind} and does not say so`);
    // What the languages inside could show, they show in fixtures of their own.
    const less = row.holds
      ? []
      : [...said].filter((kind) => !found.has(kind)).map((kind) => `${row.name} says ${kind} and its fixtures show none`);
    return [...more, ...less];
  });
  expect(wrong).toEqual([]);
});
