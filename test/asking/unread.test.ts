/** What is said of a name that is called and defined nowhere, and of what flows by way of two files. */
import { afterAll, expect, test } from "bun:test";
import { ask, PLAIN } from "../../src/asking.ts";
import { index } from "../../src/indexing.ts";
import { allEdges } from "../../src/store/export.ts";
import { opened, removeTemporary, temporary, write } from "../store/_tree.ts";

afterAll(removeTemporary);

const handsOn = (name: string) => `from p.lib import make, sink\n\n\ndef ${name}():\n    sink(make())\n`;

test("a call of what nothing defines is told, whatever signs and letters its name has", async () => {
  const root = temporary();
  write(root, {
    "src/a.c": "int area(void) { return gr\u00f6\u00dfe(1); }\n",
    "src/b.rb": "def area(row)\n  row.keep!(1)\nend\n",
    "src/c.js": "export const area = () => $made(1);\n",
  });
  await index(root, { quiet: true });
  const store = opened(root);
  try {
    for (const [name, place] of [
      ["gr\u00f6\u00dfe", "src/a.c:1"],
      ["keep!", "src/b.rb:2"],
      ["$made", "src/c.js:1"],
    ] as const) {
      const options = { ...PLAIN, operation: "callers" as const, strategy: "structural" as const, symbol: name, command: "callers" };
      const asked = { root, store, behind: 0, warnings: [] };
      const { results, warnings } = await ask(asked, `callers ${name}`, options);
      expect(
        results.map(({ path }) => path),
        name,
      ).toEqual([place.split(":")[0]!]);
      expect(
        warnings.map(({ code }) => code),
        name,
      ).toContain("by-name");
      const defined = await ask(asked, `def ${name}`, { ...options, operation: "definition", command: "def" });
      expect(defined.warnings.find(({ code }) => code === "symbol-unknown")?.message, name).toContain(`${place} may call it`);
    }
  } finally {
    store.close();
  }
});

test("what flows the same way by lines of one number in two files is one edge", async () => {
  const root = temporary();
  write(root, {
    "p/__init__.py": "",
    "p/lib.py": "def make():\n    return 1\n\n\ndef sink(x):\n    return x\n",
    "p/a.py": handsOn("first"),
    "p/b.py": handsOn("second"),
  });
  await index(root, { quiet: true });
  const store = opened(root);
  try {
    expect([...allEdges(store)].filter(({ kind }) => kind === "dataflow")).toHaveLength(1);
  } finally {
    store.close();
  }
});
