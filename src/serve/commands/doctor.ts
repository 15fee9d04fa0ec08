/**
 * `manifold doctor`: what is installed, how the index is, what is wrong and how to mend it. `--docs`: what documents refer to that is not there.
 */

import { readdirSync, readFileSync, realpathSync, statfsSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { embedded } from "../../base/embedded.ts";
import { asRefusal, EXIT } from "../../base/errors.ts";
import { embeddedBytes, LICENCES } from "../../base/native.ts";
import { VERSION } from "../../base/program.ts";
import type { DoctorReport, LicensedComponent } from "../../base/schema.ts";
import { builtInTable, STATIC_MODEL } from "../../embed/static.ts";
import { gitTop, safePath } from "../../git/git.ts";
import { isPast, pastKey } from "../../git/history.ts";
import { doubtAbout } from "../../git/repository.ts";
import { compare } from "../../indexing/compare.ts";
import { childEnvironment, ownCommand } from "../../indexing/pool.ts";
import { foreign, index } from "../../indexing.ts";
import { grammarSources } from "../../lang/grammars.ts";
import { fileFilter } from "../../query/filter.ts";
import { type Gone, goneOf } from "../../query/graph/gone.ts";
import { isBroken, semanticsOf } from "../../query/semantic.ts";
import { embeddingState } from "../../store/embedding.ts";
import { indexFolder, NEXT_FILE } from "../../store/folder.ts";
import type { Store } from "../../store/graph.ts";
import { isStored } from "../../store/history.ts";
import { currentWatcher, currentWriter, isHeld, lockForWriting } from "../../store/lock.ts";
import { openStore } from "../../store/open.ts";
import { isOwnFolder, removeOwn, statOf } from "../../store/own.ts";
import { lookForPlace, treesIn } from "../../store/place.ts";
import { keyTrouble } from "../../store/seal.ts";
import { CLIENTS, hereFrom, SCOPES } from "../agents/clients.ts";
import { fileOf, isUsed, ownProgram, stateOf } from "../agents/plan.ts";
import { command } from "../command.ts";
import type { Flags } from "../flags.ts";
import { reinstall, statusOf } from "../hook/install.ts";
import { HOOKS, type HookName, placeOf } from "../hook/script.ts";
import { doctor } from "../limits.ts";
import { filterFlags, flaggedSettings, outputFlags, rootFlags } from "../question.ts";
import { type Style, visible } from "../render/visible.ts";
import { placesIn, printReport } from "../report.ts";
import { sayWarnings, standingRoot, withSession } from "../session.ts";
import { projectWarnings, settingsOf } from "../settings.ts";
import type { GrammarsLoaded } from "./children.ts";

const { path, exclude } = filterFlags;

export default command({
  name: "doctor",
  about: "What is installed, how the index is, what is wrong and how to mend it (exit 1 where anything is wrong)",
  flags: {
    verify: { type: "boolean", description: "Also compare every table of the index with those of a fresh one" },
    repair: { type: "boolean", description: "Mend what can be mended, and say what was done" },
    docs: { type: "boolean", description: "Only documents: links, headings, paths, qualified names and patterns that lead nowhere" },
    path: { ...path, description: `--docs: ${path.description}` },
    exclude: { ...exclude, description: `--docs: ${exclude.description}` },
    ...outputFlags,
    ...rootFlags,
  },
  async run(flags) {
    if (flags.on("docs")) return documents(flags);
    const report = await examined(flags);
    printReport(flags, report, (paint) => doctorLines(report, paint));
    return report.healthy ? EXIT.ok : EXIT.nothing;
  },
});

async function examined(flags: Flags): Promise<DoctorReport> {
  const root = standingRoot(flags);
  const found = new Findings();
  const program = examineProgram(found);
  const grammars = examineGrammars(found);
  const embedding = await examineEmbedding(found);
  const before = await examineIndex(root, flags.on("verify"), found);
  const hooks = await examineHooks(root, found);
  const agents = examineAgents(root, found);
  const settings = await examineSettings(root, flaggedSettings(flags), found);
  const disk = examineDisk(root, found);
  const findings: DoctorReport["findings"] = [];
  for (const finding of found.all) {
    const { code, message, fix } = finding;
    const { done, failed } = flags.on("repair") ? await repair(root, finding) : { done: null, failed: null };
    findings.push({ code, message, fix: failed === null ? fix : `${failed} ${fix}`, mended: done });
  }
  const changed = findings.some(({ mended }) => mended !== null);
  return {
    version: 1,
    root,
    healthy: findings.every(({ mended }) => mended !== null),
    program,
    grammars,
    embedding,
    index: changed ? await examineIndex(root, false, new Findings()) : before,
    hooks: changed ? await examineHooks(root, new Findings()) : hooks,
    agents,
    settings,
    disk,
    findings,
  };
}

/** A report for people. */
function doctorLines(report: DoctorReport, paint: Style): string[] {
  const { program, grammars, embedding, index, hooks, agents, settings, disk, findings } = report;
  const loaded = grammars.filter(({ loads }) => loads).length;
  const said = settings.filter(({ from }) => from !== "default");
  const skipped = Object.entries(index.skipped);
  const rows: (readonly [string, string])[] = [
    ["program", `manifold ${program.version}, ${program.platform}, ${visible(program.path)}${program.built ? "" : " (from source)"}`],
    ["grammars", `${loaded} of ${grammars.length} load`],
    [
      "embedding",
      `${embedding.model}, ${embedding.dimensions ?? "?"} dimensions${embedding.models.length > 0 ? `; ${embedding.models.length} local models` : ""}`,
    ],
    ["index", `${visible(index.folder)}: ${indexLine(index)}`],
    ...(index.outside === null ? [] : [["", `.manifold of the tree ${index.outside}`] as const]),
    ...(skipped.length === 0 ? [] : [["left out", skipped.map(([reason, count]) => `${reason} ${count}`).join(", ")] as const]),
    ...(index.history === null ? [] : [["history", visible(index.history)] as const]),
    [
      "settings",
      said.length === 0
        ? "all as they are by default"
        : said.map(({ key, value, from }) => `${key} = ${visible(JSON.stringify(value))} (${from})`).join(", "),
    ],
    [
      "hooks",
      hooks.length === 0
        ? "no git here"
        : hooks.map(({ hook, installed }) => `${hook} ${installed ? "installed" : "not installed"}`).join(", "),
    ],
    [
      "agents",
      agents
        .map(({ client, scope, state }) => `${client} (${scope}) ${state === "installed" ? "installed" : "not installed"}`)
        .join(", ") || "none is used here",
    ],
    ["disk", disk.map(({ what, free }) => `${what} ${free === null ? "?" : megabytes(free)} free`).join(", ")],
  ];
  const lines = rows.map(([name, text]) => `${paint.name(name.padEnd(10))} ${text}`);
  lines.push("");
  for (const { message, fix, mended } of findings)
    lines.push(paint.warn(`! ${visible(message)}`), mended === null ? `  ${visible(fix)}` : `  mended: ${visible(mended)}`);
  if (findings.length === 0) lines.push("Nothing is wrong.");
  return lines;
}

function indexLine(index: DoctorReport["index"]): string {
  if (index.state === "none") return "none yet; the first question makes one";
  if (index.state === "being written") return `process ${index.writer ?? "?"} is writing it`;
  if (index.state !== "good") return `not usable (${index.state})`;
  const behind = index.behind === 0 ? "up to date" : `${index.behind ?? "?"} changed files behind, which the next question reads`;
  const verified = index.verified === null ? "" : index.verified ? ", the same as a fresh one" : ", not what a fresh one would be";
  const watched = index.watcher === null ? "" : `, watched by process ${index.watcher}`;
  return `${index.files} files, ${index.chunks} chunks, ${index.symbols} symbols, ${index.edges} edges, ${megabytes(index.bytes)}, ${behind}${watched}${verified}`;
}

/** References of documents that lead nowhere. */
async function documents(flags: Flags): Promise<number> {
  return withSession(flags, async (session) => {
    const { store, root } = session;
    const report = goneOf(store);
    const accept = fileFilter({ paths: flags.list("path"), excludes: flags.list("exclude"), languages: [], kinds: [] });
    const gone = report.gone.filter((one) => accept(one.path, null));
    sayWarnings(session);
    printReport(flags, { root, docs: { ...report, gone } }, (paint) => {
      const place = placesIn(root, paint);
      const looked = `${report.documents} documents, ${report.references} references looked at, ${gone.length} to what is not there`;
      return [...gone.map((one) => `${place(one.path, one.line)}  ${sentence(one)}`), paint.dim(looked)];
    });
    return gone.length > 0 ? EXIT.nothing : EXIT.ok;
  });
}

const WHAT: Record<Gone["kind"], string> = {
  file: "is not there",
  heading: "is no heading there",
  name: "is defined nowhere",
  pattern: "matches nothing",
};

const sentence = ({ kind, target, nearest }: Gone): string =>
  `${visible(target)} ${WHAT[kind]}${nearest === null ? "" : ` (nearest: ${visible(nearest)})`}`;

// What `manifold doctor` looks at, one part a function, each of which adds what is wrong to the findings with how to mend it. Nothing is changed, but what
// every question does too (a log that a killed writer left is taken up). What the repair of a finding would do stands beside it, in `mend`.

/** What a repair does about a finding. */
export type Mend =
  | { kind: "rebuild"; full: boolean }
  | { kind: "leftovers"; names: string[] }
  | { kind: "writer" }
  | { kind: "hook"; hook: HookName };

export interface Finding {
  code: string;
  message: string;
  /** What to do about it. */
  fix: string;
  mend: Mend | null;
}

/** Findings as they come in. */
export class Findings {
  readonly all: Finding[] = [];
  add(code: string, message: string, fix: string, mend: Mend | null = null): void {
    this.all.push({ code, message, fix, mend });
  }
  /** As `work`; what it throws is a finding, and null comes back. */
  async guarded<T>(work: () => T | Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      const { code, what, fix } = asRefusal(error);
      this.add(code, what, fix);
      return null;
    }
  }
}

