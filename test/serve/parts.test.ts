/** What a printed result is headed by. */
import { expect, test } from "bun:test";
import type { Result } from "../../src/base/schema.ts";
import { whatOf } from "../../src/serve/render/parts.ts";

const result = (of: Partial<Result>): Result =>
  ({ kind: "code", name: "", qualified: "", signature: "", definitions: [], snippet: "", line: null, ...of }) as Result;

test("what a result covers is named after its own definition, or stands alone where it has none", () => {
  expect(whatOf(result({ definitions: ["BeforeState", "BeforeHook"] }))).toBe("BeforeState, BeforeHook");
  expect(whatOf(result({ kind: "type", name: "Hooks", qualified: "Hooks", definitions: ["Hooks", "State"] }))).toBe(
    "type Hooks; also State",
  );
});

test("what is named beside another is named without what holds both, and what holds it is named with it", () => {
  const of = { kind: "method" as const, name: "next", qualified: "Call.Callback.next" };
  expect(whatOf(result({ ...of, definitions: ["Call", "Call.Callback", "Call.Callback.fail", "Call.start", "Other.next.x"] }))).toBe(
    "method Call.Callback.next; also fail, start, Other.next.x",
  );
  expect(whatOf(result({ kind: "class", name: "Path", qualified: "Path", definitions: ["Path", "Path.exists", "Paths"] }))).toBe(
    "class Path; also exists, Paths",
  );
});

test("documentation within a signature says nothing of what a name takes", () => {
  const takes = (name: string, signature: string) => whatOf(result({ kind: "type", name, qualified: name, signature }));
  expect(takes("Hooks", "type Hooks = { /** This hook enables you to modify…")).toBe("type Hooks = {");
  expect(takes("Rows", "struct Rows { // all of them")).toBe("type Rows {");
  expect(takes("open", "def open(url='http://localhost', mode='r')")).toBe("type open(url='http://localhost', mode='r')");
});

test("a name stands in its signature where it is a word of its own, not where a receiver's type begins with it", () => {
  const takes = (name: string, signature: string) =>
    whatOf(result({ kind: "method", name, qualified: `Refunder.${name}`, signature, snippet: "" }));
  expect(takes("Refund", "func (r *Refunder) Refund(card string) error")).toBe("method Refunder.Refund(card string) error");
  expect(takes("empty?", "def empty?(list)")).toBe("method Refunder.empty?(list)");
});
