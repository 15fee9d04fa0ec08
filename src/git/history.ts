/**
 * The history that git has: which commits count, what each changed, and who made it.
 *
 * Which commits these are is git's own order from HEAD, cut at a number and at an age (limits.ts); what a commit is told by depends on it alone, the
 * mailmap and where a shallow clone ends (`PastKey`). So a reading that adds to an earlier one equals a reading from nothing, whatever became of
 * branches meanwhile. Names and messages are told without secrets and without e-mail addresses.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { past as limits } from "../base/limits.ts";
import { nameFromBytes } from "../base/names.ts";
import type { ChangeKind } from "../base/types.ts";
import { redact } from "../files/secrets.ts";
import { GitFailure, git, gitTop, runGit } from "./git.ts";
import { commonFolder, gitFolder, plainText } from "./repository.ts";
import { headHere } from "./status.ts";

/** What a reading of history depends on. */
export interface PastKey {
  head: string;
  /** Hashes of the list of commits at which a shallow clone ends, and of the mailmap; "" where there is none. */
  shallow: string;
  mailmap: string;
}

/** Why there is no history: the end of "The history … is not known: ". */
export interface NoPast {
  why: string;
}

export const isPast = (key: PastKey | NoPast): key is PastKey => "head" in key;

/** A file that a commit changed: `was` where it had another name. */
export interface CommitChange {
  path: string;
  was: string | null;
  kind: ChangeKind;
}

export interface Commit {
  id: string;
  /** Seconds since 1970 of the commit; `date` is the author's, as `2024-05-31`. */
  time: number;
  date: string;
  author: string;
  subject: string;
  merge: boolean;
  /** A shallow clone ends here: what it changed is not known. */
  edge: boolean;
  /** Files that it changed; more than are told in `changes` where they are many. */
  files: number;
  changes: CommitChange[];
}

/** Settings of a repository that would change what git prints, or have it read a file outside. */
const SETTINGS = [
  "log.showSignature=false",
  "log.showRoot=true",
  "log.follow=false",
  "mailmap.file=/dev/null",
  "mailmap.blob=",
  "diff.relative=false",
];
const PLAIN = ["--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-color", "--no-notes", "--encoding=UTF-8"];
/** Renames by likeness are looked for among so many files that come and go in one commit; exact ones always. */
const RENAMES = ["-M", `-l${limits.renames}`];

/** Largest `.mailmap` that is followed: that of Linux has 40 kB. */
const MOST_MAILMAP = 1_000_000;
const MOST_SHALLOW = 50_000_000;

/** What the history of a tree depends on now, or why it has none. */
export async function pastKey(root: string): Promise<PastKey | NoPast> {
  const top = gitTop(root);
  if (top === null) return { why: "this is no git work tree" };
  try {
    const head = headHere(root) ?? (await headOf(root));
    if (head === null) return { why: "git has no commit here yet" };
    return { head, shallow: hashed(shallowText(top)), mailmap: hashed(mailmapText(top)) };
  } catch (error) {
    if (error instanceof GitFailure) return { why: `git could not be asked (${error.message})` };
    throw error;
  }
}

async function headOf(root: string): Promise<string | null> {
  const { stdout, code } = await runGit(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], { accept: [1, 128] });
  const id = new TextDecoder().decode(stdout).trim();
  return code === 0 && /^[0-9a-f]{40,64}$/.test(id) ? id : null;
}

const hashed = (text: string): string => (text === "" ? "" : Bun.hash(text).toString(16));

/** The commits at which a shallow clone ends; "" for every other. */
function shallowText(top: string): string {
  const folder = gitFolder(top);
  const common = folder && commonFolder(folder);
  return (common && plainText(join(common, "shallow"), MOST_SHALLOW)) ?? "";
}

/** The mailmap of the work tree; "" where there is none, or something that git would wait for or follow elsewhere. */
function mailmapText(top: string): string {
  const path = join(top, ".mailmap");
  return isPlainOrNone(path) ? (plainText(path, MOST_MAILMAP) ?? "") : "";
}

function isPlainOrNone(path: string): boolean {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat === undefined || (stat.isFile() && stat.size <= MOST_MAILMAP);
  } catch {
    return false;
  }
}

/**
 * The ids of the commits that count, newest first, in git's order; `whole` where these are all.
 * @throws GitFailure
 */
export async function pastIds(root: string, head: string): Promise<{ ids: string[]; whole: boolean }> {
  const bytes = await git(root, ["rev-list", "--timestamp", `--max-count=${limits.commits}`, head, "--"], { settings: SETTINGS });
  const lines = new TextDecoder().decode(bytes).split("\n").filter(Boolean);
  const timed = lines.map((line) => line.split(" ") as [string, string]);
  const from = Number(timed[0]?.[0] ?? 0) - limits.seconds;
  const ids = timed.flatMap(([time, id]) => (Number(time) >= from ? [id] : []));
  return { ids, whole: timed.length < limits.commits && ids.length === timed.length };
}

