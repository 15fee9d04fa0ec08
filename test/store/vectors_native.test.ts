/** What native code does with vectors beside the engine: the same as here and now. */
import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import { vectors as settings } from "../../src/base/limits.ts";
import { quick } from "../../src/base/quick.ts";
import { cosines } from "../../src/store/vectors/exact.ts";
import { cosineOf } from "../../src/store/vectors/scan.ts";
import { quantise, VectorIndex } from "../../src/store/vectors.ts";
import { removeTemporary, temporary } from "./_tree.ts";
import { rowsOf, someVectors } from "./_vectors.ts";

// Without a C compiler there is no native code: in CI that is a failure.
const native = process.env.CI === "true" || quick() !== null;

afterEach(removeTemporary);

test("a search that was begun ahead finds the same, whatever is done meanwhile", async () => {
  const path = join(temporary(), "v");
  const made = VectorIndex.create(64);
  const list = someVectors(4_000, 64, 6);
  made.add(
    list.map((_, at) => at * 2),
    list,
  );
  expect(4_000 * 64).toBeGreaterThan(settings.nativeLeast);
  const stamp = made.save(path);
  const index = VectorIndex.open(path, stamp);
  for (let at = 0; at < 40; at++) {
    const [query, other] = [list[at]!, list[at + 50]!];
    index.begin(query, 30);
    // Sometimes the thread has begun, sometimes not.
    if (at % 3 === 0) await Bun.sleep(at % 5);
    if (at % 4 === 1) expect(index.search(other, 30)).toEqual(made.search(other, 30));
    if (at % 4 === 2) expect(index.search(query, 20)).toEqual(made.search(query, 20));
    if (at % 4 === 3) index.begin(other, 7);
    expect(index.search(query, 30)).toEqual(made.search(query, 30));
    expect(index.search(other, 7, (id) => id % 4 === 0)).toEqual(made.search(other, 7, (id) => id % 4 === 0));
  }
  index.begin(list[0]!, 5);
  index.add([1], [list[0]!]);
  made.add([1], [list[0]!]);
  expect(index.search(list[0]!, 5)).toEqual(made.search(list[0]!, 5));
  const again = VectorIndex.open(path, stamp);
  again.setAside([0, 2], [3], [list[0]!]);
  again.begin(list[0]!, 5);
  expect(again.search(list[0]!, 5)[0]).toMatchObject({ id: 3 });
  again.begin(list[1]!, 5);
  again.close();
  Bun.gc(true);
  await Bun.sleep(5);
  expect(again.search(list[1]!, 5)).toEqual([]);
});

test("cosines of some rows: as in TypeScript, to the last bit", () => {
  const list = someVectors(3_000, 64, 9).map(quantise);
  const rows = rowsOf(list);
  const query = quantise(someVectors(1, 64, 10)[0]!);
  const which = list.map((_, at) => (at * 7) % list.length);
  const squares = query.reduce((sum, value) => sum + value * value, 0);
  if (native) expect(Array.from(cosines(rows, query, which)!)).toEqual(which.map((row) => cosineOf(rows, row, query, squares)));
  expect(quick()?.cosines(rows, query, Uint32Array.of(list.length)) ?? null).toBeNull();
});
