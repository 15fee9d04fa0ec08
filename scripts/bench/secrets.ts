#!/usr/bin/env bun
/**
 * How many secrets are kept out, what else is blanked, and what it costs.
 *
 *   bun scripts/bench/secrets.ts [--seed 1] [--rounds 40] [--missed 3] [--folder TREE]… [--show]
 *
 * Fakes in issuers' forms and assigned ones (`_fakes.ts`), kept out when no stretch of five of a secret's characters is left (half of a short one);
 * names of files (`_secret_names.ts`); and for each folder the lines that are blanked among all that the reader takes (`--show` prints them with what stood
 * there, to be judged by a reader), with the CPU time of redaction beside that of decoding and counting lines alone. `--missed N` prints N examples of
 * each kind that is not whole.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { readContent } from "../../src/files/reader.ts";
import { isSecretName } from "../../src/files/secret_names.ts";
import { BLANK, redact } from "../../src/files/secrets.ts";
import { type Fake, fakes } from "./_fakes.ts";
import { INNOCENT_FILES, SECRET_FILES } from "./_secret_names.ts";

const all = (name: string): string[] => process.argv.flatMap((word, at) => (word === `--${name}` ? (process.argv[at + 1] ?? []) : []));
const number = (name: string, fallback: number): number => Number(all(name)[0] ?? fallback);
const share = (part: number, whole: number): string => (part / whole).toFixed(3);

/** True if too little of every secret is left to be of use. */
function isOut({ text, secrets }: Fake, redacted: string): boolean {
  return secrets.every(([start, end]) => {
    const stretch = Math.min(5, Math.ceil((end - start) / 2));
    let left = 0;
    for (let i = start; i < end; i++) {
      left = redacted[i] === BLANK || /\s/.test(text[i]!) ? 0 : left + 1;
      if (left >= stretch) return false;
    }
    return true;
  });
}

const missed = number("missed", 0);
const made = fakes(number("seed", 1), number("rounds", 40));
for (const family of ["issued", "assigned"] as const) {
  const kinds = new Map<string, { count: number; out: number; examples: string[] }>();
  for (const fake of made.filter((one) => one.family === family)) {
    const kind = kinds.get(fake.kind) ?? { count: 0, out: 0, examples: [] };
    kinds.set(fake.kind, kind);
    const { text } = redact(fake.text);
    kind.count++;
    if (isOut(fake, text)) kind.out++;
    else kind.examples.push(`${fake.path}: ${JSON.stringify(fake.text)}`);
  }
  const sums = [...kinds.values()].reduce((sum, one) => ({ count: sum.count + one.count, out: sum.out + one.out }), { count: 0, out: 0 });
  console.log(`${family}: kept out ${share(sums.out, sums.count)} of ${sums.count}`);
  for (const [kind, { count, out, examples }] of kinds) {
    if (family === "assigned" || out < count) console.log(`  ${kind.padEnd(32)} ${share(out, count)} of ${count}`);
    // Spread over the forms: neighbours in time are of one round.
    const step = Math.max(1, Math.floor(examples.length / missed));
    for (let i = 0; i < examples.length && i / step < missed; i += step) console.log(`      ${examples[i]}`);
  }
}

const open = SECRET_FILES.filter((name) => !isSecretName(name));
const shut = INNOCENT_FILES.filter(isSecretName);
console.log(`files by name: kept out ${share(SECRET_FILES.length - open.length, SECRET_FILES.length)} of ${SECRET_FILES.length}`);
if (open.length > 0) console.log(`  read: ${open.join(" ")}`);
console.log(`innocent names: left out ${shut.length} of ${INNOCENT_FILES.length}${shut.length === 0 ? "" : `: ${shut.join(" ")}`}`);

/** Texts that the reader takes below a folder, as bytes: the raw one and its name. */
function* filesOf(folder: string, from = folder): Generator<{ path: string; bytes: Uint8Array }> {
  for (const entry of readdirSync(from, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = join(from, entry.name);
    if (entry.isDirectory() && entry.name !== ".git" && entry.name !== "node_modules") yield* filesOf(folder, full);
    else if (entry.isFile()) yield { path: relative(folder, full), bytes: readFileSync(full) };
  }
}

let [lines, blanked] = [0, 0];
let [bytesRead, redacting, decoding] = [0, 0, 0];
const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
for (const folder of all("folder")) {
  let [here, hereBlanked] = [0, 0];
  for (const { path, bytes } of filesOf(folder)) {
    const read = readContent(path, bytes);
    if (typeof read === "string") continue;
    here += read.lines;
    bytesRead += bytes.length;
    let at = cpu();
    const raw = new TextDecoder().decode(bytes);
    for (let end = raw.indexOf("\n"); end >= 0; end = raw.indexOf("\n", end + 1));
    decoding += cpu() - at;
    at = cpu();
    redact(raw);
    redacting += cpu() - at;
    if (read.redactions === 0) continue;
    const rows = raw.split("\n");
    for (const [no, row] of read.text.split("\n").entries()) {
      if (!row.includes(BLANK) || rows[no]!.includes(BLANK)) continue;
      hereBlanked++;
      if (process.argv.includes("--show"))
        console.log(`${basename(folder)}/${path}:${no + 1}\n  ${rows[no]!.trim().slice(0, 240)}\n  ${row.trim().slice(0, 240)}`);
    }
  }
  console.log(`${basename(folder)}: ${hereBlanked} of ${here} lines blanked`);
  lines += here;
  blanked += hereBlanked;
}
if (lines > 0) {
  console.log(`all: ${blanked} of ${lines} lines blanked, ${((blanked / lines) * 20_000).toFixed(2)} in 20,000`);
  const megabytes = bytesRead / 1e6;
  console.log(
    `${megabytes.toFixed(1)} MB: redaction ${(megabytes / redacting).toFixed(0)} MB a CPU second; decoding and counting lines ${(megabytes / decoding).toFixed(0)}`,
  );
}
