import { expect, test } from "bun:test";
import fc from "fast-check";
import { quick } from "../../src/base/quick.ts";
import { encodeKeys, holdingKey, inTypeScript, KEY_BITS } from "../../src/store/links.ts";

test("lists that hold a key are found among lists put together", () => {
  const key = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 ** KEY_BITS - 1 }));
  const ascending = (least: number) => fc.uniqueArray(key, { minLength: least, maxLength: 12 }).map((keys) => keys.sort((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(ascending(0), { maxLength: 12 }), ascending(1), (lists, wanted) => {
      const all = new Uint8Array(Buffer.concat(lists.map((list, at) => encodeKeys(70_000 * at, Uint32Array.from(list)))));
      const files = lists.flatMap((list, at) => (list.some((one) => wanted.includes(one)) ? [70_000 * at] : []));
      expect([holdingKey(all, wanted), inTypeScript(all, wanted)]).toEqual([files, files]);
    }),
  );
});

test("lists that are cut short are refused", () => {
  const all = encodeKeys(
    3,
    Uint32Array.from({ length: 70_000 }, (_, i) => 14 * i + 20),
  );
  expect([holdingKey(all, [20]), inTypeScript(all, [20])]).toEqual([[3], [3]]);
  for (const cut of [all.slice(0, -1), all.slice(0, 5)]) {
    expect(() => inTypeScript(cut, [20])).toThrow("dependencies");
    expect(() => holdingKey(cut, [20])).toThrow("dependencies");
    if (quick()) expect(quick()!.holdingKey(cut, Uint32Array.of(20))).toBeNull();
  }
});
