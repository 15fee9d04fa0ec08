/**
 * What a native library needs of the machine that loads it, and whether a platform has that.
 *
 * The header alone is read with our own few lines (src/base/native.ts does so before a library is loaded); what it imports and from where is LLVM's
 * to say (`llvm-readobj`, `llvm-nm`): ELF, Mach-O and PE alike.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { machineOf } from "../src/base/native.ts";
import { OLDEST_GLIBC, type Platform } from "./platforms.ts";

/** Is this file a library or a program for that platform? By its header: some packages carry one of another machine. */
export function isFor(path: string, { system, arch }: Pick<Platform, "system" | "arch">): boolean {
  if (!existsSync(path)) return false;
  return machineOf(readFileSync(path).subarray(0, 4096)).some((one) => one.system === system && one.arch === arch);
}

export interface Needs {
  /** Names of the libraries that must be there. */
  libraries: string[];
  /** Symbols that must come from them; behind an @ their version (ELF) or the library that has them (Mach-O). Weak ones, which may be missing, are left out. */
  symbols: string[];
}

/** @throws Error where LLVM's tools are not installed */
export function needsOf(path: string): Needs {
  const listed = tool(["llvm-readobj", "--needed-libs", path]);
  const libraries = [...listed.matchAll(/NeededLibraries \[\n([^\]]*)\]/g)]
    .flatMap((block) => block[1]!.split("\n").map((line) => line.trim()))
    .filter(Boolean);
  return { libraries: [...new Set(libraries)].sort(), symbols: [...new Set(symbolsOf(path))].sort() };
}

function symbolsOf(path: string): string[] {
  const format = readFileSync(path).subarray(0, 4);
  if (format[0] === 0x4d && format[1] === 0x5a)
    return [...tool(["llvm-readobj", "--coff-imports", path]).matchAll(/^\s*Symbol: (\S+) /gm)].map((found) => found[1]!);
  if (format[1] === 0x45)
    return tool(["llvm-nm", "-u", "-D", path])
      .split("\n")
      .filter((line) => /\bU \S/.test(line))
      .map((line) => line.trim().split(/\s+/).pop()!);
  return [...tool(["llvm-nm", "-u", "-m", path]).matchAll(/\(undefined\) external (\S+) \((?:from (\S+)|dynamically looked up)\)$/gm)].map(
    ([, symbol, from]) => (from === undefined ? symbol! : `${symbol}@${from}`),
  );
}

function tool(command: [string, ...string[]]): string {
  const path = Bun.which(command[0]);
  if (path === null)
    throw new Error(`${command[0]} is needed to look into libraries of other machines: install LLVM (apt-get install llvm).`);
  const { exitCode, stdout, stderr } = Bun.spawnSync([path, ...command.slice(1)]);
  if (exitCode !== 0 && !/no symbols/.test(stderr.toString())) throw new Error(`${command.join(" ")}: ${stderr.toString().slice(-500)}`);
  return stdout.toString();
}

/** Libraries that every machine of a system has, or that Bun's own program needs there anyway. */
const PRESENT: Record<string, RegExp> = {
  glibc: /^(?:lib(?:c|m|dl|rt|pthread)\.so\.\d+|ld-linux-(?:x86-64|aarch64)\.so\.\d|libgcc_s\.so\.1)$/,
  // Its loader takes every name that begins with libc., libm. and the like for itself. libstdc++ (with libgcc_s) is needed by Bun.
  musl: /^(?:lib(?:c|m|dl|rt|pthread)\.so(?:\.\d+)?|libc\.musl-(?:x86_64|aarch64)\.so\.1|libstdc\+\+\.so\.6|libgcc_s\.so\.1)$/,
  darwin: /^(?:\/usr\/lib\/lib(?:System\.B|c\+\+\.1|iconv\.2|icucore\.A|resolv\.9)\.dylib)$/,
  // VCRUNTIME140.dll comes with Microsoft's Visual C++ runtime, which ast-grep's addon needs: the README says so.
  windows:
    /^(?:kernel32|ntdll|userenv|bcryptprimitives|advapi32|ws2_32|vcruntime140|msvcp140|node)(?:\.dll|\.exe)$|^api-ms-win-(?:core|crt)-[a-z0-9-]+\.dll$/i,
};

/** Node's own functions: the program that loads an addon has them. */
const NODE_API = /^_?napi_|^_?node_api_/;

/** What a system's C library has, by the compiler's own lists. */
const lists = new Map<string, Set<string> | null>();
function symbolsOfSystem(name: "musl" | "darwin", compiler: string | null): Set<string> | null {
  if (compiler === null) return null;
  let list = lists.get(name);
  if (list === undefined) {
    const file = join(compiler, "..", "lib", "libc", name === "musl" ? "musl/libc.S" : "darwin/libSystem.tbd");
    const text = existsSync(file) ? readFileSync(file, "utf8") : null;
    list =
      text === null
        ? null
        : new Set(
            name === "musl"
              ? [...text.matchAll(/^(\w+):$/gm)].map((found) => found[1]!)
              : ["dyld_stub_binder", ...(text.match(/_[\w$]+/g) ?? [])],
          );
    lists.set(name, list);
  }
  return list;
}

/**
 * What of a library's needs a platform does not have; empty when it can be loaded there as far as can be told from here.
 * @param compiler path of the cross compiler, which knows the symbols of musl and macOS
 */
export function lacking(path: string, platform: Platform, compiler: string | null): string[] {
  if (!isFor(path, platform)) return ["a library for this machine"];
  const { libraries, symbols } = needsOf(path);
  const present = PRESENT[platform.libc ?? platform.system]!;
  // A macOS library names itself first.
  const missing = libraries.filter(
    (name) => !present.test(name) && !(platform.system === "darwin" && !name.startsWith("/usr/lib/") && !name.startsWith("/System/")),
  );
  if (platform.libc === "glibc")
    for (const symbol of symbols) {
      const version = /@GLIBC_([\d.]+)$/.exec(symbol)?.[1];
      if (version !== undefined && newer(version, OLDEST_GLIBC)) missing.push(symbol);
    }
  const list =
    platform.libc === "musl"
      ? symbolsOfSystem("musl", compiler)
      : platform.system === "darwin"
        ? symbolsOfSystem("darwin", compiler)
        : null;
  // What another library than the C library gives (libstdc++, libc++, libgcc_s) is in no list: ELF does not say which symbol comes from where.
  const others = platform.libc === "musl" && libraries.some((name) => /libstdc\+\+|libgcc_s/.test(name));
  if (list !== null && !others)
    for (const symbol of symbols) {
      const [name, from] = symbol.split("@") as [string, string?];
      if (!list.has(name) && !NODE_API.test(name) && (platform.system !== "darwin" || from === "libSystem")) missing.push(name);
    }
  return missing;
}

function newer(version: string, than: string): boolean {
  const [a, b] = [version.split(".").map(Number), than.split(".").map(Number)];
  for (let i = 0; i < Math.max(a.length, b.length); i++) if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) > (b[i] ?? 0);
  return false;
}
