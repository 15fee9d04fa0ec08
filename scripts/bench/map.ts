#!/usr/bin/env bun
/**
 * The page of `manifold map` in a browser: size, load time, frame time, and pictures to look at.
 *
 *   bun scripts/bench/map.ts PAGE [--pictures FOLDER] [--browser chromium]
 *
 * The browser runs headless on a file, without a network. A picture each is taken of the whole map, of all edges in the dark theme, of a
 * search, of a chosen point, and of a narrow window; a person has to look at them. Then the page is given a hostile twin (markup and script in
 * every name) which must look the same and run nothing.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const flag = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const page = process.argv[2];
const browser = Bun.which(flag("browser", "chromium"));
if (!page || !browser) {
  console.error(browser ? "usage: bun scripts/bench/map.ts PAGE [--pictures FOLDER]" : "map: no browser; install Debian's chromium");
  process.exit(2);
}
const pictures = flag("pictures", "");
const profile = mkdtempSync(join(tmpdir(), "map-bench-"));

function visit(file: string, hash: string, more: string[]): string {
  const { stdout, exitCode } = Bun.spawnSync(
    [
      browser!,
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--hide-scrollbars",
      `--user-data-dir=${profile}`,
      "--host-resolver-rules=MAP * ~NOTFOUND",
      "--timeout=20000",
      ...more,
      `file://${resolve(file)}#${hash}`,
    ],
    { stderr: "ignore" },
  );
  if (exitCode !== 0) throw new Error(`the browser ended with ${exitCode}`);
  return stdout.toString();
}

const drawn = (dom: string): number => Number(/data-drawn="(\d+)"/.exec(dom)?.[1] ?? Number.NaN);
const line = (name: string, value: string): void => console.log(`${name.padEnd(34)} ${value}`);

const html = readFileSync(page, "utf8");
const data = JSON.parse(/id="data">(.*?)<\/script>/s.exec(html)![1]!) as { chunk: string[]; edges: number[]; name: string[] };
line("points, edges", `${data.chunk.length}, ${data.edges.length / 3}`);
line("size", `${(statSync(page).size / 1e6).toFixed(2)} MB, ${(Bun.gzipSync(html).length / 1e6).toFixed(2)} MB compressed`);
const times = Array.from({ length: 3 }, () => drawn(visit(page, "", ["--dump-dom"])));
line("from start to the first picture", `${times.join(", ")} ms`);
line("the same with all edges", `${drawn(visit(page, "edges=1", ["--dump-dom"]))} ms`);

if (pictures !== "") {
  const views: [string, string, string][] = [
    ["whole", "theme=light", "1400,900"],
    ["edges", "theme=dark&edges=1", "1400,900"],
    ["search", `theme=light&q=${encodeURIComponent(data.name.find((name) => name.length > 4) ?? "a")}`, "1400,900"],
    ["chosen", `theme=dark&at=chunk_${data.chunk[Math.floor(data.chunk.length / 2)]}`, "1400,900"],
    ["narrow", "theme=light", "420,900"],
  ];
  for (const [name, hash, size] of views)
    visit(page, hash, [`--window-size=${size}`, "--virtual-time-budget=10000", `--screenshot=${join(pictures, `${name}.png`)}`]);
  line("pictures", pictures);
}

const EVIL = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">";
const inert = JSON.stringify({ ...data, name: data.name.map(() => EVIL) }).replace(
  /[<>&]/g,
  (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
);
const hostile = join(profile, "hostile.html");
writeFileSync(
  hostile,
  html.replace(/(id="data">)(.*?)(<\/script>)/s, (_, before: string, __, after: string) => `${before}${inert}${after}`),
);
const dom = visit(hostile, `at=chunk_${data.chunk[0]}&q=script`, ["--dump-dom"]);
const safe = !dom.includes("<title>owned") && !/<img/i.test(dom) && dom.includes("&lt;img");
line("hostile names", safe ? "shown as text, nothing ran" : "!!! MARKUP OR SCRIPT GOT THROUGH");
rmSync(profile, { recursive: true, force: true });
process.exit(safe ? 0 : 1);
