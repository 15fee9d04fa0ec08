/**
 * Uses between trees as the fleet stitches them, beside what a compiler says of the same trees.
 *
 *   bun scripts/bench/stitch.ts FROM TO…                        all uses that FROM has of the others, a line each
 *   bun scripts/bench/stitch.ts --truth go|java|tsc|jedi JOINT  every call from one folder of JOINT into another: precision, recall
 *
 * JOINT holds the trees, each in a folder of its own. Truth: go/types and javac over all of JOINT at once (`truth/calls.go`, `truth/Calls.java`), the
 * TypeScript compiler with each package linked into `node_modules` of JOINT (`truth/tsc.mjs`), Jedi with all source folders on its path. A claim is an
 * edge `calls` to a function or method (of Python a class, too) that is `exact`, `typed` or `unique`, right if the compiler has a call of that definition on that line; where it
 * knows nothing of a call of that name on the line nothing is counted. `--show N` prints claims and calls that differ, `--from FOLDER` says whose calls Jedi
 * is asked about (a second each), `--typescript FOLDER` where TypeScript 5 is installed, `--skip REGEXP` which files
 * nobody is asked about.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Stitch, Stitching } from "../../src/fleet/stitch/stitch.ts";
import { refresh } from "../../src/indexing/refresh.ts";

const flags = new Map<string, string>();
const roots: string[] = [];
for (let i = 2; i < process.argv.length; i++) {
  const word = process.argv[i]!;
  if (word.startsWith("--")) flags.set(word.slice(2), process.argv[++i] ?? "");
  else roots.push(resolve(word));
}

/** All uses between some trees. */
async function stitched(folders: readonly string[], only?: string): Promise<Stitch[]> {
  const members = [];
  for (const root of folders) {
    const { store } = await refresh(root, { quiet: true, terminal: false });
    members.push({ member: { name: basename(root), root }, session: { root, store } });
  }
  const start = process.cpuUsage();
  const stitching = new Stitching(members);
  const all = [...stitching.stitches()].filter(({ from }) => only === undefined || from.member === only);
  const { user, system } = process.cpuUsage(start);
  const counts = Map.groupBy(all, ({ kind, resolution, from, to }) => `${from.member} -> ${to.member} ${kind} ${resolution}`);
  for (const [key, list] of [...counts].sort()) console.error(`${key}: ${list.length}`);
  for (const at of members.keys())
    for (const link of stitching.links.of(at))
      console.error(
        `${members[at]!.member.name} uses ${link.package.ecosystem}:${link.package.name} of ${members[link.to]!.member.name}: wanted ${link.wanted}, has ${link.package.version}, agrees ${link.agrees}`,
      );
  for (const { message } of stitching.warnings) console.error(`warning: ${message}`);
  console.error(`${all.length} uses, ${((user + system) / 1000).toFixed(0)} ms of CPU`);
  stitching.close();
  for (const { session } of members) session.store.close();
  return all;
}

/** Calls between folders of a tree: place, name, place of the definition; without the last what the compiler cannot tell. */
type Call = [path: string, line: number, name: string, to: string | null, toLine: number];

function compiled(language: string, joint: string): Call[] {
  const truth = join(import.meta.dir, "truth");
  const exports = ["tree", "code"].flatMap((one) => ["--add-exports", `jdk.compiler/com.sun.tools.javac.${one}=ALL-UNNAMED`]);
  const commands: Record<string, string[]> = {
    go: ["go", "run", join(truth, "calls.go"), joint],
    java: ["java", "-Xmx2g", ...exports, join(truth, "Calls.java"), joint],
    tsc: ["node", join(truth, "tsc.mjs"), flags.get("typescript") ?? join(import.meta.dir, "../.."), joint],
    jedi: ["python3", join(truth, "jedi_calls.py"), joint],
  };
  const ending = { go: "go", java: "java", tsc: "[cm]?[jt]sx?", jedi: "py" }[language]!;
  const files = [...new Bun.Glob("*/**/*").scanSync({ cwd: joint })].filter(
    (path) =>
      new RegExp(`\\.${ending}$`).test(path) &&
      !/(?:^|\/)(?:node_modules|\.manifold|\.git)\//.test(path) &&
      (language !== "jedi" || path.startsWith(`${flags.get("from") ?? ""}/`)),
  );
  if (language === "tsc") link(joint);
  const run = Bun.spawnSync(commands[language]!, { stdin: Buffer.from(files.join("\n")), env: { ...process.env, CGO_ENABLED: "0" } });
  if (run.exitCode !== 0) throw new Error(run.stderr.toString().slice(-800));
  return run.stdout
    .toString()
    .split("\n")
    .filter(Boolean)
    .map((text) => JSON.parse(text) as [string, number, number, string, string, number, string, string?])
    .filter((call) => call[7] !== "reference")
    .map((call): Call => [call[0], call[1], call[3], call[7] === "open" ? null : call[4], call[5]]);
}

