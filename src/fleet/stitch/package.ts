/**
 * What a package is known by: the identity under which one tree offers it and another asks for it.
 *
 * Only names that the ecosystem itself would take are identities: what holds control characters, white space or a path that climbs is nobody's.
 */

import type { Ecosystem } from "../../lang/engine/resolve/family.ts";

export type { Ecosystem } from "../../lang/engine/resolve/family.ts";

/** Packages that are known by the name spaces they declare: an import says those, and no manifest lists them. */
export const BY_SPACE: ReadonlySet<Ecosystem> = new Set(["maven", "composer", "nuget", "mix"]);

/** A package that a tree offers. */
export interface Package {
  ecosystem: Ecosystem;
  /** As the ecosystem compares it: lower case where that does not count. */
  name: string;
  /** As its manifest writes it; null where none does (Go's stand in tags). */
  version: string | null;
  /** Path of the manifest, and the folder that it is about ("" = the tree). */
  manifest: string;
  folder: string;
  /** What an import of it names, and the folder or file of the tree that this means. */
  modules: readonly Module[];
  /** Subpaths that alone may be imported (npm's `exports`); null: all. */
  exports: readonly string[] | null;
}

export interface Module {
  name: string;
  path: string;
}

/** A package that a tree asks for. */
export interface Dependency {
  ecosystem: Ecosystem;
  name: string;
  /** The range as written; null where none is. */
  wanted: string | null;
  /** What the importing code calls it, where that is not its own name. */
  alias: string | null;
  manifest: string;
  line: number;
}

/** A file of the tree where something begins: what is installed as a command, what a container starts, what an import of the package reads. */
export interface Entry {
  path: string;
  /** As its manifest calls it: `bin json-server`, `library`. */
  as: string;
  manifest: string;
}

/** What the manifests of a tree say. */
export interface Said {
  entries: Entry[];
  packages: Package[];
  dependencies: Dependency[];
  /** Manifests that cannot be read, each with the reason. */
  unread: { path: string; reason: string }[];
}

const NAMES: Readonly<Record<Ecosystem, RegExp>> = {
  npm: /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i,
  go: /^[\w.~-]+(?:\/[\w.~-]+)*$/,
  pypi: /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
  cargo: /^[a-z][\w-]*$/i,
  maven: /^[\w.-]+:[\w.-]+$/,
  composer: /^[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*$/,
  gem: /^[\w.-]+$/,
  nuget: /^[\w.-]+$/,
  swiftpm: /^[\w.-]+$/,
  mix: /^[a-z]\w*$/,
  submodule: /^[^\p{C}\\]+$/u,
};

/** Longer ones no registry takes. */
const LONGEST = 214;

/** The name as its ecosystem compares it; null where it could be none. */
export function identity(ecosystem: Ecosystem, name: unknown): string | null {
  if (typeof name !== "string" || name.length > LONGEST) return null;
  const plain =
    ecosystem === "pypi"
      ? name.toLowerCase().replace(/[-_.]+/g, "-")
      : ecosystem === "nuget" || ecosystem === "composer" || ecosystem === "swiftpm"
        ? name.toLowerCase()
        : name;
  return NAMES[ecosystem].test(plain) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(plain) ? plain : null;
}

/** A package's identity as text. */
export const identityKey = ({ ecosystem, name }: { ecosystem: Ecosystem; name: string }): string => `${ecosystem}:${name}`;
