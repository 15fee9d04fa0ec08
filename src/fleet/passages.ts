/** What is worth quoting of results of many trees: each tree weighs its own, by its own index. */
import { type Passage, passagesOf } from "../asking/passages.ts";
import type { Result } from "../base/schema.ts";
import type { Members } from "./member.ts";
import { mountOf } from "./places.ts";

/** The passages of results whose paths begin with the names of their trees; those of a tree count as its best result does beside the best of all. */
export function passagesAcross({ opened }: Members, question: string, results: readonly Result[]): Passage[] {
  const best = Math.max(1e-9, ...results.map(({ score }) => score));
  return opened.flatMap(({ member, session }) => {
    const mount = mountOf(member);
    const own = results.flatMap((result, at) => (result.repository === member.name ? [{ result, at }] : []));
    const share = Math.sqrt(Math.max(0, ...own.map(({ result }) => result.score)) / best);
    const plain = own.map(({ result }) => ({ ...result, path: result.path.slice(mount.length) }));
    return passagesOf(session.store, question, plain).map((one) => ({ ...one, result: own[one.result]!.at, score: one.score * share }));
  });
}
