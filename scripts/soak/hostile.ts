#!/usr/bin/env bun
/**
 * What does the worst file cost that is made for a grammar?
 *
 *   bun scripts/soak/hostile.ts [--only python,cpp] [--forms 300] [--bytes 150000] [--seed 1] [--manifold "CMD …"] [--limit 20] [--inside] [--keep FOLDER]
 *
 * Forms of attack, drawn from a seed: pieces of one to five of a language's own tokens (those of its fixtures, and openers, closers, quotes and operators of all
 * languages), repeated with words, numbers or nothing between them, in lines or in one, mixed, nested, after an opener that nothing closes. Each is parsed
 * by the product's own parsing child at a small size; the worst of them are then tried at the full size, and varied. Printed per language: CPU seconds and the
 * largest resident memory of the worst file; a child that takes longer than `--limit` CPU seconds is ended ("+"). With `--inside` only forms that
 * an indexer parses itself (`isTrying` of lang/engine/monotony.ts lets them pass), as large as it may.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parsing } from "../../src/base/limits.ts";
import type { ParseJob } from "../../src/indexing/parse.ts";
import { type Batch, frame, frames } from "../../src/indexing/wire.ts";
import { isTrying } from "../../src/lang/engine/monotony.ts";
import { LANGUAGES } from "../../src/lang/languages.ts";

const flag = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const inside = process.argv.includes("--inside");
const full = Number(flag("bytes", inside ? `${parsing.inProcessFileBytes}` : "150000"));
const limit = Number(flag("limit", "20"));
const command = flag("manifold", `${process.execPath} ${join(import.meta.dir, "../../src/main.ts")}`).split(" ");
/** Characters of the first try. */
const SMALL = Number(flag("small", "15000"));
/** The kernel's clock ticks a second. */
const TICKS = 100;

let state = Number(flag("seed", "1")) || 1;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let x = Math.imul(state ^ (state >>> 15), 1 | state);
  x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
  return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296;
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

const COMMON = [
  ..."( ) [ ] { } < > \" ' ` / \\ * + - = ! ~ ^ % & | ? : ; , . @ # $ _ \n \t".split(" "),
  ..."/* */ // -- {- -} --[[ ]] #| |# (* *) <!-- --> <![CDATA[ ]]> <% %> {{ }} ``` ~~~ << >> <<< => -> :: ?. ... ${ #{ \\( <?php ?> =begin =end <<EOF <<~A".split(
    " ",
  ),
  ...'%w[ %q( $( $(( [[ r#" R"( """ \'\'\' f" f\' @" s" <div> </div> <a <script> a< a<b a? a?b: a= if(a) if else then do end fn fun def class case of let'.split(
    " ",
  ),
  ..."in where match with -> => \\x-> not await new return yield #if #else #endif #define @a :a a. a( a[ a{ 1 0x 1e - | > template< begin => := <- ..< &mut".split(
    " ",
  ),
];

function tokensOf(language: string): string[] {
  const folder = join(import.meta.dir, "../../test/lang");
  const row = LANGUAGES.find(({ name }) => name === language)!;
  const found = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.includes("/fixtures/") || !row.extensions.some((one) => name.endsWith(`.${one}`))) continue;
    const text = readFileSync(join(folder, name), "utf8");
    const count = new Map<string, number>();
    for (const [token] of text.matchAll(/[A-Za-z_]\w*|[^\w\s]{1,3}/g)) count.set(token, (count.get(token) ?? 0) + 1);
    for (const [token] of [...count].sort((a, b) => b[1] - a[1]).slice(0, 120)) found.add(token);
  }
  return [...found];
}

interface Form {
  head: string;
  pieces: string[];
  /** How pieces follow one another: in turn, mixed, nested (all of the first, then all of the second …), each line deeper. */
  order: "turn" | "mixed" | "nested" | "deeper";
  between: "" | " " | "\n" | "word" | "number" | " word ";
  wrap: number;
}

function draw(own: readonly string[]): Form {
  const token = (): string => pick(random() < 0.5 && own.length > 0 ? own : COMMON);
  const piece = (): string => Array.from({ length: 1 + Math.floor(random() * 3) }, token).join(random() < 0.4 ? " " : "");
  return {
    head: random() < 0.3 ? `${token()} ` : "",
    pieces: Array.from({ length: 1 + Math.floor(random() ** 2 * (inside ? 20 : 5)) }, piece),
    order: pick(["turn", "turn", "mixed", "mixed", "nested", "deeper"] as const),
    between: pick(["", "", " ", "\n", "word", " word ", "number"] as const),
    wrap: pick([0, 40, 78, 110]),
  };
}

function vary(form: Form, own: readonly string[]): Form {
  const other = draw(own);
  const key = pick(["head", "pieces", "order", "between", "wrap", "pieces", "pieces"] as const);
  if (key !== "pieces") return { ...form, [key]: other[key] };
  const pieces = [...form.pieces];
  const what = random();
  if (what < 0.5) pieces[Math.floor(random() * pieces.length)] = other.pieces[0]!;
  else if (pieces.length > 1 && what < 0.75) pieces.splice(Math.floor(random() * pieces.length), 1);
  else pieces.splice(Math.floor(random() * (pieces.length + 1)), 0, other.pieces[0]!);
  return { ...form, pieces };
}

