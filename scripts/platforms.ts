/**
 * The platforms that Manifold is built for: one row each, and whatever names a platform anywhere (packages, archives, formulas, the npm launcher,
 * install.sh, workflows) is made from it.
 *
 * There is no row of its own for processors without AVX: Bun's x64 builds choose at run time, and so do the libraries (`test/binary/` runs the x64 binary on
 * an emulated Westmere).
 */
import { existsSync } from "node:fs";

export type Arch = "x64" | "arm64";
export type System = "linux" | "darwin" | "windows";

export interface Platform {
  /** Name in files: `manifold-<id>`. */
  id: string;
  system: System;
  arch: Arch;
  /** The C library of a Linux; null elsewhere. */
  libc: "glibc" | "musl" | null;
  /** npm package with Bun for it, and the program in that package. */
  bun: string;
  /** Suffix of ast-grep's addon package. */
  addon: string;
  /** Folder of libraries in the packages of ast-grep's grammars. */
  grammars: string;
  /** Folder of usearch's library in its package; null where it has none that could be loaded. */
  vectors: string | null;
  /** The compiler's name for it; a glibc of that version is the oldest that is supported. */
  zig: string;
  /** Whether its tests run where releases are made. What is false is called untested to users until a workflow on such a machine has run. */
  tested: boolean;
}

/** The oldest glibc: CentOS 7's; every JetPack has a newer one. */
export const OLDEST_GLIBC = "2.17";
/** The oldest macOS: that of Bun's builds. */
export const OLDEST_MACOS = "13.0";

const gnu = `linux-gnu.${OLDEST_GLIBC}`;

export const PLATFORMS: readonly Platform[] = [
  {
    id: "linux-x64",
    system: "linux",
    arch: "x64",
    libc: "glibc",
    bun: "@oven/bun-linux-x64",
    addon: "linux-x64-gnu",
    grammars: "Linux-X64",
    vectors: "linux-x64",
    zig: `x86_64-${gnu}`,
    tested: true,
  },
  {
    id: "linux-arm64",
    system: "linux",
    arch: "arm64",
    libc: "glibc",
    bun: "@oven/bun-linux-aarch64",
    addon: "linux-arm64-gnu",
    grammars: "Linux-ARM64",
    vectors: "linux-arm64",
    zig: `aarch64-${gnu}`,
    tested: true,
  },
  {
    id: "linux-x64-musl",
    system: "linux",
    arch: "x64",
    libc: "musl",
    bun: "@oven/bun-linux-x64-musl",
    addon: "linux-x64-musl",
    grammars: "Linux-X64",
    vectors: null,
    zig: "x86_64-linux-musl",
    tested: false,
  },
  {
    id: "linux-arm64-musl",
    system: "linux",
    arch: "arm64",
    libc: "musl",
    bun: "@oven/bun-linux-aarch64-musl",
    addon: "linux-arm64-musl",
    grammars: "Linux-ARM64",
    vectors: null,
    zig: "aarch64-linux-musl",
    tested: false,
  },
  {
    id: "darwin-arm64",
    system: "darwin",
    arch: "arm64",
    libc: null,
    bun: "@oven/bun-darwin-aarch64",
    addon: "darwin-arm64",
    grammars: "macOS-ARM64",
    vectors: "darwin-arm64+x64",
    zig: `aarch64-macos.${OLDEST_MACOS}`,
    tested: false,
  },
  {
    id: "darwin-x64",
    system: "darwin",
    arch: "x64",
    libc: null,
    bun: "@oven/bun-darwin-x64",
    addon: "darwin-x64",
    grammars: "macOS-X64",
    vectors: "darwin-arm64+x64",
    zig: `x86_64-macos.${OLDEST_MACOS}`,
    tested: false,
  },
  {
    id: "windows-x64",
    system: "windows",
    arch: "x64",
    libc: null,
    bun: "@oven/bun-windows-x64",
    addon: "win32-x64-msvc",
    grammars: "Windows-X64",
    vectors: "win32-x64",
    zig: "x86_64-windows-gnu",
    tested: false,
  },
];

/** The row of this machine, or null where there is none. */
export function thisPlatform(): Platform | null {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const libc =
    system !== "linux"
      ? null
      : existsSync(`/lib/ld-musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`) && !hasGlibc()
        ? "musl"
        : "glibc";
  return PLATFORMS.find((one) => one.system === system && one.arch === process.arch && one.libc === libc) ?? null;
}

/** Debian's package `musl` puts a musl beside the system's own C library. */
const hasGlibc = (): boolean =>
  (process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined)?.header?.glibcVersionRuntime !== undefined;

/** Rows by id, by `x64` or `arm64` (this system's), or all of them; null for any other word. */
export function platformsNamed(word: string): readonly Platform[] | null {
  if (word === "all") return PLATFORMS;
  const here = thisPlatform();
  const found =
    PLATFORMS.find((one) => one.id === word) ??
    PLATFORMS.find((one) => one.arch === word && one.system === here?.system && one.libc === here.libc);
  return found ? [found] : null;
}

/** File name of the program. */
export const programOf = ({ system }: Platform): string => (system === "windows" ? "manifold.exe" : "manifold");

/** What Node says of it: the fields of an npm package that is for it alone. */
export const npmFields = ({ system, arch, libc }: Platform): { os: string[]; cpu: string[]; libc?: string[] } => ({
  os: [system === "windows" ? "win32" : system],
  cpu: [arch],
  ...(libc === null ? {} : { libc: [libc] }),
});
