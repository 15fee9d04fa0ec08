import { expect, test } from "bun:test";
import fc from "fast-check";
import { PathText } from "../../src/indexing/known.ts";

test("names and folders are those that looking at every path finds", () => {
  const part = fc.constantFrom("a", "b", "ab", "aé", "é", "lib", "lib\n");
  const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 20 }), part, (paths, name) => {
      const text = new PathText(Buffer.from(`\0${paths.join("\0")}\0`));
      expect(text.named(name)).toEqual(paths.filter((one) => one.split("/").at(-1) === name).sort());
      const folders = paths.flatMap((one) => one.split("/").flatMap((_, i, parts) => (i > 0 ? [parts.slice(0, i).join("/")] : [])));
      expect(text.folders(name)).toEqual([...new Set(folders)].filter((one) => one.split("/").at(-1) === name).sort());
    }),
  );
});
