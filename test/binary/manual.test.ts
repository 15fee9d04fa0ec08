/**
 * Every console block of the manual and of the README, run: a fresh copy of the small shop for each page, its commands one after the other as a person
 * would type them. What they print must be what the page says. `MANUAL=write bun test test/binary/manual.test.ts` writes it anew.
 */

import { describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandOf } from "../../src/serve/command.ts";
import { besidesProgress, binary, Place, run } from "./_binary.ts";

const top = join(import.meta.dir, "..", "..");
const write = process.env.MANUAL === "write";
const PAGES = [
  "README.md",
  ...readdirSync(join(top, "src/manual"))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `src/manual/${name}`),
];

/** A command of a page, and what the page says that it prints. `…` on a line of its own stands for any lines. */
interface Example {
  command: string;
  output: string;
}

const CONSOLE = /^```console\n([\s\S]*?)^```$/gm;

function examplesOf(block: string): Example[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command, ...rest] = part.split("\n") as [string, ...string[]];
      return { command, output: rest.join("\n").trimEnd() };
    });
}

/** A tree as the manual speaks of it: `/home/ana/shop`, one commit, a home of its own. */
function shop(): { place: Place; shell(command: string): string } {
  const place = new Place();
  cpSync(join(top, "test/manual/fixtures/shop"), place.tree, { recursive: true });
  place.git();
  const bin = join(place.base, "bin");
  mkdirSync(bin);
  symlinkSync(binary(), join(bin, "manifold"));
  const env = { HOME: place.home, PATH: `${bin}:${process.env.PATH ?? ""}`, GIT_CONFIG_NOSYSTEM: "1", COLUMNS: "100", LC_ALL: "C.UTF-8" };
  const identity = {
    GIT_AUTHOR_NAME: "Ana",
    GIT_AUTHOR_EMAIL: "ana@example.org",
    GIT_COMMITTER_NAME: "Ana",
    GIT_COMMITTER_EMAIL: "ana@example.org",
  };
  const dates = { GIT_AUTHOR_DATE: "2026-01-05T10:00:00Z", GIT_COMMITTER_DATE: "2026-01-05T10:00:00Z" };
  return {
    place,
    shell(command) {
      const { exit, out, err } = run(["sh", "-c", command], place.tree, { env: { ...env, ...identity, ...dates } });
      const said = [out.trimEnd(), besidesProgress(err).trimEnd(), exit === 0 ? "" : `[exit ${exit}]`]
        .filter((text) => text !== "")
        .join("\n");
      return said
        .replaceAll(place.tree, "/home/ana/shop")
        .replaceAll(place.home, "/home/ana")
        .replace(/[ \t]+$/gm, "");
    },
  };
}

/** Does an output have what a page says, in that order? */
function agrees(said: string, shown: string): boolean {
  const parts = shown.split(/^…$\n?/m).map((part) => RegExp.escape(part.trimEnd()));
  return new RegExp(`^${parts.join("(?:[\\s\\S]*?\\n|[\\s\\S]*$)")}\\s*$`).test(`${said}\n`);
}

describe.each(PAGES)("%s", (page) => {
  const path = join(top, page);
  const text = readFileSync(path, "utf8");
  const blocks = [...text.matchAll(CONSOLE)].map(([, body]) => body!);
  // The editors' page has nothing that a shell prints.
  if (blocks.length === 0) return;
  test("prints what it says", () => {
    const { place, shell } = shop();
    using _ = place;
    shell("manifold index");
    let next = text;
    const wrong: unknown[] = [];
    for (const block of blocks) {
      const done = examplesOf(block).map(({ command, output }) => {
        const said = shell(command);
        if (!agrees(said, output)) wrong.push({ command, said, output });
        // A page that leaves lines out goes on leaving them out, as long as the rest holds.
        return { command, output: agrees(said, output) ? output : said };
      });
      const body = done.map(({ command, output }) => `$ ${command}\n${output === "" ? "" : `${output}\n`}`).join("");
      next = next.replace(block, () => body);
    }
    if (write) writeFileSync(path, next);
    else expect(wrong).toEqual([]);
  });
});

test("the README is short, and every page of the manual is named there", () => {
  const text = readFileSync(join(top, "README.md"), "utf8");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6_000);
  for (const page of PAGES.slice(1)) expect(text).toContain(`(${page})`);
});

test("what stands in backticks as a command of manifold is one, with flags that it has", async () => {
  const { commands } = await import("../../src/main.ts");
  const wrong: string[] = [];
  for (const page of PAGES) {
    const text = readFileSync(join(top, page), "utf8").replace(CONSOLE, "");
    const spans = [...text.matchAll(/`(manifold [^`\n]+)`/g), ...text.matchAll(/^(?:\$ )?(manifold [^\n#]+)/gm)].map(([, span]) => span!);
    for (const span of spans) {
      const [, name = ""] = span.split(/\s+/);
      if (!/^[a-z]+$/.test(name) || name === "help") continue;
      const row = commands[name];
      if (!row) {
        wrong.push(`${page}: ${span}`);
        continue;
      }
      const { args } = await commandOf(row);
      const known = Object.keys((await (typeof args === "function" ? args() : args)) ?? {});
      for (const [, flag] of span.matchAll(/(?<=\s)--(?:no-)?([a-z][a-z-]*)/g))
        if (flag !== "help" && !known.includes(flag!) && !known.includes(`no-${flag}`)) wrong.push(`${page}: ${span} (--${flag})`);
    }
  }
  expect(wrong).toEqual([]);
});
