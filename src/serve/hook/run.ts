/** What a hook decides: `manifold hook run`. Silent when there is nothing to say. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { blindReport, type ImpactOptions, type ImpactSource, impactOf } from "../../asking/impact.ts";
import { asRefusal, Refusal, type Warning } from "../../base/errors.ts";
import type { ImpactReport } from "../../base/schema.ts";
import type { FailOn } from "../../base/types.ts";
import { brief, visible } from "../../base/visible.ts";
import { GitFailure, gitTop, runGit } from "../../git/git.ts";
import { plainText } from "../../git/repository.ts";
import { loadChange, pathsOf, type RevisionSource } from "../../git/revisions.ts";
import { GitStatus } from "../../git/status.ts";
import { ownCommand } from "../../indexing/pool.ts";
import { refresh } from "../../indexing/refresh.ts";
import { indexFolder } from "../../store/folder.ts";
import type { Store } from "../../store/graph.ts";
import { currentWriter, isHeld, type WriterInfo } from "../../store/lock.ts";
import { openStore } from "../../store/open.ts";
import { PreviousFacts } from "../../store/previous.ts";
import { rootFor } from "../../store/root.ts";
import { changeLine, reachLine, tellingSeeds } from "../render/impact.ts";
import { changesSettings, projectSettings, type Relaxed, relaxedBy, SETTINGS_CHANGED } from "../settings.ts";
import type { HookName } from "./script.ts";

export interface HookOptions {
  /** From the installation; null = the project's, else `risky`. */
  failOn: FailOn[] | null;
  maxAffected: number | null;
  wait: number | null;
}

/** A verdict with what is printed on standard error; `lines` empty = silence. */
export interface HookVerdict {
  verdict: "pass" | "warn" | "risky" | "unknown";
  exit: number;
  lines: string[];
}

const PASS: HookVerdict = { verdict: "pass", exit: 0, lines: [] };

/**
 * The verdict on what is about to be committed or pushed.
 * @param input standard input of a pre-push hook: a line a ref, `<local ref> <local id> <remote ref> <remote id>`
 * @param remote name of the remote of a push
 * @throws Refusal only for what is wrong with the settings or git itself: the hook then says that nothing was checked
 */
export async function judge(hook: HookName, cwd: string, input: string, remote: string, options: HookOptions): Promise<HookVerdict> {
  const root = rootFor(cwd);
  const project = await projectSettings(root);
  const impact: ImpactOptions = {
    depth: project.gate.depth,
    maxAffected: options.maxAffected ?? project.gate.max_affected,
    failOn: options.failOn ?? project.gate.fail_on ?? ["risky"],
    indexFile: otherIndex(root, process.env.GIT_INDEX_FILE, cwd),
  };
  const wait = (options.wait ?? project.hook.wait) * 1_000;
  const loose = relaxedBy(project, { depth: false, failOn: options.failOn !== null }, ["risky"]);
  if (hook === "pre-push")
    return worst(
      await Promise.all(
        (await pushes(root, input, remote)).map((of) => verdictOn(root, { kind: "diff", of }, impact, wait, "push", loose)),
      ),
    );
  const state = await stateOf(root);
  const verdict = await verdictOn(root, { kind: "staged" }, { ...impact, parents: state.merging }, wait, "commit", loose);
  // A commit that a rebase replays was judged when it was made; stopping half way through would help nobody.
  return state.rebasing && verdict.exit !== 0
    ? { ...verdict, verdict: "warn", exit: 0, lines: [...verdict.lines.slice(0, 1), "  (not stopped: a rebase replays it)"] }
    : verdict;
}

/** The index that git commits from, where that is not the repository's own (`commit -a`, `commit FILE`). */
function otherIndex(root: string, named: string | undefined, cwd: string): string | undefined {
  if (named === undefined) return undefined;
  const file = resolve(cwd, named);
  const top = gitTop(root);
  return top !== null && file === join(top, ".git", "index") ? undefined : file;
}

