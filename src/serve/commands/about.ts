/** What this program is and is set to: `manifold config`, `languages`, `licenses`, `schema`. */

import { embedded } from "../../base/embedded.ts";
import { EXIT, Refusal } from "../../base/errors.ts";
import { carriesLibrary, embeddedBytes, LICENCES } from "../../base/native.ts";
import type { LicensedComponent } from "../../base/schema.ts";
import { brief, visibleLines } from "../../base/visible.ts";
import { extractsOf } from "../../lang/engine/extracts.ts";
import { LANGUAGES, loadRules } from "../../lang/languages.ts";
import { indexFolder } from "../../store/folder.ts";
import { namedRoot, rootFor } from "../../store/root.ts";
import { command } from "../command.ts";
import { oneOf } from "../flags.ts";
import { print } from "../print.ts";
import { flaggedSettings, indexFlag, outputFlags, pagerFlag } from "../question.ts";
import { visible } from "../render/visible.ts";
import { printReport, renderJson } from "../report.ts";
import { projectWarnings, settingsOf, settingsSchema, userFile } from "../settings.ts";

export const configCommand = command({
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
    printReport(flags, { root, index: indexFolder(root), files, settings, warnings }, (paint) => {
      const width = Math.max(...settings.map(({ key }) => key.length));
      const values = settings.map(({ value }) => visible(JSON.stringify(value)));
      const wide = Math.max(...values.map((value) => value.length));
      return [
        ...settings.map(
          ({ key, from }, i) =>
            `${paint.name(key.padEnd(width))}  ${values[i]!.padEnd(wide)}  ${from === "default" ? paint.dim(from) : from}`,
        ),
        ...warnings.map(({ message }) => paint.warn(`! ${visible(message)}`)),
        "",
        `repository  ${visible(files.repository)}`,
        `user        ${visible(files.user ?? "no home folder")}`,
        `index       ${visible(indexFolder(root))}`,
      ];
    });
    return EXIT.ok;
  },
});

// `manifold languages`: what is understood, and what of it this build can parse.

export const languagesCommand = command({
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
    const width = Math.max(...rows.map((row) => row.name.length));
    printReport(flags, { languages: rows }, (paint) =>
      rows.map((row) => {
        const what = row.extracts.length > 0 ? row.extracts.join(", ") : "text only";
        const missing = row.parser ? "" : paint.warn("  (this build has no parser for it: text only)");
        const files = [...row.extensions.map((e) => `.${e}`), ...row.filenames].join(" ");
        return `${paint.name(row.name.padEnd(width))}  ${what}${missing}  ${paint.dim(files)}`;
      }),
    );
    return EXIT.ok;
  },
});

// `manifold licenses`: everything that is in this program, with the texts of its licences. The build finds out what that is (scripts/contents.ts).

export const licensesCommand = command({
  name: "licenses",
  about: "Everything inside this program (packages, grammars, libraries, the runtime), with the texts of the licences",
  flags: {
    name: { type: "positional", description: "Only what has this in its name" },
    list: { type: "boolean", description: "One line each, without the texts" },
    ...outputFlags,
  },
  async run(flags) {
    const bytes = embedded === null ? null : embeddedBytes(LICENCES);
    if (bytes === null)
      throw new Refusal("platform-unsupported", "Only a built program knows what is in it.", "Build it, then ask it: bun run build.");
    const all = JSON.parse(new TextDecoder().decode(bytes)) as LicensedComponent[];
    const wanted = flags.word("name")?.toLowerCase();
    const components = all.filter(({ name }) => wanted === undefined || name.toLowerCase().includes(wanted));
    printReport(flags, { components }, () => {
      if (components.length === 0)
        return [`Nothing in this program has ${brief(wanted ?? "")} in its name: manifold licenses --list has all.`];
      const width = Math.max(0, ...components.map(({ name }) => name.length));
      const texts = flags.on("list") ? [] : [...Map.groupBy(components, (one) => one.text)];
      return [
        ...components.map(({ name, version, licence }) => `${name.padEnd(width)}  ${licence}  ${version}`),
        ...texts.map(([text, under]) => `\n${headed(under)}\n\n${visibleLines(text)}`),
      ];
    });
    return components.length > 0 ? EXIT.ok : EXIT.nothing;
  },
});

/** Names of all that share a text, above a line. */
const headed = (under: readonly LicensedComponent[]): string =>
  `${under.map(({ name, version }) => `${name} ${version}`).join(", ")}\n${"-".repeat(72)}`;

// The JSON Schemas of everything printed with --json.

/** The schemas of base/schema.ts by name; null: one that stands elsewhere. */
const SCHEMAS = {
  answer: "answerSchema",
  index: "indexReportSchema",
  fleet: "fleetSchema",
  "fleet-index": "fleetIndexSchema",
  show: "showSchema",
  chunk: "chunkRowSchema",
  "chunk-stats": "chunkStatsSchema",
  context: "packSchema",
  graph: "graphSchema",
  cycles: "cyclesSchema",
  unused: "unusedSchema",
  history: "historySchema",
  hotspots: "hotspotsSchema",
  sql: "sqlSchema",
  communities: "communitiesSchema",
  languages: "languagesSchema",
  licenses: "licensesSchema",
  models: "modelsSchema",
  stats: "statsSchema",
  note: "notesSchema",
  eval: "evalSchema",
  mcp: null,
  config: "configSchema",
  doctor: "doctorSchema",
  hook: "hookSchema",
  trust: "trustSchema",
  agents: "agentsSchema",
  settings: null,
  "user-settings": null,
} as const satisfies Record<string, keyof typeof import("../../base/schema.ts") | null>;
const NAMES = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];

export const schemaCommand = command({
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
    const name = oneOf("schema", flags.word("of") ?? "answer", NAMES);
    if (name === "mcp") {
      const [{ TOOLS }, { note }] = await Promise.all([import("../mcp/server.ts"), import("../mcp/tools/note.ts")]);
      print(renderJson(Object.fromEntries([...TOOLS, note].map((tool) => [tool.name, z.toJSONSchema(tool.output)])), false));
      return EXIT.ok;
    }
    const key = SCHEMAS[name];
    const schema = key === null ? settingsSchema(z, name === "settings" ? "published" : "user") : schemas[key];
    print(renderJson(z.toJSONSchema(schema, key === null ? { io: "input" } : {}), false));
    return EXIT.ok;
  },
});
