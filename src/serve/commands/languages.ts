/** `manifold languages`: what is understood, and what of it this build can parse. */
import { EXIT } from "../../base/errors.ts";
import { carriesLibrary } from "../../base/native.ts";
import { extractsOf } from "../../lang/engine/extracts.ts";
import { LANGUAGES, loadRules } from "../../lang/languages.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { outputFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";
import { styleOf } from "../render/visible.ts";

export default command({
  name: "languages",
  about: "The languages understood and what is extracted from each; files of others are still chunked and searched",
  flags: outputFlags,
  async run(flags) {
    await loadRules();
    const rows = LANGUAGES.map((row) => ({
      name: row.name,
      extensions: row.extensions,
      filenames: row.filenames,
      extracts: extractsOf(row),
      parser: row.grammar === null || carriesLibrary(`${row.grammar}.so`),
    }));
    if (flags.on("json") || flags.on("jsonl")) {
      print(renderJson({ version: 1, languages: rows }, flags.on("jsonl")));
      return EXIT.ok;
    }
    const paint = styleOf(flags);
    const width = Math.max(...rows.map((row) => row.name.length));
    for (const row of rows) {
      const what = row.extracts.length > 0 ? row.extracts.join(", ") : "text only";
      const missing = row.parser ? "" : paint.warn("  (this build has no parser for it: text only)");
      print(
        `${paint.name(row.name.padEnd(width))}  ${what}${missing}  ${paint.dim([...row.extensions.map((e) => `.${e}`), ...row.filenames].join(" "))}\n`,
      );
    }
    return EXIT.ok;
  },
});
