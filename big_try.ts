import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Editor } from "./test/serve/lsp/_editor.ts";
const [tree, bin, ...places] = process.argv.slice(2) as [string, string, ...string[]];
const child = spawn(bin, ["lsp"], { cwd: tree, env: { PATH: process.env.PATH!, HOME: "/tmp/lsptry/home" }, stdio: ["pipe", "pipe", "ignore"] });
const stat = () => { const s = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" "); const m = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]; const h = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]; return { cpu: (Number(s[11]) + Number(s[12])) / 100, rss: Math.round(Number(m) / 1024), peak: Math.round(Number(h) / 1024) }; };
const time = async <T,>(what: string, run: () => Promise<T>, show = (x: T) => JSON.stringify(x)?.slice(0, 150)) => { const a = performance.now(); const c = stat().cpu; const r = await run(); console.log(what, `${Math.round(performance.now() - a)} ms wall, ${Math.round((stat().cpu - c) * 1000)} ms cpu`, show(r)); return r; };
const editor = await time("start", () => Editor.start(tree, child.stdout, child.stdin), () => "");
for (const p of places) {
  const [path, line, name] = p.split(":") as [string, string, string];
  const at = editor.at(path, Number(line), name);
  await time(`definition ${p}`, () => editor.definition(at));
  await time("again", () => editor.definition(at));
  await time("hover", () => editor.hover(at));
  await time("references", () => editor.references(at), (r) => `${r?.length}`);
  await time("calls", () => editor.calls(at), (r) => `${r.incoming.length} ${r.outgoing.length}`);
  await time("outline", () => editor.outline(path), (r) => `${r.length}`);
  await time("lenses", () => editor.lenses(path), (r) => `${r.length} ${r.slice(0, 3)}`);
  console.log(stat());
}
for (const q of ["mail", "MailboxManager", "x", ""]) await time(`symbols ${q}`, () => editor.symbols(q), (r) => `${r.length} ${r.slice(0, 3)}`);
console.log(stat(), editor.progress.length, editor.progress[0]);
child.stdin.end();
process.exit(0);
