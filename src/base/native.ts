/**
 * Where native code (the ast-grep addon, the grammars) lies on disk.
 *
 * In the binary every library is embedded, compressed, and unpacked once, when first needed, to a private cache folder:
 * the loader cannot map a library out of the executable, and a missing or foreign-architecture library aborts the
 * whole process, so each is verified before its path is given out. From source the npm packages' own files are used.
 */
import { closeSync, existsSync, lstatSync, openSync, readFileSync, readSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { type Embedded, type EmbeddedAsset, embedded } from "./embedded.ts";
import { Refusal } from "./errors.ts";
import { privateFolder } from "./private.ts";

/** Name of the ast-grep addon among the assets; grammars are `<grammar>.so`. */
export const ADDON = "ast-grep.node";

/** Name of the usearch addon (nearest vectors). */
export const VECTOR_ADDON = "usearch.node";

/** Name of onnxruntime's WebAssembly. */
export const ORT_WASM = "ort.wasm";

/** Name of the built-in embedding's table. */
export const TOKEN_TABLE = "manifold-static.bin";

/** Names of the tables that count tokens (query/tokens.ts). */
export const ASCII_TOKENS = "o200k-ascii.bin";
export const OTHER_TOKENS = "o200k-other.bin";

/** Name of the list of everything inside, with the licences (serve/commands/about.ts). */
export const LICENCES = "licences.json";

const known = new Map<string, string | null>();

/**
 * Absolute path of a native library that is safe to load, or null where this build does not have it
 * or it is for another machine.
 * @param name `ast-grep.node` or `<grammar>.so`
 * @throws Refusal `platform-unsupported` when no folder can hold the unpacked library
 */
export function nativeLibrary(name: string): string | null {
  const before = known.get(name);
  if (before !== undefined) return before;
  const path = embedded ? unpack(embedded, name) : installed(name);
  const usable = path !== null && isForThisMachine(readHead(path)) ? path : null;
  known.set(name, usable);
  return usable;
}

/** Names of the grammars that this build carries (not whether they load). */
export function carriesLibrary(name: string): boolean {
  const table: Embedded | null = embedded;
  return table ? name in table.assets : installed(name) !== null;
}

/** Where assets that are no libraries lie when run from source. */
const SOURCES = {
  [ORT_WASM]: "node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm",
  [TOKEN_TABLE]: `src/embed/${TOKEN_TABLE}`,
  [ASCII_TOKENS]: `src/query/${ASCII_TOKENS}`,
  [OTHER_TOKENS]: `src/query/${OTHER_TOKENS}`,
} as const;

/**
 * The bytes of an asset that is not loaded from disk but handed over in memory.
 * @throws Refusal `platform-unsupported` when this build does not carry it
 */
export function assetBytes(name: keyof typeof SOURCES): Uint8Array {
  const table: Embedded | null = embedded;
  const path = table ? table.assets[name]?.file : join(import.meta.dir, "..", "..", SOURCES[name]);
  if (path === undefined)
    throw new Refusal("platform-unsupported", `This build does not have ${name}.`, "Build Manifold again: bun run build.");
  const bytes = readFileSync(path);
  return table ? Bun.zstdDecompressSync(bytes) : bytes;
}

/** The bytes of an asset that only a built program has; null where there is none. */
export function embeddedBytes(name: string): Uint8Array | null {
  const table: Embedded | null = embedded;
  const file = table?.assets[name]?.file;
  return file === undefined ? null : Bun.zstdDecompressSync(readFileSync(file));
}

/** As `assetBytes`, mapped from the cache folder where there is one: a question needs some pages of it. */
export function mappedAsset(name: keyof typeof SOURCES): Uint8Array {
  try {
    const path = embedded ? unpack(embedded, name) : null;
    if (path !== null) return Bun.mmap(path, { shared: false });
  } catch {
    // No cache folder, or a file system without mapping.
  }
  return assetBytes(name);
}

/** Loads a Node-API addon from an absolute path and returns its exports. */
export function loadAddon<T>(path: string): T {
  const module = { exports: {} };
  try {
    process.dlopen(module, path);
  } catch (error) {
    const reason = (error as Error).message.trim();
    const missing = process.platform === "linux" ? /^(lib[^\s:]+): cannot open shared object/.exec(reason)?.[1] : undefined;
    throw new Refusal(
      "platform-unsupported",
      `The library ${path} could not be loaded: ${reason}${/[.!?]$/.test(reason) ? "" : "."}`,
      process.platform === "win32"
        ? "It needs Microsoft's Visual C++ runtime (VCRUNTIME140.dll): install the Visual C++ Redistributable for x64."
        : missing !== undefined
          ? `Install the package of this system that has ${missing} (libgcc_s.so.1 is in libgcc-s1 of Debian and in libgcc of Fedora).`
          : "If that folder is mounted noexec, set XDG_CACHE_HOME to one where programs may run; otherwise this system's C library may be too old.",
      { cause: error },
    );
  }
  return module.exports as T;
}

function readHead(path: string): Uint8Array {
  const head = new Uint8Array(HEAD);
  const file = openSync(path, "r");
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  return head;
}

/** The file of an npm package (or of a local compilation, `bun run grammars`) when run from source. */
function installed(name: string): string | null {
  const modules = join(import.meta.dir, "..", "..", "node_modules");
  const grammar = name.replace(/\.so$/, "");
  const on = process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux";
  const addons = { darwin: [""], win32: ["-msvc"], linux: ["-gnu", "-musl"] }[on].map((libc) => `${on}-${process.arch}${libc}`);
  const vectors = on === "darwin" ? "darwin-arm64+x64" : `${on}-${process.arch}`;
  const folder = { darwin: "macOS", win32: "Windows", linux: "Linux" }[on];
  const candidates =
    name === ADDON
      ? addons.map((suffix) => join(modules, `@ast-grep/napi-${suffix}/ast-grep-napi.${suffix}.node`))
      : name === VECTOR_ADDON
        ? [join(modules, `usearch/prebuilds/${vectors}/usearch.node`)]
        : [
            join(modules, `@ast-grep/lang-${grammar}/prebuilds/prebuild-${folder}-${process.arch.toUpperCase()}/parser.so`),
            join(modules, `../dist/grammars/${process.arch}/${grammar}.so`),
          ];
  return candidates.find((path) => existsSync(path)) ?? null;
}

/** Unpacks one embedded library, atomically; one that is there already is used if it is ours and whole. */
function unpack(table: Embedded, name: string): string | null {
  const asset = table.assets[name];
  if (!asset) return null;
  let failure: unknown;
  for (const folder of cacheFolders(table.id)) {
    try {
      const real = privateFolder(folder);
      if (real === null) {
        failure = new Error(`Somebody else may write to ${folder} or to a folder above it.`);
        continue;
      }
      const path = join(real, name);
      if (isWhole(path, asset)) return path;
      const bytes = Bun.zstdDecompressSync(readFileSync(asset.file));
      const temporary = `${path}.${process.pid}.tmp`;
      try {
        writeFileSync(temporary, bytes, { mode: 0o700, flag: "wx" });
        renameSync(temporary, path);
      } catch (error) {
        try {
          unlinkSync(temporary);
        } catch {}
        throw error;
      }
      if (isWhole(path, asset)) return path;
    } catch (error) {
      failure = error;
    }
  }
  throw new Refusal(
    "platform-unsupported",
    `The library ${name} could not be unpacked to the cache folder.`,
    "Make $XDG_CACHE_HOME (or ~/.cache) writable for you alone, or point XDG_CACHE_HOME to a folder of your own with 50 MB of room.",
    { cause: failure },
  );
}

function cacheFolders(id: string): string[] {
  const home = process.env.HOME || safeHome();
  const base = process.env.XDG_CACHE_HOME || (home ? join(home, ".cache") : "");
  const user = process.getuid?.() ?? 0;
  return [...(isAbsolute(base) ? [join(base, "manifold", id)] : []), join(tmpdir(), `manifold-${user}`, id)];
}

function safeHome(): string {
  try {
    return homedir();
  } catch {
    return "";
  }
}

/**
 * A library in place must have the recorded content: one that was cut short or changed would abort the process.
 * The folder is ours alone (0700), so this guards against accidents, and wyhash is enough. Even that takes
 * milliseconds for a large addon: what was read once and found whole is known again by the file's times.
 */
function isWhole(path: string, asset: EmbeddedAsset): boolean {
  try {
    const stat = lstatSync(path, { bigint: true });
    if (!stat.isFile() || stat.size !== BigInt(asset.size)) return false;
    // No tool can set a change time.
    const state = `${asset.wyhash} ${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs}`;
    const note = `${path}.whole`;
    if (readNote(note) === state) return true;
    if (Bun.hash(readFileSync(path)).toString(16) !== asset.wyhash) return false;
    // A change within the same tick of the clock would not show.
    if (Date.now() - Number(stat.ctimeMs) > SETTLED_MS) writeNote(note, state);
    return true;
  } catch {
    return false;
  }
}

const SETTLED_MS = 2_000;

function readNote(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Notes that cannot be written are done without. */
function writeNote(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, path);
  } catch {}
}