async function verdictOn(
  root: string,
  source: RevisionSource,
  options: ImpactOptions,
  wait: number,
  what: string,
  loose: Relaxed,
): Promise<HookVerdict> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), wait);
  // Both ask git about the same tree.
  const status = new GitStatus(root);
  const previous = new PreviousFacts();
  const elsewhere = () => buildBehind(root, wait, what);
  const { signal } = controller;
  const onWait = (holder: WriterInfo | null): void =>
    tell(
      `the index is being brought up to date${holder ? ` by process ${holder.pid}` : ""}: this ${what} waits for it, ${wait / 1_000} s at most`,
    );
  let store: Store | null = null;
  try {
    const change = await loadChange(root, source, { ...options, status });
    // A commit without changes (a new message, say) needs no index.
    if (change.files.length === 0 && change.troubles.length === 0) return PASS;
    const impact = { ...options, change, previous };
    let report: ImpactReport;
    try {
      const refreshed = await refresh(root, { quiet: true, terminal: false, signal, wait, status, previous, elsewhere, onWait });
      store = refreshed.store;
      report = await impactOf({ root, ...refreshed }, source, impact);
    } catch (error) {
      report = blind(error, source, wait, impact);
    }
    return told(asVerdict(report, what, source), report, what, loose, changesSettings(pathsOf(change)));
  } finally {
    clearTimeout(timer);
    store?.close();
  }
}

/** The report where no index can be had in time: nothing is known. */
function blind(error: unknown, source: ImpactSource, wait: number, options: ImpactOptions): ImpactReport {
  const { code, what } = asRefusal(error);
  if (!["interrupted", "index-locked", "index-unwritable", "disk-full", "disk-failed"].includes(code)) throw error;
  const late = `the index was not brought up to date within ${wait / 1_000} s (run manifold index once)`;
  return blindReport(source, code === "interrupted" ? late : what, options);
}

/** Lists in a terminal or a window of some program: short. */
const LISTED = 8;

function asVerdict(report: ImpactReport, what: string, source: RevisionSource): HookVerdict {
  const { gate, risk } = report;
  const again = source.kind === "staged" ? "manifold impact --staged" : `manifold impact --diff ${source.kind === "diff" ? source.of : ""}`;
  if (gate.verdict === "pass") {
    if (risk.level !== "unknown") return PASS;
    const more = report.unknowns.length > 1 ? ` and ${report.unknowns.length - 1} more` : "";
    return {
      verdict: "warn",
      exit: 0,
      lines: [
        `manifold: not all that this ${what} affects is known: ${sentence(report.unknowns[0]?.message ?? risk.reasons[0] ?? "")}${more} (${again})`,
      ],
    };
  }
  const lines = [
    gate.verdict === "risky"
      ? `manifold: this ${what} is risky: ${gate.reasons.map(sentence).join("; ")}`
      : `manifold: it is not known what this ${what} affects`,
    `  ${sentence(changeLine(report))}: ${reachLine(report)}`,
  ];
  for (const one of report.broken.slice(0, LISTED)) lines.push(`    breaks    ${sentence(one.message)}`);
  if (report.broken.length > LISTED) lines.push(`    and ${report.broken.length - LISTED} more that break`);
  for (const seed of tellingSeeds(report).slice(0, LISTED))
    lines.push(`    changed   ${visible(seed.path)}:${seed.start}  ${sentence(seed.qualified)} (${seed.change})`);
  const outside = report.affected.filter((hit) => !hit.test);
  for (const hit of outside.slice(0, LISTED))
    lines.push(
      `    affected  ${visible(hit.path)}:${hit.by.line ?? hit.start}  ${sentence(hit.qualified)} (${hit.by.kind} ${sentence(hit.by.to)})`,
    );
  if (outside.length > LISTED) lines.push(`    and ${outside.length - LISTED} more`);
  for (const one of report.unknowns.slice(0, LISTED)) lines.push(`    unknown   ${sentence(one.message)}`);
  if (report.unknowns.length > LISTED) lines.push(`    and ${report.unknowns.length - LISTED} more that is not known`);
  lines.push(`  All of it: ${again}`);
  lines.push(`  To ${what} all the same, once: MANIFOLD_SKIP=1 git ${what} …, or git ${what} --no-verify.`);
  return { verdict: gate.verdict, exit: gate.exit, lines };
}

