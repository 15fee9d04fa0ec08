/**
 * The page of `manifold map`: one HTML file with everything in it.
 *
 * Its own policy forbids it to load or send anything, and to run any script but the one whose hash stands there. Texts of the repository are
 * in a block of JSON in which no `<` is left, so nothing in a name can end the block.
 */
import { createHash } from "node:crypto";
import { EDGE_KINDS } from "../../base/types.ts";
import { visible, visibleLines } from "../../base/visible.ts";
import { startPage } from "./client.ts";
import type { MapData } from "./map.ts";
import { makeModel, type PageData } from "./model.ts";

/**
 * The page as text.
 * @param root name of the tree, for the title
 * @param snippets the beginning of each point's source, in their order
 */
export function mapPage(root: string, data: MapData, snippets: readonly string[]): string {
  const script = `"use strict";(${startPage.toString()})(${makeModel.toString()});`;
  const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  // Colours of the dots are set on elements: `style` attributes made by the script need no permission, those in markup would.
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(STYLE)}; base-uri 'none'; form-action 'none'`;
  const title = escaped(`${root} — Manifold map`);
  const shown = data.points.length.toLocaleString("en");
  const of = data.total > data.points.length ? ` of ${data.total.toLocaleString("en")}` : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<aside>
<h1>${escaped(root)}</h1>
<p class="note">${shown}${of} chunks, near where their meaning is near. Drag, scroll, click.</p>
<label for="search" class="hidden">Search names and paths</label>
<input id="search" type="search" placeholder="Search names and paths" autocomplete="off" spellcheck="false">
<p class="tools"><label><input id="names" type="checkbox" checked> Names</label> <label><input id="edges" type="checkbox"> All edges</label> <button id="reset">Fit</button> <button id="theme">Light / dark</button> <span id="count" role="status"></span></p>
<section id="found" class="rows" aria-label="Found"></section>
<section id="chosen" hidden aria-live="polite"></section>
<section id="legend" aria-label="Modules"></section>
</aside>
<main><canvas id="canvas" tabindex="0" role="img" aria-label="Map of the chunks; the search box lists them as text"></canvas><div id="tip" hidden></div></main>
<script type="application/json" id="data">${inert(pageData(root, data, snippets))}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** JSON in which nothing ends a script block, is taken for markup, or reorders or hides what the page shows. */
function inert(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? visibleLines(part) : part)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Text as markup shows it: nothing in it is markup, hides or reorders. */
export function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return visible(text).replace(/[&<>"']/g, (character) => names[character]!);
}

/** The data by columns, as the page and the picture draw it. */
export function pageData(root: string, { modules, points, edges, clusters, total }: MapData, snippets: readonly string[]): PageData {
  const files = [...new Set(points.map((point) => point.path))];
  const kinds = [...new Set(points.map((point) => point.kind))];
  const edgeKinds = EDGE_KINDS.filter((kind) => edges.some((edge) => edge.kind === kind));
  const fileAt = new Map(files.map((path, at) => [path, at]));
  return {
    root,
    shown: points.length,
    total,
    modules,
    files,
    kinds,
    edgeKinds,
    chunk: points.map((point) => point.chunk.slice("chunk_".length)),
    file: points.map((point) => fileAt.get(point.path)!),
    start: points.map((point) => point.start),
    end: points.map((point) => point.end),
    kind: points.map((point) => kinds.indexOf(point.kind)),
    name: points.map((point) => point.name),
    module: points.map((point) => point.module),
    x: points.map((point) => point.x),
    y: points.map((point) => point.y),
    snippet: [...snippets],
    edges: edges.flatMap((edge) => [edge.from, edge.to, edgeKinds.indexOf(edge.kind)]),
    clusters: clusters.map(({ x, y, folder, words }) => {
      // A long way down says less than its end.
      const end = folder.split("/").slice(-2).join("/");
      return end === "" ? { x, y, title: words.join(", "), words: "" } : { x, y, title: end, words: words.join(", ") };
    }),
  };
}

// Twelve hues that differ in lightness too, for either paper.
export const LIGHT = [
  "#2f6fde",
  "#d9480f",
  "#2b8a3e",
  "#9c36b5",
  "#c2255c",
  "#0b7285",
  "#a07000",
  "#5f3dc4",
  "#5c940d",
  "#862e2e",
  "#495057",
  "#e0559b",
];
export const DARK = [
  "#74a9ff",
  "#ff9057",
  "#69db7c",
  "#da77f2",
  "#ff7aa5",
  "#3bc9db",
  "#ffd43b",
  "#9b84ff",
  "#b2e05f",
  "#d98880",
  "#adb5bd",
  "#ffb3da",
];
const theme = (
  paper: string,
  raised: string,
  ink: string,
  dim: string,
  rule: string,
  out: string,
  into: string,
  colours: string[],
): string =>
  `--paper:${paper};--raised:${raised};--ink:${ink};--dim:${dim};--rule:${rule};--edge:${dim};--out:${out};--in:${into};${colours.map((colour, at) => `--c${at}:${colour};`).join("")}`;
const LIGHT_THEME = `color-scheme:light;${theme("#fbfbfa", "#ffffff", "#1c1d1f", "#666b73", "#e2e3e5", "#d9480f", "#2f6fde", LIGHT)}`;
const DARK_THEME = `color-scheme:dark;${theme("#141518", "#1c1e22", "#e9eaec", "#9a9fa8", "#32353b", "#ff9057", "#74a9ff", DARK)}`;

const STYLE = `
:root{${LIGHT_THEME}}
@media (prefers-color-scheme:dark){:root{${DARK_THEME}}}
:root[data-theme=light]{${LIGHT_THEME}}
:root[data-theme=dark]{${DARK_THEME}}
*{box-sizing:border-box}
html,body{height:100%;margin:0}
body{display:flex;background:var(--paper);color:var(--ink);font:14px/1.45 system-ui,sans-serif}
aside{width:360px;flex:none;height:100%;overflow:auto;padding:16px;background:var(--raised);border-right:1px solid var(--rule)}
main{position:relative;flex:1;min-width:0;height:100%}
canvas{position:absolute;inset:0;width:100%;height:100%;display:block;cursor:crosshair;touch-action:none}
canvas:focus-visible{outline:2px solid var(--c0);outline-offset:-2px}
h1{font-size:17px;margin:0;overflow-wrap:anywhere}
h2{font-size:15px;margin:0;overflow-wrap:anywhere}
h3{font-size:13px;margin:12px 0 4px}
.note,.path,.kind,#count{color:var(--dim);font-size:12px}
.note{margin:2px 0 10px}
input[type=search]{width:100%;padding:8px 10px;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--rule);border-radius:6px}
button{font:inherit;color:inherit;background:none;border:1px solid var(--rule);border-radius:6px;padding:2px 8px;cursor:pointer}
button:hover{border-color:var(--dim)}
.tools{display:flex;gap:8px;align-items:center;margin:10px 0;flex-wrap:wrap}
.rows{max-height:32vh;overflow:auto}
.row,.module{display:flex;gap:8px;align-items:baseline;width:100%;text-align:left;border:0;border-radius:4px;padding:3px 4px}
.row:hover,.module:hover{background:var(--rule)}
.row .name,.module .name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;flex:0 1 auto}
.row .kind{flex:none}
.path{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;flex:1 1 0;min-width:70px;text-align:right;direction:rtl}
.module .path{direction:ltr}
.module[aria-pressed=false]{opacity:.4}
.dot{width:10px;height:10px;border-radius:50%;flex:none;align-self:center}
#chosen{border-top:1px solid var(--rule);border-bottom:1px solid var(--rule);padding:12px 0;margin:10px 0}
#legend{margin-top:10px}
.cite{display:flex;gap:8px;align-items:flex-start}
code{font:12px/1.5 ui-monospace,monospace;overflow-wrap:anywhere;flex:1}
pre{font:12px/1.5 ui-monospace,monospace;background:var(--paper);border:1px solid var(--rule);border-radius:6px;padding:8px;margin:8px 0 0;overflow:auto;max-height:30vh;tab-size:4}
#tip{position:absolute;pointer-events:none;max-width:70%;padding:3px 8px;background:var(--raised);border:1px solid var(--rule);border-radius:4px;font-size:12px;overflow-wrap:anywhere}
[hidden]{display:none}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media (max-width:760px){body{flex-direction:column}aside{width:100%;height:44%;border-right:0;border-bottom:1px solid var(--rule)}}
`;

// `manifold map --out FILE.svg`: the map as one picture, for a README or a slide; light or dark as its reader's browser is.

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
