/** A process that publishes the folder named on its command line, again and again with a change each time; killed by tests. Not a test file. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addressOf } from "../../src/fleet/shared/address.ts";
import { Database } from "../../src/fleet/shared/database.ts";
import { publish } from "../../src/fleet/shared/publish.ts";
import { refresh } from "../../src/indexing/refresh.ts";

const [root = "", address = "", rounds = "1", from = "0"] = process.argv.slice(2);
const database = new Database(addressOf(address, {}));
for (let round = Number(from); round < Number(from) + Number(rounds); round++) {
  for (let file = 0; file < 6; file++)
    writeFileSync(
      join(root, `m${file}.ts`),
      `/** Of round ${round}. */\nexport function f${file}(): number { return ${round}; }\nexport const of${round} = f${file}();\n`,
    );
  const { store } = await refresh(root, { quiet: true, terminal: false });
  process.stdout.write(`${round} `);
  try {
    await publish(database, store, { name: "killed", text: true, dirty: true });
    process.stdout.write(`done\n`);
  } finally {
    store.close();
  }
}
await database.close();
