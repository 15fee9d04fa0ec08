/** `manifold map`: a map of the tree as one HTML page that needs nothing else, or as a picture. */

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Session } from "../../asking.ts";
import { EXIT, Refusal } from "../../base/errors.ts";
import { tuneForBatch } from "../../base/program.ts";
import { Progress } from "../../indexing/progress.ts";
import { indexFolder } from "../../store/folder.ts";
import type { Store } from "../../store/graph.ts";
import { openVectors } from "../../store/vectors/table.ts";
import { command } from "../command.ts";
import type { Flags } from "../flags.ts";
import type { Several } from "../fleet/open.ts";
import { map as settings } from "../limits.ts";
import { print } from "../print.ts";
import { fleetFlag, rootFlags } from "../question.ts";
import { visible } from "../render/visible.ts";
import { holdsOthers, openedAround, openedFleet, sayWarnings, withSession } from "../session.ts";
import type { Step } from "./layout.ts";
import { type MapData, type MapPoint, mapOf } from "./map.ts";

export default command({
  name: "map",
  about: "Write a map of the code as one HTML page: chunks near where their meaning is near, coloured by module",
  flags: {
    out: {
      type: "string",
      valueHint: "FILE",
      description:
        "Where to write it; - prints it; a name that ends in .svg gets a picture (default: map.html in the index's folder .manifold; of a fleet in this folder)",
    },
    points: { type: "string", valueHint: "N", description: `At most so many chunks (default ${settings.defaultPoints})` },
    ...rootFlags,
    ...fleetFlag,
  },
  async run(flags) {
    const most = flags.number("points", settings.defaultPoints, 1, settings.maxPoints);
    tuneForBatch();
    const progress = new Progress(false);
    const onStep: Step = async (what, done, total) => {
      progress.step(what, done, total);
      await Bun.sleep(0);
    };
    if (flags.has("fleet")) {
      const several = await openedFleet(flags);
      const { warnings } = several.members;
      const drawn = await drawnTogether(several, most, onStep);
      progress.end();
      sayWarnings({ warnings });
      return written(flags, drawn, "fleet", resolve("map.html"));
    }
    return withSession(flags, async (session) => {
      const { root } = session;
      const several = holdsOthers(session) ? await openedAround(flags, session) : null;
      const drawn = several === null ? await drawnOf(session, most, onStep) : await drawnTogether(several, most, onStep);
      progress.end();
      sayWarnings(session);
      return written(flags, drawn, basename(root), join(indexFolder(root), "map.html"));
    });
  },
});

/** Writes or prints a map. @param preset where to, unless the flags say */
async function written(flags: Flags, drawn: Drawn | null, name: string, preset: string): Promise<number> {
  if (drawn === null)
    throw new Refusal("no-vectors", `The index of ${name} has nothing to draw.`, "Run manifold index --json to see what was left out.");
  const { data, snippets } = drawn;
  const out = flags.text("out");
  const page = out?.toLowerCase().endsWith(".svg")
    ? (await import("./page.ts")).mapPicture(name, data)
    : (await import("./page.ts")).mapPage(name, data, snippets);
  if (out === "-") print(page);
  else {
    const path = out === undefined ? preset : resolve(out);
    write(path, page);
    const part = data.total > data.points.length ? ` of ${data.total} (--points shows more)` : "";
    print(`${visible(path)}: ${data.points.length} chunks${part}, ${data.edges.length} edges, ${(page.length / 1e6).toFixed(1)} MB\n`);
  }
  return EXIT.ok;
}

/** The map of one tree, with the beginning of each point's source; null where it has nothing to draw. @param all points that share the page */
async function drawnOf({ root, store }: Session, most: number, onStep: Step, all = 0): Promise<Drawn | null> {
  const index = openVectors(root, store) ?? (await (await import("./layout.ts")).shippedVectors(store, onStep));
  if (index.size === 0) return null;
  const data = await mapOf(store, index, most, onStep);
  return { data, snippets: snippetsOf(store, data.points, all) };
}

interface Drawn {
  data: MapData;
  snippets: string[];
}

/** The maps of a workspace's members, beside one another, each with its share of the points. */
async function drawnTogether({ members }: Several, most: number, onStep: Step): Promise<Drawn | null> {
  const [{ tiled }, { mountOf }] = await Promise.all([import("./map.ts"), import("../../fleet/places.ts")]);
  const drawn: (Drawn & { mount: string })[] = [];
  try {
    const chunks = members.opened.reduce((sum, { session }) => sum + session.store.counts().chunks, 0);
    for (const { member, session } of members.opened) {
      const share = Math.max(1, Math.floor((most * session.store.counts().chunks) / Math.max(1, chunks)));
      const one = await drawnOf(session, share, onStep, most);
      if (one !== null) drawn.push({ mount: mountOf(member), ...one });
    }
    return drawn.length === 0 ? null : { data: tiled(drawn), snippets: drawn.flatMap(({ snippets }) => snippets) };
  } finally {
    members.close();
  }
}

/** The beginning of each point's source, through the redacting reader; "" where the file has changed meanwhile. @param all as `drawnOf` */
function snippetsOf(store: Store, points: readonly MapPoint[], all: number): string[] {
  const most = Math.min(settings.snippetCharacters, Math.floor(settings.snippetsTotal / Math.max(1, points.length, all)));
  const snippets = points.map(() => "");
  for (const [path, own] of Map.groupBy(
    points.map((point, at) => ({ ...point, at })),
    (point) => point.path,
  )) {
    const file = store.fileByPath(path);
    const source = file && store.source(path, file);
    if (!source || typeof source === "string" || !source.fresh) continue;
    const lines = source.text.split(/\r?\n/);
    for (const { at, start, end } of own) snippets[at] = cut(dedented(lines.slice(start - 1, end)).join("\n"), most);
  }
  return snippets;
}

/** Lines without the indentation that all of them have. */
function dedented(lines: readonly string[]): string[] {
  const filled = lines.filter((line) => line.trim() !== "");
  const common = filled.reduce(
    (least, line) => Math.min(least, /^[ \t]*/.exec(line)![0].length),
    filled.length > 0 ? Number.POSITIVE_INFINITY : 0,
  );
  return lines.map((line) => line.slice(common));
}

/** Cut at the end of a line if one is near. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const part = text.slice(0, most);
  const end = part.lastIndexOf("\n");
  return `${end > most / 2 ? part.slice(0, end) : part} …`;
}

/** Atomically: whoever has the old page open keeps it, and a full disk leaves it. */
function write(path: string, page: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, page, { flag: "wx" });
    renameSync(temporary, path);
  } catch (cause) {
    throw new Refusal("output-unwritable", `The map could not be written to ${path}.`, "Give another place: --out FILE.", { cause });
  }
}
