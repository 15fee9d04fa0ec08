/** Notes for people. Whatever a note says is quoted: it may have come with a clone. */
import { brief } from "../../base/visible.ts";
import { type Style, visible } from "../render/visible.ts";
import { placesIn, plural } from "../report.ts";
import type { NotesReport } from "./desk.ts";

type Row = NotesReport["notes"][number];

export interface NotesText {
  cwd: string;
  style: Style;
}

/** A report as lines of text. */
export function noteLines(report: NotesReport, { cwd, style }: NotesText): string[] {
  const { action, notes, problems, warnings, root, folder } = report;
  const at = placesIn(root, style, cwd);
  const place = ({ path }: Row) => at(path);
  const lines: string[] = [];
  // What must be known of a note stands before it.
  for (const { message } of warnings) lines.push(style.warn(`! ${visible(message)}`));
  if (warnings.length > 0) lines.push("");
  if (notes.length === 0) lines.push(NONE[action] ?? `No notes in ${visible(folder)}.`);
  if (action === "add" || action === "edit")
    for (const note of notes) lines.push(`${note.id}  ${style.name(visible(note.title))}`, `  ${place(note)}`);
  else if (action === "forget")
    for (const note of notes) lines.push(`${note.id} is forgotten: ${style.name(visible(note.title))}`, `  ${place(note)} is removed`);
  else if (action === "show") for (const note of notes) lines.push(...whole(note, place(note), style));
  else if (action === "search")
    lines.push(...notes.flatMap((note) => [head(note, style), ...found(note, style), ...quoted(note.text, style, SHORT), ""]));
  else if (action === "review")
    lines.push(
      ...notes.flatMap((note) => [
        head(note, style),
        ...note.reasons.map((one) => style.warn(`  ! ${visible(one)}`)),
        `  ${place(note)}`,
        "",
      ]),
    );
  else lines.push(...notes.map((note) => head(note, style)));
  if (action === "review" || action === "list") for (const problem of problems) lines.push(style.warn(`! ${visible(problem)}`));
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

const NONE: Partial<Record<NotesReport["action"], string>> = {
  search: "No note speaks of that.",
  review: "No note needs to be looked at.",
};

/** Lines of a note in a list of those found. */
const SHORT = 4;

function head(note: Row, style: Style): string {
  const { id, tier, strength, created, title, superseded_by: by, about, problems, reasons } = note;
  const changed = about.filter(({ state }) => state === "changed" || state === "gone").length;
  const flags = [
    ...(by.length > 0 ? [`superseded by ${by.join(", ")}`] : []),
    ...(changed > 0 && reasons.length === 0 ? ["its code has changed"] : []),
    ...(problems.length > 0 && reasons.length === 0 ? [problems[0]!.replace(/\.$/, "")] : []),
  ];
  const told = flags.length > 0 ? style.warn(`  (${flags.map(visible).join("; ")})`) : "";
  return `${id}  ${tier.padEnd(14)} ${strength.toFixed(2)}  ${created?.slice(0, 10) ?? "          "}  ${style.name(visible(title))}${told}`;
}

/** Why a note was found, where its words alone do not tell. */
function found({ found: how }: Row, style: Style): string[] {
  if (how === null) return [];
  const said = [
    ...(how.walk.length > 0 ? [`by way of ${how.walk.slice(0, -1).join(" → ")}`] : []),
    ...(how.with !== null ? [`written at the time of ${how.with}`] : []),
    ...(how.in_place_of.length > 0 ? [`in place of ${how.in_place_of.join(", ")}`] : []),
  ];
  return said.length > 0 ? [style.dim(`  ${said.join("; ")}`)] : [];
}

function whole(note: Row, place: string, style: Style): string[] {
  const { memory, relations, triggers, about } = note;
  const states = { same: "", changed: " (changed since)", gone: " (gone)", unchecked: "" };
  const rows: [string, string][] = [
    ["file", place],
    ...about.map(({ target, state, path, start, end }): [string, string] => {
      const at =
        path === null || target.includes(`${path}:${start}-${end}`) || target === path
          ? ""
          : ` ${style.dim(`${visible(path)}:${start}-${end}`)}`;
      return ["about", `${visible(target)}${at}${style.warn(states[state])}`];
    }),
    ...(triggers.length > 0 ? ([["triggers", triggers.map(visible).join(", ")]] as [string, string][]) : []),
    ...Object.entries(relations).flatMap(([kind, ids]): [string, string][] =>
      ids.length > 0 ? [[kind, ids.map(visible).join(", ")]] : [],
    ),
    [
      "memory",
      `stability ${memory.stability.toFixed(2)} days, ${plural(memory.recalls, "recall")}${memory.last_recall === null ? "" : `, the last ${memory.last_recall.slice(0, 10)}`}`,
    ],
  ];
  return [
    head(note, style),
    ...rows.map(([name, value]) => `  ${style.dim(name.padEnd(11))} ${value}`),
    ...note.problems.map((one) => style.warn(`  ! ${visible(one)}`)),
    "",
    ...quoted(note.text, style, Number.POSITIVE_INFINITY),
  ];
}

/** A note's own words, each line marked as quoted. */
function quoted(text: string, style: Style, most: number): string[] {
  const lines = text.split("\n");
  const shown = lines.slice(0, most).map((line) => `${style.dim(">")} ${visible(most === SHORT ? brief(line, 200) : line)}`.trimEnd());
  return lines.length > most ? [...shown, style.dim(`> … ${lines.length - most} more lines`)] : shown;
}
