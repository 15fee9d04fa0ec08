/**
 * Which index is believed: the one that this user's Manifold wrote, here.
 *
 * `.manifold/seal` says what the index looked like after our last write, authenticated (HMAC-SHA-256) with a key that no repository can bring:
 * 32 random bytes in the user's state folder, or MANIFOLD_INDEX_KEY. It holds the identity of the tree's folder and of `.manifold`, and of each
 * file its inode, size, modification time and change time; nobody but the kernel sets a change time, so a file that was replaced or written
 * to by anything else shows without being read. Device numbers are left out: those of some file systems change with every mount. The path of
 * the tree only explains: a tree that was moved keeps its inodes, and its index.
 *
 * SQLite's log (`index.db-wal`) would be replayed into whatever the reader sees, so a log counts only if the seal names its salts: 64 bits that
 * SQLite draws at random for each log, and that whoever brings another cannot know. A rollback journal beside the index is never ours.
 *
 * With MANIFOLD_INDEX_KEY the seal has a digest of the index too: a cache that is restored on another machine has other inodes and times, and is
 * believed if the bytes are the same.
 */
import { linkSync, readFileSync, readlinkSync, readSync, unlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { Refusal } from "../base/errors.ts";
import { othersMay, privateFolder } from "../base/private.ts";
import { isOwnFile, isOwnFolder, isPlain, NotOwn, plain, readOwn, statOf, withOwn, writeOwn } from "./own.ts";

export const SEAL_FILE = "seal";
export const INDEX_FILE = "index.db";
/** A complete full build has this name until it takes the place of the index. */
export const READY_FILE = "index.db.ready";

// ---------------------------------------------------------------------------------------------- the key

/** Environment variable that holds the key instead of the file: for caches that move between machines, and containers that share a folder. */
export const KEY_VARIABLE = "MANIFOLD_INDEX_KEY";

/** Fewer characters can be guessed. */
const LEAST_KEY = 16;

interface Key {
  bytes: Uint8Array;
  from: "environment" | "file" | "none";
  /** Why there is no key that lasts, and what to do. */
  trouble: string | null;
}

let known: { variable: string | undefined; state: string | undefined; key: Key } | null = null;

/** The key; where none can be kept, one of this process and its children alone. @throws Refusal `bad-value` for a key that is too short */
function key(): Key {
  const variable = process.env[KEY_VARIABLE];
  const state = process.env.XDG_STATE_HOME;
  if (known && known.variable === variable && known.state === state) return known.key;
  const found = findKey(variable);
  known = { variable: process.env[KEY_VARIABLE], state, key: found };
  return found;
}

function findKey(variable: string | undefined): Key {
  if (variable !== undefined && variable !== "") {
    const passing = variable.startsWith(PASSING);
    if (variable.length < LEAST_KEY)
      throw new Refusal(
        "bad-value",
        `${KEY_VARIABLE} has fewer than ${LEAST_KEY} characters: an index that is sealed with it could be forged.`,
        "Give it a long random value (openssl rand -hex 32), or unset it.",
      );
    return { bytes: hmac(LABELS.variable, variable), from: passing ? "none" : "environment", trouble: passing ? NO_KEY : null };
  }
  try {
    return {
      bytes: ownSecret("key", KEY_BYTES, () => crypto.getRandomValues(new Uint8Array(KEY_BYTES))).bytes,
      from: "file",
      trouble: null,
    };
  } catch (error) {
    // A disk that does not give it has it all the same: nothing is put aside because of that.
    if (isBroken(error)) throw error;
    const why = error instanceof NotOwn ? error.message : ((error as { code?: string }).code ?? String(error));
    // Handed on to the children of this process, which belong to the same answer.
    process.env[KEY_VARIABLE] = PASSING + Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex");
    const trouble = `No key to seal the index with can be kept (${why}), so every command builds it anew.`;
    return {
      bytes: hmac(LABELS.variable, process.env[KEY_VARIABLE]!),
      from: "none",
      trouble: `${trouble} Make ${stateFolderName()} a folder of yours that only you can write, or set ${KEY_VARIABLE} to a long random value.`,
    };
  }
}

/** In front of a key that lives as long as the process that made it. */
const PASSING = "for-this-process-only:";
const NO_KEY = `No key to seal the index with can be kept. Set ${KEY_VARIABLE} to a long random value.`;

function stateFolderName(): string {
  const state = process.env.XDG_STATE_HOME;
  if (state && isAbsolute(state)) return join(state, "manifold");
  const home = process.env.HOME || homedir();
  return home && isAbsolute(home) ? join(home, ".local", "state", "manifold") : "$XDG_STATE_HOME/manifold";
}

/** The folder of the key, made if it is not there. */
function stateFolder(): string {
  const folder = stateFolderName();
  if (!isAbsolute(folder)) throw new NotOwn("there is no home folder");
  const stat = statOf(folder);
  if (stat !== null && !isOwnFolder(stat)) throw new NotOwn(`${folder} is not a folder of this user`);
  if (stat !== null && othersMay(stat.mode, 0o022)) throw new NotOwn(`others can write to ${folder}`);
  const safe = privateFolder(folder);
  if (safe === null) throw new NotOwn(`others can change ${folder} or a folder above it`);
  return safe;
}

/**
 * A secret in the state folder that only this user can read, made once: whoever comes second finds that of the first.
 * @param length how many bytes it has
 * @throws Error that says why none can be kept there
 */
export function ownSecret(name: string, length: number, make: () => Uint8Array): { path: string; bytes: Uint8Array } {
  const path = join(stateFolder(), name);
  for (;;) {
    const stat = statOf(path);
    if (stat !== null) {
      if (!isOwnFile(stat)) throw new NotOwn(`${path} is not a plain file of this user`);
      if (othersMay(stat.mode, 0o077)) throw new NotOwn(`others can read ${path}: remove it, or chmod 600`);
      const bytes = readOwn(path, length);
      if (bytes?.length === length) return { path, bytes };
      throw new NotOwn(`${path} does not hold a key: remove it`);
    }
    const temporary = `${path}.${process.pid}.${crypto.randomUUID().slice(0, 8)}`;
    writeFileSync(temporary, make(), { flag: "wx", mode: 0o600, flush: true });
    try {
      // A link is made whole, or not at all where the name is taken.
      linkSync(temporary, path);
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
    } finally {
      unlinkSync(temporary);
    }
  }
}

const KEY_BYTES = 32;

/** Why no index will be believed by the next command; null if it will. */
export function keyTrouble(): string | null {
  return key().trouble;
}

/** Is the key one that other machines have too? */
export const isSharedKey = (): boolean => key().from === "environment";

/** What each authenticated text is, so that none can stand for another. */
const LABELS = {
  variable: "manifold key\n",
  seal: "manifold seal 1\n",
  tree: "manifold tree 1\n",
  feedback: "manifold feedback 1\n",
  notes: "manifold notes 1\n",
  cache: "manifold cache 1\n",
} as const;

/** What can carry a mark. */
export type MarkLabel = Exclude<keyof typeof LABELS, "variable">;

function hmac(label: string, content: string | Uint8Array, bytes: Uint8Array = new Uint8Array(32)): Uint8Array {
  return new Bun.CryptoHasher("sha256", bytes as Uint8Array<ArrayBuffer>)
    .update(label)
    .update(content as Uint8Array<ArrayBuffer>)
    .digest();
}

/** A mark that only who has the key can make. @param what the mark is on, whose content ends with what it belongs to */
export function markOf(what: MarkLabel, content: string | Uint8Array): string {
  return Buffer.from(hmac(LABELS[what], content, key().bytes)).toString("hex");
}

/** Is this the mark of that content? Takes the same time wherever they differ. */
export function isMarkOf(mark: string, what: MarkLabel, content: string | Uint8Array): boolean {
  const wanted = Buffer.from(markOf(what, content));
  const given = Buffer.from(mark);
  // The engine's own `crypto`: to load node:crypto takes a cold question longer than its check.
  const engine = crypto as unknown as { timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean };
  return given.length === wanted.length && engine.timingSafeEqual(given, wanted);
}

// ---------------------------------------------------------------------------------------------- the seal

/** What an index looked like after a write of ours. */
export interface Seal {
  version: 1;
  /** Path of the tree, to explain. */
  root: string;
  /** Inodes of the tree's folder and of the folder with the index. */
  tree: string;
  folder: string;
  /** Inode, size, modification and change time of the index; null where there is none yet. */
  main: string | null;
  /** Salts of the log that belongs to it; null if none does. */
  log: string | null;
  /** The same of a complete build but for the change time, which its renaming sets. */
  ready: string | null;
  /** The process that is writing to it this moment, as `processNow` tells it; null when that is done. */
  writer: string | null;
  /** SHA-256 of the index; null unless the key is one that other machines have, and the log was empty. */
  digest: string | null;
}

type Stat = NonNullable<ReturnType<typeof statOf>>;
const shape = ({ ino, size, mtimeNs }: Stat): string => `${ino} ${size} ${mtimeNs}`;
const shapeNow = (stat: Stat): string => `${shape(stat)} ${stat.ctimeNs}`;

/** What tells a file of ours from any that took its place or was written to since; null if there is none. */
export function identityOf(path: string): string | null {
  return isPlain(path) ? shapeNow(plain(path)!) : null;
}

/** A seal has a few names in it. */
const MOST_SEAL = 65_536;

/** The seal of a folder, as text; null if there is none, or none of ours. @throws the system's error where the disk does not give it */
function sealText(folder: string): string | null {
  try {
    return readOwn(join(folder, SEAL_FILE), MOST_SEAL)?.toString("utf8") ?? null;
  } catch (error) {
    if (isBroken(error)) throw error;
    return null;
  }
}

const isBroken = (error: unknown): boolean => (error as { code?: string } | null)?.code === "EIO";

function sealIn(text: string | null): Seal | null {
  const end = text?.indexOf("\n") ?? -1;
  if (text === null || end < 0 || !isMarkOf(text.slice(0, end), "seal", text.slice(end + 1))) return null;
  try {
    const seal = JSON.parse(text.slice(end + 1)) as Seal;
    return seal.version === 1 ? seal : null;
  } catch {
    return null;
  }
}

/** Was something in this folder sealed by us, here? Says nothing of the index itself. @param root of the tree */
export function isSealed(root: string, folder: string): boolean {
  try {
    const seal = sealIn(sealText(folder));
    return seal !== null && (isSharedKey() || isHere(seal, root, folder));
  } catch {
    return false;
  }
}

function isHere(seal: Seal, root: string, folder: string): boolean {
  return seal.tree === `${statOf(root)?.ino}` && seal.folder === `${statOf(folder)?.ino}`;
}

/** What is known of an index before it is opened. */
export type Judged =
  /** Ours. `file`: a complete build may still have its first name. */
  | { state: "own"; file: typeof INDEX_FILE | typeof READY_FILE; seal: Seal }
  | { state: "missing" }
  /** The index is ours; a log or journal beside it is not, and must go (or be left out) before anything is read. */
  | { state: "unsettled"; seal: Seal }
  /** A log of ours that is being written into the index, or was when its writer died. */
  | { state: "writing"; seal: Seal }
  /** Ours by its bytes, on another machine: the seal must be made anew. */
  | { state: "restored"; seal: Seal }
  /** `unsealed`: no seal of ours; `elsewhere`: ours, made in another tree; `changed`: not as we left it. */
  | { state: "foreign"; why: "unsealed" | "elsewhere" | "changed"; from: string | null };

/** Looks at the index in a folder. Nothing is opened but the seal, and the beginning of the log. @returns with what tells whether it was looked at in between two steps of a writer */
export function judge(root: string, folder: string): { judged: Judged; seen: string | null } {
  const seen = sealText(folder);
  try {
    return { judged: judgeBy(sealIn(seen), root, folder), seen };
  } catch (error) {
    if (!(error instanceof NotOwn)) throw error;
    return { judged: { state: "foreign", why: sealIn(seen) ? "changed" : "unsealed", from: null }, seen };
  }
}

function judgeBy(seal: Seal | null, root: string, folder: string): Judged {
  const path = join(folder, INDEX_FILE);
  if (seal === null) {
    const anything = statOf(path) !== null || statOf(join(folder, READY_FILE)) !== null;
    return anything ? { state: "foreign", why: "unsealed", from: null } : { state: "missing" };
  }
  const here = isHere(seal, root, folder);
  if (here && seal.ready !== null) {
    const ready = isPlain(join(folder, READY_FILE)) ? plain(join(folder, READY_FILE)) : null;
    if (ready !== null && shape(ready) === seal.ready) return { state: "own", file: READY_FILE, seal };
  }
  const main = plain(path);
  if (main === null) return here && seal.main !== null ? { state: "foreign", why: "changed", from: null } : { state: "missing" };
  const log = statOf(`${path}-wal`);
  const empty = log === null || (log.isFile() && log.size === 0n);
  const same = here && (shapeNow(main) === seal.main || shape(main) === seal.ready);
  // A finished build that the seal does not know is as little ours as a journal.
  const alone = statOf(`${path}-journal`) === null && statOf(join(folder, READY_FILE)) === null;
  const bare = alone && isOwnOrNone(statOf(`${path}-shm`)) && isOwnOrNone(log);
  if (same && empty && bare) return { state: "own", file: INDEX_FILE, seal };
  // A transaction that is large, or committed and not yet sealed: the log is of the process that said so under the lock, while that lives.
  const writing = seal.main?.split(" ")[0] === `${main.ino}` && here && alone && isOwnOrNone(log);
  if (writing && seal.writer !== null && isAlive(seal.writer)) return { state: "own", file: INDEX_FILE, seal };
  const known = !empty && seal.log !== null && isOwnFile(log) && logSalts(`${path}-wal`) === seal.log;
  if (same) return known && bare ? { state: "own", file: INDEX_FILE, seal } : { state: "unsettled", seal };
  if (writing && known && bare) return { state: "writing", seal };
  // Read once, where it came from another machine.
  if (isSharedKey() && seal.digest !== null && digestOf(path) === seal.digest) return { state: "restored", seal };
  return { state: "foreign", why: here ? "changed" : "elsewhere", from: here ? null : seal.root };
}

const isOwnOrNone = (stat: Stat | null): boolean => stat === null || isOwnFile(stat);

/** The salts in the header of a log; null if it has none. No lock is ever held on a log: it may be opened and closed. */
function logSalts(path: string): string | null {
  return withOwn(path, (file) => {
    const header = Buffer.alloc(24);
    return readSync(file, header, 0, 24, 0) === 24 ? header.toString("hex", 16, 24) : null;
  });
}

/** SHA-256 of a file of ours; null if there is none. Not of a database that this process has open. */
function digestOf(path: string): string | null {
  return withOwn(path, (file, size) => {
    const hasher = new Bun.CryptoHasher("sha256");
    const buffer = Buffer.allocUnsafe(Math.min(1_048_576, Math.max(1, size)));
    for (let at = 0; at < size; ) {
      const count = readSync(file, buffer, 0, buffer.length, at);
      if (count === 0) return null;
      hasher.update(buffer.subarray(0, count));
      at += count;
    }
    return hasher.digest("hex");
  });
}

/**
 * Seals the index as it is now. Under the writer's lock only, by whoever wrote it or has seen that it is ours.
 * @param more.digest a digest of it too, if the key is a shared one: not while this process has the index open
 * @param more.writing this process goes on to write
 * @throws the system's error, NotOwn
 */
export function sealNow(root: string, folder: string, { digest = false, writing = false } = {}): void {
  const path = join(folder, INDEX_FILE);
  const main = plain(path);
  writeSeal(folder, {
    ...placeOf(root, folder),
    main: main && shapeNow(main),
    log: logSalts(`${path}-wal`),
    ready: null,
    writer: writing ? processNow() : null,
    digest: digest && isSharedKey() && main !== null ? digestOf(path) : null,
  });
}

/** A complete build is about to become the index; the one that is there stays as it is sealed. Under the writer's lock only. */
export function sealReady(root: string, folder: string, next: string): void {
  const before = sealIn(sealText(folder));
  const kept = before !== null && isHere(before, root, folder) ? before : { main: null, log: null, digest: null };
  writeSeal(folder, { ...kept, ...placeOf(root, folder), writer: null, ready: shape(plain(next)!) });
}

const placeOf = (root: string, folder: string) =>
  ({ version: 1, root, tree: `${statOf(root)?.ino}`, folder: `${statOf(folder)?.ino}` }) as const;

function writeSeal(folder: string, seal: Seal): void {
  const text = JSON.stringify(seal);
  writeOwn(join(folder, SEAL_FILE), `${markOf("seal", text)}\n${text}`);
}

/** This process, so that no other is taken for it: number, when it began, and the space of such numbers; null where that cannot be told. */
function processNow(): string | null {
  const began = beganAt(process.pid);
  return began === null ? null : `${process.pid} ${began} ${processSpace()}`;
}

/** Does the process live that `processNow` told? Of another container's nobody here can say. */
function isAlive(told: string): boolean {
  const [pid = "", began = "", space = ""] = told.split(" ");
  return space === processSpace() && /^\d+$/.test(pid) && beganAt(Number(pid)) === began;
}

function processSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** When a process began (on Linux in ticks from the start of the machine); null if there is none. */
function beganAt(pid: number): string | null {
  if (process.platform !== "linux") return beganElsewhere(pid);
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // After the program's name, which may hold anything: state, then nineteen fields more.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Without /proc: as ps tells it, and on Windows only that there is one. */
function beganElsewhere(pid: number): string | null {
  if (process.platform !== "win32") {
    const told = Bun.spawnSync(["/bin/ps", "-o", "lstart=", "-p", `${pid}`], { env: { LC_ALL: "C" }, stderr: "ignore" });
    return told.stdout.toString().trim().replaceAll(/\s+/g, "_") || null;
  }
  try {
    process.kill(pid, 0);
    return "now";
  } catch {
    return null;
  }
}
