/** Hidden: a parsing child. The indexer starts this program again with it, so that a parser that aborts takes only a child with it. */
import { EXIT } from "../../base/errors.ts";
import { settleIn } from "../../base/pace.ts";
import { command } from "../command.ts";

export default command({
  name: "__parse",
  about: "",
  hidden: true,
  flags: {},
  async run() {
    settleIn();
    const { parseChild } = await import("../../indexing/child.ts");
    await parseChild();
    return EXIT.ok;
  },
});
