/** Members that a call names in its text instead of calling them: `getattr(x, "size")`, `each(&:save!)`. */
import type { Pass, PendingReference } from "./state.ts";

/** What stands in a line of a call: the receiver, null where nobody knows it, and the name. */
export type Spoken = Pick<PendingReference, "kind" | "name" | "receiver" | "arity">;

/**
 * @param calls which calls name something
 * @param read what a line of one names
 */
export function spoken(pass: Pass, text: string, calls: (call: PendingReference) => boolean, read: (line: string) => Spoken[]): void {
  const asked = new Map(pass.references.flatMap((one) => (one.kind === "call" && calls(one) ? [[one.line, one]] : [])));
  if (asked.size === 0) return;
  const lines = text.split("\n");
  for (const [line, { scope, owner }] of asked)
    for (const one of read(lines[line - 1] ?? "")) pass.references.push({ ...one, line, scope, owner });
}