/**
 * Reads commits, one git for all of them.
 * @param poor compare names and contents as a whole only: what a clone without the contents of old files can do
 * @param told gets each as it comes, in the order of `ids`
 * @throws GitFailure; whatever `told` throws
 */
export async function readCommits(root: string, ids: readonly string[], poor: boolean, told: (commit: Commit) => void): Promise<void> {
  if (ids.length === 0) return;
  const top = gitTop(root)!;
  const edges = new Set(shallowText(top).split("\n").filter(Boolean));
  // Where git itself would follow a link or wait for a FIFO in the place of a mailmap, it is not asked to map.
  const name = isPlainOrNone(join(top, ".mailmap")) ? "%aN" : "%an";
  const format = `--format=%x01%H%x00%P%x00%ct%x00%as%x00${name}%x00%ae %ce%x00%B%x00`;
  const reader = new Reader(edges, told);
  let failure: { error: unknown } | null = null;
  const args = ["log", "--no-walk=unsorted", "--stdin", "-z", "--raw", "--no-abbrev", "--relative", "--ignore-submodules=none"];
  await git(root, [...args, ...(poor ? ["-M100%"] : RENAMES), ...PLAIN, format], {
    settings: SETTINGS,
    input: new Uint8Array(Buffer.from(ids.map((id) => `${id}\n`).join(""))),
    timeout: limits.timeout,
    each: (piece) => {
      try {
        reader.take(piece);
        return true;
      } catch (error) {
        failure = { error };
        return false;
      }
    },
  });
  if (failure !== null) throw (failure as { error: unknown }).error;
  reader.end();
}

/** Takes apart what `git log -z --raw` prints in the format above: by position, so that no message or name is taken for anything else. */
class Reader {
  #token: Buffer[] = [];
  #length = 0;
  #fields: string[] = [];
  #commit: Commit | null = null;
  #kind = "";
  #paths: string[] = [];
  /** Authors by what git calls them: a few make thousands of commits. */
  readonly #authors = new Map<string, string>();

  constructor(
    private readonly edges: ReadonlySet<string>,
    private readonly told: (commit: Commit) => void,
  ) {}