/** A verdict with what the project's own file does to it: nothing that came with the tree makes a gate weaker in silence. */
function told(verdict: HookVerdict, report: ImpactReport, what: string, { depth, failOn }: Relaxed, changes: boolean): HookVerdict {
  const passes = failOn !== null && verdict.exit === 0 && report.risk.level === "high";
  const lines = [
    ...(passes ? [`manifold: this ${what} is risky (${sentence(report.risk.reasons[0] ?? "")}); ${failOn}`] : []),
    ...(depth === null ? [] : [`manifold: ${depth}`]),
    ...(changes ? [`manifold: ${SETTINGS_CHANGED}`] : []),
  ];
  if (lines.length === 0) return verdict;
  return { ...verdict, verdict: verdict.verdict === "pass" ? "warn" : verdict.verdict, lines: [...verdict.lines, ...lines] };
}

const sentence = (text: string): string => visible(brief(text, 300));

/** The worst of several verdicts, with what all of them say. */
function worst(verdicts: HookVerdict[]): HookVerdict {
  const order = { pass: 0, warn: 1, unknown: 2, risky: 3 };
  const [first, ...rest] = [...verdicts].sort((a, b) => order[b.verdict] - order[a.verdict]);
  return first === undefined ? PASS : { ...first, lines: [...first.lines, ...rest.flatMap((one) => one.lines)] };
}

// ---------------------------------------------------------------------------------------------- git's state

async function answer(root: string, args: string[]): Promise<string | null> {
  try {
    const { stdout, code } = await runGit(root, args, { accept: [1, 128] });
    return code === 0 ? new TextDecoder().decode(stdout).trim() : null;
  } catch (error) {
    if (error instanceof GitFailure) return null;
    throw error;
  }
}

/** Is a merge being committed (then its other parents), or is a rebase at work? */
async function stateOf(root: string): Promise<{ merging: string[]; rebasing: boolean }> {
  const folder = await answer(root, ["rev-parse", "--absolute-git-dir"]);
  if (folder === null) return { merging: [], rebasing: false };
  const head = join(folder, "MERGE_HEAD");
  const merging = (plainText(head, 100_000) ?? "").split("\n").filter((line) => /^[0-9a-f]{40,64}$/.test(line));
  return { merging, rebasing: existsSync(join(folder, "rebase-merge")) || existsSync(join(folder, "rebase-apply")) };
}

const NONE = /^0+$/;
const ID = /^[0-9a-f]{40,64}$/;

/** What a push adds, a range a ref. */
async function pushes(root: string, input: string, remote: string): Promise<string[]> {
  const ranges: string[] = [];
  for (const line of input.split("\n")) {
    const [, local = "", , far = ""] = line.trim().split(/\s+/);
    if (!ID.test(local) || !ID.test(far) || NONE.test(local)) continue;
    const base =
      NONE.test(far) || (await answer(root, ["cat-file", "-e", `${far}^{commit}`])) === null ? await newTo(root, local, remote) : far;
    if (base !== null && base !== local) ranges.push(`${base}..${local}`);
  }
  return [...new Set(ranges)];
}

/** Where a branch that the remote does not have parts from what it has; null for the first push of all, which nobody depends on yet. */
async function newTo(root: string, local: string, remote: string): Promise<string | null> {
  const refs = /^[\w.-]+(?:\/[\w.-]+)*$/.test(remote) && !remote.startsWith("-") ? `--remotes=${remote}` : "--remotes";
  const list = await answer(root, ["rev-list", "--first-parent", "--parents", local, "--not", refs]);
  const last = (list ?? "").split("\n").filter(Boolean).at(-1)?.split(" ");
  return list === "" ? local : (last?.[1] ?? null);
}

