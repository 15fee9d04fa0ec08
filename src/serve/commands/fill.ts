/** Hidden: the process that fills the file of a large full build. The indexer starts this program again with it. */
import { EXIT } from "../../base/errors.ts";
import { settleIn } from "../../base/pace.ts";
import { command } from "../command.ts";

export default command({
  name: "__build",
  about: "",
  hidden: true,
  flags: {},
  async run() {
    settleIn();
    const { buildChild } = await import("../../indexing/build.ts");
    await buildChild();
    return EXIT.ok;
  },
});
