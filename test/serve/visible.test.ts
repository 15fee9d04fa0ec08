import { describe, expect, test } from "bun:test";
import fc from "fast-check";
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

describe("wantsColour", () => {
  test("obeys the flag before anything else", () => {
    expect(wantsColour("always", false)).toBe(true);
    expect(wantsColour("never", true)).toBe(false);
    expect(wantsColour(undefined, false)).toBe(false);
  });
});
