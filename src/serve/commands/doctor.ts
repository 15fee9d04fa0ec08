/** `manifold doctor`: is everything as it should be? So far: what documents refer to that is not there. */
import { join } from "node:path";
import { EXIT } from "../../base/errors.ts";
import { say } from "../../base/terminal.ts";
import { fileFilter } from "../../query/filter.ts";
import { type Gone, goneOf } from "../../query/graph/gone.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { filterFlags, fromRoot, outputFlags, rootFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";
import { styleOf } from "../render/links.ts";
import { visible } from "../render/visible.ts";
import { openSession } from "../session.ts";

const { path, exclude } = filterFlags;

export default command({
  name: "doctor",
  about: "What is wrong here: references of documents to what is gone (exit 1 where there is any)",
  flags: {
    docs: { type: "boolean", description: "Only documents: links, headings, paths, qualified names and patterns that lead nowhere" },
    path,
    exclude,
    ...outputFlags,
    ...rootFlags,
  },
  async run(flags) {
    const session = await openSession(flags);
    try {
      const { store, root } = session;
      const report = goneOf(store);
      const accept = fileFilter({ paths: flags.list("path"), excludes: flags.list("exclude"), languages: [], kinds: [] });
      const gone = report.gone.filter((one) => accept(one.path, null));
      for (const warning of session.warnings) say(`manifold: ${visible(warning.message)}\n`);
      if (flags.on("json") || flags.on("jsonl")) print(renderJson({ version: 1, root, docs: { ...report, gone } }, flags.on("jsonl")));
      else {
        const paint = styleOf(flags);
        for (const one of gone)
          print(
            `${paint.path(`${visible(fromRoot(one.path, root, process.cwd()))}:${one.line}`, { file: join(root, one.path), line: one.line })}  ${sentence(one)}\n`,
          );
        const { documents, references } = report;
        print(paint.dim(`${documents} documents, ${references} references looked at, ${gone.length} to what is not there\n`));
      }
      return gone.length > 0 ? EXIT.nothing : EXIT.ok;
    } finally {
      session.close();
    }
  },
});

const WHAT: Record<Gone["kind"], string> = {
  file: "is not there",
  heading: "is no heading there",
  name: "is defined nowhere",
  pattern: "matches nothing",
};

const sentence = ({ kind, target, nearest }: Gone): string =>
  `${visible(target)} ${WHAT[kind]}${nearest === null ? "" : ` (nearest: ${visible(nearest)})`}`;