// The index for a hook where making it is much work: by a process of its own, which goes on behind the commit. Whoever commits is told at
// once what is going on.
//
// A build that was cut off (the machine went down, the process was killed) has left nothing of its tables: they become an index all at once or
// never. So it is not taken up where it ended but begun again, by the next hook or command.

/** Environment variable with the number under which a hook's script has its standard error: what the program prints is a verdict. */
export const TELL = "MANIFOLD_TELL";

/** Tells whoever commits something before the verdict is there; nothing where the hook that calls us has no place for it. */
export function tell(message: string): void {
  const to = Number(process.env[TELL] ?? "");
  if (!Number.isInteger(to) || to < 3 || to > 99) return;
  try {
    writeSync(to, `manifold: ${message}\n`);
  } catch {
    // A closed terminal is no reason to stop a commit.
  }
}

/** Milliseconds between two looks at whether another process is done. */
const POLL = 100;

/**
 * Has an index made or brought up to date, and waits for it.
 * @param wait milliseconds
 * @param what is waited with: `commit`, `push`
 * @throws Refusal `index-locked` where it is not ready in time: the work goes on
 */
export async function buildBehind(root: string, wait: number, what: string): Promise<Warning[]> {
  const until = performance.now() + wait;
  const seconds = `${wait / 1_000} s`;
  const opened = openStore(root);
  if (opened.state === "open") opened.store.close();
  const there = opened.state === "open";
  const folder = existsSync(indexFolder(root));
  const holder = folder ? currentWriter(root) : null;
  const others = folder && isHeld(root);
  const child = others ? null : begin(root);
  const patience =
    wait > 0 ? `this ${what} waits for it, ${seconds} at most, and it goes on behind it` : `this ${what} does not wait for it`;
  if (others) tell(`the index is being ${there ? "brought up to date" : "built"}${holder ? ` by process ${holder.pid}` : ""}: ${patience}`);
  else if (holder) tell(`the last build of the index was cut off: it is begun again; ${patience}`);
  else if (there) tell(`the index is far behind: it is brought up to date; ${patience}`);
  else tell(`there is no index of this tree yet: it is being built; ${patience}`);
  const done = child === null ? otherDone(root, until) : ended(child, until);
  if (await done) return [];
  throw new Refusal(
    "index-locked",
    `the index was not ready within ${seconds}: it is being built, and goes on behind this ${what}`,
    "The next one is checked.",
  );
}

/** Starts a process that nothing that happens to this one ends. */
function begin(root: string): ChildProcess {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_") && name !== TELL));
  // Whoever reads what the hook says waits until nobody can say more: the place for it is closed.
  const child = spawn("/bin/sh", ["-c", 'exec 9>&-; exec "$0" "$@"', ...ownCommand("index"), root], {
    detached: true,
    stdio: "ignore",
    cwd: root,
    env: environment,
  });
  child.unref();
  return child;
}

/** @returns false where it still works when the time is over */
async function ended(child: ChildProcess, until: number): Promise<boolean> {
  let exit: number | null | undefined;
  child.on("exit", (code) => {
    exit = code ?? -1;
  });
  child.on("error", () => {
    exit = -1;
  });
  while (exit === undefined && performance.now() < until) await Bun.sleep(POLL);
  if (exit !== undefined && exit !== 0)
    throw new Refusal("index-unwritable", "the index could not be built", "Run manifold index to see why.");
  return exit === 0;
}

async function otherDone(root: string, until: number): Promise<boolean> {
  for (;;) {
    if (!isHeld(root)) {
      const opened = openStore(root);
      if (opened.state !== "open")
        throw new Refusal("index-locked", "the process that built the index ended without one", "The next commit begins again.");
      opened.store.close();
      return true;
    }
    if (performance.now() >= until) return false;
    await Bun.sleep(POLL);
  }
}
