import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { parsePatch } from "../../src/git/patch.ts";

const parse = (text: string) => parsePatch(Buffer.from(text, "latin1"));
const outline = (text: string) =>
  parse(text).files.map(({ oldPath, newPath, status, binary, submodule, hunks }) => ({
    names: `${oldPath} -> ${newPath}`,
    status: [status, ...(binary ? ["binary"] : []), ...(submodule ? ["submodule"] : [])].join(" "),
    hunks: hunks.map((hunk) => `-${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines}`),
  }));

describe("files of a git patch", () => {
  test("changed, with blob ids and the lines of each side", () => {
    const patch = `diff --git a/src/a.ts b/src/a.ts
index 1111111111111111111111111111111111111111..2222222222222222222222222222222222222222 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -3 +3,2 @@ export function x() {
-  old
+  new
+  more
@@ -9,0 +11 @@
+end
\\ No newline at end of file
`;
    expect(outline(patch)).toEqual([{ names: "src/a.ts -> src/a.ts", status: "modified", hunks: ["-3,1 +3,2", "-9,0 +11,1"] }]);
    const [file] = parse(patch).files;
    expect([file!.oldBlob, file!.newBlob]).toEqual(["1".repeat(40), "2".repeat(40)]);
    expect(file!.hunks[0]!.body).toEqual(["-  old", "+  new", "+  more"]);
    expect(parse(patch).troubles).toEqual([]);
  });

  test("added, deleted, mode only, binary, submodule", () => {
    expect(
      outline(`diff --git a/new.py b/new.py
new file mode 100644
index 0000000..e69de29
--- /dev/null
+++ b/new.py
@@ -0,0 +1 @@
+x
diff --git a/empty b/empty
new file mode 100644
index 0000000..e69de29
diff --git a/gone.py b/gone.py
deleted file mode 100644
index e69de29..0000000
--- a/gone.py
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
diff --git a/i.png b/i.png
index 1111111..2222222 100644
Binary files a/i.png and b/i.png differ
diff --git a/lib b/lib
index 1111111..2222222 160000
--- a/lib
+++ b/lib
@@ -1 +1 @@
-Subproject commit 1111111111111111111111111111111111111111
+Subproject commit 2222222222222222222222222222222222222222
`),
    ).toEqual([
      { names: "null -> new.py", status: "added", hunks: ["-0,0 +1,1"] },
      { names: "null -> empty", status: "added", hunks: [] },
      { names: "gone.py -> null", status: "deleted", hunks: ["-1,1 +0,0"] },
      { names: "run.sh -> run.sh", status: "mode", hunks: [] },
      { names: "i.png -> i.png", status: "modified binary", hunks: [] },
      { names: "lib -> lib", status: "modified submodule", hunks: ["-1,1 +1,1"] },
    ]);
  });

  test("renamed and copied, with and without changed lines", () => {
    expect(
      outline(`diff --git a/a b.ts b/c d.ts
similarity index 100%
rename from a b.ts
rename to c d.ts
diff --git a/x.ts b/y.ts
similarity index 90%
copy from x.ts
copy to y.ts
index 1111111..2222222 100644
--- a/x.ts
+++ b/y.ts
@@ -1 +1 @@
-a
+b
`),
    ).toEqual([
      { names: "a b.ts -> c d.ts", status: "renamed", hunks: [] },
      { names: "x.ts -> y.ts", status: "copied", hunks: ["-1,1 +1,1"] },
    ]);
  });

  test("names with spaces, quotes, tabs, other scripts and bytes that are no UTF-8", () => {
    const quoted = outline(`diff --git "a/caf\\303\\251 \\"x\\"\\t.ts" "b/caf\\303\\251 \\"x\\"\\t.ts"
index 1111111..2222222 100644
--- "a/caf\\303\\251 \\"x\\"\\t.ts"
+++ "b/caf\\303\\251 \\"x\\"\\t.ts"
@@ -1 +1 @@
-a
+b
diff --git a/with space.ts b/with space.ts
old mode 100644
new mode 100755
diff --git "a/\\377.ts" "b/\\377.ts"
old mode 100644
new mode 100755
`);
    expect(quoted.map((file) => file.names)).toEqual([
      'café "x"\t.ts -> café "x"\t.ts',
      "with space.ts -> with space.ts",
      "\uf7ff.ts -> \uf7ff.ts",
    ]);
  });

  test("a mailed patch with carriage returns, and lines that look like headers", () => {
    const patch =
      "Subject: [PATCH] x\r\n\r\n---\r\n a.ts | 2 +-\r\n\r\ndiff --git a/a.ts b/a.ts\r\n--- a/a.ts\r\n+++ b/a.ts\r\n@@ -1,2 +1,2 @@\r\n--- old\r\n+++ new\r\n \r\n-- \r\n2.39\r\n";
    expect(outline(patch)).toEqual([{ names: "a.ts -> a.ts", status: "modified", hunks: ["-1,2 +1,2"] }]);
  });
});

test("plain diff -u: times behind the names, no a/ and b/", () => {
  expect(outline("--- src/a.c\t2026-01-01 00:00:00\n+++ src/a.c\t2026-01-02 00:00:00\n@@ -1 +1 @@\n-a\n+b\n")).toEqual([
    { names: "src/a.c -> src/a.c", status: "modified", hunks: ["-1,1 +1,1"] },
  ]);
});

test("what cannot be read is reported, never thrown", () => {
  expect(parse("diff --cc a.ts\nindex 1,2..3\n").troubles[0]).toContain("combined");
  expect(parse("diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,5 +1,5 @@\n-a\n").troubles[0]).toContain("a.ts");
  expect(parse("hello\n")).toEqual({ files: [], troubles: [] });
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          "diff --git a/a b/a",
          "--- a/a",
          "+++ b/a",
          "@@ -1 +1 @@",
          "@@ -1,9 +",
          "-x",
          "+y",
          " z",
          "\\ No",
          "rename to",
          "index 1",
          '"',
          "",
        ),
      ),
      (lines) => {
        parse(lines.join("\n"));
      },
    ),
  );
});

test("git's own patches of random edits name the lines that git counts", () => {
  const folder = mkdtempSync(join(tmpdir(), "manifold-patch-"));
  try {
    const lines = fc.array(fc.constantFrom("a", "b", "", "--- x", "+++ y", "@@ -1 +1 @@"), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        writeFileSync(join(folder, "old"), before.map((line) => `${line}\n`).join(""));
        writeFileSync(join(folder, "new"), after.map((line) => `${line}\n`).join(""));
        const { stdout } = Bun.spawnSync(["git", "diff", "--no-index", "-U0", "old", "new"], {
          cwd: folder,
          env: { PATH: process.env.PATH ?? "" },
        });
        const [file] = parsePatch(stdout).files;
        const rebuilt: string[] = [...before];
        for (const hunk of [...(file?.hunks ?? [])].reverse())
          rebuilt.splice(
            hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1,
            hunk.oldLines,
            ...hunk.body.filter((line) => line[0] === "+").map((line) => line.slice(1)),
          );
        expect(rebuilt).toEqual([...after]);
      }),
      { numRuns: 40 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
