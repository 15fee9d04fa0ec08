/**
 * How well a search over many trees ranks beside the same search in one index of all their files.
 *
 *   bun scripts/bench/fusion.ts --bench DIR --repos DIR [--each 2] [--dir DIR] [--show N]
 *
 * `--bench` holds `repos.json` and `annotations/NAME.json` of the retrieval benchmark (scripts/bench/retrieval.ts), `--repos` its trees. Every tree is laid out twice: as a
 * member, and as a folder of one tree that holds all. Every question (of `--each` N only each Nth) is asked of all trees at once, both ways; what is wanted
 * is a place in one of them. Prints NDCG@10 (as retrieval.ts), the mean reciprocal rank of the first right file, how often the first result is of the right
 * tree, and CPU a question.
 */
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, PLAIN, type Session } from "../../src/asking.ts";
import type { Answer } from "../../src/base/schema.ts";
import { askMembers } from "../../src/fleet/ask.ts";
import { openMembers } from "../../src/fleet/member.ts";
import { refresh } from "../../src/indexing/refresh.ts";

const flag = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1]!;
};
const [bench, repos] = [flag("bench", "."), flag("repos", ".")];
const folder = flag("dir", join(tmpdir(), "manifold-fusion"));

type Target = { path: string; start_line?: number; end_line?: number };
interface Query {
  query: string;
  relevant?: (string | Target)[];
  secondary?: (string | Target)[];
}

const listed = (JSON.parse(readFileSync(join(bench, "repos.json"), "utf8")) as { name: string; root: string }[]).filter(({ name }) =>
  existsSync(join(repos, name)),
);
for (const { name, root } of listed)
  for (const at of [join(folder, "fleet", name), join(folder, "whole", name)]) {
    if (existsSync(at)) continue;
    mkdirSync(at, { recursive: true });
    const from = join(repos, name, root);
    cpSync(from, at, { recursive: true, filter: (path) => !/\/\.(?:manifold|git)$/.test(path) });
  }

const quiet = { quiet: true, terminal: false };
const members = await openMembers(
  listed.map(({ name }) => ({ name, root: join(folder, "fleet", name), origin: "fleet" as const })),
  quiet,
);
const { store } = await refresh(join(folder, "whole"), quiet);
const whole: Session = { root: store.root, store, behind: 0, warnings: [] };

/** Places as the whole has them. */
const targetsOf = (name: string, { relevant = [], secondary = [] }: Query): Target[] =>
  [...relevant, ...secondary]
    .map((one) => (typeof one === "string" ? { path: one } : one))
    .map((one) => ({ ...one, path: `${name}//${one.path}` }));

const isAt = (path: string, target: string): boolean => {
  const [name = "", rest = ""] = target.split("//");
  return path.startsWith(`${name}/`) && (path.endsWith(`/${rest}`) || rest.endsWith(`/${path.slice(name.length + 1)}`));
};

function scored({ results }: Answer, name: string, targets: readonly Target[]): [ndcg: number, rr: number, first: number] {
  const gain = new Array<number>(10).fill(0);
  for (const { path, start_line, end_line } of targets) {
    const at = results.findIndex(
      (one) => isAt(one.path, path) && (start_line == null || end_line == null || !(one.end < start_line || one.start > end_line)),
    );
    if (at >= 0 && at < 10) gain[at] = 1;
  }
  const dcg = (list: readonly number[]): number => list.reduce((sum, one, at) => sum + one / Math.log2(at + 2), 0);
  const ideal = dcg(new Array<number>(Math.min(10, targets.length)).fill(1));
  const right = results.findIndex((one) => targets.some(({ path }) => isAt(one.path, path)));
  return [ideal === 0 ? 0 : dcg(gain) / ideal, right < 0 ? 0 : 1 / (right + 1), results[0]?.path.startsWith(`${name}/`) ? 1 : 0];
}

const sums = { fleet: [0, 0, 0, 0], whole: [0, 0, 0, 0] };
let count = 0;
const lost: { by: number; line: string }[] = [];
for (const { name } of listed) {
  const queries = JSON.parse(readFileSync(join(bench, "annotations", `${name}.json`), "utf8")) as Query[];
  for (const query of queries.filter((_, at) => at % Number(flag("each", "1")) === 0)) {
    count++;
    const targets = targetsOf(name, query);
    const asked = async (way: "fleet" | "whole", work: () => Promise<Answer>): Promise<{ score: number; answer: Answer }> => {
      const start = process.cpuUsage();
      const answer = await work();
      const { user, system } = process.cpuUsage(start);
      for (const [at, one] of [...scored(answer, name, targets), (user + system) / 1e3].entries()) sums[way][at]! += one;
      return { score: scored(answer, name, targets)[0], answer };
    };
    const options = { ...PLAIN, k: 10 };
    const many = await asked("fleet", () => askMembers({ ...members, warnings: [] }, { root: "", from: folder }, query.query, options));
    const one = await asked("whole", () => ask(whole, query.query, options));
    if (count % 10 === 0)
      console.log(
        count,
        sums.fleet.map((one) => one / count),
        sums.whole.map((one) => one / count),
      );
    const paths = ({ answer }: typeof one): string =>
      answer.results
        .slice(0, 4)
        .map(({ path, start, score }) => `${path}:${start} ${score.toFixed(3)}`)
        .join("  ");
    lost.push({
      by: one.score - many.score,
      line: `${name}: ${query.query}\n  want ${targets.map(({ path }) => path).slice(0, 4)}\n  fleet ${paths(many)}\n  whole ${paths(one)}`,
    });
  }
}
for (const [way, [ndcg, mrr, first, cpu]] of Object.entries(sums) as [string, [number, number, number, number]][])
  console.log(
    `${way.padEnd(6)} NDCG@10 ${(ndcg / count).toFixed(4)}  MRR of the file ${(mrr / count).toFixed(4)}  right tree first ${(first / count).toFixed(4)}  CPU ${(cpu / count).toFixed(0)} ms   (${count} questions, ${listed.length} trees)`,
  );
for (const { by, line } of lost.sort((a, b) => b.by - a.by).slice(0, Number(flag("show", "0")))) console.log(`${by.toFixed(2)} ${line}`);
members.close();
store.close();
