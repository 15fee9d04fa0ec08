import { expect, test } from "bun:test";
import fc from "fast-check";
import { encodeKeys, holdingKey, KEY_BITS } from "../../src/store/links.ts";

test("lists that hold a key are found among lists put together", () => {
  const key = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 ** KEY_BITS - 1 }));
  const ascending = (least: number) => fc.uniqueArray(key, { minLength: least, maxLength: 12 }).map((keys) => keys.sort((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(ascending(0), { maxLength: 12 }), ascending(1), (lists, wanted) => {
      const encoded = lists.map((list) => encodeKeys(Uint32Array.from(list)));
      const found = holdingKey(
        Buffer.concat(encoded),
        encoded.map((bytes) => bytes.length),
        wanted,
      );
      expect(found).toEqual(lists.flatMap((list, at) => (list.some((one) => wanted.includes(one)) ? [at] : [])));
    }),
  );
});