// ---------------------------------------------------------------------------------------------- what is installed

/** This program, and which one a shell would start. */
export function examineProgram(findings: Findings): DoctorReport["program"] {
  const path = process.execPath;
  const onPath = Bun.which("manifold", { PATH: safePath() });
  const real = (file: string): string => {
    try {
      return realpathSync(file);
    } catch {
      return file;
    }
  };
  if (embedded !== null && onPath !== null && real(onPath) !== real(path))
    findings.add(
      "other-program",
      `A shell starts another manifold than this one: ${onPath}.`,
      `Remove it, or put ${dirname(path)} before it on your PATH.`,
    );
  if (Bun.which("git", { PATH: safePath() }) === null)
    findings.add("git-missing", "There is no git on your PATH: folders are walked, and nothing is known of changes.", "Install git.");
  return { version: VERSION, platform: `${process.platform} ${process.arch}`, path, on_path: onPath, built: embedded !== null };
}

/** Each grammar: is it there, does it load, in a process that may die of it. */
export function examineGrammars(findings: Findings): DoctorReport["grammars"] {
  const sources = grammarSources();
  const said = loadedOf([]);
  const loads = new Map(said?.grammars.map((one) => [one.grammar, one.loads]));
  // One of them takes the process down: which, only trying each tells. From source all are always loaded together.
  if (said === null && embedded !== null)
    for (const { grammar } of sources)
      loads.set(grammar, loadedOf([grammar])?.grammars.find((one) => one.grammar === grammar)?.loads ?? false);
  const versions = versionsOf();
  const rows = sources.map(({ grammar, packageName }) => ({
    name: grammar,
    package: packageName,
    version: versions(packageName),
    loads: loads.get(grammar) ?? false,
  }));
  const bad = rows.filter((row) => !row.loads).map((row) => row.name);
  if (bad.length > 0)
    findings.add(
      "grammar",
      said?.refused?.what ??
        `${bad.length === 1 ? "A grammar does" : `${bad.length} grammars do`} not load: ${bad.join(", ")}. Such files are searched as text only.`,
      said?.refused?.fix ??
        (embedded === null
          ? "Make them: bun install, bun run grammars."
          : "If the cache folder is mounted noexec, set XDG_CACHE_HOME to one where programs may run; otherwise this system's C library may be too old."),
    );
  return rows;
}

