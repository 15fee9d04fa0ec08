import { expect, test } from "bun:test";
import fc from "fast-check";
import { nameFromBytes, namesFromBytes, systemPath } from "../../src/base/names.ts";

test("any bytes survive the way to a string and back", () => {
  const byte = fc.oneof(fc.integer({ min: 1, max: 255 }), fc.constantFrom(0xef, 0x9e, 0x9f, 0x80, 0xbf, 0xc3, 0xa9, 0x61));
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 24 }), (bytes) => {
      const name = nameFromBytes(Uint8Array.from(bytes));
      expect([...Buffer.from(systemPath(name))]).toEqual(bytes);
      // What SQLite and JSON do to a string: UTF-8 and back.
      expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(name))).toBe(name);
    }),
  );
});

test("valid names stay as they are, except the private characters that stand for bytes", () => {
  for (const name of ["a b.ts", "naïve/ünï.py", "日本.go", "\uFEFFx", "\uE000", 'q"\n\t'])
    expect(nameFromBytes(Buffer.from(name))).toBe(name);
  expect(nameFromBytes(Buffer.from("\uF780"))).toBe("\uF7EF\uF79E\uF780");
  expect(nameFromBytes(Uint8Array.of(0x61, 0xff, 0x62))).toBe("a\uF7FFb");
});

test("lists are split at NUL, whether or not all names are valid", () => {
  expect(namesFromBytes(new Uint8Array())).toEqual([]);
  expect(namesFromBytes(Buffer.from("a\0b c\0"))).toEqual(["a", "b c"]);
  expect(namesFromBytes(Buffer.concat([Buffer.from("a\0"), Buffer.of(0xff, 0), Buffer.from("é\0")]))).toEqual(["a", "\uF7FF", "é"]);
});
