/**
 * Reading git's unified diffs: which files changed, under which names, and which lines.
 *
 * Our own because the published parsers leave quoted names as they are (`"b/caf\303\251.ts"`), lose the blob ids of the `index` line, or
 * guess the names of files with spaces from the first line. The grammar is git's own documentation of `diff --git` (diff-generate-patch)
 * and GNU's of `diff -u`. Damaged input never throws: what cannot be read is reported as such.
 */
import { nameFromBytes } from "../base/names.ts";

export type PatchStatus = "added" | "deleted" | "modified" | "renamed" | "copied" | "mode";

/** One stretch of changed lines. With a count of 0, `start` is the line after which the other side's lines stand (0 = at the top). */
export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** Lines with their first character (` `, `-`, `+`), without line ends. */
  body: string[];
}

/** One file of a patch. */
export interface PatchFile {
  /** Path before; null for an added file. */
  oldPath: string | null;
  /** Path after; null for a deleted file. */
  newPath: string | null;
  status: PatchStatus;
  /** Blob ids from the `index` line, possibly abbreviated; null where there is none or git did not know it (all zeros). */
  oldBlob: string | null;
  newBlob: string | null;
  binary: boolean;
  /** A submodule's commit, not a file. */
  submodule: boolean;
  hunks: Hunk[];
}

export interface Patch {
  files: PatchFile[];
  /** What could not be read, one sentence each. */
  troubles: string[];
}

/**
 * Parses a patch: `git diff`, `git show`, `git format-patch`, or plain `diff -u`.
 * @param bytes names in it are any bytes, contents any encoding; contents are decoded as UTF-8
 */
export function parsePatch(bytes: Uint8Array): Patch {
  return new Reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")).read();
}

/** Latin-1 keeps every byte as one character; this turns a piece of it into text. */
const utf8 = (raw: string): string => (/[\x80-\xff]/.test(raw) ? Buffer.from(raw, "latin1").toString("utf8") : raw);

/** A file of which the patch has said nothing but its names. */
function untold(oldPath: string | null, newPath: string | null): PatchFile {
  return { oldPath, newPath, status: "modified", oldBlob: null, newBlob: null, binary: false, submodule: false, hunks: [] };
}

class Reader {
  private readonly lines: string[];
  private at = 0;
  private readonly files: PatchFile[] = [];
  private readonly troubles: string[] = [];

  constructor(text: string) {
    this.lines = text.split("\n");
    if (this.lines.at(-1) === "") this.lines.pop();
  }

  read(): Patch {
    while (this.at < this.lines.length) {
      const line = this.header();
      if (line.startsWith("diff --git ")) this.gitFile(line.slice("diff --git ".length));
      else if (line.startsWith("diff --cc ") || line.startsWith("diff --combined ")) {
        this.troubles.push(`A combined diff of a merge (${utf8(line)}) does not tell one change: pass the diff against one parent.`);
        this.at++;
      } else if (line.startsWith("--- ") && (this.lines[this.at + 1] ?? "").startsWith("+++ ")) this.plainFile();
      else this.at++;
    }
    return { files: this.files, troubles: this.troubles };
  }

  /** The current line without a carriage return: patches travel by mail. */
  private header(): string {
    return (this.lines[this.at] ?? "").replace(/\r$/, "");
  }

  private gitFile(names: string): void {
    this.at++;
    const [oldName, newName] = bothNames(names);
    const file = untold(oldName, newName);
    let [moded, similar] = [false, false];
    for (; this.at < this.lines.length; this.at++) {
      const line = this.header();
      const rest = (prefix: string): string | null => (line.startsWith(prefix) ? line.slice(prefix.length) : null);
      if (rest("old mode ") !== null || rest("new mode ") !== null) moded = true;
      else if (rest("new file mode ") !== null) {
        file.status = "added";
        file.submodule ||= line.endsWith(" 160000");
      } else if (rest("deleted file mode ") !== null) {
        file.status = "deleted";
        file.submodule ||= line.endsWith(" 160000");
      } else if (line.startsWith("similarity index ") || line.startsWith("dissimilarity index ")) similar = true;
      else if (rest("rename from ") !== null || rest("copy from ") !== null) file.oldPath = unquoted(line.replace(/^\w+ from /, ""));
      else if (rest("rename to ") !== null || rest("copy to ") !== null) {
        file.newPath = unquoted(line.replace(/^\w+ to /, ""));
        file.status = line.startsWith("rename") ? "renamed" : "copied";
      } else if (rest("index ") !== null) this.blobs(file, line);
      else if (line.startsWith("--- ") && (this.lines[this.at + 1] ?? "").startsWith("+++ ")) {
        this.names(file);
        this.hunks(file);
        break;
      } else if (/^Binary files .* differ$/.test(line) || line === "GIT binary patch") file.binary = true;
      else if (line.startsWith("diff --") || (file.binary && /^(?:From [0-9a-f]{40}|-- $)/.test(line))) break;
      else if (!file.binary) break;
    }
    if (file.status === "added") file.oldPath = null;
    if (file.status === "deleted") file.newPath = null;
    if (file.oldPath === null && file.newPath === null) {
      this.troubles.push(`The names in "diff --git ${utf8(names).slice(0, 200)}" cannot be told apart.`);
      return;
    }
    if (file.status === "modified" && moded && file.hunks.length === 0 && !file.binary) file.status = "mode";
    // Entries that only look changed (another time, the same content) come without anything below their names.
    if (file.status === "modified" && file.hunks.length === 0 && !file.binary && !similar && file.oldBlob === null) return;
    this.files.push(file);
  }

