/**
 * What comes with a clone or an archive and is read: nothing of it leads out of the tree, opens a connection or starts a program. Watched from outside,
 * by the system calls of the program and all that it starts.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { binary, Place, run, SMALL } from "./_binary.ts";

/** Whether system calls can be watched here; in CI they can. */
const mayWatch = Bun.which("strace") !== null && run(["strace", "-o", "/dev/null", "true"], "/").exit === 0;

const FILES: Record<string, string> = {
  ...SMALL,
  "tsconfig.json": JSON.stringify({
    extends: "../outside/tsconfig.json",
    compilerOptions: {
      baseUrl: "../outside",
      paths: { "*": ["../outside/*"], "@x/*": ["OUTSIDE/*"] },
      rootDirs: ["../outside"],
      typeRoots: ["../outside"],
    },
    references: [{ path: "../outside" }],
    files: ["../outside/x.ts"],
    include: ["../outside/**/*"],
  }),
  "jsconfig.json": '{"extends": "../outside/tsconfig.json"}',
  "package.json": JSON.stringify({
    name: "hostile",
    main: "../outside/x.ts",
    types: "../outside/x.ts",
    bin: { hostile: "../outside/x.ts" },
    exports: { ".": "../outside/x.ts", "./*": "OUTSIDE/*.ts" },
    imports: { "#x": "../outside/x.ts", "#abs": "OUTSIDE/x.ts" },
    workspaces: ["../outside", "../outside/*", "OUTSIDE"],
    dependencies: { outside: "file:../outside" },
  }),
  ".manifold-notes/way.md":
    "---\ntitle: the way\nabout: [../outside/x.ts, /etc/passwd, outside/]\nsupersedes: ../../outside/x\n---\n![x](../../outside/x.ts) secret plan of the way\n",
  "pnpm-workspace.yaml": "packages:\n  - ../outside\n  - '../outside/*'\n",
  "lerna.json": '{"packages": ["../outside/*"]}',
  "deno.json": '{"imports": {"x": "../outside/x.ts"}, "workspace": ["../outside"]}',
  "Cargo.toml":
    '[package]\nname = "hostile"\n[workspace]\nmembers = ["../outside"]\n[dependencies]\noutside = { path = "../outside" }\n[lib]\npath = "../outside/x.rs"\n',
  "go.mod": "module example.org/hostile\nreplace example.org/outside => ../outside\nrequire example.org/outside v0.0.0\n",
  "go.work": "use ../outside\n",
  "composer.json":
    '{"autoload": {"psr-4": {"X\\\\": "../outside/"}, "files": ["../outside/x.php"]}, "repositories": [{"type": "path", "url": "../outside"}]}',
  "pyproject.toml": '[tool.setuptools.package-dir]\n"" = "../outside"\n',
  "pubspec.yaml": "name: hostile\ndependencies:\n  outside:\n    path: ../outside\n",
  "build.zig.zon": '.{ .name = "hostile", .dependencies = .{ .outside = .{ .path = "../outside" } } }',
  "mix.exs": 'defp deps do\n  [{:outside, path: "../outside"}]\nend\n',
  "src/way.ts":
    'import { secretPlan } from "../../outside/x";\nimport "OUTSIDE/x.ts";\nimport y from "#x";\nimport z from "outside";\nexport const w = secretPlan();\n',
  "src/way.c": '#include "../../outside/x.h"\n#include "OUTSIDE/x.h"\nint way(void) { return secret_plan(); }\n',
  "src/way.rs":
    '#[path = "../../outside/x.rs"]\nmod x;\nconst S: &str = include_str!("../../outside/x.rs");\nfn way() { x::secret_plan(); }\n',
  "src/way.py": "from ...outside import x\nimport outside.x\n\ndef way():\n    return x.secret_plan()\n",
  "src/way.php": '<?php\nrequire_once __DIR__ . "/../../outside/x.php";\nsecret_plan();\n',
  "src/way.rb": 'require_relative "../../outside/x"\nsecret_plan\n',
  "src/way.sh": ". ../../outside/x.sh\nsecret_plan\n",
  "src/way.lua": 'require("...outside.x")\n',
  "src/way.dart": "import '../../outside/x.dart';\npart '../../outside/x.dart';\n",
  "docs/way.md": "[see](../../outside/x.md) ![p](OUTSIDE/x.md) and `secretPlan`\n",
  ".env": "MANIFOLD_FEEDBACK=1\nXDG_CONFIG_HOME=../outside\nXDG_CACHE_HOME=../outside\nGIT_DIR=../outside/.git\n",
  ".npmrc": "registry=http://127.0.0.1:9/\nprefix=../outside\n",
  "bunfig.toml": 'preload = ["../outside/x.ts"]\n[install]\nregistry = "http://127.0.0.1:9/"\n',
  ".config/manifold/config.json": '{"llm": {"enabled": true, "model": "m", "url": "http://127.0.0.1:9"}}',
  "manifold.json":
    '{"llm": {"enabled": true, "model": "m", "url": "http://127.0.0.1:9"}, "models": "../outside", "rerank": "../outside", "index": {"model": "../outside"}}',
};

