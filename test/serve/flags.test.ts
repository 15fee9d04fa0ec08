import { describe, expect, test } from "bun:test";
import { Refusal } from "../../src/base/errors.ts";
import { type FlagDefs, parseFlags } from "../../src/serve/flags.ts";

const defs: FlagDefs = {
  question: { type: "positional" },
  k: { type: "string" },
  path: { type: "string", multiple: true },
  json: { type: "boolean" },
  "no-refresh": { type: "boolean" },
};

const refusal = (words: string[]): Refusal => {
  try {
    parseFlags("q", defs, words);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("was accepted");
};

describe("parseFlags", () => {
  test("takes flags before and after the question", () => {
    const flags = parseFlags("q", defs, ["-k", "5", "why?", "--json", "--no-refresh"]);
    expect([flags.word("question"), flags.text("k"), flags.on("json"), flags.on("no-refresh")]).toEqual(["why?", "5", true, true]);
  });
  test("repeated list flags add up", () => {
    expect(parseFlags("q", defs, ["--path", "a", "--path=b"]).list("path")).toEqual(["a", "b"]);
  });
  test("- is a word, and -- ends the flags", () => {
    expect(parseFlags("q", defs, ["-"]).word("question")).toBe("-");
    expect(parseFlags("q", defs, ["--", "--json"]).word("question")).toBe("--json");
  });
  test("an unknown flag names itself and what is near", () => {
    const error = refusal(["--jsn", "x"]);
    expect([error.code, error.exit]).toEqual(["bad-flag", 2]);
    expect(error.what).toContain("--jsn");
    expect(error.fix).toContain("--json");
  });
  test("a value where none belongs, none where one belongs", () => {
    expect(refusal(["--json=1", "x"]).what).toContain("takes no value");
    expect(refusal(["x", "-k"]).what).toContain("needs a value");
  });
  test("a stray word is refused with the cure", () => {
    const error = refusal(["what", "calls"]);
    expect(error.code).toBe("stray-word");
    expect(error.fix).toContain("quotes");
  });
  test("numbers are whole and within bounds", () => {
    const number = (text: string) => parseFlags("q", defs, ["--k", text]).number("k", 10, 1, 1000);
    for (const bad of ["0", "1.5", "abc", "1001", "1e3", ""]) expect(() => number(bad)).toThrow("whole number");
    expect(number("7")).toBe(7);
    expect(parseFlags("q", defs, []).number("k", 10, 1, 1000)).toBe(10);
  });
});
