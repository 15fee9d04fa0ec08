/**
 * `bun scripts/pictures.ts [--map TREE]`: draws the README's session as a terminal shows it, in light and dark, from what the built binary prints about the manual's small shop.
 * With --map also the map of a checkout that lies at TREE (the README shows that of tokio's `tokio/src`).
 * Run it again after the output changes; the test of the manual holds the text itself.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const top = join(import.meta.dir, "..");
const COMMANDS = [
  'manifold q "who calls authenticate()"',
  'manifold q "why are there too many attempts" -k 1',
  "git rm -q src/hash.ts && manifold impact --staged | tail -15",
];
/** Columns; longer lines are cut, as a terminal of that width would wrap them. */
const WIDTH = 96;
const LINE = 19;
const SIGN = 8.43;

interface Theme {
  name: string;
  paper: string;
  ink: string;
  prompt: string;
  /** By the number of the ANSI code. */
  colours: Readonly<Record<string, string>>;
}
const THEMES: readonly Theme[] = [
  {
    name: "light",
    paper: "#ffffff",
    ink: "#1f2328",
    prompt: "#59636e",
    colours: { "2": "#59636e", "31": "#b31d28", "32": "#1a7f37", "33": "#8a5a00", "34": "#0550ae", "35": "#8250df", "36": "#0f6a70" },
  },
  {
    name: "dark",
    paper: "#0d1117",
    ink: "#e6edf3",
    prompt: "#9198a1",
    colours: { "2": "#9198a1", "31": "#ff7b72", "32": "#56d364", "33": "#e3b341", "34": "#79c0ff", "35": "#d2a8ff", "36": "#76e3ea" },
  },
];

/** Text with one style. */
interface Span {
  text: string;
  codes: readonly string[];
}

/** What a terminal shows of a line: stretches between escape sequences, cut to the width. */
function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let codes: string[] = [];
  let room = WIDTH;
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    const code = /^\u001b\[([\d;]*)m$/.exec(part);
    if (code) codes = code[1] === "" || code[1] === "0" ? [] : [...codes, ...code[1]!.split(";")];
    else if (part !== "" && room > 0) {
      const text = part.length > room ? `${part.slice(0, room - 1)}…` : part;
      spans.push({ text, codes });
      room -= text.length;
    }
  }
  return spans;
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function svg(lines: readonly Span[][], theme: Theme): string {
  const [width, height] = [Math.round(WIDTH * SIGN) + 32, lines.length * LINE + 30];
  const rows = lines.map((spans, i) => {
    const parts = spans.map(({ text, codes }) => {
      const colour = codes.map((code) => theme.colours[code]).find((one) => one !== undefined);
      const style = `${colour ? ` fill="${colour}"` : ""}${codes.includes("1") ? ' font-weight="bold"' : ""}`;
      return `<tspan${style}>${escaped(text)}</tspan>`;
    });
    return `<text x="16" y="${25 + i * LINE}" xml:space="preserve">${parts.join("")}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>A session with manifold</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${theme.paper}" stroke="${theme.prompt}" stroke-opacity="0.4"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${theme.ink}">`,
    ...rows,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

const base = mkdtempSync(join(tmpdir(), "manifold-pictures-"));
try {
  const [tree, bin] = [join(base, "shop"), join(base, "bin")];
  cpSync(join(top, "test/manual/fixtures/shop"), tree, { recursive: true });
  mkdirSync(bin);
  symlinkSync(join(top, "dist", `manifold-linux-${process.arch}`), join(bin, "manifold"));
  const env = { HOME: base, PATH: `${bin}:${process.env.PATH}`, COLUMNS: String(WIDTH), LC_ALL: "C.UTF-8", GIT_CONFIG_NOSYSTEM: "1" };
  const run = (command: string): string => Bun.spawnSync(["sh", "-c", command], { cwd: tree, env, stderr: "ignore" }).stdout.toString();
  run('git init -q && git add -A && git -c user.name=Ana -c user.email=ana@example.org commit -qm "A shop" && manifold index');
  const lines = COMMANDS.flatMap((command, i) => {
    const out = run(command.replace(/(manifold (?:q|impact))/, "$1 --color always")).trimEnd();
    return [...(i > 0 ? [""] : []), `\u001b[2m$\u001b[0m \u001b[1m${command}\u001b[0m`, ...out.split("\n")];
  });
  const folder = join(top, "src/manual/pictures");
  mkdirSync(folder, { recursive: true });
  for (const theme of THEMES)
    writeFileSync(
      join(folder, `session-${theme.name}.svg`),
      svg(
        lines.map((line) => spansOf(line)),
        theme,
      ),
    );
  const mapped = process.argv[process.argv.indexOf("--map") + 1];
  if (process.argv.includes("--map")) run(`manifold map --root '${mapped}' --out '${join(folder, "map.svg")}'`);
} finally {
  rmSync(base, { recursive: true, force: true });
}
