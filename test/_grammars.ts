/**
 * Before any test: errors that nobody foresaw are to be seen, and grammars whose packages hold only C sources are compiled (once; `dist/grammars/` keeps them). Where no compiler is,
 * the tests of those languages are skipped, which `scripts/check.ts` reports loudly and CI takes for a failure.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { grammarLibraries, missingGrammars, ownKit } from "../scripts/grammars.ts";
import { unforeseen } from "../src/base/limits.ts";

unforeseen.rethrows = true;

// The key that indexes are sealed with, and the folder of those that cannot lie in their tree, are never the developer's own.
const own = mkdtempSync(join(tmpdir(), "manifold-own-"));
process.env.XDG_STATE_HOME = join(own, "state");
process.env.XDG_CACHE_HOME = join(own, "cache");
delete process.env.MANIFOLD_INDEX_KEY;
process.on("exit", () => rmSync(own, { recursive: true, force: true }));

const kit = ownKit();
const missing = (await grammarLibraries(kit)).filter(({ path }) => path === null).map(({ grammar }) => grammar);
if (missing.length > 0) console.error(missingGrammars(missing, kit.platform));