let place: Place;
let outside: string;
beforeAll(() => {
  place = new Place();
  outside = join(place.base, "outside");
  for (const extension of ["ts", "h", "rs", "php", "rb", "sh", "py", "md", "dart", "lua", "json"]) {
    mkdirSync(outside, { recursive: true });
    writeFileSync(join(outside, `x.${extension}`), "secret plan\n");
  }
  for (const name of ["tsconfig.json", "package.json", "manifold.json", "gitignore", "gitconfig", "Cargo.toml", "go.mod", "attributes"])
    writeFileSync(join(outside, name), name === "gitignore" ? "auth.ts\n" : "{}\n");
  for (const [path, text] of Object.entries(FILES)) place.write(path, text.replaceAll("OUTSIDE", outside));
  place.git();
  for (const [to, from] of [
    ["../outside/x.ts", "linked.ts"],
    ["../outside", "linked"],
    ["../outside/gitignore", "src/.gitignore"],
    ["../outside/gitignore", ".manifoldignore"],
    ["../outside/attributes", ".gitattributes"],
    ["../../outside/package.json", "docs/package.json"],
    ["../../outside/tsconfig.json", "docs/tsconfig.json"],
    ["/dev/zero", "zero.ts"],
    ["../outside/x.ts", ".manifold-notes/linked.md"],
    ["../outside", ".manifold-notes/folder"],
    ["/proc/self/environ", "environ.ts"],
  ] as const)
    symlinkSync(to, join(place.tree, from));
  for (const [key, value] of [
    ["core.worktree", outside],
    ["core.excludesFile", join(outside, "gitignore")],
    ["core.attributesFile", join(outside, "attributes")],
    ["core.hooksPath", outside],
    ["safe.directory", "*"],
    ["extensions.partialClone", "origin"],
    ["remote.origin.url", "http://127.0.0.1:9/x"],
    ["remote.origin.promisor", "true"],
  ] as const)
    run(["git", "config", key, value], place.tree, { env: { HOME: place.home } });
});
afterAll(() => place?.[Symbol.dispose]());

/** Runs a command under watch: files opened below a folder, programs started, connections begun. */
function watched(words: string[]): {
  opened: string[];
  started: string[];
  connected: string[];
  written: string[];
  exit: number;
  out: string;
} {
  const log = join(place.base, "calls");
  const watch = [
    "strace",
    "-f",
    "-qq",
    "-s",
    "4096",
    "-y",
    "-e",
    "trace=openat,open,execve,connect,bind,unlink,unlinkat,rename,renameat2,mkdir,mkdirat,symlinkat",
    "-o",
    log,
  ];
  const { exit, out } = run([...watch, binary(), ...words], place.tree, {
    env: { HOME: place.home, XDG_CACHE_HOME: join(place.home, "cache") },
  });
  const lines = readFileSync(log, "latin1").split("\n");
  const done = lines.filter((line) => !line.includes(" = -1 "));
  const path = (line: string): string => /"([^"]*)"/.exec(line)?.[1] ?? "";
  return {
    opened: done
      // Where a link leads is told by opening it as a name (O_PATH), by which nothing can be read.
      .filter(
        (line) =>
          /\bopen(?:at)?\(/.test(line) && !line.includes("O_PATH") && (path(line).includes("outside") || /<[^>]*outside[^>]*>$/.test(line)),
      )
      .map(path),
    started: [...new Set(done.filter((line) => line.includes("execve(")).map((line) => path(line)))],
    connected: lines.filter((line) => /\b(?:connect|bind)\(/.test(line)),
    // Everything made outside of the tree's own `.manifold`, the cache and the state of this user.
    written: done
      .filter((line) => /\bopen(?:at)?\(.*(?:O_CREAT|O_WRONLY|O_RDWR)|\b(?:rename|unlink|mkdir|symlink)\w*\(/.test(line))
      .map((line) => (path(line).startsWith("/") ? path(line) : `${/<([^>]*)>/.exec(line)?.[1] ?? ""}/${path(line)}`))
      .filter((to) => !/^\/(?:dev|proc)\//.test(to) && !to.startsWith(join(place.tree, ".manifold")) && !to.startsWith(place.home)),
    exit,
    out,
  };
}

describe.skipIf(!mayWatch)(
  "a hostile clone: nothing outside of it is opened, nothing is connected to, nothing but git is started (strace)",
  () => {
    for (const words of [
      ["index", "."],
      ["q", "what calls authenticate()"],
      ["q", "grep for secret"],
      ["q", "where is the secret plan", "--deep"],
      ["imports", "src/way.ts"],
      ["impact", "--staged"],
      ["impact", "--diff", "HEAD"],
      ["show", "linked.ts:1"],
      ["unused"],
      ["note", "list"],
      ["note", "search", "secret plan"],
      ["context", "the way"],
    ])
      test(`manifold ${words.join(" ")}`, () => {
        const { opened, started, connected, written, exit, out } = watched(words);
        expect([words, opened, connected, written]).toEqual([words, [], [], []]);
        expect(
          started.filter((program) => program !== binary() && dirname(program) !== dirname(binary()) && !/\/git$/.test(program)),
        ).toEqual([]);
        expect(out).not.toContain("secret plan\n");
        expect([0, 1, 2]).toContain(exit);
      });
  },
);

describe("a hostile clone is answered as any other", () => {
  test("its own code is found, links out of it are left out, its rules hold only where they are its own files", () => {
    expect(place.manifold(["callers", "authenticate"]).out).toContain("src/login.ts:4");
    const skipped = JSON.parse(place.manifold(["index", ".", "--full", "--json"]).out).skipped as Record<string, number>;
    expect(skipped["symlink-out-of-tree"]).toBeGreaterThanOrEqual(4);
    // A note may speak of it: that is quoted, and nothing is found there.
    expect(place.manifold(["q", "grep for 'secret plan'", "--files"]).out).not.toContain("outside/");
    expect(JSON.parse(place.manifold(["q", "grep for 'secret plan'", "--json"]).out).results).toEqual([]);
  });
  test("settings that came with it are told, with the file in which the user may have them", () => {
    const { out } = place.manifold(["q", "how does login work"]);
    for (const key of ["llm", "models", "rerank", "index"]) expect(out).toContain(`"${key}" in manifold.json is ignored`);
    expect(out).toContain(join(place.home, ".config/manifold/config.json"));
  });
});
