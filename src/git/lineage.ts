/**
 * Where the lines of a definition come from: what `git log -L` shows and what `git blame` says, worked out from the hunks of one git that lists the
 * patches of a single file.
 *
 * Lines are followed back from blob to blob, not from commit to commit: the same content has the same lines wherever it stands, so branches and merges
 * need no bookkeeping of their own. A commit touched the definition if a hunk of it lies among its lines as they were then; a line was brought by the
 * commit whose hunk wrote it. Of a merge only what no parent had counts.
 */
import { past as limits } from "../base/limits.ts";
import { filterOverrides, git } from "./git.ts";
import { type Hunk, type PatchFile, parsePatch } from "./patch.ts";
import { PATCH, QUOTED } from "./revisions.ts";

/** What one commit did to a file, against one parent. */
export interface Step {
  id: string;
  parents: number;
  before: string | null;
  after: string | null;
  hunks: readonly Hunk[];
}

/** A range of lines of one blob; `owners` says of each which of the lines of today it is, 0 for one that was replaced since. */
interface Stretch {
  from: number;
  owners: number[];
}

/** What commits did to some lines. */
export interface Lineage {
  /** Commits that touched them, newest first, each with those of the lines of today that it wrote. */
  touched: Map<string, number[]>;
  /** Lines of today that no commit has. */
  uncommitted: number[];
  /** Lines of today that are older than what was looked at. */
  older: number[];
  /** The commit in which the definition began, where that was seen. */
  began: string | null;
  /** There are more patches than were read. */
  cut: boolean;
}

/**
 * Follows lines of a file back.
 * @param names what the file is and was called, today's name first
 * @param hash of its content in the work tree, as git names blobs
 * @param since seconds since 1970: older commits are not looked at
 * @param ends commits at which a shallow clone ends: what these changed is not known
 * @throws GitFailure
 */
export async function lineageOf(
  root: string,
  names: readonly string[],
  hash: string,
  [start, end]: readonly [start: number, end: number],
  since: number,
  ends: ReadonlySet<string>,
): Promise<Lineage> {
  const { steps, cut } = await stepsOf(root, names, since);
  const known = steps.filter(({ id }) => !ends.has(id));
  const today: Stretch = { from: start, owners: Array.from({ length: end - start + 1 }, (_, i) => start + i) };
  const nothing = { touched: new Map<string, number[]>(), older: [], began: null };
  const [newest] = steps;
  // It is gone from HEAD, and here again.
  if (newest !== undefined && newest.after === null) return { ...nothing, uncommitted: today.owners, cut };
  const head = newest?.after ?? hash;
  if (head === hash) return { ...follow(known, hash, today), uncommitted: [], cut };
  const { oldBlob, hunks } = await uncommitted(root, names[0]!);
  const { written, before } = back(today, hunks);
  return { ...(before === null ? nothing : follow(known, oldBlob ?? head, before)), uncommitted: written, cut };
}

/** How the work tree's file differs from HEAD. */
async function uncommitted(root: string, name: string): Promise<Pick<PatchFile, "oldBlob" | "hunks">> {
  const settings = [...QUOTED, ...(await filterOverrides(root))];
  const bytes = await git(root, ["--literal-pathspecs", "diff-index", ...PATCH, "HEAD", "--", name], { settings });
  // None where it is the same as far as git is concerned, whatever its line ends are.
  return parsePatch(bytes).files.find(({ oldPath }) => oldPath === name) ?? { oldBlob: null, hunks: [] };
}

/** The patches of a file under all its names, newest first, children before parents; of branches that came to the same content git names one. */
async function stepsOf(root: string, names: readonly string[], since: number): Promise<{ steps: Step[]; cut: boolean }> {
  const settings = [...QUOTED, "log.showSignature=false", "log.showRoot=true", "diff.algorithm=myers", "diff.interHunkContext=0"];
  const walk = ["--literal-pathspecs", "rev-list", "--topo-order", `--max-age=${since}`, "HEAD", "--", ...names];
  const input = new Uint8Array(await git(root, walk, { settings, timeout: limits.timeout }));
  if (input.length === 0) return { steps: [], cut: false };
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const patches = ["-m", ...PATCH.filter((flag) => flag !== "-r"), `-l${limits.renames}`, "--no-show-signature", "--no-notes"];
  await git(root, ["--literal-pathspecs", "log", "--no-walk=unsorted", "--stdin", ...patches, "--format=%x00%H %P", "--", ...names], {
    settings,
    input,
    timeout: limits.timeout,
    each: (piece) => {
      pieces.push(piece);
      bytes += piece.length;
      return bytes <= limits.patches;
    },
  });
  const cut = bytes > limits.patches;
  // A line of a patch never begins with NUL: what does is a commit's own.
  const parts = Buffer.concat(pieces)
    .toString("latin1")
    .split(/^\0/m)
    .slice(1, cut ? -1 : undefined);
  const wanted = new Set(names);
  const steps = parts.flatMap((part): Step[] => {
    const [head = ""] = part.split("\n", 1);
    const [id = "", ...parents] = head.trim().split(" ");
    const { files } = parsePatch(Buffer.from(part.slice(head.length), "latin1"));
    // A rename of the same content names no blobs, and changes no line.
    return files
      .filter(({ oldPath, newPath, oldBlob, newBlob }) => wanted.has(newPath ?? oldPath ?? "") && (oldBlob ?? newBlob) !== null)
      .map(({ oldBlob, newBlob, hunks }) => ({ id, parents: parents.length, before: oldBlob, after: newBlob, hunks }));
  });
  return { steps, cut };
}

