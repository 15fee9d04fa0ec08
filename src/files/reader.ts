/**
 * The one redacting reader. Nothing else reads source files: whatever is parsed, matched or shown has passed through here.
 *
 * It opens regular files inside the root only (files.ts), refuses what is a secret by its name, decodes, blanks secrets, and gives the reason where a file
 * is no source text. Everything is synchronous: opening, reading and decoding a file of usual size takes less than a promise's round trip
 * through the thread pool.
 */
import { reading } from "../base/limits.ts";
import type { SkipReason } from "../base/types.ts";
import { type OpenFile, settledStamp, withFile } from "./files.ts";
import { isGenerated, isLockFile, isMinified, isOwn } from "./kinds.ts";
import { isSecretName } from "./secret_names.ts";
import { redact } from "./secrets.ts";

/** A file's text as everybody sees it. */
export interface SourceText {
  /** Decoded, without byte order mark, secrets blanked: same length and lines as without redaction. Line ends as they are in the file. */
  text: string;
  /** Of the raw bytes: SHA-1 of `blob <size>\0<content>`, git's blob id (SHA-256 of the same where the expected hash is one). */
  hash: string;
  /** Bytes on disk. */
  size: number;
  /** See `ScannedFile.mtime`; 0 if the file changed so recently that its time cannot tell the next change. */
  mtime: number;
  /** Number of lines; a last line without line end counts, an empty file has none. */
  lines: number;
  /** Secrets blanked. */
  redactions: number;
  /** Some bytes were not valid in the encoding; U+FFFD stands for them. */
  lossy: boolean;
  /** False if a hash was expected and the content has another: the file was changed since, index it again first. */
  fresh: boolean;
}

/** A file that is left out because of its content, with what is needed to not read it again while it stays the same. */
export interface SkippedFile {
  reason: SkipReason;
  /** As in SourceText; "" where the content was not read (too large, unreadable): then size and mtime tell a change. */
  hash: string;
  size: number;
  mtime: number;
}

/** A file of which something is known by its bytes, so that nobody need look at its text. */
export interface KnownContent<T> extends Pick<SourceText, "hash" | "size" | "mtime"> {
  known: T;
}

/** What the index has of a file. */
export interface IndexedFile {
  hash: string;
  /** How many secrets were blanked in the content of that hash, by the rules of `SECRET_EDITION`. */
  redactions?: number;
}

/**
 * A file's text, or why it has none.
 * @param root absolute
 * @param path relative to it, with `/`
 * @param expect what the index has of it; see `SourceText.fresh`. Content that is known to hold no secret is not searched for them again.
 */
export function readSourceSync(root: string, path: string, expect?: IndexedFile): SourceText | SkipReason {
  const outcome = readFileOf(root, path, expect);
  return "reason" in outcome ? outcome.reason : outcome;
}

/** `readSourceSync` for indexing: a file that is left out comes with the hash, size and time by which the next scan knows it again. */
export function readFileOf(root: string, path: string, expect?: IndexedFile): SourceText | SkippedFile {
  return readUnlessKnown<never>(root, path, () => null, expect) as SourceText | SkippedFile;
}

/**
 * The same, unless something is known of exactly these bytes.
 * @param recall what is known of them, if anything is
 */
export function readUnlessKnown<T extends object>(
  root: string,
  path: string,
  recall: (bytes: Uint8Array) => T | null,
  expect?: IndexedFile,
): SourceText | SkippedFile | KnownContent<T> {
  const none = { hash: "", size: 0, mtime: 0 };
  // What the index has was let in by its name, by these rules.
  if (expect?.redactions === undefined) {
    if (isOwn(path)) return { reason: "ignored", ...none };
    if (isSecretName(path)) return { reason: "secret", ...none };
    if (isLockFile(path)) return { reason: "lock-file", ...none };
  }
  const outcome = withFile(root, path, (file) => readOpened(path, file, recall, expect));
  return typeof outcome === "string" ? { reason: outcome, ...none } : outcome;
}

