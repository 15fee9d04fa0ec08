/** The JSON Schemas of everything printed with --json. */
import { EXIT } from "../../base/errors.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { pagerFlag } from "../question.ts";
import { renderJson } from "../render/json.ts";

const NAMES = [
  "answer",
  "index",
  "fleet",
  "fleet-index",
  "show",
  "chunk",
  "chunk-stats",
  "context",
  "graph",
  "cycles",
  "unused",
  "history",
  "hotspots",
  "sql",
  "communities",
  "languages",
  "licenses",
  "models",
  "stats",
  "note",
  "eval",
  "mcp",
  "config",
  "doctor",
  "hook",
  "trust",
  "agents",
  "settings",
  "user-settings",
] as const;

export default command({
  name: "schema",
  about: "Print the JSON Schema of the output",
  flags: {
    of: {
      type: "positional",
      valueHint: NAMES.join("|"),
      description:
        "The command whose output it is; answer (the default) for questions, relations and impact; mcp for what the tools return, by tool; settings for manifold.json, user-settings for your own file",
    },
    ...pagerFlag,
  },
  async run(flags) {
    const [{ z }, schemas] = await Promise.all([import("zod"), import("../../base/schema.ts")]);
    const { oneOf } = await import("../flags.ts");
    const name = oneOf("schema", flags.word("of") ?? "answer", NAMES);
    if (name === "mcp") {
      const [{ TOOLS }, { note }] = await Promise.all([import("../mcp/server.ts"), import("../mcp/tools/note.ts")]);
      print(renderJson(Object.fromEntries([...TOOLS, note].map((tool) => [tool.name, z.toJSONSchema(tool.output)])), false));
      return EXIT.ok;
    }
    const settings = async () => await import("../settings.ts");
    const all = {
      settings: name === "settings" ? (await settings()).publishedProjectSchema(z) : null,
      "user-settings": name === "user-settings" ? (await settings()).userSchema(z) : null,
      config: schemas.configSchema,
      doctor: schemas.doctorSchema,
      hook: schemas.hookSchema,
      trust: schemas.trustSchema,
      agents: schemas.agentsSchema,
      answer: schemas.answerSchema,
      index: schemas.indexReportSchema,
      fleet: schemas.fleetSchema,
      "fleet-index": schemas.fleetIndexSchema,
      show: schemas.showSchema,
      chunk: schemas.chunkRowSchema,
      "chunk-stats": schemas.chunkStatsSchema,
      context: schemas.packSchema,
      stats: schemas.statsSchema,
      note: schemas.notesSchema,
      eval: schemas.evalSchema,
      graph: schemas.graphSchema,
      languages: schemas.languagesSchema,
      licenses: schemas.licensesSchema,
      models: schemas.modelsSchema,
      cycles: schemas.cyclesSchema,
      unused: schemas.unusedSchema,
      history: schemas.historySchema,
      hotspots: schemas.hotspotsSchema,
      sql: schemas.sqlSchema,
      communities: schemas.communitiesSchema,
    } satisfies Record<Exclude<(typeof NAMES)[number], "mcp">, unknown>;
    const schema = all[name];
    print(renderJson(z.toJSONSchema(schema!, name.endsWith("settings") ? { io: "input" } : {}), false));
    return EXIT.ok;
  },
});
