/** The program's version, that of package.json. */
import pkg from "../../package.json" with { type: "json" };

export const VERSION: string = pkg.version;

/** Is this the program that was compiled, not its source being run? */
export const isCompiled = (): boolean => /^(?:\/\$bunfs\/|B:[\\/]~BUN[\\/])/.test(Bun.main);