// Just enough of a header to tell which machines a library is for.

/** Bytes that hold every header that is read here: PE's lies behind a DOS program. */
const HEAD = 4_096;

export interface Machine {
  system: "linux" | "darwin" | "windows";
  arch: "x64" | "arm64";
}

/** By the numbers of ELF (System V ABI, e_machine), Mach-O (cputype) and PE (Machine). */
const ARCHES: Record<Machine["system"], Record<number, Machine["arch"]>> = {
  linux: { 62: "x64", 183: "arm64" },
  darwin: { 16777223: "x64", 16777228: "arm64" },
  windows: { 34404: "x64", 43620: "arm64" },
};

/** The machines that a library or program is for, from its first bytes: several for a universal one of macOS, none for what is no 64-bit library that we know. */
export function machineOf(head: Uint8Array): Machine[] {
  if (head.length < 20) return [];
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const one = (system: Machine["system"], number: number): Machine[] => {
    const arch = ARCHES[system][number];
    return arch === undefined ? [] : [{ system, arch }];
  };
  switch (view.getUint32(0)) {
    case 0x7f454c46: // ELF, of 64 bits, little-endian
      return head[4] === 2 && head[5] === 1 ? one("linux", view.getUint16(18, true)) : [];
    case 0xcffaedfe: // Mach-O of 64 bits, little-endian
      return one("darwin", view.getUint32(4, true));
    case 0xcafebabe: // several of them
      return Array.from({ length: Math.min(view.getUint32(4), 8) }, (_, i) => 8 + 20 * i).flatMap((at) =>
        at + 4 <= head.length ? one("darwin", view.getUint32(at)) : [],
      );
  }
  const at = view.getUint16(0) === 0x4d5a && head.length >= 64 ? view.getUint32(0x3c, true) : head.length;
  return at + 6 <= head.length && view.getUint32(at) === 0x50450000 ? one("windows", view.getUint16(at + 4, true)) : [];
}

function isForThisMachine(head: Uint8Array): boolean {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return machineOf(head).some((one) => one.system === system && one.arch === process.arch);
}