  take(piece: Uint8Array): void {
    for (let at = 0; ; ) {
      const end = piece.indexOf(0, at);
      const part = piece.subarray(at, end < 0 ? undefined : end);
      // Of a message of megabytes only the beginning is kept.
      if (this.#length < limits.message) this.#token.push(Buffer.from(part.subarray(0, limits.message - this.#length)));
      this.#length += part.length;
      if (end < 0) return;
      this.#field(this.#token.length === 1 ? this.#token[0]! : Buffer.concat(this.#token));
      this.#token = [];
      this.#length = 0;
      at = end + 1;
    }
  }

  end(): void {
    if (this.#commit !== null) this.told(this.#finished(this.#commit));
    this.#commit = null;
  }

  #field(bytes: Buffer): void {
    if (this.#kind !== "") this.#path(nameFromBytes(bytes));
    else if (this.#fields.length > 0 || bytes[0] === 1) this.#head(bytes);
    else {
      const text = bytes.toString("latin1").trimStart();
      if (text.startsWith(":")) this.#kind = text.slice(text.lastIndexOf(" ") + 1);
    }
  }

  #head(bytes: Buffer): void {
    if (this.#fields.length === 0) this.end();
    this.#fields.push(bytes.toString("utf8", this.#fields.length === 0 ? 1 : 0));
    if (this.#fields.length < 7) return;
    const [id, parents, time, date, name, mails, message] = this.#fields as [string, string, string, string, string, string, string];
    this.#fields = [];
    const hide = withoutAddresses(mails.split(" "));
    const author = this.#authors.get(`${name}\0${mails}`) ?? named(name!, hide);
    this.#authors.set(`${name}\0${mails}`, author);
    const [subject] = parted(message!);
    this.#commit = {
      id: id!,
      time: Number(time),
      // git gives its own placeholder back where it cannot read the date that a commit bears
      date: /^\d+-\d\d-\d\d$/.test(date) ? date : "(undated)",
      author,
      subject: hide(redact(subject).text).slice(0, limits.subject),
      merge: parents!.includes(" "),
      edge: this.edges.has(id!),
      files: 0,
      changes: [],
    };
  }

  #path(path: string): void {
    this.#paths.push(path);
    const renamed = /^[RC]/.test(this.#kind);
    if (renamed && this.#paths.length < 2) return;
    const commit = this.#commit!;
    const [from, to = from] = this.#paths as [string, string?];
    const kind = this.#kind[0]!;
    this.#kind = "";
    this.#paths = [];
    commit.files++;
    // Of a commit that changed a great many only renames are kept, without which names could not be followed back.
    if (kind !== "R" && commit.files > limits.files) return;
    if (commit.changes.length >= limits.moved || holdsSecret(to) || holdsSecret(from)) return;
    commit.changes.push({ path: to, was: kind === "R" ? from : null, kind: KINDS[kind] ?? "modified" });
  }

  #finished(commit: Commit): Commit {
    if (commit.edge) return { ...commit, files: 0, changes: [] };
    return commit.files > limits.files ? { ...commit, changes: commit.changes.filter(({ kind }) => kind === "renamed") } : commit;
  }
}

/** A recording or a log that is called after a key: the files of the tree whose names are such are left out too. */
const holdsSecret = (path: string): boolean => /[\w-]{20}/.test(path) && redact(path).count > 0;

const KINDS: Readonly<Record<string, ChangeKind>> = { A: "added", C: "added", D: "deleted", R: "renamed" };

/** What looks like an address, in angle brackets whatever it looks like, and spelt out in words. */
const ADDRESS =
  /<[^<>\s]*@[^<>\s]*>|[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}|[\w.+-]+[ (<[]{1,2}at[ )>\]]{1,2}[\w-]+(?:[ (<[]{1,2}dot[ )>\]]{1,2}[\w-]+)+/giu;

/** Takes addresses out of a text: those that it is told, and all that look like one. */
function withoutAddresses(own: readonly string[]): (text: string) => string {
  const known = own.filter((address) => address.includes("@") && address.length > 3);
  return (text) => {
    let out = text;
    for (const address of known) if (out.includes(address)) out = out.replaceAll(address, "…");
    return /@|\bdot\b/i.test(out) ? out.replace(ADDRESS, (found) => (found.startsWith("<") ? "<…>" : "…")) : out;
  };
}

/** An author's name in one line. Whoever is called by nothing but an address still is somebody of their own. */
function named(name: string, hide: (text: string) => string): string {
  const plain = redact(name.replace(/\s+/g, " ").trim().slice(0, limits.author)).text;
  const shown = hide(plain).replace(/<?…>?/g, "").trim();
  return shown === "" ? `unnamed ${Bun.SHA256.hash(name, "hex").slice(0, 6)}` : shown;
}

/** Which of some commits change one of some paths: asked of those that changed too many to be kept. @throws GitFailure */
export async function touching(root: string, ids: readonly string[], paths: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0 || paths.length === 0) return new Set();
  const input = new Uint8Array(Buffer.from(ids.map((id) => `${id}\n`).join("")));
  const args = ["--literal-pathspecs", "diff-tree", "--stdin", "--root", "-r", "--raw", "--no-renames", "--relative", "--no-ext-diff"];
  const bytes = await git(root, [...args, "--", ...paths], { settings: SETTINGS, input, timeout: limits.timeout });
  // A commit that changes none of them is not printed.
  return new Set(
    new TextDecoder()
      .decode(bytes)
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith(":")),
  );
}

/** What is shown of a few commits and kept of none. */
export interface CommitText {
  /** The message behind its subject, cut. */
  body: string;
  /** The author's address. */
  address: string;
}

/** Messages and addresses by commit; git has both. @throws GitFailure */
export async function textsOf(root: string, ids: readonly string[]): Promise<Map<string, CommitText>> {
  const out = new Map<string, CommitText>();
  if (ids.length === 0) return out;
  const name = isPlainOrNone(join(gitTop(root)!, ".mailmap")) ? "%aE" : "%ae";
  const input = new Uint8Array(Buffer.from(ids.map((id) => `${id}\n`).join("")));
  const args = ["log", "--no-walk=unsorted", "--stdin", "--no-patch", "-z", `--format=%H%x00${name}%x00%ae %ce%x00%B%x00`];
  const bytes = await git(root, [...args, ...PLAIN], { settings: SETTINGS, input });
  const fields = new TextDecoder().decode(bytes).split("\0");
  for (let at = 0; at + 3 < fields.length; at += 5) {
    const [id, address, mails, message] = fields.slice(at, at + 4) as [string, string, string, string];
    const [, rest] = parted(message.slice(0, 2 * limits.body));
    out.set(id, { body: withoutAddresses(mails.split(" "))(redact(rest).text).slice(0, limits.body), address });
  }
  return out;
}

/** A message's first paragraph, in one line, is its subject, however many lines it has. */
function parted(message: string): [subject: string, rest: string] {
  const [, first = "", rest = ""] = /^\s*(.*?)(?:\n\s*\n(.*))?$/s.exec(message) ?? [];
  return [first.replace(/\s+/g, " ").trim(), rest.trim()];
}

/** Is this a shallow clone? */
export const isShallow = (key: PastKey): boolean => key.shallow !== "";
