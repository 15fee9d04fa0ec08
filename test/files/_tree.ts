/** Temporary trees for the tests of this folder. */
import { afterAll } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const made: string[] = [];
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder, real path. */
export function temporary(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "manifold-test-")));
  made.push(folder);
  return folder;
}

/** Writes files (name → content), folders as needed. */
export function write(root: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** Plain git, as a user runs it (not the guarded one under test); throws if it fails. */
export function plainGit(root: string, ...args: string[]): string {
  const result = Bun.spawnSync(
    [
      "git",
      "-c",
      "user.name=t",
      "-c",
      "user.email=t@example.com",
      "-c",
      "init.defaultBranch=main",
      "-c",
      "protocol.file.allow=always",
      ...args,
    ],
    {
      cwd: root,
      env: { PATH: process.env.PATH ?? "", HOME: root, GIT_CONFIG_NOSYSTEM: "1" },
    },
  );
  if (result.exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${result.stderr.toString()}`);
  return result.stdout.toString();
}

/** A git repository with these files committed. */
export function repository(files: Record<string, string | Uint8Array>): string {
  const root = temporary();
  plainGit(root, "init", "-q");
  write(root, files);
  plainGit(root, "add", "-f", ".");
  plainGit(root, "commit", "-q", "--allow-empty", "-m", "first");
  return root;
}