function written({ head, pieces, order, between, wrap }: Form, size: number, first: string): string {
  let seed = 1;
  const next = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return seed / 0x8000_0000;
  };
  const gap = (): string => {
    if (between === "word" || between === " word ") {
      const word = `v${Math.floor(next() * 1e6).toString(36)}`;
      return between === "word" ? word : ` ${word} `;
    }
    return between === "number" ? `${Math.floor(next() * 1e4)}` : between;
  };
  let text = first + head;
  let column = 0;
  const most = size;
  for (let n = 0; text.length < most; n++) {
    const share = Math.floor((text.length / most) * pieces.length);
    const piece =
      order === "mixed" ? pieces[Math.floor(next() * pieces.length)]! : order === "nested" ? pieces[share]! : pieces[n % pieces.length]!;
    if (order === "deeper" && n % pieces.length === 0) {
      text += `\n${" ".repeat(Math.floor(n / pieces.length) % 100)}`;
      column = 0;
    }
    const added = piece + gap();
    text += added;
    column = added.includes("\n") ? 0 : column + added.length;
    if (wrap > 0 && column > wrap) {
      text += "\n";
      column = 0;
    }
  }
  return text.slice(0, size);
}

class Watched {
  readonly process = Bun.spawn({ cmd: [...command, "__parse"], cwd: "/", stdin: "pipe", stdout: "pipe", stderr: "ignore" });
  readonly #frames = frames(this.process.stdout);

  cpu(): number {
    try {
      const fields = readFileSync(`/proc/${this.process.pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
      return (Number(fields[11]) + Number(fields[12])) / TICKS;
    } catch {
      return 0;
    }
  }

  /** Largest resident memory since `forget`, MB. */
  memory(): number {
    try {
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${this.process.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  }

  async parse(root: string, path: string, size: number): Promise<{ cpu: number; memory: number; ended: boolean }> {
    try {
      writeFileSync(`/proc/${this.process.pid}/clear_refs`, "5");
    } catch {}
    const before = this.cpu();
    let [cpu, memory, ended] = [0, 0, false];
    const look = (): void => {
      cpu = Math.max(cpu, this.cpu() - before);
      memory = Math.max(memory, this.memory());
      if (cpu < limit && memory < 6_000) return;
      ended = true;
      this.process.kill("SIGKILL");
    };
    const timer = setInterval(look, 100);
    try {
      const job: ParseJob = { path, size, mtime: 0, hash: "", plain: false, embed: 65_536 };
      this.process.stdin.write(frame({ root, jobs: [job] } satisfies Batch));
      await this.process.stdin.flush();
      const { done } = await this.#frames.next();
      if (!done) {
        clearInterval(timer);
        look();
        return { cpu, memory, ended };
      }
    } catch {}
    clearInterval(timer);
    await this.process.exited;
    return { cpu, memory, ended: true };
  }
}

const root = join(tmpdir(), `manifold-hostile-${process.pid}`);
mkdirSync(root, { recursive: true });
let child: Watched | null = null;

async function cost(form: Form, size: number, extension: string, first: string) {
  const path = `hostile.${extension}`;
  writeFileSync(join(root, path), written(form, size, first));
  child ??= new Watched();
  const found = await child.parse(root, path, size);
  if (found.ended) {
    child.process.kill("SIGKILL");
    child = null;
  }
  return { form, ...found };
}

const only = flag("only", "").split(",").filter(Boolean);
const keep = flag("keep", "");
for (const row of LANGUAGES) {
  if (only.length > 0 ? !only.includes(row.name) : row.name === "angular") continue;
  const own = tokensOf(row.name);
  const extension = row.extensions[0] ?? "html";
  const first = row.name === "php" ? "<?php\n" : "";
  const worst: Awaited<ReturnType<typeof cost>>[] = [];
  const forms = Number(flag("forms", "300"));
  let passed = 0;
  const weight = ({ cpu, memory }: { cpu: number; memory: number }): number => cpu + memory / 500;
  for (let i = 0; i < forms; i++) {
    const form = worst.length > 20 && random() < 0.5 ? vary(pick(worst.slice(0, 12)).form, own) : draw(own);
    if (inside && isTrying(written(form, full, first))) {
      if (++passed < forms * 20) i--;
      continue;
    }
    worst.push(await cost(form, SMALL, extension, first));
    worst.sort((a, b) => weight(b) - weight(a));
    worst.length = Math.min(worst.length, 40);
  }
  const large: typeof worst = [];
  for (const one of worst.slice(0, Number(flag("large", "5")))) large.push(await cost(one.form, full, extension, first));
  const told = (list: typeof worst): string => {
    if (list.length === 0) return "";
    const slow = list.reduce((most, one) => (one.cpu > most.cpu ? one : most));
    const big = list.reduce((most, one) => (one.memory > most.memory ? one : most));
    return `${slow.cpu.toFixed(2)}${slow.ended ? "+" : ""} s, ${big.memory.toFixed(0)} MB`;
  };
  const bad = (large.length > 0 ? large : worst).reduce((most, one) => (weight(one) > weight(most) ? one : most));
  console.log(
    `${row.name.padEnd(16)} ${SMALL / 1000} kB: ${told(worst).padEnd(20)} ${full / 1000} kB: ${told(large).padEnd(20)} ${JSON.stringify(bad.form)}`,
  );
  for (const one of worst.slice(0, Number(flag("show", "0"))))
    console.log(`    ${one.cpu.toFixed(2)} s ${one.memory.toFixed(0)} MB ${JSON.stringify(one.form)}`);
  if (keep) {
    mkdirSync(keep, { recursive: true });
    for (const [i, one] of large.entries()) writeFileSync(join(keep, `${row.name}${i}.${extension}`), written(one.form, full, first));
  }
}
(child as Watched | null)?.process.kill("SIGKILL");
rmSync(root, { recursive: true, force: true });
