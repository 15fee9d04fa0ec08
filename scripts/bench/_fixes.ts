/**
 * Real fixes as questions: commits whose message describes a problem, the tree before them, and the lines that they changed there.
 *
 * The question is the message without what names the place for free (paths, numbers, links, trailers); masked, it also lacks every word that stands
 * in the changed lines. Nothing here asks Manifold for an opinion but its extraction, for the definitions that hold the changed lines.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extract } from "../../src/lang/engine/extract.ts";
import { languageOf, loadGrammars, loadRules } from "../../src/lang/languages.ts";
import { isCode } from "../../src/query/impact/definitions.ts";

/** Repositories with histories, none of the public retrieval benchmark. Two or three fixes of each. */
export const REPOSITORIES = `
pallets/werkzeug encode/httpx Textualize/rich marshmallow-code/marshmallow python-attrs/attrs
fastify/fastify koajs/koa markedjs/marked websockets/ws moment/luxon
honojs/hono immerjs/immer sindresorhus/ky kysely-org/kysely
spf13/cobra gorilla/mux labstack/echo go-resty/resty prometheus/client_golang
clap-rs/clap BurntSushi/ripgrep hyperium/hyper sharkdp/fd
apache/commons-csv FasterXML/jackson-core brettwooldridge/HikariCP mybatis/mybatis-3
square/okio InsertKoinIO/koin square/moshi detekt/detekt
jqlang/jq memcached/memcached DaveGamble/cJSON lz4/lz4
fmtlib/fmt catchorg/Catch2 CLIUtils/CLI11 yhirose/cpp-httplib
App-vNext/Polly serilog/serilog FluentValidation/FluentValidation JamesNK/Newtonsoft.Json
sinatra/sinatra lostisland/faraday sidekiq/sidekiq jekyll/jekyll
guzzle/guzzle slimphp/Slim twigphp/Twig nikic/PHP-Parser
circe/circe scopt/scopt http4s/http4s
onevcat/Kingfisher vapor/vapor pointfreeco/swift-composable-architecture
phoenixframework/phoenix elixir-ecto/ecto absinthe-graphql/absinthe
jaspervdj/hakyll haskell-servant/servant koalaman/shellcheck
luarocks/luarocks lewis6991/gitsigns.nvim folke/lazy.nvim
zigtools/zls nvm-sh/nvm rbenv/ruby-build cfug/dio felangel/bloc mirage/ocaml-cohttp mojolicious/mojo ring-clojure/ring
`
  .trim()
  .split(/\s+/);

/** A stretch of lines, both ends included, counted from 1. */
export interface Stretch {
  path: string;
  start: number;
  end: number;
}

/** One fix. */
export interface Fix {
  /** `owner/name`. */
  repository: string;
  commit: string;
  language: string;
  /** Folder of the tree before the fix, below the set's folder. */
  tree: string;
  whole: string;
  /** null where less than four words are left. */
  masked: string | null;
  /** Stack traces as each runtime would print them where the fix was needed; only for languages that have one. */
  trace: string | null;
  /** Source files that the fix changed, tests and documents apart. */
  files: string[];
  /** Their changed lines (old side) that say something: at least three letters or digits. */
  lines: { path: string; line: number; text: string }[];
  /** The innermost definitions that hold the changed lines. */
  definitions: Stretch[];
}

