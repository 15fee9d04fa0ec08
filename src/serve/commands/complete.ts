/** Hidden: what the shell's completion asks for while somebody types: names from the index as it is. Quick, and never a word on what is wrong. */
import { EXIT } from "../../base/errors.ts";
import { openStore } from "../../store/open.ts";
import { rootFor } from "../../store/root.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";

/** As many as a person looks through. */
const MOST = 200;

export default command({
  name: "__complete",
  about: "",
  hidden: true,
  flags: { prefix: { type: "positional", description: "" } },
  async run(flags) {
    try {
      const opened = openStore(rootFor(process.cwd()));
      if (opened.state !== "open") return EXIT.ok;
      try {
        for (const name of opened.store.namesStarting(flags.word("prefix") ?? "", MOST)) print(`${name}\n`);
      } finally {
        opened.store.close();
      }
    } catch {
      // Nothing can be completed here; whoever types finds out why when they ask.
    }
    return EXIT.ok;
  },
});
