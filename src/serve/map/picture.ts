/** `manifold map --out FILE.svg`: the map as one picture, for a README or a slide; light or dark as its reader's browser is. */
import { visible } from "../../base/visible.ts";
import type { MapData } from "./map.ts";
import { makeModel } from "./model.ts";
import { DARK, escaped, LIGHT, pageData } from "./page.ts";

const WIDTH = 960;
const MARGIN = 44;
const TALLEST = 720;
/** Pixels from a line of a name to the next, and of an average letter: a picture cannot ask the reader's machine how wide its letters are. */
const LINE = 16;
const LETTER = { title: 8.1, words: 6.5 };

/**
 * The picture as SVG.
 * @param root name of the tree, for the title
 */
export function mapPicture(root: string, data: MapData): string {
  const page = pageData(root, data, []);
  const model = makeModel(page);
  const range = (values: readonly number[]): [number, number] => [
    values.reduce((a, b) => Math.min(a, b), 1),
    values.reduce((a, b) => Math.max(a, b), 0),
  ];
  const [[left, right], [top, bottom]] = [range(page.x), range(page.y)];
  const scale = Math.min((WIDTH - 2 * MARGIN) / (right - left || 1), (TALLEST - 2 * MARGIN) / (bottom - top || 1));
  const height = Math.round((bottom - top) * scale + 2 * MARGIN);
  const view = { scale, left: (WIDTH - (left + right) * scale) / 2, top: MARGIN - top * scale };
  const radius = Math.min(4, Math.max(1.4, 150 / Math.sqrt(model.count)));
  const dots = page.modules.map((_, module) => {
    const places = page.module.flatMap((own, at) =>
      own === module ? [`M${(page.x[at]! * scale + view.left).toFixed(1)} ${(page.y[at]! * scale + view.top).toFixed(1)}h0`] : [],
    );
    return `<path class="c${module % LIGHT.length}" d="${places.join("")}"/>`;
  });
  const widthOf = (text: string, title: boolean): number => text.length * (title ? LETTER.title : LETTER.words);
  const names = model.captions(view, WIDTH, height, LINE, widthOf).map(({ x, y, title, words }) => {
    const under = words === "" ? "" : `<tspan class="w" x="${x.toFixed(0)}" dy="${LINE - 1}">${escaped(words)}</tspan>`;
    return `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}">${escaped(title)}${under}</text>`;
  });
  const colours = (list: readonly string[]): string => list.map((colour, at) => `.c${at}{stroke:${colour}}`).join("");
  const heading = `${visible(root)}: ${page.shown.toLocaleString("en")} chunks of code, near where their meaning is near`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>${escaped(heading)}</title>`,
    "<style>",
    `.p{fill:#fbfbfa}text{fill:#1c1d1f;stroke:#fbfbfa}.w{fill:#666b73}${colours(LIGHT)}`,
    `@media(prefers-color-scheme:dark){.p{fill:#141518}text{fill:#e9eaec;stroke:#141518}.w{fill:#9a9fa8}${colours(DARK)}}`,
    `path{fill:none;stroke-width:${(2 * radius).toFixed(1)};stroke-linecap:round;stroke-opacity:.85}`,
    "text{font:600 14px system-ui,sans-serif;text-anchor:middle;stroke-width:4px;paint-order:stroke;stroke-linejoin:round}",
    ".w{font:12px system-ui,sans-serif}.h{text-anchor:start}",
    "</style>",
    `<rect class="p" width="${WIDTH}" height="${height}" rx="8"/>`,
    ...dots,
    ...names,
    `<text class="h w" x="16" y="${height - 14}">${escaped(heading)}</text>`,
    "</svg>",
    "",
  ].join("\n");
}
