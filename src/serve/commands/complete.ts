/** Hidden: what the shell's completion asks for while somebody types: names as they are now. Quick, and never a word on what is wrong. */
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
  flags: { prefix: { type: "positional", description: "" }, of: { type: "positional", description: "" } },
  async run(flags) {
    const prefix = flags.word("prefix") ?? "";
    try {
      const root = rootFor(process.cwd());
      for (const name of flags.word("of") === "notes" ? await notes(root, prefix) : symbols(root, prefix)) print(`${name}\n`);
    } catch {
      // Nothing can be completed here; whoever types finds out why when they ask.
    }
    return EXIT.ok;
  },
});

function symbols(root: string, prefix: string): string[] {
  const opened = openStore(root);
  if (opened.state !== "open") return [];
  try {
    return opened.store.namesStarting(prefix, MOST);
  } finally {
    opened.store.close();
  }
}

/** Ids, and titles once one is begun. */
async function notes(root: string, prefix: string): Promise<string[]> {
  const [{ readNotes }, { projectNotes }] = await Promise.all([import("../../notes/folder.ts"), import("../settings.ts")]);
  const lower = prefix.toLowerCase();
  const { all } = readNotes(root, projectNotes(root));
  const names = all.flatMap(({ id, title }) => [
    ...(id.startsWith(prefix) ? [id] : []),
    ...(prefix !== "" && title.toLowerCase().startsWith(lower) ? [title] : []),
  ]);
  return names.sort().slice(0, MOST);
}