const TROUBLE =
  /\b(?:fix(?:e[sd])?|bugs?|crash\w*|errors?|fail(?:s|ed|ing|ure)?|wrong(?:ly)?|incorrect(?:ly)?|leaks?|regress\w*|broken?|hangs?|races?|panics?|exceptions?|missing|can(?:no|')t|doesn't|does not|not work\w*|invalid|unexpected|overflow|deadlock|ignored?|lost|stale|duplicate[ds]?)\b/i;
const DULL =
  /\b(?:typos?|lint\w*|docs?|documentation|readme|tests?|changelog|bump|ci|format(?:ting)?|warnings?|version|release|spelling|comments?|coverage|benchmarks?|revert|merge|clippy|rubocop|eslint|phpstan|spotless|build|deprecat\w*|travis|workflow|examples?)\b/i;
const ASIDE =
  /(?:^|\/)(?:tests?|specs?|__tests__|testing|testdata|fixtures?|examples?|docs?|documentation|bench(?:marks?|es)?|vendor|third[_-]party|node_modules|dist|samples?|perf|site|website)(?:\/|$)|(?:[._-](?:test|spec)s?|Tests?|Spec)\.[a-z]+$|(?:^|\/)test_[^/]*$|\.min\.js$|\.d\.ts$|\.(?:gemspec|podspec|rockspec|sbt|gradle\.kts)$|(?:^|\/)(?:setup\.py|mix\.exs|Package\.swift|build\.zig|Rakefile|Gemfile)$/i;
/** Fewest words of a question. */
const WORDS = 5;
/** Most source files, and most old lines, of a fix: larger ones are no single fix. */
const MOST_FILES = 6;
const MOST_LINES = 60;
/** Most files of a tree. */
const MOST_TREE = 3_500;
/** Newest commits that are looked at. */
const NEWEST = 2_500;

function git(at: string, ...words: string[]): string | null {
  const { exitCode, stdout } = Bun.spawnSync(["git", "-c", "core.quotePath=false", "--git-dir", at, ...words], {
    maxBuffer: 1 << 30,
    stderr: "ignore",
  });
  return exitCode === 0 ? stdout.toString() : null;
}

/** Is the file what a fix of the program itself changes? */
export const isSource = (path: string): boolean => !ASIDE.test(path) && isCode(languageOf(path)?.name ?? null);

/** The message as somebody who does not know the place would tell it. */
export function told(message: string): string {
  return message
    .replaceAll(
      /^\s*(?:[A-Z][\w-]+-by|Co-authored-by|Change-Id|Reviewed-on|PiperOrigin-RevId|Closes?|Fixes|Refs?|See(?: also)?|Resolves)\b:? .*$/gim,
      "",
    )
    .replaceAll(/^\s*(?:commit [0-9a-f]{7,}|git-svn-id).*$/gim, "")
    .replaceAll(
      /https?:\/\/\S+|\b[\w-]+\/[\w.-]+#\d+|\(?(?:\b(?:GH|PR|issue))?[ -]?#\d+\b\)?|\bv?\d+(?:\.\d+)+\b|\b[0-9a-f]{8,40}\b|\b\d+\b/gi,
      " ",
    )
    .replaceAll(
      /(?:[\w.@-]+\/)+[\w.@-]+|\b[\w-]+\.(?:py|js|mjs|cjs|ts|tsx|jsx|go|rs|java|kt|kts|scala|rb|php|cc?|cpp|hh?|hpp|cs|exs?|swift|dart|lua|hs|zig|sh|mli?|pm|cljs?)\b/g,
      " ",
    )
    .replaceAll(/^\s*\w+(?:\([^)]*\))?!?:\s+/g, "")
    .replaceAll(/\(\s*\)/g, " ")
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/\s*\n\s*/g, "\n")
    .trim()
    .slice(0, 2_000);
}

/** A message without the identifiers of the changed lines. */
export function mask(message: string, changed: readonly string[]): string | null {
  const names = new Set(changed.flatMap((text) => text.match(/[\p{L}_]\w{2,}/gu) ?? []));
  const left = message
    .replaceAll(/[\p{L}_]\w*/gu, (word) => (names.has(word) && !PLAIN.has(word.toLowerCase()) ? "" : word))
    .replaceAll(/[ \t]+/g, " ")
    .trim();
  return (left.match(/\p{L}{3,}/gu) ?? []).length < 4 ? null : left;
}

/** Words of English that are key words of many languages: to take these away would take the sentence away. */
const PLAIN = new Set(
  "and are for from has have not the this that when with without into then else was were will can could should does did its been being but case only some all any more than there where which while".split(
    " ",
  ),
);

interface Hunk {
  path: string;
  start: number;
  count: number;
}

