/**
 * How long a question of a fleet takes: `bun scripts/bench/fleet.ts --manifold BIN [--members 20] [--files 5000] [--questions 30] [--dir DIR]`.
 *
 * Makes trees of generated TypeScript (git repositories whose packages import one another), registers and indexes them (once: they stay in DIR), then asks:
 * cold, a process each, and in one live MCP server. Prints wall and CPU milliseconds at the median, the 95th and the 99th of a hundred. Nothing but the
 * machine's own load differs between two runs.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const flag = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1]!;
};
const manifold = flag("manifold", "manifold").split(" ");
const members = Number(flag("members", "20"));
const files = Number(flag("files", "5000"));
const questions = Number(flag("questions", "30"));
const folder = flag("dir", join(tmpdir(), `manifold-fleet-${members}-${files}`));

const WORDS =
  "account address archive balance batch branch budget cache channel charge client cluster column commit config contract counter country currency customer delivery device discount document driver event export factor field filter folder format gateway group header history image import index invoice journal key label language layout ledger limit list lock login market member merge message metric module network notice number offer order owner package parser password patch payment period permit person plan policy port price process product profile project query queue rate record region release report request reserve result review role route rule sample schedule schema score search section server session share shipment signal source stage station stock store stream student subject supply switch system table target task tax team template tenant ticket token total track trade transfer tree unit update user value vendor version view visit volume voucher wallet warehouse window worker zone".split(
    " ",
  );

/** Numbers that are the same at every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
const run = (cwd: string, ...cmd: string[]): void => {
  const { exitCode, stderr } = Bun.spawnSync(cmd, { cwd, stderr: "pipe", stdout: "ignore", env });
  if (exitCode !== 0) throw new Error(`${cmd.join(" ")}: ${stderr.toString()}`);
};

const env = { ...process.env, XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state"), MANIFOLD_FEEDBACK: "no" };
/** Names of some functions, to ask about. */
const named: string[] = [];