/** Links each package into `node_modules`, as an installation would. */
function link(joint: string): void {
  for (const folder of readdirSync(joint)) {
    const manifest = join(joint, folder, "package.json");
    if (folder === "node_modules" || !existsSync(manifest)) continue;
    const { name } = require(manifest) as { name: string };
    const at = join(joint, "node_modules", name);
    mkdirSync(dirname(at), { recursive: true });
    if (!existsSync(at)) symlinkSync(join(joint, folder), at);
    else readlinkSync(at);
  }
}

const CALLED: ReadonlySet<string> = new Set(["function", "method", "class"]);
const language = flags.get("truth");
if (language === undefined) {
  for (const { from, to, kind, resolution } of await stitched(roots, basename(roots[0]!)))
    console.log(
      `${kind} ${from.path}:${from.line} -> ${to.member}/${to.symbol.path}:${to.symbol.start} ${to.symbol.qualified} [${resolution}]`,
    );
} else {
  const [joint] = roots as [string];
  const folders = readdirSync(joint).filter((one) => one !== "node_modules" && existsSync(join(joint, one, ".git")));
  const skipped = flags.has("skip") ? new RegExp(flags.get("skip")!) : /^$/;
  const calls = compiled(language, joint).filter(([path]) => !skipped.test(path));
  const member = (path: string): string => path.slice(0, path.indexOf("/"));
  const crossing = calls.filter(([path, , , to]) => to !== null && member(path) !== member(to));
  const open = new Set(calls.flatMap(([path, line, name, to]) => (to === null ? [`${path}:${line} ${name}`] : [])));
  const read = new Set(calls.map(([path]) => path));
  const edges = (await stitched(folders.map((one) => join(joint, one)))).filter(
    ({ resolution, from }) => resolution !== "dispatch" && resolution !== "contract" && read.has(`${from.member}/${from.path}`),
  );
  // Jedi is asked about calls alone: what computes a property is called without one
  const written = ({ from, to }: Stitch): boolean =>
    language !== "jedi" ||
    new RegExp(`\\b${to.symbol.name}\\s*\\(`).test(
      readFileSync(join(joint, from.member, from.path), "utf8").split("\n")[from.line - 1] ?? "",
    );
  const claims = edges.filter(
    (one) =>
      one.kind === "calls" && CALLED.has(one.to.symbol.kind) && (language === "jedi" || one.to.symbol.kind !== "class") && written(one),
  );
  // A constructor is told as its class by the compiler.
  const begins = (line: number, name: string, { start, name: own, qualified }: Stitch["to"]["symbol"]): boolean =>
    start <= line || (own === "constructor" && qualified === `${name}.${own}`);
  const hits = ([path, line, name, to, toLine]: Call, { from, to: { member, symbol } }: Stitch): boolean =>
    path === `${from.member}/${from.path}` &&
    line === from.line &&
    to === `${member}/${symbol.path}` &&
    begins(toLine, name, symbol) &&
    toLine <= symbol.end;
  const byPlace = Map.groupBy(edges, ({ from }) => `${from.member}/${from.path}:${from.line}`);
  const callsAt = Map.groupBy(crossing, ([path, line]) => `${path}:${line}`);
  const told = claims.filter(({ from, to }) => !open.has(`${from.member}/${from.path}:${from.line} ${to.symbol.name}`));
  const wrong = told.filter(
    (claim) => !(callsAt.get(`${claim.from.member}/${claim.from.path}:${claim.from.line}`) ?? []).some((call) => hits(call, claim)),
  );
  const missed = crossing.filter((call) => !(byPlace.get(`${call[0]}:${call[1]}`) ?? []).some((claim) => hits(call, claim)));
  const show = Number(flags.get("show") ?? 0);
  for (const { from, to, resolution } of wrong.slice(0, show))
    console.log(
      `wrong  ${from.member}/${from.path}:${from.line} -> ${to.member}/${to.symbol.path}:${to.symbol.start} ${to.symbol.qualified} [${resolution}]`,
    );
  for (const [path, line, name, to, toLine] of missed.slice(0, show)) console.log(`missed ${path}:${line} ${name} -> ${to}:${toLine}`);
  const share = (part: number, of: number): string => (of === 0 ? "-" : (part / of).toFixed(3));
  console.log(
    `${basename(joint)} ${language}: ${told.length} claims, precision ${share(told.length - wrong.length, told.length)}; ${crossing.length} calls between trees, recall ${share(crossing.length - missed.length, crossing.length)}`,
  );
}
