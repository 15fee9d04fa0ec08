/** A process that indexes the folder named on its command line; started and killed by tests. */
import { index } from "../../src/indexing.ts";

const [root = "", full] = process.argv.slice(2);
try {
  const report = await index(root, { quiet: true, full: full === "full" });
  process.stdout.write(report.graph_hash);
} catch (error) {
  process.stdout.write(String((error as { code?: string }).code ?? error));
  process.exit(3);
}
