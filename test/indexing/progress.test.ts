/** What people hear while an index is made: something at once, then a line as each step of much work begins. */
import { afterEach, expect, test } from "bun:test";
import { parsing } from "../../src/base/limits.ts";
import { Progress } from "../../src/indexing/progress.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { bringUpToDate } from "../../src/indexing.ts";
import { removeTemporary, temporary, write } from "../store/_tree.ts";

afterEach(removeTemporary);

/** A progress that notes what it hears and what it writes, in their order. */
function noted(terminal: boolean): { progress: Progress; events: string[]; lines: () => string[] } {
  const events: string[] = [];
  const progress = new Progress(
    false,
    (what, done, total) => events.push(`heard ${what} ${done}/${total}`),
    terminal,
    (text) => events.push(`wrote ${text}`),
  );
  return { progress, events, lines: () => events.filter((event) => event.startsWith("wrote ")).map((event) => event.slice(6)) };
}

test("in a pipe: what begins at once, then each step of much work once, and nothing of little", () => {
  const { progress, lines } = noted(false);
  progress.step("looking at files", 0, 0);
  expect(lines()).toEqual([]);
  progress.begin("indexing /tree");
  progress.step("reading files", 0, 3);
  expect(lines()).toEqual(["manifold: indexing /tree\n"]);
  progress.much();
  for (let at = 0; at <= 4_000; at++) progress.step("reading files", at, 4_000);
  progress.step("resolving names", 0, 4_000);
  progress.step("resolving names", 100, 4_000);
  expect(lines().slice(1)).toEqual(["manifold: reading files 0 of 4,000\n", "manifold: resolving names 0 of 4,000\n"]);
  progress.end();
});

test("on a terminal: one line, written over, gone at the end; a hostile name of a folder does nothing there", () => {
  const { progress, lines } = noted(true);
  progress.begin("indexing /tr\u001b]0;ee");
  progress.much();
  progress.step("reading files", 0, 2);
  progress.end();
  expect(lines()).toEqual(["\rmanifold: indexing /tr\\x1b]0;ee\x1b[K", "\rmanifold: reading files 0 of 2\x1b[K", "\r\x1b[K"]);
});

test("quiet: heard, not written", () => {
  const heard: string[] = [];
  const progress = new Progress(
    true,
    (what) => heard.push(what),
    false,
    () => heard.push("written"),
  );
  progress.begin("a");
  progress.much();
  progress.step("b", 0, 1);
  progress.say("c");
  expect(heard).toEqual(["a", "b", "c"]);
});

test("what much work waits for is said even where nobody says more, and not once it is over", async () => {
  const { progress, lines } = noted(false);
  progress.much(1);
  progress.step("looking at files", 0, 0);
  for (let turns = 0; lines().length === 0 && turns < 10_000; turns++) await Bun.sleep(1);
  expect(lines()).toEqual(["manifold: looking at files\n"]);
  const over = noted(false);
  over.progress.much(1);
  over.progress.step("looking at files", 0, 0);
  over.progress.end();
  await Bun.sleep(5);
  expect(over.lines()).toEqual([]);
});

test("a build says what it does before the first file is parsed, and each of its steps where there is much", async () => {
  const root = temporary();
  const source = (at: number): string => `/** Number ${at}. */\nexport function f${at}(): number {\n  return ${at};\n}\n`;
  write(root, Object.fromEntries(Array.from({ length: parsing.muchFiles + 1 }, (_, at) => [`src/f${at}.ts`, source(at)])));
  const { progress, events, lines } = noted(false);
  await bringUpToDate(root, {}, null, progress);
  const total = parsing.muchFiles + 1;
  const parsed = events.findIndex((event) => /^heard reading files [1-9]/.test(event));
  expect(parsed).toBeGreaterThan(0);
  expect(events.slice(0, parsed).filter((event) => event.startsWith("wrote "))).toEqual([
    `wrote manifold: indexing ${root}\n`,
    `wrote manifold: reading files 0 of ${total}\n`,
  ]);
  for (const step of ["writing the word index", `resolving names 0 of ${total}`, "writing the graph"])
    expect(lines()).toContain(`manifold: ${step}\n`);
  // Of few changes no step is said as it begins; many are said before they are read.
  const later = noted(false);
  write(root, { "src/f0.ts": source(1_000) });
  await bringUpToDate(root, {}, null, later.progress);
  expect(later.lines()).not.toContain("manifold: reading files 0 of 1\n");
  const many = noted(false);
  write(root, Object.fromEntries(Array.from({ length: total }, (_, at) => [`src/f${at}.ts`, source(2_000 + at)])));
  await bringUpToDate(root, {}, null, many.progress);
  expect(many.lines()[0]).toBe(`manifold: reading files 0 of ${total}\n`);
});

test("a question on a new tree hears of the build before anything else", async () => {
  const root = temporary();
  write(root, { "a.ts": "export const a = 1;\n" });
  const heard: string[] = [];
  const { store } = await refresh(root, { quiet: true, onProgress: (what) => heard.push(what) });
  store.close();
  expect(heard[0]).toBe(`indexing ${root}`);
  expect(heard).toContain("reading files");
});
