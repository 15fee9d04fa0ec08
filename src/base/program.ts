/** This program: its version, whether it is the compiled one, and how eagerly it compiles. */
import pkg from "../../package.json" with { type: "json" };

/** That of package.json. */
export const VERSION: string = pkg.version;

/** Is this the program that was compiled, not its source being run? */
export const isCompiled = (): boolean => /^(?:\/\$bunfs\/|B:[\\/]~BUN[\\/])/.test(Bun.main);

// How eagerly the engine compiles. The binary starts reluctant: a single question is over before compiled code has paid for itself.
// Whatever runs longer says so first.

let brief = true;

/** Is this a process for one answer, over within a second? */
export const isBrief = (): boolean => brief;

/** From now on this process works for long: compile as usual. */
export function tuneForBatch(): void {
  brief = false;
  Bun.unsafe.setJITPolicy(1);
}

/** From now on there is work for a second: some dozens of changed files and what they reach. */
export function quicken(): void {
  Bun.unsafe.setJITPolicy(6);
}