/** What a child of ours says that it could load; null where it died. */
function loadedOf(names: readonly string[]): GrammarsLoaded | null {
  const cmd = [...ownCommand("__grammars"), ...names];
  const { exitCode, stdout } = Bun.spawnSync({
    cmd,
    cwd: "/",
    env: childEnvironment(),
    stdin: "ignore",
    stderr: "ignore",
    timeout: doctor.grammarMs,
  });
  try {
    return exitCode === 0 ? (JSON.parse(stdout.toString()) as GrammarsLoaded) : null;
  } catch {
    return null;
  }
}

/** Versions of packages: from the list in the program, or from the packages themselves. */
function versionsOf(): (name: string) => string | null {
  const bytes = embedded === null ? null : embeddedBytes(LICENCES);
  if (bytes !== null) {
    const all = JSON.parse(new TextDecoder().decode(bytes)) as LicensedComponent[];
    const versions = new Map(all.map(({ name, version }) => [name, version]));
    return (name) => versions.get(name) ?? null;
  }
  return (name) => {
    try {
      const file = join(import.meta.dir, "..", "..", "..", "node_modules", name, "package.json");
      return (JSON.parse(readFileSync(file, "utf8")) as { version?: string }).version ?? null;
    } catch {
      return null;
    }
  };
}

