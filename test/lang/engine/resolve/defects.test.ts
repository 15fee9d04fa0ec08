/** What nobody foresaw in one file leaves its references open; it does not cost the tree its index. */
import { expect, test } from "bun:test";
import { unforeseen } from "../../../../src/base/limits.ts";
import { resolve } from "../../../../src/lang/engine/resolve/resolve.ts";
import { memoryOf } from "./_tree.ts";

test("a reference that resolution cannot take ends the file's, and nothing is thrown", () => {
  const { facts, world } = memoryOf({ "a.ts": "export function f() {}\nexport function g() { f(); x.f(); f(); }\n" });
  const file = facts.get("a.ts")!;
  expect(resolve(file, world).edges.some(({ kind }) => kind === "calls")).toBe(true);
  const broken = { ...file, references: file.references.map((one) => ({ ...one, receiver: 1 as unknown as string })) };
  expect(() => resolve(broken, world)).toThrow(TypeError);
  unforeseen.rethrows = false;
  const { edges, open } = resolve(broken, world);
  unforeseen.rethrows = true;
  expect(edges.filter(({ kind }) => kind === "calls")).toEqual([]);
  expect(open.length).toBeGreaterThan(0);
});
