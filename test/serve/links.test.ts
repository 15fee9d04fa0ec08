/** Links on places: what they lead to, and that nothing else of the kind leaves the process. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { harmless, visible } from "../../src/base/visible.ts";
import { linksTo, style } from "../../src/serve/render/visible.ts";

const ESC = "\u001b";
const addressOf = (link: string) => /^\u001b\]8;;([^\u001b]*)\u001b\\/.exec(link)?.[1];

describe("links", () => {
  test("to the file, its line, and a format by name or as an address", () => {
    const link = linksTo("default", "box")("a.ts:3", { file: "/home/ana/a b/ä.ts", line: 3 });
    expect(link).toBe(`${ESC}]8;;file://box/home/ana/a%20b/%C3%A4.ts#3${ESC}\\a.ts:3${ESC}]8;;${ESC}\\`);
    expect(addressOf(linksTo("default", "box")("a", { file: "/a" }))).toBe("file://box/a");
    expect(addressOf(linksTo("vscode")("a", { file: "C:/x/a.ts", line: 7 }))).toBe("vscode://file/C:/x/a.ts:7");
    expect(addressOf(linksTo("vscode")("a", { file: "/a.ts", line: null }))).toBe("vscode://file/a.ts");
    expect(addressOf(linksTo("x:{path}?l={line}")("a", { file: "/a.ts", line: 7 }))).toBe("x:/a.ts?l=7");
  });
  test.each(["{path}", "file://nothing", `a:{path}${ESC}`, "a: {path}", ""])("what is no format is refused: %j", (format) => {
    expect(() => linksTo(format)).toThrow(/no format of links/);
  });
  test("a link leaves the process as it is, and no name of a file can make one or end one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const address = addressOf(linksTo("default", "box")("x", { file: `/${name}`, line: 1 })) ?? "";
        expect(/^[!-~]+$/.test(address)).toBe(true);
        const shown = style(false, linksTo("default", "box")).path(visible(name), { file: `/${name}`, line: 1 });
        expect(harmless(shown)).toBe(shown);
        expect(shown.split(ESC).length).toBe(5);
      }),
    );
    const stranger = `${ESC}]8;;http://evil.example${ESC}\\click${ESC}]8;;${ESC}\\`;
    expect(harmless(stranger)).not.toContain(`${ESC}]8;;http`);
  });
  test("without a terminal that takes them, a place is its text", () => {
    expect(style(false).path("a.ts:3", { file: "/a.ts", line: 3 })).toBe("a.ts:3");
  });
});