/** The built-in embedding, and models that are installed. */
export async function examineEmbedding(findings: Findings): Promise<DoctorReport["embedding"]> {
  const { installedModels, modelsFolder } = await import("../../embed/onnx/models.ts");
  const table = await findings.guarded(() => builtInTable());
  const models = (await findings.guarded(() => installedModels())) ?? [];
  return { model: STATIC_MODEL, dimensions: table?.dimensions ?? null, folder: modelsFolder(), models };
}

// ---------------------------------------------------------------------------------------------- the index

/** The index of a tree: where it is, whether it is believed, what it has and lacks. */
export async function examineIndex(root: string, verify: boolean, findings: Findings): Promise<DoctorReport["index"]> {
  const place = lookForPlace(root);
  const { folder } = place;
  const trouble = keyTrouble();
  if (trouble !== null) findings.add("index-key", trouble, "See manifold help index.");
  const names = folderNames(folder);
  const bytes = names.reduce((sum, name) => sum + Number(statOf(join(folder, name))?.size ?? 0), 0);
  const watcher = names.length === 0 ? null : (currentWatcher(root)?.pid ?? null);
  const shell = { folder, kind: place.kind, outside: place.outside, bytes, ...NOTHING, watcher };
  if (names.length === 0) return shell;
  if (isHeld(root)) {
    const writer = currentWriter(root);
    return { ...shell, state: "being written", writer: writer?.pid ?? null };
  }
  leftovers(root, names, findings);
  const opened = openStore(root);
  if (opened.state === "missing") return { ...shell, state: "none" };
  if (opened.state !== "open") {
    const why =
      opened.state === "foreign"
        ? foreign(opened, false)
        : opened.state === "damaged"
          ? `The index is damaged (${opened.why}).`
          : opened.state === "version"
            ? `The index was written by another version of Manifold (index version ${opened.version}).`
            : "The index is being written this moment.";
    // Whatever asks next builds it anew; nothing of it is lost.
    if (opened.state !== "locked")
      findings.add(`index-${opened.state}`, why, "The next question builds it anew, and so does --repair.", {
        kind: "rebuild",
        full: false,
      });
    return { ...shell, state: opened.state };
  }
  const { store } = opened;
  try {
    const known = await knownOf(store, findings);
    if (!verify || known === null) return { ...shell, state: "good", ...known };
  } finally {
    store.close();
  }
  const same = await findings.guarded(() => verified(root, findings));
  return { ...(await examineIndex(root, false, findings)), verified: same };
}

const NOTHING = {
  state: "none",
  writer: null,
  watcher: null,
  schema: null,
  program: null,
  files: null,
  chunks: null,
  symbols: null,
  edges: null,
  languages: {},
  skipped: {},
  model: null,
  behind: null,
  history: null,
  verified: null,
} satisfies Partial<NonNullable<DoctorReport["index"]>>;

