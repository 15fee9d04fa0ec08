/** What is read of git's history: commits, names, renames, where it ends; and that nothing of a hostile repository is switched on. */
import { expect, test } from "bun:test";
import { existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isPast, pastKey, textsOf, touching } from "../../src/git/history.ts";
import { temporary, write } from "../files/_tree.ts";
import { DAY, read, START, Told } from "./_history.ts";

test("commits in git's order with names, dates, renames, deletions; merges change nothing themselves", async () => {
  const told = new Told();
  told.commit("Begin\n\nWith a body.", { "a.py": "one\ntwo\nthree\n", "b.py": "b\n" });
  told.git("mv", "a.py", "lib.py");
  told.commit("Move", { "lib.py": "one\ntwo\nthree\nfour\n" }, { name: "Bob", email: "bob@example.org" });
  told.git("checkout", "-q", "-b", "side", "HEAD~1");
  told.commit("Beside", { "b.py": null });
  told.git("checkout", "-q", "main");
  told.as({}, "merge", "-q", "side", "-m", "Merge side");
  const past = await read(told.root);
  const all = past.all();
  expect(all.map(({ author, subject, merge, files, place }) => [author, subject, merge, files, place])).toEqual([
    ["Ada", "Merge side", true, 0, 0],
    ["Ada", "Beside", false, 1, 1],
    ["Bob", "Move", false, 1, 2],
    ["Ada", "Begin", false, 2, 3],
  ]);
  expect(all[3]!.date).toBe(new Date((START + DAY) * 1000).toISOString().slice(0, 10));
  expect(past.changesOf(["lib.py", "a.py", "b.py"]).map(({ place, path, was, kind }) => [place, path, was, kind])).toEqual([
    [1, "b.py", null, "deleted"],
    [2, "lib.py", "a.py", "renamed"],
    [3, "a.py", null, "added"],
    [3, "b.py", null, "added"],
  ]);
  expect(past.key.whole).toBe(true);
  const texts = await textsOf(
    told.root,
    all.map(({ id }) => id),
  );
  expect(all.map(({ id }) => texts.get(id))).toEqual([
    { body: "", address: "ada@example.org" },
    { body: "", address: "ada@example.org" },
    { body: "", address: "bob@example.org" },
    { body: "With a body.", address: "ada@example.org" },
  ]);
  past.close();
});

test("no address is kept, whichever way it stands there; who is called by one only is still told from others", async () => {
  const told = new Told();
  const key = `ghp_${"a1B2".repeat(9)}`;
  told.commit(
    "A fix for carl@example.net and (dora at example dot org)\n\nSigned-off-by: Ada <ada@example.org>\nReported-by: <root@localhost>",
    { a: "1" },
  );
  told.commit(`Use ${key}`, { a: "2" }, { name: "eve@example.com", email: "eve@example.com" });
  told.commit("Three", { a: "3" }, { name: "fay@example.com", email: "other@example.com" });
  told.commit("Four: uses actions/checkout@v4 and lib@1.2.3", { a: "4" }, { name: "Gus <gus@example.com>" });
  const past = await read(told.root);
  const text =
    JSON.stringify(past.all()) +
    JSON.stringify(
      [
        ...(
          await textsOf(
            told.root,
            past.all().map(({ id }) => id),
          )
        ).values(),
      ].map(({ body }) => body),
    );
  for (const part of ["example", "localhost", "carl", "dora", "eve@", "fay@", key])
    expect([part, text.includes(part)]).toEqual([part, false]);
  expect(text).toContain("Signed-off-by: Ada");
  expect(text).toContain("actions/checkout@v4 and lib@1.2.3");
  const [gus, fay, eve, ada] = past.all().map(({ author }) => author);
  expect([ada, gus]).toEqual(["Ada", "Gus"]);
  expect([fay?.startsWith("unnamed "), eve?.startsWith("unnamed "), fay === eve]).toEqual([true, true, false]);
  past.close();
});

