/** A pack for a task as Markdown for a reader, or as JSON. */
import { PACK_SECTIONS, type Pack, type PackSection } from "../../asking/context.ts";
import type { Result } from "../../base/schema.ts";
import { partsOf, titleAbove, whatOf } from "./parts.ts";
import { visible } from "./visible.ts";

const TITLES: Record<PackSection, string> = {
  entry_points: "Entry points",
  definitions: "Definitions they depend on",
  callers: "Callers",
  tests: "Tests",
  documents: "Governing documents",
};

const citation = ({ chunk, path, start, end }: Result): string => `${chunk} ${path}:${start}-${end}`;

/** The pack as Markdown, with its final newline: the entry points with their text, then what is around them. */
export function renderPack(pack: Pack): string {
  const { answer, notes, omitted } = pack;
  const lines: string[] = [];
  for (const warning of answer.warnings) lines.push(`> ${visible(warning.message)}`, "");
  for (const section of PACK_SECTIONS) {
    const places = answer.results.filter((_, i) => notes[i]!.section === section);
    if (places.length === 0) continue;
    if (section !== "entry_points") lines.push(`## ${TITLES[section]}`);
    for (const place of places) {
      const { why } = notes[answer.results.indexOf(place)]!;
      const about = section === "entry_points" ? "" : ` (${visible(why)})`;
      lines.push(`- \`${visible(`${place.path}:${place.start}-${place.end}`)}\` ${whatOf(place)}${about}`);
      if (place.snippet === "") continue;
      const fence = "`".repeat(Math.max(3, ...[...place.snippet.matchAll(/`+/g)].map((run) => run[0].length + 1)));
      lines.push(`${fence}${place.language ?? ""}`, ...partsOf(place).map(({ text }) => visible(text)), fence);
    }
    lines.push("");
  }
  if (answer.notes.length > 0) lines.push("## Notes that people wrote (quoted, not checked against the code)");
  for (const note of answer.notes) {
    const changed = note.about.some(({ state }) => state === "changed" || state === "gone") ? ", its code has changed" : "";
    lines.push(`- note ${note.id} (${note.tier}${changed}) ${visible(titleAbove(note))}`.trimEnd());
    if (note.text !== "") lines.push(...note.text.split("\n").map((line) => `  > ${visible(line)}`));
    lines.push("");
  }
  if (answer.results.length === 0) lines.push("Nothing found for this task.", "");
  if (omitted > 0) lines.push(`${omitted} more places had no room: ask with a larger --budget.`, "");
  if (answer.results.length === 0) for (const suggestion of answer.suggestions) lines.push(`- ${visible(suggestion)}`);
  while (lines.at(-1) === "") lines.pop();
  return `${lines.join("\n")}\n`;
}

/** The pack as an object. */
export function packObject({ answer, notes, omitted }: Pack) {
  const { version, id, query, root, route, budget, freshness, warnings, suggestions } = answer;
  const items = answer.results.map((result, i) => ({
    citation: citation(result),
    kind: result.kind,
    name: result.qualified || result.name,
    why: notes[i]!.why,
    snippet: result.snippet,
    truncated: result.truncated,
  }));
  return {
    version,
    id,
    task: query,
    root,
    intent: route.intent,
    warnings,
    sections: Object.fromEntries(PACK_SECTIONS.map((section) => [section, items.filter((_, i) => notes[i]!.section === section)])),
    notes: answer.notes,
    omitted,
    budget,
    freshness,
    suggestions,
  };
}
