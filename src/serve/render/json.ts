/** JSON output: the contract's object, pretty for people (`--json`) or on one line (`--jsonl`). */

/** `value` as it is printed, with its final newline. Lone surrogates are escaped by JSON itself, so any text survives. */
export function renderJson(value: unknown, oneLine: boolean): string {
  return `${oneLine ? JSON.stringify(value) : JSON.stringify(value, null, 2)}\n`;
}
