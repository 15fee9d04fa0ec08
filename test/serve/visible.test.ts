import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { harmless, toJson } from "../../src/base/visible.ts";
import { visible, wantsColour } from "../../src/serve/render/visible.ts";

describe("visible", () => {
  test("escapes what a terminal would obey", () => {
    expect(visible("a\u001b[31mred")).toBe("a\\x1b[31mred");
    expect(visible("x\u009b2Jy\u0007\r\n")).toBe("x\\x9b2Jy\\x07\\r\\n");
    expect(visible("if (isAdmin\u202e \u2066// check\u2069 \u2066)")).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
  });
  test("leaves ordinary text, tabs and all scripts alone", () => {
    const text = "\tdef größe(名前): # 😀 नमस्ते";
    expect(visible(text)).toBe(text);
  });
  test("never lets a control character through and is stable", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = visible(text);
        expect(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/.test(shown)).toBe(false);
        expect(visible(shown)).toBe(shown);
      }),
    );
  });
});

describe("toJson and harmless", () => {
  const hostile = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\u{e0000}-\u{e007f}]/u;
  test("JSON means the same and shows nothing that acts", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), fc.constantFrom(undefined, 2), (value, indent) => {
        const json = toJson(value, indent);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(hostile.test(json)).toBe(false);
      }),
    );
  });
  test("marks of the first plane and tags beyond it", () => {
    expect(toJson(["a\u202eb\u2066\u200f\u061c\u{e0041}"])).toBe('["a\\u202eb\\u2066\\u200f\\u061c\\udb40\\udc41"]');
  });
  test("what was made visible, line ends and our own colours pass as they are; another escape does not", () => {
    const text = "\u001b[1;31mred\u001b[0m\n\ttab 😀 \\x1b";
    expect(harmless(text)).toBe(text);
    expect(harmless("\u001b]0;title\u0007\r\u001b[2J")).toBe("\\u001b]0;title\\u0007\\u000d\\u001b[2J");
  });
});

describe("wantsColour", () => {
  test("obeys the flag before anything else", () => {
    expect(wantsColour("always", false)).toBe(true);
    expect(wantsColour("never", true)).toBe(false);
    expect(wantsColour(undefined, false)).toBe(false);
  });
});
