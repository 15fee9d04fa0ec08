/** A Debian package: the program, the manual page, completions and the licences, the same bytes for the same release. */
import { chmodSync, copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pkg from "../../package.json" with { type: "json" };
import { OLDEST_GLIBC, type Platform } from "../platforms.ts";
import { PROJECT, VERSION } from "./packaging.ts";

/** Debian's name of an architecture. */
const ARCHITECTURE = { x64: "amd64", arm64: "arm64" } as const;

interface Parts {
  program: string;
  /** Files below /usr. */
  files: Readonly<Record<string, string>>;
  licences: string;
  out: string;
  /** Seconds since 1970. */
  at: string;
  level: number;
}

/** @returns path of the package */
export function debian(platform: Platform, { program, files, licences, out, at, level }: Parts): string {
  const architecture = ARCHITECTURE[platform.arch];
  const root = join(out, `.deb-${architecture}`);
  rmSync(root, { recursive: true, force: true });
  const put = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o755 });
    writeFileSync(join(root, path), content);
    chmodSync(join(root, path), 0o644);
  };
  // Debian's zsh looks elsewhere, and its manual pages are packed.
  for (const [path, text] of Object.entries(files)) {
    if (path.startsWith("share/man/")) put(`usr/${path}.gz`, Bun.gzipSync(Buffer.from(text), { level: 9 }));
    else put(`usr/${path.replace("share/zsh/site-functions", "share/zsh/vendor-completions")}`, text);
  }
  put("usr/share/doc/manifold-code/copyright", `Format: free text\nSource: ${PROJECT.repository}\n\n${licences}`);
  mkdirSync(join(root, "usr/bin"), { recursive: true });
  copyFileSync(program, join(root, "usr/bin/manifold"));
  chmodSync(join(root, "usr/bin/manifold"), 0o755);
  const control = [
    "Package: manifold-code",
    `Version: ${VERSION}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${PROJECT.maintainer}`,
    `Installed-Size: ${Math.ceil(statSync(program).size / 1024)}`,
    `Depends: libc6 (>= ${OLDEST_GLIBC}), libgcc-s1 | libgcc1`,
    "Recommends: git",
    "Conflicts: manifold",
    "Section: devel",
    "Priority: optional",
    `Homepage: ${PROJECT.repository}`,
    `Description: ${pkg.description}`,
    " Indexes a repository and answers questions about it from that index: where",
    " something is, what calls it, and what a change to it can break.",
    "",
  ];
  put("DEBIAN/control", control.join("\n"));
  const path = join(out, `manifold-code_${VERSION}_${architecture}.deb`);
  const { exitCode, stderr } = Bun.spawnSync(
    ["dpkg-deb", "--root-owner-group", "-Zgzip", `-z${Math.min(level, 9)}`, "--build", root, path],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: at },
    },
  );
  if (exitCode !== 0) throw new Error(`dpkg-deb failed: ${stderr.toString().slice(-500)}`);
  rmSync(root, { recursive: true, force: true });
  return path;
}
