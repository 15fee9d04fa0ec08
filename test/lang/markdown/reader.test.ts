import { describe, expect, test } from "bun:test";
import { extract } from "../../../src/lang/engine/extract.ts";
import { languageOf } from "../../../src/lang/languages.ts";
import { headings } from "../../../src/lang/markdown/reader.ts";

const names = (text: string): string[] =>
  extract("a.md", text, languageOf("a.md", ""))
    .symbols.filter(({ kind }) => kind === "section")
    .map(({ name }) => name);

describe("names of sections", () => {
  test("a table with a rule under it is no heading, wherever it stands", () => {
    expect(names("| a | b |\n|---|:-:|\n| 1 | 2 |\n---\n\n# Next\n")).toEqual(["Next"]);
    expect(names("a | b\n--|--\n1 | 2\n===\n\nTitle\n=====\n")).toEqual(["Title"]);
    expect(names("Some words first:\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n---\n")).toEqual([]);
    expect(names("| a \\| b |\n|---|\n| 1 |\n---\n# After\n")).toEqual(["After"]);
    // Other numbers of cells are no table: what is underlined is a heading.
    expect(names("a | b\n---\n")).toEqual(["a | b"]);
  });
  test("a paragraph that is underlined, or a heading as long as one, is named by its beginning, in one line", () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
    const lines = words.map((word, i) => (i % 8 === 7 ? `${word}\n` : `${word} `)).join("");
    for (const text of [`${lines}\n---\n\nMore.\n`.replace("\n\n---", "\n---"), `# ${words.join(" ")}\n`]) {
      const [name = "", ...others] = names(text);
      expect([others, name.length <= 101, /\s\s|\n/.test(name)]).toEqual([[], true, false]);
      expect(name).toStartWith("word0 word1 word2");
      expect(name).toEndWith("…");
      expect(`${words.join(" ")} `).toContain(`${name.slice(0, -1)} `);
    }
    expect(names("# A name of usual length stays as it is, with all of its words: even a long one of two lines\n")).toHaveLength(1);
    expect(headings("Two\nlines\n===\n").map(({ name }) => name)).toEqual(["Two lines"]);
  });
});
