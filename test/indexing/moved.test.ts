/** Files in which only lines changed keep what their references mean: as a full build says, and only where nothing they asked about changed. */
import { afterEach, describe, expect, test } from "bun:test";
import { hasAsked, movedLines } from "../../src/indexing/changes.ts";
import { hashKey } from "../../src/indexing/world.ts";
import { index } from "../../src/indexing.ts";
import { extract } from "../../src/lang/engine/extract.ts";
import { worldKey } from "../../src/lang/engine/resolve/world.ts";
import { languageOf, loadGrammars } from "../../src/lang/languages.ts";
import { Writer } from "../../src/store/write.ts";
import { dump, opened, read, removeTemporary, temporary, write } from "../store/_tree.ts";

await loadGrammars();
afterEach(removeTemporary);

const quiet = { quiet: true } as const;
const BEFORE = {
  "lib.ts":
    "/** See {@link other}. */\nexport function load(a: number) { return other(a); }\nexport function other(b: number) { return b; }\n",
  "use.ts":
    'import path from "path-to";\nimport { load } from "./lib";\nclass A { m() { return 1; } }\nexport function run(g: () => void) {\n  const a = new A();\n  g();\n  a.m(); nobody.load();\n  return load(path.join(1));\n}\n',
  "use.py": "from lib import load\n\ndef run(x):\n    y = load(x)\n    return y.load()\n",
  "lib.py": "import os\n\nclass B:\n    def load(self):\n        return os.getcwd()\n\ndef load(x):\n    return B()\n",
};

async function fresh(files: Record<string, string>): Promise<unknown> {
  const root = temporary();
  write(root, files);
  await index(root, quiet);
  const store = opened(root);
  const all = dump(store);
  store.close();
  return all;
}

/** Whether only lines moved in a file, by what is stored of it. */
function moved(root: string, path: string, text: string) {
  const store = opened(root);
  const writer = new Writer(store.db);
  try {
    const file = writer.fileId(path)!;
    return movedLines(writer, file, writer.facts(file).facts, extract(path, text, languageOf(path)));
  } finally {
    writer.close();
    store.close();
  }
}

describe("only lines changed", () => {
  const commented = (text: string, mark: string): string => text.replace(/^(\s+)return /m, `$1${mark} why\n$1return `);
  test("an update with comments and lines in between is a full build", async () => {
    const root = temporary();
    write(root, BEFORE);
    await index(root, quiet);
    const after = {
      "use.ts": `// More.\n\n${commented(BEFORE["use.ts"], "//")}`,
      "use.py": commented(BEFORE["use.py"], "#"),
      "lib.py": `\n${BEFORE["lib.py"]}`,
    };
    for (const [path, text] of Object.entries(after)) expect(moved(root, path, text)).not.toBeNull();
    write(root, after);
    expect((await index(root, quiet)).incremental).toBeTrue();
    const store = opened(root);
    const now = dump(store);
    store.close();
    expect(now).toEqual((await fresh(read(root))) as typeof now);
    expect(JSON.stringify(now)).toContain("path-to");
  });

  test("what they name goes or comes in the same update", async () => {
    for (const lib of [null, BEFORE["lib.ts"].replace("load(a", "fetch(a"), `${BEFORE["lib.ts"]}export class A { m() {} }\n`]) {
      const root = temporary();
      write(root, BEFORE);
      await index(root, quiet);
      write(root, { "use.ts": `// More.\n${BEFORE["use.ts"]}`, "lib.ts": lib });
      await index(root, quiet);
      const store = opened(root);
      const now = dump(store);
      store.close();
      expect(now).toEqual((await fresh(read(root))) as typeof now);
    }
  });

  test("is told from other changes", async () => {
    const root = temporary();
    write(root, BEFORE);
    await index(root, quiet);
    const use = BEFORE["use.ts"];
    expect([...moved(root, "use.ts", `\n${use}`)!.lines.entries()].every(([old, now]) => now === old + 1)).toBeTrue();
    for (const other of [
      use.replace("a.m(); nobody", "nobody"),
      use.replace("new A()", "new B()"),
      use.replace("run(g", "run(h, g"),
      use.replace("path-to", "path-from"),
      use.replace("g();\n  a.m();", "a.m();\n  g();"),
      // What was on two lines is on one: edges that were two may be one.
      use.replace("g();\n  a.m();", "g(); a.m();"),
      use.replace("a.m(); nobody", "a.m();\n  nobody"),
    ])
      expect(moved(root, "use.ts", other)).toBeNull();
    const same = moved(root, "use.ts", `\n${use}`)!;
    const key = (text: string): ReadonlySet<number> => new Set([hashKey(text)]);
    expect([
      hasAsked(same, key(worldKey.members("lib.ts", "load"))),
      hasAsked(same, key(worldKey.members("lib.ts", "other"))),
      hasAsked(same, new Set()),
    ]).toEqual([true, false, false]);
  });
});