/** What the tables say, and how far they are from the tree. */
async function knownOf(store: Store, findings: Findings): Promise<Partial<NonNullable<DoctorReport["index"]>> | null> {
  const { root } = store;
  return findings.guarded(async () => {
    const counts = store.counts();
    const skipped: Record<string, number> = {};
    for (const { reason } of store.skipped()) skipped[reason] = (skipped[reason] ?? 0) + 1;
    const { changes } = await compare(root, store, { ignored: false, step: () => {} });
    for (const { code, message } of changes.warnings) findings.add(code, message, "See manifold help troubleshooting.");
    const said = findings.all.some(({ code }) => code === "vectors-damaged");
    if (!said && semanticsOf(store) === null && isBroken(store))
      findings.add(
        "vectors-damaged",
        "The vectors are damaged: questions are answered by words and the graph alone.",
        "Build it anew: manifold index --full.",
        { kind: "rebuild", full: true },
      );
    const key = await pastKey(root);
    return {
      schema: store.meta("version"),
      program: store.meta("program"),
      files: counts.files,
      chunks: counts.chunks,
      symbols: counts.symbols,
      edges: counts.edges,
      languages: store.languages(),
      skipped,
      model: embeddingState(store)?.model ?? null,
      behind: changes.changed.length + changes.removed.length,
      history: !isPast(key) ? `none: ${key.why}` : isStored(store.db, key) ? "read" : "not read yet: manifold index reads it",
    };
  });
}

/** Brings the index up to date and compares every table with those of a fresh one. @returns whether they are the same */
async function verified(root: string, findings: Findings): Promise<boolean> {
  const { index } = await import("../../indexing.ts");
  const { verify } = await import("../../indexing/verify.ts");
  await index(root, { quiet: true });
  const differences = await verify(root);
  if (differences.length > 0)
    findings.add(
      "index-differs",
      `The index is not what a fresh one would be (${differences.map(({ table }) => table).join(", ")}).`,
      "Build it anew: manifold index --full.",
      { kind: "rebuild", full: true },
    );
  return differences.length === 0;
}

/** What killed processes left in the folder. Nobody holds the lock. */
function leftovers(root: string, names: readonly string[], findings: Findings): void {
  const left = names.filter((name) => name.startsWith(NEXT_FILE) || /\.\d+\.(?:tmp|[0-9a-f]{8})$/.test(name));
  if (left.length > 0)
    findings.add("leftovers", `What killed processes left lies beside the index: ${left.join(", ")}.`, "--repair removes it.", {
      kind: "leftovers",
      names: left,
    });
  const writer = currentWriter(root);
  if (writer !== null)
    findings.add(
      "writer-died",
      `Process ${writer.pid}, which wrote the index at ${writer.started}, was killed.`,
      "The next update takes it up.",
      {
        kind: "writer",
      },
    );
}

function folderNames(folder: string): string[] {
  try {
    return isOwnFolder(statOf(folder)) ? readdirSync(folder).sort() : [];
  } catch {
    return [];
  }
}

// ---------------------------------------------------------------------------------------------- around it

/** The settings in force, and what of them is not heeded. */
export async function examineSettings(
  root: string,
  flagged: ReadonlyMap<string, unknown>,
  findings: Findings,
): Promise<DoctorReport["settings"]> {
  for (const { code, message } of projectWarnings(root)) findings.add(code, message, "Take it out of manifold.json.");
  return (await findings.guarded(() => settingsOf(root, process.env, flagged))) ?? [];
}

/** The commit gate's hooks. */
export async function examineHooks(root: string, findings: Findings): Promise<DoctorReport["hooks"]> {
  const top = gitTop(root);
  if (top === null) return [];
  const doubt = doubtAbout(top);
  if (doubt !== null) {
    findings.add("git-doubt", `git is not asked about ${top}: ${doubt}.`, "If it is yours, look at its .git.");
    return [];
  }
  const rows = await findings.guarded(async () => {
    const place = await placeOf(root);
    return HOOKS.map((hook) => statusOf(place, hook));
  });
  for (const { hook, troubles } of rows ?? [])
    for (const trouble of troubles)
      findings.add("hook", `${hook}: ${trouble}`, "manifold hook install puts it in order.", { kind: "hook", hook });
  return (rows ?? []).map(({ hook, installed, file, how }) => ({ hook, installed, file, how }));
}

