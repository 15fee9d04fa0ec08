/** The JSON Schemas of everything printed with --json. */
import { EXIT } from "../../base/errors.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { renderJson } from "../render/json.ts";

const NAMES = ["answer", "index", "chunk", "context", "stats", "eval", "cycles", "unused", "communities"] as const;

export default command({
  name: "schema",
  about: "Print the JSON Schema of the output",
  flags: {
    of: {
      type: "positional",
      valueHint: NAMES.join("|"),
      description: "answer (the default), index, chunk, context, stats, eval, cycles, unused or communities",
    },
  },
  async run(flags) {
    const [{ z }, schemas] = await Promise.all([import("zod"), import("../../base/schema.ts")]);
    const { oneOf } = await import("../flags.ts");
    const name = oneOf("schema", flags.word("of") ?? "answer", NAMES);
    const schema = {
      answer: schemas.answerSchema,
      index: schemas.indexReportSchema,
      chunk: schemas.chunkRowSchema,
      context: schemas.packSchema,
      stats: schemas.statsSchema,
      eval: schemas.evalSchema,
      cycles: schemas.cyclesSchema,
      unused: schemas.unusedSchema,
      communities: schemas.communitiesSchema,
    }[name];
    print(renderJson(z.toJSONSchema(schema), false));
    return EXIT.ok;
  },
});