  private blobs(file: PatchFile, line: string): void {
    const match = /^index ([0-9a-f]{4,64})\.\.([0-9a-f]{4,64})(?: (\d+))?$/.exec(line);
    if (!match) return;
    file.oldBlob = /^0+$/.test(match[1]!) ? null : match[1]!;
    file.newBlob = /^0+$/.test(match[2]!) ? null : match[2]!;
    if (match[3] === "160000") file.submodule = true;
  }

  /** `---` and `+++`: they name better than the first line. */
  private names(file: PatchFile): void {
    const before = sideName(this.header().slice(4), "a/");
    this.at++;
    const after = sideName(this.header().slice(4), "b/");
    this.at++;
    if (file.status === "renamed" || file.status === "copied") return;
    if (before === null) file.status = "added";
    else file.oldPath = before;
    if (after === null) file.status = "deleted";
    else file.newPath = after;
  }

  private plainFile(): void {
    const file = untold(null, null);
    this.names(file);
    this.hunks(file);
    if (file.status === "added") file.oldPath = null;
    if (file.status === "deleted") file.newPath = null;
    if (file.oldPath !== null && file.newPath !== null && file.oldPath !== file.newPath) file.oldPath = file.newPath;
    if ((file.oldPath ?? file.newPath) !== null && file.hunks.length > 0) this.files.push(file);
  }

  private hunks(file: PatchFile): void {
    while (this.at < this.lines.length) {
      const match = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/.exec(this.header());
      if (!match) return;
      this.at++;
      const hunk: Hunk = {
        oldStart: Number(match[1]),
        oldLines: match[2] === undefined ? 1 : Number(match[2]),
        newStart: Number(match[3]),
        newLines: match[4] === undefined ? 1 : Number(match[4]),
        body: [],
      };
      this.body(hunk, file);
      file.hunks.push(hunk);
    }
  }

  private body(hunk: Hunk, file: PatchFile): void {
    let [old, now] = [hunk.oldLines, hunk.newLines];
    while ((old > 0 || now > 0) && this.at < this.lines.length) {
      const line = this.lines[this.at]!;
      const sign = line[0] ?? " ";
      if (sign === "\\") {
        this.at++;
        continue;
      }
      if (sign !== " " && sign !== "-" && sign !== "+" && line !== "\r") break;
      if (sign !== "+") old--;
      if (sign !== "-") now--;
      if (old < 0 || now < 0) break;
      // Mailers take the space off empty context lines.
      hunk.body.push(line === "" ? " " : utf8(line));
      this.at++;
    }
    while ((this.lines[this.at] ?? "").startsWith("\\ No newline")) this.at++;
    if (old !== 0 || now !== 0)
      this.troubles.push(`A part of the patch of ${file.newPath ?? file.oldPath} has not as many lines as it says (line ${this.at + 1}).`);
  }
}

/** The two names of `diff --git a/x b/x`; null where they cannot be told apart (then other lines name the file). */
function bothNames(names: string): [string | null, string | null] {
  if (names.startsWith('"')) {
    const end = closingQuote(names);
    if (end > 0) return [withoutPrefix(unquoted(names.slice(0, end + 1)), "a/"), withoutPrefix(unquoted(names.slice(end + 2)), "b/")];
  }
  const quote = names.indexOf(' "');
  if (quote > 0 && names.endsWith('"'))
    return [withoutPrefix(unquoted(names.slice(0, quote)), "a/"), withoutPrefix(unquoted(names.slice(quote + 1)), "b/")];
  // Without a rename both are the same: the line is twice as long as one of them.
  const half = (names.length - 1) / 2;
  if (Number.isInteger(half) && names[half] === " ") {
    const [a, b] = [withoutPrefix(unquoted(names.slice(0, half)), "a/"), withoutPrefix(unquoted(names.slice(half + 1)), "b/")];
    if (a === b) return [a, b];
  }
  const parts = names.split(" ");
  return parts.length === 2 ? [withoutPrefix(unquoted(parts[0]!), "a/"), withoutPrefix(unquoted(parts[1]!), "b/")] : [null, null];
}

function closingQuote(text: string): number {
  for (let i = 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i;
  }
  return -1;
}

/** A name after `---` or `+++`; null for /dev/null. GNU diff puts a tab and a time behind it, git a tab where the name has a space. */
function sideName(raw: string, prefix: "a/" | "b/"): string | null {
  const name = raw.startsWith('"') ? raw.slice(0, closingQuote(raw) + 1) : raw.replace(/\t.*$/, "");
  return name === "/dev/null" ? null : withoutPrefix(unquoted(name), prefix);
}

const withoutPrefix = (name: string, prefix: "a/" | "b/"): string => (name.startsWith(prefix) ? name.slice(2) : name.replace(/^\.\//, ""));

const ESCAPES: Record<string, string> = { a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", "\\": "\\", '"': '"' };

/** A name as git writes it (C-quoted where it has unusual characters), as the string that the rest of the program uses. */
function unquoted(name: string): string {
  const plain =
    name.startsWith('"') && name.endsWith('"') && name.length > 1
      ? name
          .slice(1, -1)
          .replace(/\\([0-7]{1,3}|.)/g, (_, code: string) =>
            /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8) & 0xff) : (ESCAPES[code] ?? code),
          )
      : name;
  return /[\x80-\xff]/.test(plain) ? nameFromBytes(Buffer.from(plain, "latin1")) : plain;
}