/** The agents that know this server. */
export function examineAgents(root: string, findings: Findings): DoctorReport["agents"] {
  const place = hereFrom(root);
  const start = { command: ownProgram(), args: ["mcp"] };
  return CLIENTS.flatMap((client) =>
    SCOPES.flatMap((scope) => {
      const path = fileOf(client, scope, place);
      if (path === null || !isUsed(client, scope, place)) return [];
      const { state, why, starts } = stateOf(client, path, start);
      const fix = `manifold agents install ${client.name} --scope ${scope}`;
      if (state === "invalid") findings.add("agent", `${path} of ${client.title} cannot be read (${why}).`, `Mend the file, then: ${fix}`);
      else if (starts?.includes("/") && statOf(starts) === null)
        findings.add("agent", `${client.title} starts ${starts}, which is not there (${path}).`, fix);
      return [{ client: client.name, scope, path, state }];
    }),
  );
}

/** Room on the disks that are written to, and indexes of trees that are gone in a folder for indexes. */
export function examineDisk(root: string, findings: Findings): DoctorReport["disk"] {
  const { folder, kind } = lookForPlace(root);
  const cache = process.env.XDG_CACHE_HOME || join(process.env.HOME || homedir(), ".cache");
  const places = [
    ["index", folder],
    ["cache", cache],
    ["temporary files", tmpdir()],
  ] as const;
  const rows = places.map(([what, path]) => ({ what, path, free: roomAt(path) }));
  for (const { what, path, free } of rows)
    if (free !== null && free < doctor.leastBytes)
      findings.add("disk", `The disk for ${what} (${path}) has ${megabytes(free)} left.`, "Free some space.");
  if (kind === "chosen") {
    const gone = treesIn(dirname(folder)).filter(({ root: of }) => statOf(of) === null);
    if (gone.length > 0)
      findings.add(
        "orphans",
        `${dirname(folder)} has indexes of trees that are not there: ${gone.map(({ root: of }) => of).join(", ")}.`,
        `If they will not come back: rm -r ${gone.map(({ folder: of }) => of).join(" ")}`,
      );
  }
  return rows;
}

/** Bytes that may be written where a path is, or would be. */
function roomAt(path: string): number | null {
  for (let at = path; ; at = dirname(at)) {
    try {
      statSync(at);
      const { bavail, bsize } = statfsSync(at);
      return bavail * bsize;
    } catch {
      if (dirname(at) === at) return null;
    }
  }
}

/** Bytes for people. */
export const megabytes = (bytes: number): string => (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`);

// What `manifold doctor --repair` does about findings: what the next question would do, or what a command of ours does. Nothing of the user's is touched.

/**
 * Mends what a finding says, if it can be.
 * @returns what was done; null where nothing can be done here
 */
export async function repair(root: string, { mend }: Finding): Promise<{ done: string | null; failed: string | null }> {
  if (mend === null) return { done: null, failed: null };
  try {
    return { done: await mended(root, mend), failed: null };
  } catch (error) {
    return { done: null, failed: asRefusal(error).what };
  }
}

async function mended(root: string, mend: Mend): Promise<string> {
  switch (mend.kind) {
    case "rebuild": {
      const { indexed } = await index(root, { full: mend.full, ignored: false });
      return `built anew: ${indexed} files`;
    }
    case "writer":
      (await lockForWriting(root, { wait: 0 })).release();
      return "its note is removed";
    case "leftovers": {
      // Under the lock: what is there now is of nobody who lives.
      const lock = await lockForWriting(root, { wait: 0 });
      try {
        for (const name of mend.names) removeOwn(join(indexFolder(root), name));
      } finally {
        lock.release();
      }
      return "removed";
    }
    case "hook": {
      const { installed, file } = reinstall(await placeOf(root), mend.hook, ownCommand("hook").slice(0, -1));
      return `${installed ? "installed again" : "could not be installed"} (${file})`;
    }
  }
}
