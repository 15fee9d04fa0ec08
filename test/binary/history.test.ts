/** `history` and `hotspots` of the binary: first use, forms of output, exit codes, questions, hostile names, and nothing of it where nobody asked. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { besidesProgress, Place } from "./_binary.ts";

const MARKS = "\u001b[31m\u202e\u009b\u0007";
const HOSTILE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

let place: Place;
const commit = (message: string, name: string, time: number) =>
  place.shell(
    `git add -A && GIT_AUTHOR_DATE='${time} +0000' GIT_COMMITTER_DATE='${time} +0000' git -c user.name='${name}' -c user.email=who@example.org commit -q --allow-empty -F - <<'EOF'\n${message}\nEOF`,
  );
beforeAll(() => {
  place = new Place({
    "lib.py": "def save(row):\n    return len(row)\n",
    "use.py": "from lib import save\n\n\ndef go():\n    return save([])\n",
  });
  place.shell("git init -q -b main");
  commit("Begin", "Ada", 1_600_000_000);
  place.write("lib.py", "def save(row):\n    return 2 * len(row)\n");
  commit(`Twice ${MARKS}\n\nBecause of <b>it</b>, says who@example.org.`, `Mal${MARKS}lory`, 1_600_100_000);
});
afterAll(() => place?.[Symbol.dispose]());

describe("a repository", () => {
  test("a first question does not wait for history, impact --no-refresh says that it is not read, the first use of it reads it", () => {
    expect(place.manifold(["q", "where are rows saved"]).exit).toBe(0);
    expect(JSON.parse(place.manifold(["impact", "save", "--no-refresh", "--json"]).out).impact.history.state).toBe("unread");
    expect(place.manifold(["impact", "save", "--no-refresh"]).out).toContain("history is not read yet");
    const frozen = place.manifold(["history", "save", "--no-refresh"]);
    expect([frozen.exit, frozen.err.includes("it has not been read yet")]).toEqual([3, true]);
    const asked = place.manifold(["q", "who wrote lib.py", "--no-refresh"]);
    expect([asked.exit, asked.out.includes("it has not been read yet")]).toEqual([1, true]);
    const { exit, out, err } = place.manifold(["history", "save"]);
    expect([exit, besidesProgress(err)]).toEqual([0, ""]);
    expect(out).toStartWith("save  lib.py:1-2  2 commits by 2 authors\n");
    expect(out).not.toContain("example.org");
    expect(out).not.toMatch(HOSTILE);
    expect(JSON.parse(place.manifold(["impact", "save", "--json"]).out).impact.history.state).toBe("read");
    // The first change that is looked at reads it too.
    const other = new Place({ "a.py": "def a():\n    return 1\n" });
    other.git();
    expect(JSON.parse(other.manifold(["impact", "a", "--json"]).out).impact.history.state).toBe("read");
    other[Symbol.dispose]();
    // In the index, and believed there.
    expect(place.manifold(["history", "save", "--no-refresh"]).out).toBe(out);
    expect(place.manifold(["index", "--verify"]).out).toBe("The index is what a fresh one would be.\n");
    expect(place.manifold(["sql", 'SELECT count(*) AS n FROM commits JOIN changes ON id = "commit"', "--json"]).out).toContain("3");
  });

  test("forms and exit codes", () => {
    const json = JSON.parse(place.manifold(["history", "lib.py", "--json", "--email", "--messages"]).out);
    expect(
      json.commits.map((one: { author: string; email: string; subject: string; body: string; change: string }) => [
        one.author,
        one.email,
        one.subject,
        one.body,
        one.change,
      ]),
    ).toEqual([
      [`Mal${MARKS}lory`, "who@example.org", `Twice ${MARKS}`, "Because of <b>it</b>, says ….", "modified"],
      ["Ada", "who@example.org", "Begin", "", "added"],
    ]);
    expect(place.manifold(["history", "lib.py", "--jsonl"]).out.trimEnd()).not.toContain("\n");
    expect(place.manifold(["history", "--at", "lib.py:2"]).out).toStartWith("save");
    expect(place.manifold(["hotspots"]).out).toStartWith("2  lib.py  2 commits × 1 dependent file");
    expect(JSON.parse(place.manifold(["hotspots", "--json", "--path", "use.py"]).out).hotspots).toEqual([]);
    for (const [words, exit] of [
      [["history", "nowhere"], 1],
      [["hotspots", "--path", "use.py"], 1],
      [["history", "save", "--at", "lib.py:1"], 2],
      [["history", "--nonsense"], 2],
      [["hotspots", "extra"], 2],
      [["q", "who knows save"], 0],
      [["q", "why is save like this"], 0],
    ] as [string[], number][])
      expect([words, place.manifold(words).exit]).toEqual([words, exit]);
    const why = place.manifold(["q", "why is save like this", "--json"]).out;
    expect(why).toContain("Because of <b>it</b>");
    expect(`${why}${place.manifold(["q", "who wrote lib.py"]).out}`).not.toContain("example.org");
    for (const words of [["history"], ["history", "--messages"], ["hotspots"]]) expect(place.manifold(words).out).not.toMatch(HOSTILE);
  });

  test("rewritten history is what a fresh index reads", () => {
    place.shell("git -c user.name=Ada -c user.email=a@example.org commit -q --amend -m Amended --date='1600200000 +0000'");
    const { out } = place.manifold(["history", "--json"]);
    expect(out).toContain("Amended");
    expect(place.manifold(["index", "--full"]).exit).toBe(0);
    expect(place.manifold(["history", "--json"]).out).toBe(out);
  });
});

test("without git everything else is as before, and history says why it has none", () => {
  using plain = new Place({ "a.py": "def f():\n    return 1\n" });
  const { exit, err } = plain.manifold(["history", "f"]);
  expect([exit, err.includes("this is no git work tree")]).toEqual([3, true]);
  expect(plain.manifold(["def", "f"]).exit).toBe(0);
  const { out } = plain.manifold(["q", "who wrote f"]);
  expect(out).toStartWith("! The history of f (a.py:1) is not known here: this is no git work tree.");
  expect(plain.manifold(["impact", "f"]).out).not.toContain("history");
});
