import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { asking } from "../../src/base/settings.ts";
import { allot, cutLines, estimateTokens } from "../../src/query/budget.ts";

const needs = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 40 });

describe("allot", () => {
  test("never gives more than asked, never more than there is, and says whether it cut", () => {
    fc.assert(
      fc.property(needs, fc.integer({ min: 1, max: 20_000 }), (wanted, limit) => {
        const { allowed, cut } = allot(wanted, limit);
        expect(allowed.length).toBe(wanted.length);
        for (const [i, tokens] of allowed.entries()) expect(tokens).toBeLessThanOrEqual(wanted[i]!);
        const sum = allowed.reduce((a, b) => a + b, 0);
        expect(sum).toBeLessThanOrEqual(Math.max(0, limit - wanted.length * asking.citationTokens));
        expect(cut).toBe(allowed.some((tokens, i) => tokens < wanted[i]!));
      }),
    );
  });
  test("uses the budget up when somebody still wants more", () => {
    fc.assert(
      fc.property(needs, fc.integer({ min: 1, max: 20_000 }), (wanted, limit) => {
        const { allowed, cut } = allot(wanted, limit);
        const left = Math.max(0, limit - wanted.length * asking.citationTokens) - allowed.reduce((a, b) => a + b, 0);
        if (cut) expect(left).toBeLessThanOrEqual(wanted.length);
      }),
    );
  });
  test("the earlier of two equals is not worse off; 0 is no limit", () => {
    const { allowed } = allot([1_000, 1_000, 1_000], 600);
    expect(allowed[0]!).toBeGreaterThan(allowed[1]!);
    expect(allowed[1]!).toBeGreaterThan(allowed[2]!);
    expect(allot([9_999, 1], 0)).toEqual({ allowed: [9_999, 1], cut: false });
  });
});

describe("cutLines", () => {
  test("keeps whole lines from the start and stays within the tokens", () => {
    const text = Array.from({ length: 50 }, (_, i) => `const value${i} = compute(${i});`).join("\n");
    const cut = cutLines(text, 60, "code");
    expect(cut.truncated).toBe(true);
    expect(text.startsWith(`${cut.text}\n`)).toBe(true);
    expect(estimateTokens(cut.text, "code")).toBeLessThanOrEqual(60);
  });
  test("what fits is untouched; what is too little for a line is nothing", () => {
    expect(cutLines("a\nb", 10, "code")).toEqual({ text: "a\nb", truncated: false });
    expect(cutLines("x".repeat(500), 2, "code")).toEqual({ text: "", truncated: true });
  });
});
