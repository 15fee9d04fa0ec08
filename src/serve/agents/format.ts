/** What the configuration formats have in common. */

/** A file that cannot be edited as it is; the message says where and why. */
export class ConfigTrouble extends Error {
  override readonly name = "ConfigTrouble";
}

export interface ConfigFormat {
  /**
   * What a text holds; an empty one holds an empty object.
   * @throws ConfigTrouble
   */
  value(text: string): unknown;
  /** The text with the entry; everything else as it was. */
  put(text: string, path: string[], entry: Record<string, unknown>): string;
  /** The text without the entry. */
  drop(text: string, path: string[]): string;
}

/** The value at a path, undefined where there is none. */
export function at(value: unknown, path: readonly string[]): unknown {
  let here: unknown = value;
  for (const key of path) here = typeof here === "object" && here !== null ? (here as Record<string, unknown>)[key] : undefined;
  return here;
}
