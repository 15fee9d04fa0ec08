/** The commit gate as git hooks, in throw-away repositories with the real program: one test a row of the table of cases. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { binary, Place, type Ran, run } from "./_binary.ts";

const FILES: Record<string, string> = {
  "src/auth.ts": `export function check(user: string): boolean {\n  return user.length > 0;\n}\n\nexport function obsolete(): number {\n  return 1;\n}\ncheck("a");\n`,
  "src/login.ts": `import { check, obsolete } from "./auth";\n\nexport function login(user: string): boolean {\n  obsolete();\n  return check(user);\n}\nlogin("a");\n`,
  "src/shop.py": "class Shop:\n    def purchase(self, n):\n        return n\n",
  "src/use.py": "def handle(thing):\n    return thing.purchase(1)\n",
};
const IDENTITY = {
  GIT_AUTHOR_NAME: "t",
  GIT_AUTHOR_EMAIL: "t@example.org",
  GIT_COMMITTER_NAME: "t",
  GIT_COMMITTER_EMAIL: "t@example.org",
  GIT_CONFIG_NOSYSTEM: "1",
};

const places: Place[] = [];
afterAll(() => {
  for (const place of places) place[Symbol.dispose]();
});

class Hooked {
  readonly place = new Place(FILES);
  readonly hooks = join(this.place.tree, ".git", "hooks");
  constructor() {
    places.push(this.place);
    this.place.git();
    this.manifold("index");
  }
  git(words: string[], env: Record<string, string> = {}, cwd = this.place.tree): Ran {
    return run(["git", "-c", "core.editor=true", "-c", "init.defaultBranch=main", ...words], cwd, {
      env: { HOME: this.place.home, ...IDENTITY, ...env },
    });
  }
  manifold(...words: string[]): Ran {
    return this.place.manifold(words, { env: IDENTITY });
  }
  install(...words: string[]): this {
    const { exit, err } = this.manifold("hook", "install", ...words);
    expect([exit, err]).toEqual([0, ""]);
    return this;
  }
  commit(words: string[] = [], env: Record<string, string> = {}): Ran {
    return this.git(["commit", "-q", "-a", "-m", "x", ...words], env);
  }
  edit(path: string, from: string | RegExp, to: string): this {
    const text = readFileSync(join(this.place.tree, path), "utf8");
    expect(text).not.toBe(text.replace(from, to));
    this.place.write(path, text.replace(from, to));
    return this;
  }
  safe(): this {
    return this.edit("src/auth.ts", "length >", "length >=");
  }
  risky(): this {
    return this.edit("src/auth.ts", /\nexport function obsolete[\s\S]*?\n}\n/, "");
  }
  unknown(): this {
    return this.edit("src/shop.py", "return n", "return n + 1");
  }
  hook(name: string, text: string, folder = this.hooks): string {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, 0o755);
    return path;
  }
  get head(): string {
    return this.git(["rev-parse", "HEAD"]).out.trim();
  }
}

const committed = (ran: Ran): void => expect([ran.exit, ran.err]).toEqual([0, ""]);
const blocked = (ran: Ran): void => {
  expect(ran.exit).toBe(1);
  expect(ran.err).toContain("manifold: this commit is risky");
  expect(ran.err).toContain("src/login.ts");
  expect(ran.err).toContain("MANIFOLD_SKIP=1");
};

describe("verdicts", () => {
  test("safe: commits in silence", () => committed(new Hooked().install().safe().commit()));

  test("risky: blocked with the list, and how to pass once, both ways", () => {
    const one = new Hooked().install().risky();
    const before = one.head;
    blocked(one.commit());
    expect(one.head).toBe(before);
    committed(one.commit([], { MANIFOLD_SKIP: "1" }));
    one.git(["reset", "-q", "--soft", before]);
    committed(one.commit(["--no-verify"]));
  });

  test("unknown: one line of warning; blocked with --fail-on unknown, here or in manifold.json", () => {
    const one = new Hooked().install().unknown();
    const warned = one.commit();
    expect(warned.exit).toBe(0);
    expect(warned.err).toStartWith("manifold: not all that this commit affects is known: ");
    expect(warned.err.trimEnd().split("\n")).toHaveLength(1);
    one.install("--fail-on", "risky,unknown").edit("src/shop.py", "n + 1", "n + 2");
    const stopped = one.commit();
    expect([stopped.exit, stopped.err.includes("--no-verify")]).toEqual([1, true]);
    one.install();
    one.place.write("manifold.json", '{"gate": {"fail_on": ["unknown"]}}');
    expect(one.commit().exit).toBe(1);
  });

  test("a manifold.json that lets risky commits pass is told with each of them, and one that is committed is told too", () => {
    const one = new Hooked().install().risky();
    one.place.write("manifold.json", '{"gate": {"fail_on": []}}');
    const passed = one.commit();
    expect([passed.exit, passed.err]).toEqual([0, expect.stringContaining('manifold.json has "fail_on": [], which lets risky pass')]);
    one.git(["add", "manifold.json"]);
    const touched = one.commit();
    expect([touched.exit, touched.err]).toEqual([0, expect.stringContaining("touches manifold.json, by which it is judged")]);
  });

  test("a limit on how much is affected", () => {
    const one = new Hooked().install("--max-affected", "0").safe();
    expect(one.commit().err).toContain("more than the 0 allowed");
  });

  test("broken settings block nothing and are told", () => {
    const one = new Hooked().install();
    one.place.write("manifold.json", '{"gaet": {}}');
    const ran = one.safe().commit();
    expect(ran.exit).toBe(0);
    expect(ran.err).toContain("gaet");
    expect(ran.err.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("a program that is missing or broken: one line, never blocked, never silent", () => {
  const withProgram = (change: (copy: string) => void): Ran => {
    const one = new Hooked();
    const copy = join(one.place.base, "manifold's copy");
    copyFileSync(binary(), copy);
    chmodSync(copy, 0o755);
    expect(run([copy, "hook", "install"], one.place.tree, { env: { HOME: one.place.home } }).exit).toBe(0);
    change(copy);
    return one.risky().commit();
  };
  const told = (ran: Ran): void => {
    expect(ran.exit).toBe(0);
    expect(ran.err).toContain("manifold: this commit was not checked");
    expect(ran.err.trimEnd().split("\n")).toHaveLength(1);
  };
  test("missing", () => told(withProgram((copy) => rmSync(copy))));
  test("not executable", () => told(withProgram((copy) => chmodSync(copy, 0o644))));
  test("cut off", () => told(withProgram((copy) => writeFileSync(copy, readFileSync(copy).subarray(0, 5_000)))));
  test("another program that succeeds", () => told(withProgram((copy) => writeFileSync(copy, "#!/bin/sh\nexit 0\n"))));
  test("another program that fails with the gate's code", () =>
    told(withProgram((copy) => writeFileSync(copy, "#!/bin/sh\necho no\nexit 4\n"))));
});

describe("an index that is being built", () => {
  test("waits up to the limit, then it is the unknown case", async () => {
    const one = new Hooked().install("--wait", "1").risky();
    rmSync(join(one.place.tree, ".manifold"), { recursive: true });
    mkdirSync(join(one.place.tree, ".manifold"), { mode: 0o700 });
    const holder = Bun.spawn(
      [
        process.execPath,
        "-e",
        `const {Database}=require("bun:sqlite");const db=new Database(process.argv[1]);db.run("PRAGMA journal_mode=MEMORY");db.run("BEGIN EXCLUSIVE");console.log("held");setTimeout(()=>{},60000)`,
        join(one.place.tree, ".manifold", "lock"),
      ],
      { stdout: "pipe", stdin: "ignore", stderr: "ignore" },
    );
    try {
      await holder.stdout.getReader().read();
      const warned = one.commit();
      expect([warned.exit, warned.err.includes("the index was not ready within 1 s")]).toEqual([0, true]);
      one.git(["reset", "-q", "--soft", "HEAD^"]);
      one.install("--wait", "1", "--fail-on", "unknown");
      expect(one.commit().exit).toBe(1);
    } finally {
      holder.kill();
      await holder.exited;
    }
    blocked(one.install().commit());
  });
});

describe("no index yet", () => {
  const bare = (): Hooked => {
    const one = new Hooked().install();
    rmSync(join(one.place.tree, ".manifold"), { recursive: true });
    return one;
  };

  test("it is built, which is said at once, and the commit is judged by it", () => {
    const ran = bare().risky().commit();
    expect(ran.err).toStartWith("manifold: there is no index of this tree yet: it is being built; ");
    blocked(ran);
  });

  test("nobody waits who does not want to: the build goes on behind the commit, and the next one is judged", async () => {
    const one = bare().install("--wait", "0").safe();
    const first = one.commit();
    expect([first.exit, first.err.split("\n")[0]]).toEqual([
      0,
      "manifold: there is no index of this tree yet: it is being built; this commit does not wait for it",
    ]);
    expect(first.err).toContain("goes on behind this commit");
    for (let i = 0; i < 600 && !existsSync(join(one.place.tree, ".manifold", "index.db")); i++) await Bun.sleep(100);
    blocked(one.install().risky().commit());
  });

  test("one that was cut off is begun again", () => {
    const one = bare();
    mkdirSync(join(one.place.tree, ".manifold"), { mode: 0o700 });
    writeFileSync(join(one.place.tree, ".manifold", "writer"), '{"pid":1,"started":"2026-01-01T00:00:00.000Z"}');
    const ran = one.risky().commit();
    expect(ran.err).toStartWith("manifold: the last build of the index was cut off: it is begun again; ");
    blocked(ran);
  });
});

describe("what else git does", () => {
  test("amend: a new message costs nothing, a new risk is blocked", () => {
    const one = new Hooked().install();
    committed(one.git(["commit", "-q", "--amend", "-m", "y"]));
    blocked(one.risky().commit(["--amend"]));
  });

  test("merge: what only comes over from the other side is not judged again, what its conflicts become is", () => {
    const one = new Hooked();
    one.place.write("src/level.py", "LEVEL = 1\n");
    one.git(["add", "-A"]);
    one.commit();
    one.git(["checkout", "-q", "-b", "side"]);
    one.safe().edit("src/level.py", "1", "2").commit();
    one.git(["checkout", "-q", "-"]);
    one.edit("src/level.py", "1", "3").commit();
    one.install("--max-affected", "0");
    expect(one.git(["merge", "-q", "side"]).exit).toBe(1);
    one.place.write("src/level.py", "LEVEL = 4\n");
    committed(one.git(["commit", "-q", "-a", "--no-edit"]));
    expect(one.git(["log", "-1", "--format=%P"]).out.trim().split(" ")).toHaveLength(2);
  });

  test("rebase: a commit that is replayed is told about, not stopped", () => {
    const one = new Hooked();
    one.git(["checkout", "-q", "-b", "side"]);
    one.risky().commit();
    one.git(["checkout", "-q", "-"]);
    one.edit("src/auth.ts", "return 1", "return 2").commit();
    one.git(["checkout", "-q", "side"]);
    one.install();
    expect(one.git(["rebase", "-q", "-"]).exit).not.toBe(0);
    one.place.write("src/auth.ts", FILES["src/auth.ts"]!.replace(/\nexport function obsolete[\s\S]*?\n}\n/, ""));
    one.git(["add", "-A", "src"]);
    const ran = one.git(["commit", "-q", "-m", "again"]);
    expect(ran.exit).toBe(0);
    expect(ran.err).toContain("a rebase replays it");
    expect(one.git(["rebase", "--continue"]).exit).toBe(0);
  });

  test("commit of some files only: git's temporary index is the one that is judged", () => {
    const one = new Hooked().install().risky().edit("src/use.py", "purchase(1)", "purchase(3)");
    expect(one.git(["commit", "-q", "-m", "x", "src/use.py"]).exit).toBe(0);
    blocked(one.git(["commit", "-q", "-m", "x", "src/auth.ts"]));
  });

  test("push: the commits that the remote lacks are judged, nothing when there is nothing new", () => {
    const one = new Hooked();
    one.git(["init", "-q", "--bare", join(one.place.base, "far")]);
    one.git(["remote", "add", "origin", join(one.place.base, "far")]);
    one.install("pre-push");
    expect(one.git(["push", "-q", "origin", "HEAD:refs/heads/main"]).exit).toBe(0);
    one.git(["fetch", "-q", "origin"]);
    one.risky().commit();
    const stopped = one.git(["push", "-q", "origin", "HEAD:refs/heads/main"]);
    expect(stopped.exit).toBe(1);
    expect(stopped.err).toContain("manifold: this push is risky");
    expect(one.git(["push", "-q", "origin", "HEAD:refs/heads/new"]).exit).toBe(1);
    expect(one.git(["push", "-q", "origin", "HEAD:refs/heads/new"], { MANIFOLD_SKIP: "1" }).exit).toBe(0);
    expect(one.git(["push", "-q", "origin", ":refs/heads/new"]).exit).toBe(0);
  });

  test("a program without a terminal, with hardly a PATH and closed input (as GUI clients start git)", () => {
    const one = new Hooked().install().risky();
    const ran = run(["setsid", "-w", "git", "commit", "-q", "-a", "-m", "x"], one.place.tree, {
      env: { HOME: one.place.home, ...IDENTITY, PATH: "/usr/bin:/bin" },
    });
    blocked(ran);
    expect(ran.err).not.toContain("\u001b[");
  });
});

describe("beside other hooks", () => {
  /** Installs twice, commits, uninstalls: both hooks run in between, and afterwards everything is as it was. */
  const coexists = (one: Hooked, file: string, trace: string): void => {
    const before = existsSync(file) ? readFileSync(file) : null;
    one.install().install();
    expect(one.manifold("hook", "status", "pre-commit").exit).toBe(0);
    blocked(one.risky().commit());
    one.git(["checkout", "-q", "src"]);
    rmSync(trace, { force: true });
    expect(one.safe().commit().exit).toBe(0);
    expect(existsSync(trace)).toBe(true);
    expect(one.manifold("hook", "uninstall").exit).toBe(0);
    expect(one.manifold("hook", "status", "pre-commit").exit).toBe(1);
    expect(existsSync(file) ? readFileSync(file) : null).toEqual(before);
    expect(existsSync(join(one.place.tree, ".git", "manifold"))).toBe(false);
    expect(one.git(["status", "--porcelain"]).out.replaceAll(/^\?\? (package\.json|lefthook\.yml|\.husky\/|\.githooks\/)\n/gm, "")).toBe(
      "",
    );
  };
  const traced = (one: Hooked): string => join(one.place.base, "trace");

  test("a script that was there: runs first, with its arguments; its failure stops the commit", () => {
    const one = new Hooked();
    const file = one.hook(
      "pre-commit",
      `#!/bin/bash\necho "$0" >> ${traced(one)}\n[ ! -e "${one.place.base}/fail" ] || exit 3\nexec true\n`,
    );
    coexists(one, file, traced(one));
    writeFileSync(join(one.place.base, "fail"), "");
    expect(one.install().safe().commit().exit).not.toBe(0);
  });

  test("a program that is no shell script, reached through a link", () => {
    const one = new Hooked();
    const script = one.hook(
      "hook.pl",
      `#!/usr/bin/env perl\nopen(my $f, '>>', '${traced(one)}'); print $f "x"; exit 0;\n`,
      join(one.place.base, "scripts"),
    );
    mkdirSync(one.hooks, { recursive: true });
    symlinkSync(script, join(one.hooks, "pre-commit"));
    coexists(one, join(one.hooks, "pre-commit"), traced(one));
  });

  test("pre-push: both get the list of refs", () => {
    const one = new Hooked();
    one.hook("pre-push", `#!/bin/sh\ncat > ${traced(one)}\n`);
    one.git(["init", "-q", "--bare", join(one.place.base, "far")]);
    one.git(["remote", "add", "origin", join(one.place.base, "far")]);
    one.git(["push", "-q", "origin", "HEAD:refs/heads/main"]);
    one.git(["fetch", "-q", "origin"]);
    one.install().risky().commit(["--no-verify"]);
    expect(one.git(["push", "-q", "origin", "HEAD:refs/heads/main"]).err).toContain("risky");
    expect(readFileSync(traced(one), "utf8")).toContain("refs/heads/main");
  });

  test("core.hooksPath in the work tree: the block is put into the script", () => {
    const one = new Hooked();
    one.git(["config", "core.hooksPath", ".githooks"]);
    const file = one.hook("pre-commit", `#!/bin/sh\necho x >> ${traced(one)}\nexit 0\n`, join(one.place.tree, ".githooks"));
    coexists(one, file, traced(one));
    expect(readFileSync(file, "utf8")).not.toContain(">>> manifold");
  });

  test("core.hooksPath of the user, for all repositories: another repository is not affected, and it stays unless --shared", () => {
    const one = new Hooked();
    const shared = join(one.place.home, "hooks");
    one.git(["config", "--global", "core.hooksPath", shared]);
    one.install();
    const other = join(one.place.base, "other");
    one.git(["init", "-q", other]);
    writeFileSync(join(other, "a.py"), "x = 1\n");
    one.git(["add", "-A"], {}, other);
    committed(one.git(["commit", "-q", "-m", "x"], {}, other));
    blocked(one.risky().commit());
    expect(one.manifold("hook", "uninstall").out).toContain("--shared");
    committed(one.commit());
    one.manifold("hook", "uninstall", "--shared");
    expect(existsSync(join(shared, "pre-commit"))).toBe(false);
  });

  test("husky: its script gets the block, its generated folder stays its own", () => {
    const one = new Hooked();
    const generated = join(one.place.tree, ".husky", "_");
    one.hook(
      "h",
      '#!/usr/bin/env sh\nn=$(basename "$0")\ns=$(dirname "$(dirname "$0")")/$n\n[ ! -f "$s" ] && exit 0\nexport PATH="node_modules/.bin:$PATH"\nsh -e "$s" "$@"\nc=$?\n[ $c != 0 ] && echo "husky - $n script failed (code $c)"\nexit $c\n',
      generated,
    );
    for (const name of ["pre-commit", "pre-push"]) one.hook(name, '#!/usr/bin/env sh\n. "$(dirname "$0")/h"', generated);
    writeFileSync(join(generated, ".gitignore"), "*");
    one.git(["config", "core.hooksPath", ".husky/_"]);
    const file = join(one.place.tree, ".husky", "pre-commit");
    writeFileSync(file, `echo x >> ${traced(one)}\n`);
    coexists(one, file, traced(one));
  });

  test("lefthook: through its file for personal commands, which git does not show", () => {
    const one = new Hooked();
    one.place.write("lefthook.yml", "pre-commit:\n  commands: {}\n");
    // What lefthook generates calls a program that this machine lacks: this one does what it would do with its two files.
    const file = one.hook(
      "pre-commit",
      `#!/bin/sh\ncall_lefthook()\n{\n  echo x >> ${traced(one)}\n  run=$(sed -n '/^pre-commit:/,/^[^ ]/s/^ *run: //p' lefthook-local.yml 2>/dev/null)\n  sh -c "$(printf '%s' "$run" | sed 's/{0}//')"\n}\ncall_lefthook run "pre-commit" "$@"\n`,
    );
    coexists(one, file, traced(one));
    expect(existsSync(join(one.place.tree, "lefthook-local.yml"))).toBe(false);
    expect(readFileSync(join(one.place.tree, ".git", "info", "exclude"), "utf8")).not.toContain("lefthook");
  });

  test("pre-commit (the framework): chained, and when it is installed anew it calls us, without end", () => {
    const one = new Hooked();
    // As pre-commit does it: what it found is called from it, and must not call it again.
    const framework = [
      "#!/usr/bin/env bash",
      "# File generated by pre-commit: https://pre-commit.com",
      'HERE="$(cd "$(dirname "$0")" && pwd)"',
      `if [ -n "$PRE_COMMIT_RUNNING_LEGACY" ]; then echo "bug: pre-commit's script is installed in migration mode"; exit 1; fi`,
      'if [ -x "$HERE/pre-commit.legacy" ]; then PRE_COMMIT_RUNNING_LEGACY=1 "$HERE/pre-commit.legacy" "$@" || exit 1; fi',
      `echo x >> ${traced(one)}`,
      "",
    ].join("\n");
    const file = one.hook("pre-commit", framework);
    coexists(one, file, traced(one));
    one.install();
    run(["mv", file, `${file}.legacy`], one.place.tree);
    one.hook("pre-commit", framework);
    expect(one.manifold("hook", "status", "pre-commit").exit).toBe(0);
    blocked(one.risky().commit());
    one.git(["checkout", "-q", "src"]);
    for (const [from, to] of [
      ["length >=", "length >"],
      ["length >", "length >="],
    ] as const) {
      rmSync(traced(one), { force: true });
      committed(one.edit("src/auth.ts", from, to).commit());
      expect(readFileSync(traced(one), "utf8")).toBe("x\n");
      expect(one.install().manifold("hook", "status", "pre-commit").exit).toBe(0);
      expect(readFileSync(file, "utf8")).toBe(framework);
    }
    expect(one.manifold("hook", "uninstall").exit).toBe(0);
    expect(readdirSync(dirname(file)).filter((name) => name.startsWith("pre-commit") && !name.endsWith(".sample"))).toEqual(["pre-commit"]);
    expect(readFileSync(file, "utf8")).toBe(framework);
  });

  test("a hook that something has replaced since: status says so", () => {
    const one = new Hooked().install();
    one.hook("pre-commit", "#!/bin/sh\nexit 0\n");
    const { exit, out } = one.manifold("hook", "status");
    expect(exit).toBe(1);
    expect(out).toContain("run manifold hook install again");
  });
});