/** Hunks of a fix on the old side, and all changed lines of both sides; null for what is no fix of one to some source files. */
function hunksOf(at: string, commit: string): { hunks: Hunk[]; changed: string[]; files: string[] } | null {
  const names = git(at, "diff-tree", "-r", "--no-commit-id", "--name-status", "--no-renames", "-z", commit);
  if (names === null) return null;
  const parts = names.split("\0");
  const files: string[] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [status, path] = [parts[i]!, parts[i + 1]!];
    if (!isSource(path)) continue;
    if (status === "M") files.push(path);
    else if (status !== "A") return null;
  }
  if (files.length === 0 || files.length > MOST_FILES) return null;
  const diff = git(at, "diff-tree", "-r", "-p", "-U0", "--no-commit-id", "--no-renames", commit, "--", ...files);
  if (diff === null) return null;
  const hunks: Hunk[] = [];
  const changed: string[] = [];
  let path = "";
  for (const line of diff.split("\n")) {
    if (line.startsWith("--- a/")) path = line.slice(6);
    else if (line.startsWith("@@")) {
      const [, start, count] = /^@@ -(\d+)(?:,(\d+))?/.exec(line)!;
      hunks.push({ path, start: Number(start), count: Number(count ?? 1) });
    } else if (/^[-+](?![-+]{2} )/.test(line)) changed.push(line.slice(1));
  }
  return { hunks, changed, files };
}

/** Lays out trees and questions of one repository.
 * @returns the fixes, at most `most`, evenly spread over those that qualify */
async function fixesOf(repository: string, at: string, out: string, most: number): Promise<Fix[]> {
  const log = git(at, "log", "--no-merges", "-n", String(NEWEST), "--format=%H%x00%P%x00%B%x01");
  if (log === null) return [];
  const fit: { commit: string; parent: string; whole: string }[] = [];
  for (const entry of log.split("\x01")) {
    const [commit, parents, message] = entry.trim().split("\0");
    if (!commit || !parents || parents.includes(" ") || !message) continue;
    const subject = message.split("\n")[0]!;
    const whole = told(message);
    if (!TROUBLE.test(message) || DULL.test(subject) || (whole.match(/\p{L}{2,}/gu) ?? []).length < WORDS) continue;
    fit.push({ commit, parent: parents, whole });
  }
  const found: Fix[] = [];
  const step = Math.max(1, Math.floor(fit.length / (most * 4)));
  for (let i = 0; i < fit.length && found.length < most; i += step) {
    const { commit, parent, whole } = fit[i]!;
    const change = hunksOf(at, commit);
    if (!change || change.hunks.reduce((sum, { count }) => sum + count, 0) > MOST_LINES) continue;
    const listed = git(at, "ls-tree", "-r", "--name-only", parent)?.split("\n") ?? [];
    if (listed.length < 8 || listed.length > MOST_TREE) continue;
    const tree = join(repository.replace("/", "+"), commit.slice(0, 10));
    const fix = await laidOut(at, parent, join(out, tree), change);
    if (fix)
      found.push({
        repository,
        commit,
        tree,
        whole,
        masked: mask(whole, change.changed),
        language: languageOf(change.files[0]!)!.name,
        ...fix,
      });
  }
  return found;
}

async function laidOut(
  at: string,
  parent: string,
  folder: string,
  { hunks, files }: NonNullable<ReturnType<typeof hunksOf>>,
): Promise<Pick<Fix, "files" | "lines" | "definitions" | "trace"> | null> {
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    const made = Bun.spawnSync(["sh", "-c", 'git --git-dir "$0" archive "$1" | tar -x -C "$2"', at, parent, folder], { stderr: "ignore" });
    if (made.exitCode !== 0 || !files.every((path) => existsSync(join(folder, path)))) {
      rmSync(folder, { recursive: true, force: true });
      return null;
    }
  }
  const lines: Fix["lines"] = [];
  const definitions = new Map<string, Stretch>();
  const frames: Frame[] = [];
  for (const path of files) {
    const text = readFileSync(join(folder, path), "utf8");
    const rows = text.split("\n");
    const row = languageOf(path, rows[0]);
    await loadGrammars(row ? [row.name] : []);
    await loadRules(row ? [row] : []);
    const { symbols } = extract(path, text, row);
    for (const { start, count } of hunks.filter((hunk) => hunk.path === path)) {
      // What was only added has no old side: the line behind which it stands is as near as one can come.
      for (let line = Math.max(1, start); line < Math.max(1, start) + Math.max(1, count); line++) {
        const said = rows[line - 1]?.trim() ?? "";
        if (count > 0 && (said.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3) lines.push({ path, line, text: said });
        let inner: (typeof symbols)[number] | null = null;
        for (const one of symbols)
          if (
            one.kind !== "file" &&
            one.kind !== "import" &&
            one.start <= line &&
            line <= one.end &&
            (!inner || one.end - one.start <= inner.end - inner.start)
          )
            inner = one;
        if (!inner) continue;
        definitions.set(`${path}:${inner.start}`, { path, start: inner.start, end: inner.end });
        if (inner.kind === "function" || inner.kind === "method") frames.push({ path, line, name: inner.name, qualified: inner.qualified });
      }
    }
  }
  if (lines.length === 0 && definitions.size === 0) return null;
  const others = frames.length > 0 ? await callersAround(folder, frames[0]!) : [];
  return {
    files,
    lines,
    definitions: [...definitions.values()],
    trace: frames.length > 0 ? traceOf([frames[0]!, ...others], languageOf(files[0]!)!.name) : null,
  };
}