/**
 * Follows lines of a blob back through steps.
 * @param steps newest first, children before parents
 */
export function follow(steps: readonly Step[], blob: string, lines: Stretch): Omit<Lineage, "uncommitted" | "cut"> {
  const at = new Map<string, Stretch>([[blob, lines]]);
  const touched = new Map<string, number[]>();
  const owned = new Set<number>();
  let began: string | null = null;
  for (let i = 0; i < steps.length; ) {
    const { id } = steps[i]!;
    const own: Step[] = [];
    for (; i < steps.length && steps[i]!.id === id; i++) own.push(steps[i]!);
    for (const [after, sides] of Map.groupBy(own, (step) => step.after)) {
      const here = after === null ? undefined : at.get(after);
      // A parent of a merge without a step has the same content: all of it is from there.
      if (here === undefined || sides.length < sides[0]!.parents) continue;
      const found = sides.map((step) => ({ step, ...back(here, step.hunks) }));
      // A merge that changed nothing among them against one parent took them from there.
      const same = found.find(({ hit }) => !hit);
      const passed = new Set<number>();
      for (const { step, before } of same ? [same] : found) {
        if (step.before === null || before === null || step.before === after) continue;
        // A line that several parents have is the first one's.
        const owners = before.owners.map((line) => (passed.has(line) ? 0 : line));
        for (const line of owners) if (line > 0) passed.add(line);
        at.set(step.before, joined(at.get(step.before), { from: before.from, owners }));
      }
      if (same) continue;
      const fresh = found[0]!.written.filter((line) => !owned.has(line) && found.every(({ written }) => written.includes(line)));
      for (const line of fresh) owned.add(line);
      touched.set(id, [...(touched.get(id) ?? []), ...fresh]);
      if (found.every(({ step, before }) => step.before === null || before === null)) began = id;
    }
  }
  return { touched, older: lines.owners.filter((line) => line > 0 && !owned.has(line)), began };
}

/**
 * The same lines on the old side of some hunks.
 * @returns `before` null where there were none; `hit` where a hunk lies among them; `written`: lines of today that the hunks wrote
 */
export function back(lines: Stretch, hunks: readonly Hunk[]): { written: number[]; before: Stretch | null; hit: boolean } {
  const end = lines.from + lines.owners.length - 1;
  const written: number[] = [];
  const owners: number[] = [];
  let first: number | null = null;
  let hit = false;
  let at = lines.from;
  let shift = 0;
  const keep = (to: number): void => {
    for (; at <= to; at++) {
      first ??= at - shift;
      owners.push(lines.owners[at - lines.from]!);
    }
  };
  for (const { oldStart, oldLines, newStart, newLines } of hunks) {
    // With no lines of its own a hunk stands behind the line that it names.
    const from = newLines === 0 ? newStart + 1 : newStart;
    const to = from + newLines - 1;
    if (from > end) break;
    const among = newLines === 0 ? from > lines.from : to >= lines.from;
    if (among) {
      keep(Math.min(from - 1, end));
      hit = true;
      const old = oldLines === 0 ? oldStart + 1 : oldStart;
      for (let i = 0; i < oldLines; i++) {
        first ??= old;
        owners.push(0);
      }
      for (; at <= Math.min(to, end); at++) {
        const owner = lines.owners[at - lines.from]!;
        if (owner > 0) written.push(owner);
      }
    }
    shift += newLines - oldLines;
  }
  keep(end);
  return { written, before: first === null ? null : { from: first, owners }, hit };
}

/** Two stretches of one blob: what reached it by two ways. */
function joined(a: Stretch | undefined, b: Stretch): Stretch {
  if (a === undefined) return b;
  const from = Math.min(a.from, b.from);
  const to = Math.max(a.from + a.owners.length, b.from + b.owners.length);
  const owner = (one: Stretch, line: number): number => one.owners[line - one.from] ?? 0;
  return { from, owners: Array.from({ length: to - from }, (_, i) => owner(a, from + i) || owner(b, from + i)) };
}
