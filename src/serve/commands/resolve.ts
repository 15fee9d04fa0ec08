/** Hidden: a resolving child. The indexer starts this program again with it, so that two processors share a full build's graph. */
import { EXIT } from "../../base/errors.ts";
import { settleIn } from "../../base/pace.ts";
import { command } from "../command.ts";

export default command({
  name: "__resolve",
  about: "",
  hidden: true,
  flags: {},
  async run() {
    settleIn();
    const { resolveChild } = await import("../../indexing/resolver.ts");
    await resolveChild();
    return EXIT.ok;
  },
});
