/** A change to a file as a unified diff. One stretch is enough: our edits are in one place. */
import { redact } from "../../files/secrets.ts";
import { type Style, visible } from "../render/visible.ts";

const CONTEXT = 3;

/** @param after null = the file goes */
export function diffOf(path: string, before: string | null, after: string | null, style: Style): string {
  // A neighbour's key in the lines around is nobody's business; blanking keeps every line.
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const from = Math.max(0, head - CONTEXT);
  const rest = Math.min(CONTEXT, tail);
  const removed = old.slice(head, old.length - tail);
  const added = now.slice(head, now.length - tail);
  const range = (lines: readonly string[], changed: number) => `${lines.length === 0 ? 0 : from + 1},${head - from + changed + rest}`;
  const out = [
    `--- ${before === null ? "/dev/null" : visible(path)}`,
    `+++ ${after === null ? "/dev/null" : visible(path)}`,
    `@@ -${range(old, removed.length)} +${range(now, added.length)} @@`,
    ...old.slice(from, head).map((line) => ` ${visible(line)}`),
    ...removed.map((line) => style.warn(`-${visible(line)}`)),
    ...added.map((line) => style.path(`+${visible(line)}`)),
    ...old.slice(old.length - tail, old.length - tail + rest).map((line) => ` ${visible(line)}`),
  ];
  return `${out.join("\n")}\n`;
}

function linesOf(text: string | null): string[] {
  if (text === null || text === "") return [];
  const lines = redact(text).text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  else lines.push("\\ No newline at end of file");
  return lines;
}