describe("work trees and bare clones", () => {
  let one: Hooked;
  beforeAll(() => {
    one = new Hooked();
  });

  test("a hook installed in one work tree holds in all of them, each with its own index", () => {
    const second = join(one.place.base, "second");
    expect(one.git(["worktree", "add", "-q", "-b", "second", second]).exit).toBe(0);
    expect(run([binary(), "hook", "install"], second, { env: { HOME: one.place.home } }).exit).toBe(0);
    blocked(one.risky().commit());
    writeFileSync(join(second, "src/auth.ts"), readFileSync(join(one.place.tree, "src/auth.ts")));
    blocked(one.git(["commit", "-q", "-a", "-m", "x"], {}, second));
    expect(existsSync(join(second, ".manifold"))).toBe(true);
  });

  test("a bare clone is refused with a sentence, a work tree of it is not", () => {
    const bare = join(one.place.base, "bare");
    one.git(["clone", "-q", "--bare", one.place.tree, bare]);
    const refused = run([binary(), "hook", "install"], bare, { env: { HOME: one.place.home } });
    expect(refused.exit).toBe(2);
    expect(refused.err).toContain("bare");
    const tree = join(one.place.base, "of-bare");
    one.git(["worktree", "add", "-q", tree], {}, bare);
    expect(run([binary(), "hook", "install"], tree, { env: { HOME: one.place.home } }).exit).toBe(0);
    writeFileSync(join(tree, "src/auth.ts"), FILES["src/auth.ts"]!.replace(/\nexport function obsolete[\s\S]*?\n}\n/, ""));
    blocked(one.git(["commit", "-q", "-a", "-m", "x"], {}, tree));
  });
});
