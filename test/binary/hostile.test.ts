/** A repository that tries to run its own code in the program that reads it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Place, run, SMALL } from "./_binary.ts";

let place: Place;
let trap: string;

beforeAll(() => {
  place = new Place(SMALL);
  trap = join(place.base, "sprung");
  const write = (path: string, content: string) => place.write(path, content);
  const spring = `require("node:fs").appendFileSync(${JSON.stringify(trap)}, __filename + "\\n");`;
  write("bunfig.toml", 'preload = ["./evil.js"]\n[run]\nbun = true\n');
  write("evil.js", spring);
  write(".env", `BUN_OPTIONS=--preload=./evil.js\nNODE_OPTIONS=--require=./evil.js\nPATH=.\nXDG_CACHE_HOME=${place.base}/stolen\n`);
  write(".env.local", "BUN_INSPECT_PRELOAD=./evil.js\n");
  write("tsconfig.json", '{"compilerOptions":{"paths":{"minisearch":["./evil.js"],"*":["./evil.js"]},"jsxImportSource":"./evil"}}');
  write(
    "package.json",
    '{"name":"x","main":"evil.js","imports":{"#*":"./evil.js"},"scripts":{"preinstall":"node evil.js"},"type":"commonjs"}',
  );
  for (const name of [
    "minisearch",
    "@ast-grep/napi",
    "@ast-grep/lang-typescript",
    "citty",
    "zod",
    "re2js",
    "ignore",
    "mdast-util-from-markdown",
  ]) {
    write(`node_modules/${name}/package.json`, `{"name":"${name}","main":"index.js"}`);
    write(`node_modules/${name}/index.js`, spring);
  }
  write("node_modules/.bin/git", `#!/bin/sh\necho bin >> ${trap}\n`);
  write("git", `#!/bin/sh\necho git >> ${trap}\n`);
  write("evil.sh", `#!/bin/sh\necho "$0 $*" >> ${trap}\ncat\n`);
  for (const file of ["git", "evil.sh", "node_modules/.bin/git"]) chmodSync(join(place.tree, file), 0o755);
  place.git();
  const evil = join(place.tree, "evil.sh");
  write(".gitattributes", "* filter=evil diff=evil merge=evil\n");
  for (const [key, value] of [
    ["core.fsmonitor", evil],
    ["core.hooksPath", place.tree],
    ["core.pager", evil],
    ["core.sshCommand", evil],
    ["core.editor", evil],
    ["core.askPass", evil],
    ["diff.external", evil],
    ["diff.evil.command", evil],
    ["diff.evil.textconv", evil],
    ["filter.evil.clean", evil],
    ["filter.evil.smudge", evil],
    ["filter.evil.process", evil],
    ["filter.evil.required", "true"],
    ["alias.ls-files", `!${evil}`],
    ["core.alternateRefsCommand", evil],
    ["credential.helper", evil],
  ] as const)
    run(["git", "config", key, value], place.tree, { env: { HOME: place.home } });
  write("src/hash.ts", `${SMALL["src/hash.ts"]}\n// changed after the commit\n`);
  write("src/untracked.ts", "export const untracked = 1;\n");
});
afterAll(() => place?.[Symbol.dispose]());

describe("a hostile repository runs nothing", () => {
  for (const words of [
    ["--version"],
    ["index", ".", "--json"],
    ["q", "what calls authenticate()"],
    ["q", "grep for changed"],
    ["show", "authenticate"],
    ["index", "--why", "src/hash.ts"],
  ])
    test(`manifold ${words.join(" ")}`, () => {
      const { exit, err } = place.manifold(words);
      expect(err).not.toContain("unexpected");
      expect(exit).toBe(0);
      expect(existsSync(trap)).toBe(false);
    });

  test("its .env moves nothing", () => {
    expect(readdirSync(place.base).sort()).toEqual(["home", "tree"]);
  });

  test("the trap itself works", () => {
    run(["sh", "-c", "./evil.sh < /dev/null"], place.tree);
    expect(existsSync(trap)).toBe(true);
  });
});
