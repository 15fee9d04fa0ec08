/**
 * Nested ignore files (`.gitignore`, `.manifoldignore`), with git's rules by the `ignore` package: the deepest file that says something about a path decides,
 * and nothing inside an ignored folder can be taken back.
 *
 * A `.manifoldignore` only leaves out: its negations take back its own rules (and those of `.manifoldignore` files above), not git's.
 */
import ignore, { type Ignore } from "ignore";
import { withFile } from "./files.ts";

/** What made a path ignored. */
export interface IgnoreVerdict {
  /** The ignore file, relative to the base of the rules. */
  file: string;
  pattern: string;
  line: number;
}

/** Ignore files larger than this are lists of data. */
export const MAX_IGNORE_BYTES = 1_000_000;
/**
 * Patterns with more wildcards than this are dropped: the package makes a backtracking expression of them, which a hostile pattern and name turn into
 * minutes. Real ones have under 6.
 */
const MAX_WILDCARDS = 12;

/** The rules of one name of ignore file (`.gitignore`) over a tree. */
export class IgnoreRules {
  readonly #base: string;
  readonly #name: string;
  /** By folder relative to the base, "" for the base itself. */
  readonly #rules = new Map<string, { matcher: Ignore; lines: string[] }>();
  readonly #folders = new Map<string, IgnoreVerdict | null>();

  readonly #outer: { matcher: Ignore; lines: string[] } | null;

  /**
   * @param base absolute; paths are relative to it
   * @param outer rules of the lowest rank, for the whole tree: the text of `.git/info/exclude`
   */
  constructor(base: string, name: string, outer = "") {
    this.#base = base;
    this.#name = name;
    this.#outer = parse(outer);
  }

  /** No rules at all: every path passes. */
  get empty(): boolean {
    return this.#rules.size === 0 && this.#outer === null;
  }

  /** Reads the ignore file of a folder, if it is there. Must be called before paths below that folder are judged. */
  load(folder: string): void {
    const path = folder === "" ? this.#name : `${folder}/${this.#name}`;
    const bytes = withFile(this.#base, path, (file) => (file.size > MAX_IGNORE_BYTES ? new Uint8Array() : file.read(file.size)));
    const rules = typeof bytes === "string" ? null : parse(new TextDecoder().decode(bytes));
    if (rules !== null) this.#rules.set(folder, rules);
  }

  /**
   * What ignores a path, or null.
   * @param path relative to the base; a folder ends with `/`
   */
  judge(path: string): IgnoreVerdict | null {
    if (this.empty) return null;
    const end = path.lastIndexOf("/", path.length - 2);
    if (end >= 0) {
      const folder = path.slice(0, end + 1);
      let above = this.#folders.get(folder);
      if (above === undefined) {
        above = this.judge(folder);
        this.#folders.set(folder, above);
      }
      if (above !== null) return above;
    }
    // From the nearest ignore file upwards.
    for (let at = end; ; at = path.lastIndexOf("/", at - 1)) {
      const folder = at <= 0 ? "" : path.slice(0, at);
      const rules = this.#rules.get(folder);
      if (rules !== undefined) {
        const { ignored, unignored } = rules.matcher.test(folder === "" ? path : path.slice(folder.length + 1));
        if (ignored)
          return verdict(
            folder === "" ? this.#name : `${folder}/${this.#name}`,
            folder === "" ? path : path.slice(folder.length + 1),
            rules.lines,
          );
        if (unignored) return null;
      }
      if (at <= 0) break;
    }
    if (this.#outer?.matcher.test(path).ignored) return verdict(".git/info/exclude", path, this.#outer.lines);
    return null;
  }
}

function parse(text: string): { matcher: Ignore; lines: string[] } | null {
  const lines = text.split(/\r?\n/).map((line) => ((line.match(/[*?[]/g)?.length ?? 0) > MAX_WILDCARDS ? "" : line));
  if (!lines.some((line) => line.trim() !== "" && !line.startsWith("#"))) return null;
  return { matcher: ignore({ ignorecase: false }).add(lines.join("\n")), lines };
}

/** Which line it was, the last whose pattern alone ignores the path, is only looked for when somebody asks. */
function verdict(file: string, path: string, lines: string[]): IgnoreVerdict {
  return {
    file,
    get line() {
      return decisive(lines, path) + 1;
    },
    get pattern() {
      return lines[this.line - 1] ?? "";
    },
  };
}

function decisive(lines: string[], path: string): number {
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] ?? "";
    if (line === "" || line.startsWith("#") || line.startsWith("!")) continue;
    if (ignore({ ignorecase: false }).add(line).test(path).ignored) return i;
  }
  return 0;
}
