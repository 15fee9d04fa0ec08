/** Throw-away workspaces: folders with git repositories in them. Not a test file. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Session } from "../../src/asking.ts";
import { type Members, openMembers } from "../../src/fleet/member.ts";
import { openWorkspace } from "../../src/fleet/workspace.ts";
import { refresh } from "../../src/indexing/refresh.ts";

/** Files by path. */
export type Files = Record<string, string>;

export class Workspace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "manifold-workspace-")));

  /** @param repositories files of each repository, by its folder; those of "" lie in no repository */
  constructor(repositories: Record<string, Files> = {}) {
    for (const [folder, files] of Object.entries(repositories))
      if (folder === "") this.write(files);
      else this.repository(folder, files);
  }

  /** Writes files, their paths relative to a folder. */
  write(files: Files, folder = ""): this {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.root, folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return this;
  }

  /** Makes a repository with a commit. */
  repository(folder: string, files: Files): this {
    mkdirSync(join(this.root, folder), { recursive: true });
    this.git(folder, "init", "-q", "-b", "main");
    this.write(files, folder);
    this.git(folder, "add", "-A");
    this.git(folder, "commit", "-q", "--allow-empty", "-m", "t");
    return this;
  }

  git(folder: string, ...words: string[]): string {
    const settings = ["user.name=t", "user.email=t@example.org", "core.autocrlf=false", "protocol.file.allow=always"];
    const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...settings.flatMap((one) => ["-c", one]), ...words], {
      cwd: join(this.root, folder),
      env: { PATH: process.env.PATH ?? "", HOME: this.root, GIT_CONFIG_NOSYSTEM: "1" },
    });
    if (exitCode !== 0) throw new Error(`git ${words.join(" ")}: ${stderr.toString()}`);
    return stdout.toString();
  }

  /** Members by name and folder, opened as a fleet is. */
  async fleet(names: readonly string[], wait = 50): Promise<Members> {
    const members = names.map((name) => ({ name, root: join(this.root, name), origin: "fleet" as const }));
    return openMembers(members, { quiet: true, terminal: false, wait });
  }

  /** The members of a folder, opened as a workspace is; null where there are none. */
  async open(folder = ""): Promise<Members | null> {
    const own = await session(join(this.root, folder));
    const members = await openWorkspace(own, { quiet: true, terminal: false });
    if (members === null) own.close();
    return members;
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** One tree, opened as a question opens it. */
export async function session(root: string): Promise<Session & { close(): void }> {
  const { store, behind, warnings } = await refresh(root, { quiet: true, terminal: false });
  return { root, store, behind, warnings, close: () => store.close() };
}
