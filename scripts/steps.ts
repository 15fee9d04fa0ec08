/** Running one step of a script after another, each announced, the first failure ending it with what it printed. */

/**
 * Runs a command with this very Bun (`bun …`) or by name, in the repository's folder.
 * @returns its exit code when `tolerate` is set; otherwise a failure ends the process with the same code
 */
export function step(
  title: string,
  command: string[],
  options: { cwd?: string; tolerate?: boolean; env?: Record<string, string> } = {},
): number {
  console.error(`\n== ${title}`);
  const [first, ...rest] = command;
  const { exitCode } = Bun.spawnSync([first === "bun" ? process.execPath : first!, ...rest], {
    cwd: options.cwd ?? new URL("..", import.meta.url).pathname,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...options.env },
  });
  if (exitCode !== 0 && !options.tolerate) {
    console.error(`\n${title}: failed (exit ${exitCode}).`);
    process.exit(exitCode || 1);
  }
  return exitCode;
}
