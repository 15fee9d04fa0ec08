/**
 * Both sides of the files of a patch that came from outside: the work tree is one of them.
 *
 * A patch may be applied already or not, file by file: whichever side of it the file on disk has is taken from disk, the other is made from
 * it by the hunks. A file that has neither is looked for among git's blobs by the ids of the patch's `index` line.
 */
import { Refusal } from "../base/errors.ts";
import { readContent, readFileOf } from "../files/reader.ts";
import { BLANK } from "../files/secrets.ts";
import { GitFailure, gitTop } from "./git.ts";
import { type Hunk, type PatchFile, parsePatch } from "./patch.ts";
import { type ChangedFile, readBlobs, type Side } from "./revisions.ts";

/**
 * The files of a patch with both sides.
 * @param root absolute, real; the patch's paths are relative to it, or to a folder above it that they name
 * @throws Refusal `bad-patch` when nothing in the text is one
 */
export async function patchedFiles(root: string, patch: Uint8Array): Promise<{ files: ChangedFile[]; troubles: string[] }> {
  const { files, troubles } = parsePatch(patch);
  if (files.length === 0 && troubles.length === 0 && /\S/.test(Buffer.from(patch.subarray(0, 10_000)).toString("latin1")))
    throw new Refusal("bad-patch", "What was given is no patch.", "Give what git diff prints: git diff | manifold impact --stdin.");
  const out: ChangedFile[] = [];
  const open: { at: number; file: PatchFile }[] = [];
  for (const file of files) {
    const path = file.newPath ?? file.oldPath!;
    if (path.startsWith("/") || path.split("/").includes("..")) {
      troubles.push(`${path} is not a path inside the tree.`);
      continue;
    }
    const sides = fromDisk(root, file);
    if (sides === null) open.push({ at: out.length, file });
    out.push({ patch: file, ...(sides ?? none(file)) });
  }
  await fromBlobs(root, open, out);
  return { files: out, troubles };
}

type Sides = Pick<ChangedFile, "before" | "after">;

const side = (path: string, text: string, here: boolean): Side => ({ path, text, reason: null, here });
const lost = (path: string, reason: Side["reason"]): Side => ({ path, text: null, reason, here: false });

function none(file: PatchFile): Sides {
  return {
    before: file.oldPath === null ? null : lost(file.oldPath, "unmatched"),
    after: file.newPath === null ? null : lost(file.newPath, "unmatched"),
  };
}

/** Both sides from what is on disk, or null where that is neither. */
function fromDisk(root: string, file: PatchFile): Sides | null {
  const { oldPath, newPath, hunks } = file;
  if (file.binary || file.submodule) return none(file);
  const now = newPath === null ? null : readFileOf(root, newPath);
  if (now !== null && !("reason" in now)) {
    const after = now.text.split("\n");
    if (fits(after, hunks, "new")) {
      const before = oldPath === null ? null : side(oldPath, turned(after, hunks, "old"), hunks.length === 0 && oldPath === newPath);
      return { before, after: side(newPath!, now.text, true) };
    }
  }
  const then = oldPath === null ? null : readFileOf(root, oldPath);
  if (then !== null && !("reason" in then)) {
    const before = then.text.split("\n");
    if (fits(before, hunks, "old"))
      return {
        before: side(oldPath!, then.text, false),
        after: newPath === null ? null : side(newPath, turned(before, hunks, "new"), false),
      };
  }
  // A file that is not on disk (any more, or yet) is wholly in the patch.
  if (oldPath === null && (now === null || "reason" in now))
    return { before: null, after: side(newPath!, turned([], hunks, "new"), false) };
  if (newPath === null && (then === null || "reason" in then))
    return { before: side(oldPath!, turned([], hunks, "old"), false), after: null };
  return null;
}

const startOf = (hunk: Hunk, which: "old" | "new"): number => {
  const [start, count] = which === "old" ? [hunk.oldStart, hunk.oldLines] : [hunk.newStart, hunk.newLines];
  return count === 0 ? start : start - 1;
};

/** Has a text this side of every hunk at its place? Blanked stretches match everything. */
function fits(lines: readonly string[], hunks: readonly Hunk[], which: "old" | "new"): boolean {
  const skip = which === "old" ? "+" : "-";
  for (const hunk of hunks) {
    let at = startOf(hunk, which);
    if (at > lines.length) return false;
    for (const line of hunk.body) {
      if (line[0] === skip) continue;
      if (!sameLine(lines[at++], line.slice(1))) return false;
    }
  }
  // An insertion without context fits every text that lacks it as well as one that has it: the side with lines of its own decides.
  return hunks.length === 0 || which === "new" || hunks.some((hunk) => hunk.oldLines > 0) || hunks.every((hunk) => hunk.oldLines === 0);
}

function sameLine(line: string | undefined, wanted: string): boolean {
  if (line === undefined) return false;
  const [a, b] = [line.replace(/\r$/, ""), wanted.replace(/\r$/, "")];
  return (
    a === b || (a.length === b.length && a.includes(BLANK) && [...a].every((character, i) => character === BLANK || character === b[i]))
  );
}

/** The other side of a text by the hunks; lines that a blanked secret hides stay as the patch has them. */
function turned(lines: readonly string[], hunks: readonly Hunk[], to: "old" | "new"): string {
  const from = to === "old" ? "new" : "old";
  const [drop, keep] = to === "old" ? ["+", "-"] : ["-", "+"];
  const out: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const start = startOf(hunk, from);
    while (at < start && at < lines.length) out.push(lines[at++]!);
    for (const line of hunk.body) {
      if (line[0] === keep) out.push(line.slice(1));
      else {
        if (line[0] !== drop) out.push(lines[at] ?? line.slice(1));
        at++;
      }
    }
  }
  while (at < lines.length) out.push(lines[at++]!);
  const text = out.join("\n");
  const read = readContent("patched.txt", Buffer.from(text));
  // The rules for whole files (minified, generated) are not for pieces; what counts is that secrets are blanked.
  return typeof read === "string" ? "" : read.text;
}

async function fromBlobs(root: string, open: readonly { at: number; file: PatchFile }[], out: ChangedFile[]): Promise<void> {
  const ids = open.flatMap(({ file }) => [file.oldBlob, file.newBlob]).filter((id) => id !== null);
  if (ids.length === 0 || gitTop(root) === null) return;
  let blobs: Awaited<ReturnType<typeof readBlobs>>;
  try {
    blobs = await readBlobs(root, ids);
  } catch (error) {
    if (error instanceof GitFailure) return;
    throw error;
  }
  for (const { at, file } of open) {
    const textOf = (path: string | null, id: string | null): string | null => {
      const bytes = id === null ? undefined : blobs.get(id);
      const read = bytes === undefined || bytes === "too-large" || path === null ? null : readContent(path, bytes);
      return read === null || typeof read === "string" ? null : read.text;
    };
    let [before, after] = [textOf(file.oldPath, file.oldBlob), textOf(file.newPath, file.newBlob)];
    if (before === null && after !== null && file.oldPath !== null) before = turned(after.split("\n"), file.hunks, "old");
    if (after === null && before !== null && file.newPath !== null) after = turned(before.split("\n"), file.hunks, "new");
    if ((file.oldPath !== null && before === null) || (file.newPath !== null && after === null)) continue;
    out[at] = {
      patch: file,
      before: file.oldPath === null ? null : side(file.oldPath, before!, false),
      after: file.newPath === null ? null : side(file.newPath, after!, false),
    };
  }
}
