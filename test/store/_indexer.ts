/** A process that indexes the folder named on its command line, `again` with a change each time; started, stopped and killed by tests. */
import { writeFileSync } from "node:fs";
import { index } from "../../src/indexing.ts";

const [root = "", full] = process.argv.slice(2);
try {
  for (let round = 0; full === "again" && round < 8; round++) {
    writeFileSync(`${root}/m${round}.py`, `def f${round}(x):\n    return ${round}\n`);
    await index(root, { quiet: true, full: round % 5 === 4 });
  }
  const report = await index(root, { quiet: true, full: full === "full" });
  process.stdout.write(report.graph_hash);
} catch (error) {
  process.stdout.write(String((error as { code?: string }).code ?? error));
  process.exit(3);
}
