/**
 * What git says about one work tree, for one question: several parts of a question need the same, and each command reads the state of every file.
 *
 * Nothing is asked before it is needed, and nothing twice. A question makes its own: what an earlier one was told may be old.
 */
import { filterOverrides, type GitOutput, git, runGit } from "../base/git.ts";

export class GitLooks {
  #filters: Promise<string[]> | null = null;
  #differing: Promise<Uint8Array> | null = null;
  #others: Promise<GitOutput> | null = null;
  #listing: Promise<Uint8Array> | null = null;

  /** @param root absolute, real, inside a git work tree */
  constructor(readonly root: string) {}

  /** As `filterOverrides`. */
  filters(): Promise<string[]> {
    this.#filters ??= kept(filterOverrides(this.root));
    return this.#filters;
  }

  /** Tracked files that differ from git's index, as raw records: `:<mode> <mode> <blob> <blob> <letter>\0<path>\0`. */
  differing(): Promise<Uint8Array> {
    this.#differing ??= kept(
      this.filters().then((settings) =>
        git(this.root, ["diff-files", "--raw", "-z", "--no-abbrev", "--relative", "--ignore-submodules=all", "--no-renames"], { settings }),
      ),
    );
    return this.#differing;
  }

  /** Files that git neither tracks nor ignores, each ended by a NUL, and what git warns of. */
  others(): Promise<GitOutput> {
    this.#others ??= kept(runGit(this.root, ["ls-files", "-o", "--exclude-standard", "-z"]));
    return this.#others;
  }

  /** Git's index: records `H 100644 <blob> <stage>\t<path>`, each ended by a NUL. */
  listing(): Promise<Uint8Array> {
    this.#listing ??= kept(git(this.root, ["ls-files", "-s", "-v", "-z"]));
    return this.#listing;
  }
}

/** Who asked first may have failed otherwise before: a failure must not count as unhandled meanwhile. */
function kept<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => {});
  return asked;
}

/** Paths of raw records of `diff-files` or `diff-index`, decoded already: a path follows each record. */
export function pathsOfRaw(parts: readonly string[]): string[] {
  return parts.filter((_, i) => i % 2 === 1);
}
