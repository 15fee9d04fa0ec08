/** `manifold feedback`: says which results of an earlier answer were used. */
import { EXIT, Refusal } from "../../base/errors.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { rootFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";
import { standingRoot } from "../session.ts";
import { markUsed, type RecordedQuery, recordedQueries } from "./store.ts";

const { root, "index-dir": dir } = rootFlags;

export default command({
  name: "feedback",
  about: "Say which results of an answer were used: manifold feedback q_… --used 1,3",
  flags: {
    id: { type: "positional", description: "The answer's id (see --json, or manifold stats --queries), or last" },
    used: { type: "string", valueHint: "RANKS", description: "Ranks of the results that were used, with commas between" },
    json: { type: "boolean", description: "Print the record as JSON" },
    root,
    "index-dir": dir,
  },
  async run(flags) {
    const id = flags.word("id")?.trim();
    const used = flags.text("used");
    if (!id || used === undefined)
      throw new Refusal(
        "bad-value",
        "manifold feedback needs an answer and what was used.",
        "Write for example: manifold feedback last --used 1,3.",
      );
    const folder = standingRoot(flags);
    const queries = recordedQueries(folder);
    const found = id === "last" ? queries.at(-1) : queries.findLast((query) => query.id === id);
    if (found === undefined)
      throw new Refusal(
        "bad-value",
        id === "last" ? "No answer is recorded here." : `No answer ${id} is recorded here.`,
        "manifold stats --queries 10 lists the latest; recording may be off.",
      );
    const ranks = ranksOf(used, found);
    if (!markUsed(folder, found.no, ranks))
      throw new Refusal("index-unwritable", "The record could not be written.", "Check the permissions of .manifold, or try again.");
    const marked: RecordedQuery = { ...found, used: [...new Set([...found.used, ...ranks])].sort((a, b) => a - b) };
    if (flags.on("json")) print(renderJson({ version: 1, root: folder, id: marked.id, query: marked.text, used: marked.used }, false));
    else print(`${marked.id}: used ${marked.used.join(", ")} of ${marked.count}\n`);
    return EXIT.ok;
  },
});

/** @throws Refusal `bad-value` for what is no rank of that answer */
function ranksOf(text: string, query: RecordedQuery): number[] {
  return text.split(",").map((part) => {
    const rank = /^\s*\d{1,6}\s*$/.test(part) ? Number(part) : 0;
    if (rank < 1 || rank > query.count)
      throw new Refusal(
        "bad-value",
        `"${part.trim()}" is no rank of that answer, which has ${query.count} results.`,
        "Give numbers from 1, with commas between.",
      );
    return rank;
  });
}
