/** `manifold licenses`: everything that is in this program, with the texts of its licences. The build finds out what that is (scripts/contents.ts). */
import { embedded } from "../../base/embedded.ts";
import { EXIT, Refusal } from "../../base/errors.ts";
import { embeddedBytes, LICENCES } from "../../base/native.ts";
import type { LicensedComponent } from "../../base/schema.ts";
import { brief, visibleLines } from "../../base/visible.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { outputFlags } from "../question.ts";
import { renderJson } from "../render/json.ts";

export default command({
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
    if (flags.on("json") || flags.on("jsonl")) print(renderJson({ version: 1, components }, flags.on("jsonl")));
    else if (components.length === 0)
      print(`Nothing in this program has ${brief(wanted ?? "")} in its name: manifold licenses --list has all.\n`);
    else {
      const width = Math.max(0, ...components.map(({ name }) => name.length));
      for (const { name, version, licence } of components) print(`${name.padEnd(width)}  ${licence}  ${version}\n`);
      if (!flags.on("list"))
        for (const [text, under] of Map.groupBy(components, (one) => one.text)) print(`\n${headed(under)}\n\n${visibleLines(text)}\n`);
    }
    return components.length > 0 ? EXIT.ok : EXIT.nothing;
  },
});

/** Names of all that share a text, above a line. */
const headed = (under: readonly LicensedComponent[]): string =>
  `${under.map(({ name, version }) => `${name} ${version}`).join(", ")}\n${"-".repeat(72)}`;
