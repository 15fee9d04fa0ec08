/**
 * The part of `manifold map`'s page that is not the browser's. The function is put into the page as text (`toString`), so it stands alone:
 * nothing outside it is used.
 */

/** The data in the page, by columns. Texts are what a repository's authors wrote: shown as text only, never as markup. */
export interface PageData {
  root: string;
  shown: number;
  total: number;
  modules: string[];
  files: string[];
  kinds: string[];
  edgeKinds: string[];
  /** A column each: chunk ids without `chunk_`, positions in `files`, lines, positions in `kinds`, names, modules, places, source. */
  chunk: string[];
  file: number[];
  start: number[];
  end: number[];
  kind: number[];
  name: string[];
  module: number[];
  x: number[];
  y: number[];
  snippet: string[];
  /** From, to, kind; three numbers an edge. */
  edges: number[];
  /** Names of the heaps, the largest first. */
  clusters: { x: number; y: number; title: string; words: string }[];
}

/** A name on the screen: the middle of its first line. */
export interface Caption {
  x: number;
  y: number;
  title: string;
  words: string;
}

export interface View {
  scale: number;
  left: number;
  top: number;
}

export type Model = ReturnType<typeof makeModel>;

/** Everything that is not the browser's: where points lie on the screen, which is under the pointer, what a search finds, what leads where. */
export function makeModel(data: PageData) {
  const count = data.chunk.length;
  const texts = data.name.map((name, at) => `${name} ${data.files[data.file[at]!]}`.toLowerCase());
  // Points by cells of the unit square: the one under the pointer is found without looking at all.
  const SIDE = 64;
  const cells = new Map<number, number[]>();
  const cellOf = (x: number, y: number): number =>
    Math.min(SIDE - 1, Math.max(0, Math.floor(y * SIDE))) * SIDE + Math.min(SIDE - 1, Math.max(0, Math.floor(x * SIDE)));
  for (let at = 0; at < count; at++) {
    const cell = cellOf(data.x[at]!, data.y[at]!);
    const list = cells.get(cell);
    if (list) list.push(at);
    else cells.set(cell, [at]);
  }
  const links = new Map<number, { other: number; kind: string; out: boolean }[]>();
  const link = (from: number, other: number, kind: string, out: boolean): void => {
    const list = links.get(from);
    if (list) list.push({ other, kind, out });
    else links.set(from, [{ other, kind, out }]);
  };
  for (let at = 0; at < data.edges.length; at += 3) {
    const [from, to, kind] = [data.edges[at]!, data.edges[at + 1]!, data.edgeKinds[data.edges[at + 2]!] ?? ""];
    link(from, to, kind, true);
    link(to, from, kind, false);
  }
  return {
    count,
    /** The view that shows everything in a window. */
    fit(width: number, height: number): View {
      const scale = 0.94 * Math.min(width, height);
      return { scale, left: (width - scale) / 2, top: (height - scale) / 2 };
    },
    /** A view after zooming by a factor around a point of the window. */
    zoom(view: View, factor: number, x: number, y: number): View {
      const scale = Math.min(4e5, Math.max(80, view.scale * factor));
      const by = scale / view.scale;
      return { scale, left: x - (x - view.left) * by, top: y - (y - view.top) * by };
    },
    /**
     * The names that have room in a window, none over another: the larger heap's first.
     * @param widthOf pixels that a text takes
     * @param line pixels from a line to the next
     */
    captions(view: View, width: number, height: number, line: number, widthOf: (text: string, title: boolean) => number): Caption[] {
      const placed: { left: number; right: number; top: number; bottom: number }[] = [];
      return data.clusters.flatMap(({ x, y, title, words }) => {
        const half = Math.max(widthOf(title, true), widthOf(words, false)) / 2 + 4;
        const [px, py] = [x * view.scale + view.left, y * view.scale + view.top];
        if (px < 0 || px > width || py < 0 || py > height) return [];
        // Moved inwards where it would be cut off at the edge.
        const at = Math.min(Math.max(px, half), Math.max(half, width - half));
        const box = { left: at - half, right: at + half, top: py - line, bottom: py + (words === "" ? 0.5 : 1.5) * line };
        if (placed.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom))
          return [];
        placed.push(box);
        return [{ x: at, y: py, title, words }];
      });
    },
    /** The visible point nearest to a place of the window, at most `reach` pixels away; -1 if none. */
    hit(view: View, x: number, y: number, reach: number, hidden: ReadonlySet<number>): number {
      const px = (x - view.left) / view.scale;
      const py = (y - view.top) / view.scale;
      const r = reach / view.scale;
      let best = -1;
      let nearest = r * r;
      const low = (v: number): number => Math.max(0, Math.floor((v - r) * SIDE));
      const high = (v: number): number => Math.min(SIDE - 1, Math.floor((v + r) * SIDE));
      for (let row = low(py); row <= high(py); row++)
        for (let column = low(px); column <= high(px); column++)
          for (const at of cells.get(row * SIDE + column) ?? []) {
            const distance = (data.x[at]! - px) ** 2 + (data.y[at]! - py) ** 2;
            if (distance <= nearest && !hidden.has(data.module[at]!)) {
              nearest = distance;
              best = at;
            }
          }
      return best;
    },
    /** Points whose name or path has every word; those that have one in the name first. Null for an empty search. */
    search(text: string): number[] | null {
      const words = text
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== "");
      if (words.length === 0) return null;
      const found: number[] = [];
      for (let at = 0; at < count; at++) if (words.every((word) => texts[at]!.includes(word))) found.push(at);
      const named = (at: number): number => (words.some((word) => data.name[at]!.toLowerCase().includes(word)) ? 0 : 1);
      return found.sort((a, b) => named(a) - named(b) || a - b);
    },
    links: (at: number) => links.get(at) ?? [],
    /** The last two parts of a name, where a list has room for no more. */
    label: (at: number): string => data.name[at]!.split(".").slice(-2).join(".") || "(file)",
    path: (at: number): string => data.files[data.file[at]!] ?? "",
    citation: (at: number): string => `chunk_${data.chunk[at]} ${data.files[data.file[at]!]}:${data.start[at]}-${data.end[at]}`,
    /** The point of a citation or chunk id; -1 if none. */
    find: (chunk: string): number => data.chunk.indexOf(chunk.replace(/^chunk_/, "").split(" ")[0]!),
    /** How many points each module has. */
    sizes(): number[] {
      const sizes = data.modules.map(() => 0);
      for (const module of data.module) sizes[module]!++;
      return sizes;
    },
  };
}