interface Frame {
  path: string;
  line: number;
  name: string;
  qualified: string;
}

/** Two functions elsewhere in the tree, as the outer frames of a trace. */
async function callersAround(folder: string, inner: Frame): Promise<Frame[]> {
  const row = languageOf(inner.path)!;
  const others: Frame[] = [];
  const candidates = [...new Bun.Glob(`**/*.{${row.extensions.join(",")}}`).scanSync({ cwd: folder })]
    .sort()
    .filter((path) => path !== inner.path && isSource(path));
  for (let i = 0; i < candidates.length && others.length < 2; i += Math.max(1, Math.floor(candidates.length / 5))) {
    const path = candidates[i]!;
    const text = readFileSync(join(folder, path), "utf8");
    const own = extract(path, text, languageOf(path)).symbols.find(
      ({ kind, start, end }) => (kind === "function" || kind === "method") && end > start,
    );
    if (own) others.push({ path, line: own.start + 1, name: own.name, qualified: own.qualified });
  }
  return others;
}

const base = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** How each runtime prints frames; the first of `frames` is the innermost own one. Frames of the runtime itself or of a library stand inside it. */
const RUNTIMES: Record<string, (frames: readonly Frame[]) => string> = {
  python: (frames) =>
    `Traceback (most recent call last):\n${[...frames]
      .reverse()
      .map((f) => `  File "/srv/app/${f.path}", line ${f.line}, in ${f.name}\n    raise`)
      .join("\n")}\n  File "/usr/lib/python3.11/json/decoder.py", line 355, in raw_decode\n    raise err\nValueError: Expecting value`,
  javascript: (frames) =>
    `TypeError: Cannot read properties of undefined (reading 'length')\n    at Array.map (<anonymous>)\n    at inner (/srv/app/node_modules/lib/index.js:10:5)\n${frames
      .map((f) => `    at ${f.name} (/srv/app/${f.path}:${f.line}:11)`)
      .join("\n")}\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
  go: (frames) =>
    `panic: runtime error: invalid memory address or nil pointer dereference\n\ngoroutine 1 [running]:\nruntime.panicmem(...)\n\t/usr/local/go/src/runtime/panic.go:261\n${frames
      .map((f) => `main.${f.name}(0xc000010000)\n\t/build/${f.path}:${f.line} +0x1d`)
      .join("\n")}`,
  rust: (frames) =>
    `thread 'main' panicked at library/core/src/option.rs:1:1:\ncalled \`Option::unwrap()\` on a \`None\` value\nstack backtrace:\n   0: rust_begin_unwind\n             at /rustc/abc/library/std/src/panicking.rs:645:5\n${frames
      .map((f, i) => `   ${i + 1}: krate::${f.name}\n             at ./${f.path}:${f.line}:9`)
      .join("\n")}`,
  java: (frames) =>
    `Exception in thread "main" java.lang.NullPointerException\n\tat java.base/java.util.Objects.requireNonNull(Objects.java:209)\n${frames
      .map((f) => `\tat ${packageOf(f.path)}.${f.qualified}(${base(f.path)}:${f.line})`)
      .join("\n")}`,
  csharp: (frames) =>
    `Unhandled exception. System.NullReferenceException: Object reference not set to an instance of an object.\n   at System.Linq.Enumerable.ToList[T](IEnumerable\`1 source)\n${frames
      .map((f) => `   at App.${f.qualified}(Object value) in /src/${f.path}:line ${f.line}`)
      .join("\n")}`,
  ruby: (frames) =>
    `/app/${frames[0]!.path}:${frames[0]!.line}:in \`${frames[0]!.name}': undefined method \`size' for nil:NilClass (NoMethodError)\n${frames
      .slice(1)
      .map((f) => `\tfrom /app/${f.path}:${f.line}:in \`${f.name}'`)
      .join("\n")}`,
  php: (frames) =>
    `PHP Fatal error:  Uncaught TypeError: count(): Argument #1 must be of type Countable in /var/www/${frames[0]!.path}:${frames[0]!.line}\nStack trace:\n${frames
      .map((f, i) => `#${i} /var/www/${f.path}(${f.line}): ${f.name}()`)
      .join("\n")}\n#${frames.length} {main}`,
  c: (frames) =>
    `Program received signal SIGSEGV, Segmentation fault.\n#0  __strlen_avx2 () at ../sysdeps/x86_64/multiarch/strlen-avx2.S:76\n${frames
      .map((f, i) => `#${i + 1}  0x0000555555555171 in ${f.name} (p=0x0) at ${f.path}:${f.line}`)
      .join("\n")}`,
  elixir: (frames) =>
    `** (FunctionClauseError) no function clause matching\n    (elixir 1.15.0) lib/enum.ex:2510: Enum.map/2\n${frames
      .map((f) => `    (app 0.1.0) ${f.path}:${f.line}: ${f.qualified}/1`)
      .join("\n")}`,
  lua: (frames) =>
    `lua: ${frames[0]!.path}:${frames[0]!.line}: attempt to index a nil value\nstack traceback:\n\t[C]: in function 'error'\n${frames
      .map((f) => `\t${f.path}:${f.line}: in function '${f.name}'`)
      .join("\n")}`,
  swift: (frames) =>
    `Fatal error: Unexpectedly found nil while unwrapping an Optional value\n${frames.map((f, i) => `${i} 0x00000001000 ${f.name} at /src/${f.path}:${f.line}:14`).join("\n")}`,
  dart: (frames) =>
    `Unhandled exception:\nNull check operator used on a null value\n${frames.map((f, i) => `#${i}      ${f.qualified} (package:app/${f.path.replace(/^.*?lib\//, "")}:${f.line}:9)`).join("\n")}`,
};
for (const [name, like] of Object.entries({ typescript: "javascript", tsx: "javascript", kotlin: "java", scala: "java", cpp: "c" }))
  RUNTIMES[name] = RUNTIMES[like]!;

/** The package of a JVM file by its folders. */
const packageOf = (path: string): string =>
  path
    .replace(/^.*?(?:src\/)?(?:main\/|commonMain\/|jvmMain\/)?(?:java|kotlin|scala)\//, "")
    .split("/")
    .slice(0, -1)
    .join(".") || "app";

/** A trace as the language's runtime prints it; null for languages without one. */
function traceOf(frames: readonly Frame[], language: string): string | null {
  return RUNTIMES[language]?.(frames) ?? null;
}

/** The set in a folder; made where it is not there yet.
 * @param mirrors folder with a git directory a repository, `owner+name/repo`
 * @param most fixes of each repository
 * @param repositories others than ours: for reading figures on a set that nothing was tuned by
 * @throws Error without mirrors and without a set */
export async function fixes(
  out: string,
  mirrors: string | null,
  most: number,
  repositories: readonly string[] = REPOSITORIES,
): Promise<Fix[]> {
  const file = join(out, "fixes.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Fix[];
  if (mirrors === null) throw new Error(`${file} is not there: make it with --mirrors DIR`);
  mkdirSync(out, { recursive: true });
  const all: Fix[] = [];
  for (const repository of repositories) {
    const at = join(mirrors, repository.replace("/", "+"), "repo");
    const found = existsSync(at) ? await fixesOf(repository, existsSync(join(at, ".git")) ? join(at, ".git") : at, out, most) : [];
    console.error(`${repository}: ${found.length}`);
    all.push(...found);
  }
  writeFileSync(file, `${JSON.stringify(all, null, 1)}\n`);
  return all;
}
