/**
 * What a symbol is called across updates and machines: the first 8 bytes of SHA-256 over path, kind, qualified name and the ordinal among
 * equals, so that lines may move. Other tools may keep them.
 */
import type { RawSymbol } from "../base/types.ts";

/** Keys of a file's symbols, 16 hex digits each. */
export function symbolKeys(path: string, symbols: readonly Pick<RawSymbol, "kind" | "qualified">[]): string[] {
  const seen = new Map<string, number>();
  return symbols.map(({ kind, qualified }) => {
    const name = `${path}\0${kind}\0${qualified}`;
    const ordinal = seen.get(name) ?? 0;
    seen.set(name, ordinal + 1);
    return symbolKey(path, kind, qualified, ordinal);
  });
}

/** @param ordinal how many symbols of the file before this one have its kind and qualified name */
export function symbolKey(path: string, kind: string, qualified: string, ordinal: number): string {
  return Bun.SHA256.hash(`${path}\0${kind}\0${qualified}\0${ordinal}`, "hex").slice(0, 16);
}

/** Key of a package outside the tree. */
export function externalKey(name: string): string {
  return Bun.SHA256.hash(`\0external\0${name}\0`, "hex").slice(0, 16);
}

/** A symbol's key as a number that few share: 28 bits. */
export function markNumber(key: string): number {
  return Number.parseInt(key.slice(0, 7), 16);
}
