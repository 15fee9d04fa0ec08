import type { Node } from "./types.js";

export function byId<T extends Node>(items: T[], id: string): T | undefined {
  return items.find((i) => i.id() === id);
}

export function once<T>(fn: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= fn());
}