function readOpened<T extends object>(
  path: string,
  file: OpenFile,
  recall: (bytes: Uint8Array) => T | null,
  expect: IndexedFile | undefined,
): SourceText | SkippedFile | KnownContent<T> {
  const { size, stamp } = file;
  if (size > reading.maxBytes) return { reason: "too-large", hash: "", size, mtime: settledStamp(stamp) };
  // One byte more than its size: a file that grows meanwhile is noticed.
  const bytes = file.read(size + 1);
  if (bytes.length > reading.maxBytes) return { reason: "too-large", hash: "", size: bytes.length, mtime: 0 };
  const known = {
    hash: hashOf(bytes, expect?.hash.length === 64 ? "sha256" : "sha1"),
    size: bytes.length,
    mtime: file.changed() || bytes.length !== size ? 0 : settledStamp(stamp),
  };
  const recalled = recall(bytes);
  if (recalled !== null) return { known: recalled, ...known };
  const read = judge(path, bytes, expect?.redactions === 0 && expect.hash === known.hash);
  if (typeof read === "string") return { reason: read, ...known };
  return {
    ...read,
    ...known,
    fresh: expect === undefined || expect.hash === "" || expect.hash === known.hash,
  };
}

/** The part of a file's text that its content alone tells. */
type ReadText = Pick<SourceText, "text" | "lines" | "redactions" | "lossy">;

/** @param clean it is known that nothing in it is to be blanked, nor does it leave the file out */
function judge(path: string, bytes: Uint8Array, clean = false): ReadText | SkipReason {
  const decoded = decode(bytes);
  if (typeof decoded === "string") return decoded;
  const content = path.endsWith(".ipynb") ? withoutPictures(decoded.text) : decoded.text;
  if (clean) return { text: content, lines: countLines(content), redactions: 0, lossy: decoded.lossy };
  if (isMinified(path, content === decoded.text ? content : content.replace(/ {200,}/g, ""), bytes.length)) return "minified";
  if (isGenerated(path, content)) return "generated";
  const { text, count } = redact(content);
  return { text, lines: countLines(text), redactions: count, lossy: decoded.lossy };
}

/** A notebook without its outputs in base64, length and line ends kept: they are pictures, and their words are noise. */
function withoutPictures(text: string): string {
  return text.replace(/"(?:[A-Za-z0-9+/=]|\\n){400,}"/g, (data) => `"${" ".repeat(data.length - 2)}"`);
}

/**
 * Content that is not on disk (git's, of another revision), by the same rules as a file: refused, decoded, redacted.
 * @param path where it belongs in the tree
 */
export function readContent(path: string, bytes: Uint8Array): ReadText | SkipReason {
  if (isOwn(path)) return "ignored";
  if (isSecretName(path)) return "secret";
  if (isLockFile(path)) return "lock-file";
  if (bytes.length > reading.maxBytes) return "too-large";
  return judge(path, bytes);
}

/** git's blob id of some content: the hash of `blob <size>\0<content>`. */
export function hashOf(bytes: Uint8Array, algorithm: "sha1" | "sha256" = "sha1"): string {
  return new Bun.CryptoHasher(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Hash of a file's raw content without decoding it, to see whether it really changed. `like` tells the algorithm; null if it cannot be read or is too large. */
export function hashFile(root: string, path: string, like: string): string | null {
  const outcome = withFile(root, path, (file) =>
    file.size > reading.maxBytes ? { hash: null } : { hash: hashOf(file.read(file.size + 1), like.length === 64 ? "sha256" : "sha1") },
  );
  return typeof outcome === "string" ? null : outcome.hash;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const lossyUtf8 = new TextDecoder("utf-8");
/** Above this share of characters that could not be decoded a text is noise; Latin-1 prose in French has 4 %, in Russian (KOI8-R) 80 %. */
const HOPELESS = 0.1;

/** UTF-8 with or without byte order mark, UTF-16 with one. */
function decode(bytes: Uint8Array): { text: string; lossy: boolean } | SkipReason {
  const [first, second] = bytes;
  const utf16 = bytes.length % 2 === 0 && ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff));
  // FF FE 00 00 is UTF-32, which nobody writes source in.
  if (utf16 && !(bytes[2] === 0 && bytes[3] === 0)) {
    const text = new TextDecoder(first === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
    if (text.slice(0, reading.binaryProbe).includes("\0")) return "binary";
    const lost = countLost(text);
    return lost > HOPELESS * text.length ? "bad-encoding" : { text, lossy: lost > 0 };
  }
  if (bytes.subarray(0, reading.binaryProbe).indexOf(0) >= 0) return "binary";
  try {
    return { text: utf8.decode(bytes), lossy: false };
  } catch {
    const text = lossyUtf8.decode(bytes);
    return countLost(text) > HOPELESS * text.length ? "bad-encoding" : { text, lossy: true };
  }
}

function countLost(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\uFFFD"); at >= 0; at = text.indexOf("\uFFFD", at + 1)) count++;
  return count;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return text === "" || text.endsWith("\n") ? count : count + 1;
}
