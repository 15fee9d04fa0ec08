/** The files of an answer and nothing else: for xargs and its like. */
import type { Answer } from "../../base/schema.ts";
import { fromRoot } from "../question.ts";
import { visible } from "./visible.ts";

/** Paths of the results as the user standing in `cwd` would type them, each once, best first. */
export function pathsOf(answer: Pick<Answer, "results" | "root">, cwd: string): string[] {
  const paths = answer.results.map(({ path }) => path).filter((path) => path !== "");
  return [...new Set(paths)].map((path) => fromRoot(path, answer.root, cwd));
}

/** One path a line. */
export const renderPaths = (paths: readonly string[]): string => paths.map((path) => `${visible(path)}\n`).join("");