test("the mailmap is honoured, and what is none is neither followed nor waited for", async () => {
  const told = new Told();
  told.commit("One", { a: "1" }, { name: "ada l", email: "old@example.org" });
  told.commit("Two", { a: "2", ".mailmap": "Ada Lovelace <ada@example.org> <old@example.org>\n" });
  const authors = async () => {
    const past = await read(told.root);
    const names = past.all().map(({ author }) => author);
    past.close();
    return names;
  };
  expect(await authors()).toEqual(["Ada", "Ada Lovelace"]);
  rmSync(join(told.root, ".mailmap"));
  expect(await authors()).toEqual(["Ada", "ada l"]);
  const outside = join(temporary(), "map");
  writeFileSync(outside, "Somebody Else <x@example.org> <old@example.org>\n");
  symlinkSync(outside, join(told.root, ".mailmap"));
  expect(await authors()).toEqual(["Ada", "ada l"]);
  rmSync(join(told.root, ".mailmap"));
  expect(Bun.spawnSync(["mkfifo", join(told.root, ".mailmap")]).exitCode).toBe(0);
  expect(await authors()).toEqual(["Ada", "ada l"]);
  // What the configuration names lies outside.
  rmSync(join(told.root, ".mailmap"));
  told.git("config", "mailmap.file", outside);
  told.git("config", "log.mailmap", "true");
  expect(await authors()).toEqual(["Ada", "ada l"]);
});

test("names and messages of any bytes are told as they are and taken for nothing else", async () => {
  const told = new Told();
  const message = "One\u001b[31m \u202eevil\u202c <b>&\n\n:000000 100644 0000000 1111111 A\nx\n\u0001deadbeef";
  told.commit(message, { "a b\tc\n.py": "1", "ü/\u202e.py": "2" }, { name: "M\u0007al\u202elory `script`" });
  told.as({}, "commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "");
  const past = await read(told.root);
  const all = past.all();
  expect(all.map(({ subject }) => subject)).toEqual(["", "One\u001b[31m \u202eevil\u202c <b>&"]);
  expect(all[1]!.author).toBe("M\u0007al\u202elory `script`");
  expect(
    past
      .changesIn([all[1]!.no])
      .get(all[1]!.no)
      ?.map(({ path }) => path),
  ).toEqual(["a b\tc\n.py", "ü/\u202e.py"]);
  past.close();
});

test("a commit that claims a time that no calendar has", async () => {
  const told = new Told();
  told.commit("One", { a: "1" });
  const tree = told.git("rev-parse", "HEAD^{tree}").trim();
  for (const time of ["99999999999999999", "-5", "9999999999999"]) {
    const raw = `tree ${tree}\nauthor A <a@example.org> ${time} +0000\ncommitter A <a@example.org> ${time} +0000\n\nAt ${time}\n`;
    writeFileSync(join(told.root, "raw"), raw);
    const id = told.git("hash-object", "-t", "commit", "-w", "--literally", "raw").trim();
    told.git("update-ref", "refs/heads/main", id);
    const past = await read(told.root);
    expect(past.all().map(({ subject }) => subject)).toEqual([`At ${time}`]);
    expect(past.extent().commits).toBe(1);
    past.close();
  }
});

test("a shallow clone ends where it ends; deepened, it is read again", async () => {
  const told = new Told();
  for (let i = 0; i < 4; i++) told.commit(`Commit ${i}`, { [`f${i}.py`]: `${i}\n`, "all.py": `${i}\n` });
  const clone = temporary();
  rmSync(clone, { recursive: true });
  told.git("clone", "-q", "--depth", "2", `file://${told.root}`, clone);
  const key = await pastKey(clone);
  expect(isPast(key) && key.shallow !== "").toBe(true);
  const past = await read(clone);
  expect(past.all().map(({ subject, edge, files }) => [subject, edge, files])).toEqual([
    ["Commit 3", false, 2],
    ["Commit 2", true, 0],
  ]);
  expect(past.changesOf(["all.py", "f0.py"]).map(({ place, path }) => [place, path])).toEqual([[0, "all.py"]]);
  Bun.spawnSync(["git", "-c", "protocol.file.allow=always", "fetch", "-q", "--unshallow"], { cwd: clone });
  const deep = await read(clone, past.db);
  expect(deep.all().map(({ edge, files }) => [edge, files])).toEqual(Array.from({ length: 4 }, () => [false, 2]));
  deep.close();
});

test("without git, without a commit, with a HEAD that leads nowhere: that, and why", async () => {
  expect(await pastKey(temporary())).toEqual({ why: "this is no git work tree" });
  const told = new Told();
  expect(await pastKey(told.root)).toEqual({ why: "git has no commit here yet" });
  write(told.root, { ".git/HEAD": "0123456789012345678901234567890123456789\n" });
  const key = await pastKey(told.root);
  expect(isPast(key)).toBe(true);
  expect(read(told.root)).rejects.toThrow();
});

test("a linked work tree has its own HEAD; of a submodule only the move of its commit is told", async () => {
  const inner = new Told();
  inner.commit("Inner", { "in.py": "1\n" });
  const told = new Told();
  told.commit("One", { "a.py": "1\n" });
  told.git("submodule", "--quiet", "add", inner.root, "sub");
  told.commit("With a part");
  const linked = temporary();
  rmSync(linked, { recursive: true });
  told.git("worktree", "add", "-q", "-b", "other", linked, "HEAD~1");
  const [main, other, sub] = [await read(told.root), await read(linked), await read(join(told.root, "sub"))];
  expect([main.all().length, other.all().length, sub.all().map(({ subject }) => subject)]).toEqual([2, 1, ["Inner"]]);
  expect(main.changesOf(["sub"]).map(({ kind }) => kind)).toEqual(["added"]);
  for (const one of [main, other, sub]) one.close();
});

test("below a folder of the work tree paths are those of the folder", async () => {
  const told = new Told();
  told.commit("One", { "pkg/a.py": "1\n", "b.py": "1\n" });
  told.commit("Two", { "b.py": "2\n" });
  const past = await read(join(told.root, "pkg"));
  expect(past.all().map(({ subject, files }) => [subject, files])).toEqual([
    ["Two", 0],
    ["One", 1],
  ]);
  expect(past.changesOf(["a.py"]).length).toBe(1);
  past.close();
});

test("commits of a great many files keep renames alone, and are asked for by path", async () => {
  const told = new Told();
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`d/f${i}.txt`, `${i}\n`]));
  const wide = told.commit("Many", many);
  told.git("mv", "d", "e");
  const moved = told.commit("Moved");
  const past = await read(told.root);
  const [second, first] = past.all();
  expect([first!.files, second!.files]).toEqual([600, 600]);
  expect(past.changesIn([first!.no]).size).toBe(0);
  expect(past.changesOf(["e/f7.txt"]).map(({ was }) => was)).toEqual(["d/f7.txt"]);
  expect([...(await touching(told.root, [wide, moved], ["d/f7.txt"]))].sort()).toEqual([wide, moved].sort());
  expect([...(await touching(told.root, [wide, moved], ["x.txt"]))]).toEqual([]);
  past.close();
});

