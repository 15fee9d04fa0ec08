/** Help is as wide as the terminal. */

import { describe, expect, test } from "bun:test";
import { commands } from "../../src/main.ts";
import { commandOf } from "../../src/serve/command.ts";
import { MANUAL, pageOf } from "../../src/serve/manual.ts";
import { commandHelp } from "../../src/serve/run.ts";
import { table, wrapped } from "../../src/serve/wrapping.ts";

const visible = Object.entries(commands).filter(([, row]) => !row.hidden);

describe.each([40, 60, 80, 120, 200])("%d columns", (width) => {
  test.each(visible.map(([name]) => name))("%s", async (name) => {
    const command = await commandOf(commands[name]!);
    const text = await commandHelp(name, command, width);
    for (const line of text.split("\n")) expect([line, line.length <= width]).toEqual([line, true]);
    // Nothing is lost on the way: all words of the widest form, in their order.
    const bare = (help: string) => help.replace(/\s+/g, "");
    expect(bare(text)).toBe(bare(await commandHelp(name, command, 100_000)));
    const args = (await (typeof command.args === "function" ? command.args() : command.args)) ?? {};
    for (const [flag, def] of Object.entries(args))
      if (def.type !== "positional") expect(text).toContain(flag.length === 1 ? `-${flag} ` : `--${flag}`);
  });
});

test.each(Object.entries(MANUAL))("the page of %s: prose and tables as wide as the terminal, no word lost", (_, text) => {
  const page = pageOf(text, 60, (title) => title);
  const prose = pageOf(text.replace(/^```[\s\S]*?^```$/gm, ""), 60, (title) => title);
  for (const line of prose.split("\n"))
    if (/\s\S+\s/.test(line.trim())) expect([line, line.length <= 60 || /\S{40}/.test(line)]).toEqual([line, true]);
  const words = (all: string) => all.match(/[\p{L}\p{N}]+/gu) ?? [];
  expect(words(page).sort()).toEqual(words(text.replace(/^```.*$/gm, "")).sort());
});

test("lines break between words, longer words at their signs", () => {
  expect(wrapped("one two  three\nfour", 9)).toEqual(["one two", "three", "four"]);
  expect(wrapped("alpha|beta|gamma and", 11).join("").replaceAll(" ", "")).toBe("alpha|beta|gammaand");
  expect(wrapped("", 10)).toEqual([""]);
});

test("names stand beside what they mean, or above where there is no room", () => {
  expect(table([["-k N", "How many"]], 60)).toEqual(["  -k N  How many"]);
  expect(table([["-k N", "How many of them"]], 30)).toEqual(["  -k N", "      How many of them"]);
  expect(
    table(
      [
        ["-k N", "Few"],
        ["x".repeat(40), "Many"],
      ],
      80,
    ),
  ).toEqual([`  ${"-k N".padEnd(28)}  Few`, `  ${"x".repeat(40)}`, `${" ".repeat(32)}Many`]);
});
