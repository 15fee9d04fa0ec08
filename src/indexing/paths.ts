/**
 * The paths of a tree as one piece of bytes, each between two NULs, in which native search finds the few names that an update asks for: grouping all
 * paths takes longer, in code that has not been compiled yet.
 */

const NUL = 0;
const SLASH = 0x2f;

export class PathText {
  /** @param bytes paths in UTF-8 with a NUL before and after each */
  constructor(private readonly bytes: Buffer) {}

  /** Paths of a base name, sorted. */
  named(base: string): string[] {
    return this.#whole(`${base}\0`, 1).sort();
  }

  /** Folders of a name, sorted. */
  folders(name: string): string[] {
    const found = new Set(this.#whole(`${name}/`, 1));
    return [...found].sort();
  }

  /** What stands from the NUL before a hit to its end, but for some last bytes; hits begin a path or follow a slash. */
  #whole(wanted: string, spare: number): string[] {
    const { bytes } = this;
    const needle = Buffer.from(wanted);
    const found: string[] = [];
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) {
      const before = bytes[at - 1];
      if (before !== NUL && before !== SLASH) continue;
      const start = before === NUL ? at : bytes.lastIndexOf(NUL, at - 1) + 1;
      found.push(bytes.toString("utf8", start, at + needle.length - spare));
    }
    return found;
  }
}
