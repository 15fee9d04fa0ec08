/** `manifold config`: every setting that holds here, and who says so. */
import { EXIT } from "../../base/errors.ts";
import { indexFolder } from "../../store/folder.ts";
import { namedRoot, rootFor } from "../../store/root.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { flaggedSettings, indexFlag, outputFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";
import { styleOf, visible } from "../render/visible.ts";
import { projectWarnings, settingsOf, userFile } from "../settings.ts";

export default command({
  name: "config",
  about:
    "Every setting that holds here and who says so. Flags decide over the environment, that over manifold.json of the repository, that over your own " +
    "file, that over the defaults; what opens a connection or names a program your own file alone may say",
  flags: {
    folder: { type: "positional", description: "The tree that is meant (default: the one you stand in)" },
    ...indexFlag,
    ...outputFlags,
  },
  async run(flags) {
    const folder = flags.word("folder");
    const root = folder === undefined ? rootFor(process.cwd()) : namedRoot(folder, process.cwd());
    const settings = await settingsOf(root, process.env, flaggedSettings(flags));
    const warnings = projectWarnings(root);
    const files = { repository: `${root}/manifold.json`, user: userFile() };
    if (flags.on("json") || flags.on("jsonl")) {
      print(renderJson({ version: 1, root, index: indexFolder(root), files, settings, warnings }, flags.on("jsonl")));
      return EXIT.ok;
    }
    const paint = styleOf(flags);
    const width = Math.max(...settings.map(({ key }) => key.length));
    const values = settings.map(({ value }) => visible(JSON.stringify(value)));
    const wide = Math.max(...values.map((value) => value.length));
    for (const [i, { key, from }] of settings.entries())
      print(`${paint.name(key.padEnd(width))}  ${values[i]!.padEnd(wide)}  ${from === "default" ? paint.dim(from) : from}\n`);
    for (const { message } of warnings) print(`${paint.warn(`! ${visible(message)}`)}\n`);
    print(
      `\nrepository  ${visible(files.repository)}\nuser        ${visible(files.user ?? "no home folder")}\nindex       ${visible(indexFolder(root))}\n`,
    );
    return EXIT.ok;
  },
});
