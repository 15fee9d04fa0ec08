import { expect, test } from "bun:test";
import fc from "fast-check";
import { encodeKeys, holdingKey, KEY_BITS } from "../../src/store/depends.ts";

test("lists that hold a key are found among lists put together", () => {
  const key = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 ** KEY_BITS - 1 }), fc.constant(2 ** KEY_BITS - 1));
  const ascending = (least: number) => fc.uniqueArray(key, { minLength: least, maxLength: 12 }).map((keys) => keys.sort((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(ascending(0), { maxLength: 12 }), ascending(1), (lists, wanted) => {
      const all = new Uint8Array(Buffer.concat(lists.map((list, at) => encodeKeys(70_000 * at, Uint32Array.from(list)))));
      const files = lists.flatMap((list, at) => (list.some((one) => wanted.includes(one)) ? [70_000 * at] : []));
      expect(holdingKey(all, wanted)).toEqual(files);
    }),
  );
});

test("keys of a whole file are found each, and no other", () => {
  const keys = (size: number, seed: number): number[] => {
    const all = new Set<number>();
    for (let i = 0; all.size < size; i++) all.add(Bun.hash.xxHash32(`${seed} ${i}`) >>> (32 - KEY_BITS));
    return [...all].sort((a, b) => a - b);
  };
  for (const size of [1, 2, 36, 1_000, 40_000]) {
    const mine = keys(size, size);
    const all = new Uint8Array(Buffer.concat([encodeKeys(1, Uint32Array.from(mine)), encodeKeys(2, Uint32Array.of(7, 2 ** KEY_BITS - 1))]));
    for (const one of mine.filter((_, at) => at % 997 === 0)) {
      expect(holdingKey(all, [one])).toEqual([1]);
      const near = [one - 1, one + 1].filter((other) => other >= 0 && !mine.includes(other) && other !== 7);
      for (const other of near) expect(holdingKey(all, [other])).toEqual(other === 2 ** KEY_BITS - 1 ? [2] : []);
    }
  }
});

test("lists that are cut short are refused", () => {
  const all = encodeKeys(
    3,
    Uint32Array.from({ length: 70_000 }, (_, i) => 14 * i + 20),
  );
  expect(holdingKey(all, [20])).toEqual([3]);
  for (const cut of [all.slice(0, -1), all.slice(0, 5)]) expect(() => holdingKey(cut, [20])).toThrow("dependencies");
});
