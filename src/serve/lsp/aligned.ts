/**
 * Lines of a buffer beside those of the file on disk, which the index knows: by the shortest edit that makes one of the other.
 *
 * A line that is the same in both has its counterpart. One that was changed has the line that it took the place of, if the name that is asked about
 * stands in that; whatever is new, or gone, has none, and is not answered for.
 */
import { diffArrays } from "diff";
import { holdsName } from "./names.ts";

/** More lines changed than this, all between the first and the last of them counts as changed: nobody has a buffer like that for long. */
const MOST_EDITS = 2_000;

/** A run of lines, from 0, the end exclusive: equal in both, or changed. */
interface Run {
  same: boolean;
  disk: [from: number, to: number];
  buffer: [from: number, to: number];
}

type Side = "disk" | "buffer";

export class Aligned {
  readonly #runs: readonly Run[];

  constructor(
    readonly disk: readonly string[],
    readonly buffer: readonly string[],
  ) {
    this.#runs = runsOf(disk, buffer);
  }

  /** The line of the other side, both from 1. @param name that must stand in it where the line was changed */
  counterpart(line: number, name: string, side: Side): number | null {
    const at = line - 1;
    const other = side === "disk" ? "buffer" : "disk";
    const run = this.#runs.find((one) => one[side][0] <= at && at < one[side][1]);
    if (!run) return null;
    const [from, to] = run[other];
    if (run.same) return from + (at - run[side][0]) + 1;
    const lines = this[other];
    const holding = Array.from({ length: to - from }, (_, i) => from + i).filter((i) => holdsName(lines[i]!, name));
    const beside = from + (at - run[side][0]);
    if (to - from === run[side][1] - run[side][0] && holding.includes(beside)) return beside + 1;
    return holding.length === 1 ? holding[0]! + 1 : null;
  }

  /** Is a line, from 1, the same on both sides? */
  isSame(line: number, side: Side): boolean {
    const run = this.#runs.find((one) => one[side][0] < line && line <= one[side][1]);
    return run?.same ?? false;
  }

  /** The line of the buffer at which a span that ends at a line of the disk ends; both from 1. */
  endInBuffer(line: number): number {
    const at = line - 1;
    const run = this.#runs.find((one) => one.disk[0] <= at && at < one.disk[1]);
    if (!run) return Math.max(1, this.buffer.length);
    return run.same ? run.buffer[0] + (at - run.disk[0]) + 1 : Math.max(1, run.buffer[1]);
  }
}

function runsOf(disk: readonly string[], buffer: readonly string[]): Run[] {
  const most = Math.min(disk.length, buffer.length);
  let head = 0;
  while (head < most && disk[head] === buffer[head]) head++;
  let tail = 0;
  while (tail < most - head && disk[disk.length - 1 - tail] === buffer[buffer.length - 1 - tail]) tail++;
  const [diskEnd, bufferEnd] = [disk.length - tail, buffer.length - tail];
  const runs: Run[] = [{ same: true, disk: [0, head], buffer: [0, head] }];
  const parts = diffArrays(disk.slice(head, diskEnd), buffer.slice(head, bufferEnd), { maxEditLength: MOST_EDITS });
  let [a, b] = [head, head];
  const add = (same: boolean, inDisk: number, inBuffer: number): void => {
    const last = runs.at(-1)!;
    if (!same && !last.same) {
      last.disk[1] += inDisk;
      last.buffer[1] += inBuffer;
    } else runs.push({ same, disk: [a, a + inDisk], buffer: [b, b + inBuffer] });
    a += inDisk;
    b += inBuffer;
  };
  if (parts === undefined) add(false, diskEnd - head, bufferEnd - head);
  for (const { value, added, removed } of parts ?? []) add(!added && !removed, added ? 0 : value.length, removed ? 0 : value.length);
  runs.push({ same: true, disk: [diskEnd, disk.length], buffer: [bufferEnd, buffer.length] });
  return runs;
}
