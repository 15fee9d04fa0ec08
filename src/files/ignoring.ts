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

/** Patterns with wildcards that one file may have: each is tried on every path. The largest of github.com/github/gitignore has 150. */
const MAX_PATTERNS = 1_000;
/** A file of more lines is tried by the names in a path, not line by line. */
const MANY = 500;
/** Sets of lines whose matcher is kept. */
const KEPT = 1_000;

/** The rules of one file. */
interface Rules {
  matcher: Pick<Ignore, "test">;
  lines: string[];
  /** Some of them are not followed. */
  cut: boolean;
}

/** The rules of one name of ignore file (`.gitignore`) over a tree. */
export class IgnoreRules {
  readonly #base: string;
  readonly #name: string;
  /** By folder relative to the base, "" for the base itself. */
  readonly #rules = new Map<string, Rules>();
  readonly #folders = new Map<string, IgnoreVerdict | null>();

  readonly #outer: Rules | null;
  readonly #cut: string[] = [];

  /**
   * @param base absolute; paths are relative to it
   * @param outer rules of the lowest rank, for the whole tree: the text of `.git/info/exclude`
   */
  constructor(base: string, name: string, outer = "") {
    this.#base = base;
    this.#name = name;
    this.#outer = parse(outer);
  }

  /** Ignore files of which some or all rules are not followed: they are too large, or have too many patterns. Relative to the base. */
  get cut(): readonly string[] {
    return this.#cut;
  }

  /** No rules at all: every path passes. */
  get empty(): boolean {
    return this.#rules.size === 0 && this.#outer === null;
  }

  /** Reads the ignore file of a folder, if it is there. Must be called before paths below that folder are judged. */
  load(folder: string): void {
    const path = folder === "" ? this.#name : `${folder}/${this.#name}`;
    const bytes = withFile(this.#base, path, (file) => (file.size > MAX_IGNORE_BYTES ? null : file.read(file.size)));
    const rules = bytes === null || typeof bytes === "string" ? null : parse(new TextDecoder().decode(bytes));
    if (rules !== null) this.#rules.set(folder, rules);
    if (bytes === null || rules?.cut) this.#cut.push(path);
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

function parse(text: string): Rules | null {
  let cut = false;
  let patterns = 0;
  const lines = text.split(/\r?\n/).map((line) => {
    const wildcards = line.match(/[*?[\\]/g)?.length ?? 0;
    if (wildcards === 0 || line.startsWith("#") || (wildcards <= MAX_WILDCARDS && ++patterns <= MAX_PATTERNS)) return line;
    cut = true;
    return "";
  });
  if (!lines.some((line) => line.trim() !== "" && !line.startsWith("#"))) return cut ? { matcher: NONE, lines: [], cut } : null;
  return { matcher: lines.length > MANY ? byName(lines) : matching(lines), lines, cut };
}

const NONE: Rules["matcher"] = { test: () => ({ ignored: false, unignored: false }) };

const matching = (lines: readonly string[]): Ignore => ignore({ ignorecase: false }).add(lines.join("\n"));

/**
 * The same verdicts as all lines tried one after the other. A line without wildcards can only match where its last name is a name in the path: so the lines
 * that are tried are those with wildcards and those of the path's own names, in their order.
 */
function byName(lines: readonly string[]): Rules["matcher"] {
  const always: number[] = [];
  const named = new Map<string, number[]>();
  for (const [i, line] of lines.entries()) {
    if (line.startsWith("#")) continue;
    if (/[*?[\\]/.test(line)) {
      always.push(i);
      continue;
    }
    // Nothing but a slash means nothing.
    const name = line.replace(/^!/, "").trimEnd().replace(/\/$/, "").split("/").at(-1)!;
    if (name !== "" && named.get(name)?.push(i) === undefined) named.set(name, [i]);
  }
  const kept = new Map<string, Ignore>();
  return {
    test(path) {
      const hits = [...new Set(path.split("/"))].flatMap((name) => named.get(name) ?? []).sort((a, b) => a - b);
      const key = hits.join(" ");
      let matcher = kept.get(key);
      if (matcher === undefined) {
        if (kept.size >= KEPT) kept.clear();
        const tried = hits.length === 0 ? always : [...new Set([...always, ...hits])].sort((a, b) => a - b);
        matcher = matching(tried.map((i) => lines[i]!));
        kept.set(key, matcher);
      }
      return matcher.test(path);
    },
  };
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
