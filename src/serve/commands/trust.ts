/** `manifold trust`: believes an index that was not made here. */
import { EXIT } from "../../base/errors.ts";
import { trust } from "../../indexing/trusting.ts";
import { namedRoot } from "../../store/root.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { indexFlag, outputFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";
import { visible } from "../render/visible.ts";

export default command({
  name: "trust",
  about:
    "Believe the index that lies in a folder although it was not made here: a restored cache, a copy. Only for one that you know: what it says " +
    "of the code is answered as it is. To keep one that was put aside, move it back from .manifold/foreign first",
  flags: {
    folder: { type: "positional", description: "The folder whose .manifold is meant (default: the current one)" },
    ...indexFlag,
    ...outputFlags,
  },
  async run(flags) {
    const root = namedRoot(flags.word("folder") ?? ".", process.cwd());
    const found = await trust(root);
    if (flags.on("json") || flags.on("jsonl"))
      print(renderJson({ version: 1, root, trusted: true, own: found === "own" }, flags.on("jsonl")));
    else
      print(
        `${visible(root)}: ${found === "own" ? "the index was made here, and is believed anyway" : "the index is believed from now on"}\n`,
      );
    return EXIT.ok;
  },
});
