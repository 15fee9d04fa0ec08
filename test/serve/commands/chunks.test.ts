import { expect, test } from "bun:test";
import { parametersIn } from "../../../src/serve/commands/chunks.ts";

test("parameters of a signature, at the commas that separate them", () => {
  expect(parametersIn("def f(a, b: dict[str, int] = {}, *rest) -> None:")).toEqual(["a", "b: dict[str, int] = {}", "*rest"]);
  expect(parametersIn("function f<T>(a: Map<string, T>, g: (x: T, y: T) => void): void")).toEqual([
    "a: Map<string, T>",
    "g: (x: T, y: T) => void",
  ]);
  expect(parametersIn("fn run()")).toEqual([]);
  expect(parametersIn("let x")).toBeNull();
  expect(parametersIn("void f(int a, std::vector<int")).toBeNull();
});
