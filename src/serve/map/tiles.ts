/** Maps of several trees as one: each in a tile of its own, for what is near in one tree is said in words that another may not share. */
import type { MapData } from "./map.ts";

/** Of a tile what its map takes: what is left keeps the heaps of two trees apart. */
const FILLED = 0.94;

/** @param maps what is drawn of each, and what its paths begin with; tiles in their order, from the upper left */
export function tiled(maps: readonly { mount: string; data: MapData }[]): MapData {
  const columns = Math.ceil(Math.sqrt(maps.length));
  const rows = Math.ceil(maps.length / columns);
  const whole: MapData = { modules: [], points: [], edges: [], clusters: [], total: 0 };
  for (const [at, { mount, data }] of maps.entries()) {
    const place = <T extends { x: number; y: number }>(one: T): T => ({
      ...one,
      x: ((at % columns) + 0.5 + (one.x - 0.5) * FILLED) / columns,
      y: (Math.floor(at / columns) + 0.5 + (one.y - 0.5) * FILLED) / rows,
    });
    const [points, modules] = [whole.points.length, whole.modules.length];
    whole.modules.push(...data.modules.map((prefix) => mount + prefix));
    for (const one of data.points) whole.points.push({ ...place(one), path: mount + one.path, module: modules + one.module });
    for (const { from, to, kind } of data.edges) whole.edges.push({ from: from + points, to: to + points, kind });
    whole.clusters.push(...data.clusters.map((one) => ({ ...place(one), folder: mount + one.folder })));
    whole.total += data.total;
  }
  whole.clusters.sort((a, b) => b.size - a.size || a.y - b.y || a.x - b.x);
  return whole;
}