function make(member: number): void {
  const root = join(folder, `tree${member}`);
  const random = numbers(member + 1);
  const pick = (): string => WORDS[Math.floor(random() * WORDS.length)]!;
  const there = existsSync(join(root, ".git"));
  const made = new Set<string>();
  const write = (path: string, text: string): void => {
    if (there) return;
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write(
    "package.json",
    `${JSON.stringify({ name: `@fleet/tree${member}`, version: `1.${member}.0`, main: "index.ts", dependencies: member > 0 ? { [`@fleet/tree${member - 1}`]: "^1.0.0" } : {} }, null, 2)}\n`,
  );
  write(
    "index.ts",
    `/** What tree ${member} offers. */\nexport function open${member}(name: string) {\n  return name;\n}\nexport class Base${member} {}\n`,
  );
  const functions: { name: string; path: string }[] = [];
  for (let at = 0; at < files; at++) {
    const [a, b, c] = [pick(), pick(), pick()];
    const name = `${a}${capital(b)}${capital(c)}${at}`;
    const path = `src/${a}/${b}_${at}.ts`;
    if (made.has(path)) continue;
    made.add(path);
    const other = functions[Math.floor(random() * functions.length)];
    const imports = [
      ...(other ? [`import { ${other.name} } from "../../${other.path.replace(/\.ts$/, "")}";`] : []),
      ...(member > 0 && at % 50 === 0 ? [`import { open${member - 1} } from "@fleet/tree${member - 1}";`] : []),
    ];
    const body = [
      ...(other ? [`  const ${b} = ${other.name}(${a}, ${c});`] : [`  const ${b} = ${a} + ${c};`]),
      ...(member > 0 && at % 50 === 0 ? [`  open${member - 1}("${c}");`] : []),
      `  if (${b} > ${Math.floor(random() * 100)}) throw new Error("the ${a} of the ${c} has no ${pick()}");`,
      `  return ${b};`,
    ];
    write(
      path,
      `${imports.join("\n")}\n\n/** Makes the ${a} of a ${b} from its ${c} and ${pick()}, for the ${pick()} ${pick()}. */\nexport function ${name}(${a}: number, ${c}: number): number {\n${body.join("\n")}\n}\n\nexport const ${c}Of${at} = { ${a}: ${at}, ${pick()}Name: "${pick()} ${pick()}" };\n`,
    );
    functions.push({ name, path });
  }
  named.push(functions[Math.floor(files / 2)]!.name, `open${member}`);
  if (there) return;
  run(root, "git", "init", "-q");
  run(root, "git", "add", "-A");
  run(root, "git", "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "t");
}

mkdirSync(folder, { recursive: true });
for (let member = 0; member < members; member++) make(member);
run(folder, ...manifold, "fleet", "add", ...Array.from({ length: members }, (_, member) => `tree${member}`));
const before = performance.now();
run(folder, ...manifold, "fleet", "index");
console.log(`${members} trees of ${files} files: indexed (or found fresh) in ${((performance.now() - before) / 1000).toFixed(1)} s`);

const random = numbers(7);
const any = (): string => WORDS[Math.floor(random() * WORDS.length)]!;
const asked: { kind: string; cmd: string[]; tool: string; args: object }[] = Array.from({ length: questions }, (_, at) => {
  const name = named[at % named.length]!;
  const words = `how is the ${any()} of a ${any()} made from its ${any()}`;
  return [
    { kind: "search", cmd: ["q", "--fleet", words], tool: "search", args: { query: words, fleet: "*" } },
    { kind: "callers", cmd: ["callers", name, "--fleet"], tool: "graph", args: { operation: "callers", symbol: name, fleet: "*" } },
    { kind: "what calls", cmd: ["q", "--fleet", `what calls ${name}`], tool: "search", args: { query: `what calls ${name}`, fleet: "*" } },
  ];
}).flat();

const at = (list: number[], share: number): string => {
  const sorted = [...list].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0).toFixed(0);
};
const told = (what: string, wall: number[], cpu: number[]): void =>
  console.log(
    `${what.padEnd(22)} wall p50 ${at(wall, 0.5)} p95 ${at(wall, 0.95)} p99 ${at(wall, 0.99)} ms${cpu.length > 0 ? `   cpu p50 ${at(cpu, 0.5)} p99 ${at(cpu, 0.99)} ms` : ""}   (${wall.length})`,
  );

for (const kind of new Set(asked.map((one) => one.kind))) {
  const wall: number[] = [];
  const cpu: number[] = [];
  let memory = 0;
  for (const one of asked.filter((other) => other.kind === kind)) {
    const start = performance.now();
    const { exitCode, stderr, resourceUsage } = Bun.spawnSync([...manifold, ...one.cmd], {
      cwd: folder,
      env,
      stdout: "ignore",
      stderr: "pipe",
    });
    wall.push(performance.now() - start);
    cpu.push(Number(resourceUsage.cpuTime.total) / 1000);
    memory = Math.max(memory, Number(resourceUsage.maxRSS));
    if (exitCode > 1) throw new Error(stderr.toString());
  }
  told(`cold ${kind}`, wall, cpu);
  console.log(`${"".padEnd(22)} most memory ${(memory / 1e6).toFixed(0)} MB`);
}

const server = Bun.spawn([...manifold, "mcp", "--root", join(folder, "tree0"), "--no-feedback"], {
  cwd: folder,
  env,
  stdin: "pipe",
  stdout: "pipe",
  stderr: "ignore",
});
const waiting = new Map<number, (reply: { result?: { isError?: boolean; content: { text: string }[] } }) => void>();
void (async () => {
  let rest = "";
  for await (const piece of server.stdout) {
    const lines = (rest + new TextDecoder().decode(piece)).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const reply = JSON.parse(line);
      waiting.get(reply.id)?.(reply);
    }
  }
})();
let id = 0;
const call = (method: string, params: object): Promise<{ result?: { isError?: boolean; content: { text: string }[] } }> =>
  new Promise((resolve) => {
    waiting.set(++id, resolve);
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    server.stdin.flush();
  });
await call("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } });
// The first one opens every index.
const first = performance.now();
await call("tools/call", { name: "search", arguments: { query: "where is an order stored", fleet: "*" } });
console.log(`live, first            wall ${(performance.now() - first).toFixed(0)} ms`);
for (const kind of new Set(asked.map((one) => one.kind))) {
  const wall: number[] = [];
  for (const one of asked.filter((other) => other.kind === kind)) {
    const start = performance.now();
    const { result } = await call("tools/call", { name: one.tool, arguments: one.args });
    wall.push(performance.now() - start);
    if (result?.isError) throw new Error(result.content[0]!.text);
  }
  told(`live ${kind}`, wall, []);
}
server.kill();
