/**
 * Every console block of the manual and of the README, run: a fresh copy of the small shop for each page, its commands one after the other as a person
 * would type them. What they print must be what the page says. `MANUAL=write bun test test/binary/manual.test.ts` writes it anew.
 */

import { describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
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
function shop(): { place: Place; shell(command: string, at?: string): string } {
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
    shell(command, at = place.tree) {
      const { exit, out, err } = run(["sh", "-c", command], at, { env: { ...env, ...identity, ...dates } });
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

/** The trees that the page on fleets speaks of: three packages that use one another, and two elsewhere. */
const TREES: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "code/lib": ["hash.ts", "/** Of a password. */\nexport function hash(password: string): string {\n  return password;\n}\n"],
  "code/api": [
    "login.ts",
    'import { hash } from "lib";\nimport { charge } from "web";\n\n/** Checks the password. */\nexport const check = (password: string): boolean => hash(password) !== "";\n\nexport const pay = (): void => charge();\n',
  ],
  "code/web": ["page.ts", 'import { check } from "api";\n\nexport const page = (): boolean => check("x");\n'],
  "work/web": ["invoice.ts", "/** Sends the invoice. */\nexport function charge(): void {}\n"],
  "old/api": ["api.ts", "export const old = 1;\n"],
};

/** What runs on, speaks of this machine's speed, or wants a model: tested where those are. */
const ELSEWHERE = /&$|^manifold (?:models|index --model)\b/;

describe.each(PAGES.slice(1))("%s, commands that it shows without their output", (page) => {
  const lines = [...readFileSync(join(top, page), "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, body]) => body!.trim().split("\n"))
    .filter((line) => /^(?:manifold|cd) /.test(line) && !ELSEWHERE.test(line));
  if (lines.length === 0) return;
  test("print what was recorded", () => {
    const { place, shell } = shop();
    using _ = place;
    for (const [tree, [file, text]] of Object.entries(TREES)) {
      const at = join(place.home, tree);
      mkdirSync(at, { recursive: true });
      writeFileSync(join(at, file), text);
      const [name] = tree.split("/").slice(-1);
      writeFileSync(join(at, "package.json"), JSON.stringify({ name, main: file, dependencies: { api: "1", lib: "1", web: "1" } }));
      shell("git init -q && git add -A && git commit -q -m one", at);
    }
    shell("git update-ref refs/remotes/origin/main HEAD && printf 'export const more = 1;\\n' >> src/hash.ts && git commit -qam two");
    shell("sed -i 's/ !== \"\"/.length > 0/' login.ts && git add -A", join(place.home, "code/api"));
    let at = place.tree;
    const said = lines.map((line) => {
      const to = /^cd ~\/(\S+)/.exec(line)?.[1];
      if (to !== undefined) at = join(place.home, to);
      // What the clock and the format of the index say is not the manual's.
      return `$ ${line}\n${shell(line, at)}\n`.replace(/(?<=built in )[\d.]+(?= s)/g, "…").replace(/\b[0-9a-f]{64}\b/g, "…");
    });
    const recorded = join(top, "test/manual/printed", `${page.split("/").at(-1)!.replace(".md", "")}.txt`);
    if (write) writeFileSync(recorded, said.join(""));
    expect(said.join("")).toBe(existsSync(recorded) ? readFileSync(recorded, "utf8") : "nothing was recorded: MANUAL=write");
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