test("nothing that the configuration or the attributes name is run", async () => {
  const told = new Told();
  const mark = join(temporary(), "ran");
  const evil = join(told.root, "evil.sh");
  writeFileSync(evil, `#!/bin/sh\necho x >> '${mark}'\ncat "$1" 2>/dev/null\n`, { mode: 0o755 });
  const run = `sh ${evil}`;
  told.commit("One", { "a.py": "def f():\n    return 1\n", ".gitattributes": "*.py diff=evil filter=evil\n" });
  told.commit("Two", { "a.py": "def f():\n    return 2\n" });
  for (const [name, value] of [
    ["diff.evil.textconv", run],
    ["diff.evil.command", run],
    ["diff.external", run],
    ["filter.evil.clean", run],
    ["core.fsmonitor", run],
    ["core.pager", run],
    ["pager.log", run],
    ["gpg.program", evil],
    ["log.showSignature", "true"],
    ["core.sshCommand", run],
    ["alias.log", `!${run}`],
    ["remote.origin.promisor", "true"],
    ["remote.origin.url", `ext::${run}`],
  ])
    told.git("config", name!, value!);
  const past = await read(told.root);
  expect(past.all().map(({ subject }) => subject)).toEqual(["Two", "One"]);
  await textsOf(
    told.root,
    past.all().map(({ id }) => id),
  );
  await touching(
    told.root,
    past.all().map(({ id }) => id),
    ["a.py"],
  );
  const { lineageOf } = await import("../../src/git/lineage.ts");
  writeFileSync(join(told.root, "a.py"), "def f():\n    return 3\n");
  await lineageOf(told.root, ["a.py"], "0".repeat(40), [1, 2], 0, new Set());
  expect(existsSync(mark)).toBe(false);
  past.close();
});

test("a commit whose date git cannot read is undated: git's placeholder is no date", async () => {
  const told = new Told();
  told.commit("Begin", { a: "1" });
  const tree = told.git("rev-parse", "HEAD^{tree}").trim();
  const who = "Old <old@example.org> -500000000 +0000";
  const path = join(temporary(), "commit");
  writeFileSync(path, `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nold\n`);
  const id = told.git("hash-object", "-t", "commit", "-w", "--literally", path).trim();
  told.git("reset", "-q", "--hard", id);
  const past = await read(told.root);
  expect(past.all().map(({ author, date, subject }) => [author, date, subject])).toEqual([["Old", "(undated)", "old"]]);
  past.close();
});
