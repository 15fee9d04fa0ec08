/**
 * The gate on real commits: how often it stops one that was merged, and whether it lets a part of one pass that breaks what the rest mends.
 *
 *   bun scripts/bench/gate_replay.ts --mirrors DIR --repos NAME,NAME [--commits N] [--skip N] [--fail-on LIST] [--out FILE] [--no-broken | --broken-only N | --random N]
 *
 * DIR holds one bare or working clone a repository (DIR/NAME, or DIR/NAME/repo). The newest N commits of its first-parent history that change
 * code are replayed, oldest first, in a clone of our own: the parent is checked out, the index brought up to date from the commit before, the
 * commit's tree staged, and the change judged as a hook would (`impact --staged --fail-on risky`).
 *
 * Broken parts are made without asking Manifold: a commit takes a name away when the parent's tree defines it by a key word or moves a file, the
 * commit's tree does not have the word in any code any more, and files that the definition is not in had it. Of such a commit only the files
 * that defined it are staged: whoever used it is left behind, as if its author had forgotten them.
 *
 * Commits of which a mirror lacks files are skipped, and counted.
 *
 * With --random, N commits that break something are made of HEAD instead: a definition whose name stands once in the tree and in code of another
 * file is deleted, renamed, made private or takes more, a constant or a type is deleted, a line that only hands names on is, a file that others
 * import is moved or deleted. --kinds takes some of them. With --proof, N of each kind of mutant (`_mutants.ts`) are made instead, and only those count by which
 * a command fails in the tree that succeeds without them: a compiler.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { impactOf } from "../../src/asking/impact.ts";
import type { ImpactReport } from "../../src/base/schema.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { languageOf } from "../../src/lang/languages.ts";
import { isCode } from "../../src/query/impact/definitions.ts";
import { failOnOf } from "../../src/serve/commands/impact.ts";
import { mutantsOf } from "./_mutants.ts";

const { values } = parseArgs({
  options: {
    mirrors: { type: "string" },
    repos: { type: "string", default: "" },
    commits: { type: "string", default: "25" },
    skip: { type: "string", default: "0" },
    "fail-on": { type: "string", default: "risky" },
    out: { type: "string" },
    "no-broken": { type: "boolean", default: false },
    /** Look through so many commits for ones with parts that break, and replay only those parts. */
    "broken-only": { type: "string" },
    random: { type: "string" },
    kinds: { type: "string" },
    proof: { type: "string" },
  },
});

function tryGit(at: string, ...words: string[]): string | null {
  const { exitCode, stdout } = Bun.spawnSync(["git", "-c", "core.autocrlf=false", "-c", "gc.auto=0", "-C", at, ...words], {
    maxBuffer: 1 << 30,
  });
  return exitCode === 0 ? stdout.toString() : null;
}

function git(at: string, ...words: string[]): string {
  const out = tryGit(at, ...words);
  if (out === null) throw new Error(`git ${words.join(" ")} failed in ${at}`);
  return out;
}

/** Has a clone all files of a commit? Of some mirrors the large ones are left out. */
function isWhole(at: string, commit: string): boolean {
  const blobs = lines(git(at, "ls-tree", "-r", commit)).flatMap((line) => (/^\d+ blob (\w+)/.exec(line)?.[1] ?? []) as string[]);
  const { stdout } = Bun.spawnSync(["git", "-C", at, "cat-file", "--batch-check=%(objecttype)"], {
    stdin: Buffer.from(`${blobs.join("\n")}\n`),
    env: { ...process.env, GIT_NO_LAZY_FETCH: "1" },
    maxBuffer: 1 << 30,
  });
  return !stdout.toString().includes("missing");
}

/** Commits that could not be replayed because a mirror lacks files of theirs, by repository. */
const lacking = new Map<string, number>();

const lines = (text: string): string[] => text.split("\n").filter((line) => line !== "");
const codeLanguage = (path: string): string | null => {
  const name = languageOf(path)?.name ?? null;
  return isCode(name) ? name : null;
};

/** One judged commit, or part of one. */
interface Row {
  repository: string;
  language: string;
  commit: string;
  subject: string;
  /** "whole", "broken", or a kind of break. */
  part: string;
  /** What the part leaves behind. */
  names: string[];
  level: string;
  verdict: string;
  reasons: string[];
  broken: string[];
  unknowns: string[];
  signature: boolean;
  affected: number;
  testsChanged: boolean;
}

async function judge(root: string): Promise<ImpactReport> {
  const { store, behind, warnings } = await refresh(root, { quiet: true, terminal: false });
  try {
    return await impactOf({ root, store, behind, warnings }, { kind: "staged" }, { failOn: failOnOf(values["fail-on"]) });
  } finally {
    store.close();
  }
}

/** Words that name a definition, by the key words of many languages. */
const DEFINES =
  /^[^\S\n]*(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|inline|const|extern|override|open|sealed|data|case|pub(?:\([^)]*\))?|unsafe|virtual|constexpr|declare)\s+)*(?:def|class|function|func|fn|fun|interface|struct|enum|trait|type|module|protocol|object|record|defmodule|defp|const|let|var)\s+(?:\([^)]*\)\s*)?(?:self\.)?([A-Za-z_]\w{5,})/gm;

/** What is bound so is somebody else's. */
const BINDS = /^\s*=\s*(?:await\s+)?(?:require|import)\b/;

/** What a commit takes away while other files of it gave up using it: a name, and the files that defined it. */
function takenAway(root: string, parent: string, commit: string, changed: readonly string[]): { name: string; files: string[] }[] {
  const found: { name: string; files: string[] }[] = [];
  const then = new Map(changed.map((path) => [path, tryGit(root, "show", `${parent}:${path}`) ?? ""]));
  const now = new Map(changed.map((path) => [path, tryGit(root, "show", `${commit}:${path}`) ?? ""]));
  const names = new Map<string, Set<string>>();
  for (const [path, text] of then) {
    const left = new Set([...now.get(path)!.matchAll(DEFINES)].map((match) => match[1]!));
    for (const [whole, name] of text.matchAll(DEFINES))
      if (!left.has(name!) && !BINDS.test(text.slice(text.indexOf(whole) + whole.length)))
        names.set(name!, (names.get(name!) ?? new Set()).add(path));
  }
  for (const [name, files] of names) {
    const word = new RegExp(`(?<![\\w$])${name}(?![\\w$])`);
    const users = changed.filter((path) => !files.has(path) && codeOf(then.get(path)!).some((line) => word.test(line)));
    if (users.length === 0) continue;
    // Elsewhere nothing of that name may be left, or what is left may be another thing.
    const rest = lines(tryGit(root, "grep", "-l", "-w", "-F", name, commit) ?? "").map((line) => line.slice(line.indexOf(":") + 1));
    if (rest.some((path) => codeLanguage(path) !== null)) continue;
    found.push({ name, files: [...files] });
  }
  return found;
}

/** Lines of a text that are no comment by their start, without strings. */
const codeOf = (text: string): string[] =>
  text
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""')
    .split("\n")
    .filter((line) => !/^\s*(?:\/\/|#(?!include|define)|\*|\/\*|--|"""|%)/.test(line));

async function replay(repository: string, source: string, work: string): Promise<Row[]> {
  const root = join(work, repository);
  git(work, "clone", "-q", "--shared", "--no-checkout", source, root);
  const commits: string[] = [];
  const wanted = Number(values.commits);
  let skip = Number(values.skip);
  const only = values["broken-only"];
  for (const commit of lines(git(root, "rev-list", "--first-parent", "-n", only ?? "4000", "HEAD"))) {
    if (commits.length === wanted) break;
    const changed = tryGit(root, "diff-tree", "-r", "--name-only", "--no-renames", `${commit}^`, commit);
    if (changed === null) continue;
    const paths = lines(changed);
    if (paths.length > 150 || !paths.some((path) => codeLanguage(path) !== null) || skip-- > 0) continue;
    if (only !== undefined) {
      const parent = git(root, "rev-parse", `${commit}^`).trim();
      const code = paths.filter((path) => codeLanguage(path) !== null);
      if (code.length > 40 || code.length < 2 || parts(root, parent, commit, code).length === 0) continue;
    }
    if (isWhole(root, commit) && isWhole(root, `${commit}^`)) commits.push(commit);
    else lacking.set(repository, (lacking.get(repository) ?? 0) + 1);
  }
  const rows: Row[] = [];
  for (const commit of commits.reverse()) {
    const parent = git(root, "rev-parse", `${commit}^`).trim();
    git(root, "checkout", "-q", "-f", "--detach", parent);
    const changed = lines(git(root, "diff-tree", "-r", "--name-only", "--no-renames", parent, commit)).filter(
      (path) => codeLanguage(path) !== null,
    );
    const counts = new Map<string, number>();
    for (const path of changed) counts.set(codeLanguage(path)!, (counts.get(codeLanguage(path)!) ?? 0) + 1);
    const language = [...counts].sort(([, a], [, b]) => b - a)[0]![0];
    const subject = git(root, "log", "-1", "--format=%s", commit).trim();
    const put = (part: Row["part"], names: string[], report: ImpactReport): void => {
      const { risk, gate } = report;
      rows.push({
        repository,
        language,
        commit: commit.slice(0, 10),
        subject,
        part,
        names,
        level: risk.level,
        verdict: gate.verdict,
        reasons: risk.reasons,
        broken: report.broken.map((one) => one.message),
        unknowns: report.unknowns.map((one) => `${one.code}: ${one.message}`),
        signature: report.seeds.some((seed) => seed.change === "signature"),
        affected: report.counts.affected,
        testsChanged: report.tests.some((test) => test.how === "changed"),
      });
      const { level, verdict } = rows.at(-1)!;
      console.error(`${repository} ${commit.slice(0, 10)} ${part} ${level} ${verdict} ${names.join(",")} ${subject.slice(0, 60)}`);
      if (gate.verdict !== "pass") for (const reason of gate.reasons) console.error(`    ${reason}`);
    };
    // The index is that of the parent, as it would be where somebody works.
    (await refresh(root, { quiet: true, terminal: false })).store.close();
    if (only === undefined) {
      git(root, "read-tree", "-u", "--reset", commit);
      put("whole", [], await judge(root));
    }
    if (!values["no-broken"])
      for (const files of parts(root, parent, commit, changed)) {
        git(root, "read-tree", "-u", "--reset", parent);
        for (const path of files.paths) {
          if (tryGit(root, "cat-file", "-e", `${commit}:${path}`) === null) git(root, "rm", "-q", "-f", "--ignore-unmatch", path);
          else git(root, "checkout", "-q", commit, "--", path);
        }
        put("broken", files.names, await judge(root));
      }
    git(root, "reset", "-q", "--hard", commit);
  }
  rmSync(root, { recursive: true, force: true });
  return rows;
}

/** Parts of a commit without those who used what it takes away, or moves: at most three. */
function parts(root: string, parent: string, commit: string, changed: readonly string[]): { names: string[]; paths: string[] }[] {
  const found = new Map<string, { names: string[]; paths: string[] }>();
  for (const { name, files } of takenAway(root, parent, commit, changed)) {
    const key = files.join("\0");
    const one = found.get(key) ?? { names: [], paths: files };
    one.names.push(name);
    found.set(key, one);
  }
  for (const move of moved(root, parent, commit, changed)) found.set(move.paths.join("\0"), move);
  return [...found.values()].slice(0, 3);
}

/** Files that a commit moves, where other files of it gave up importing them under their old name. */
function moved(root: string, parent: string, commit: string, changed: readonly string[]): { names: string[]; paths: string[] }[] {
  const found: { names: string[]; paths: string[] }[] = [];
  for (const line of lines(git(root, "diff-tree", "-r", "-M", "--diff-filter=R", parent, commit))) {
    const [, from = "", to = ""] = line.split("\t");
    const stem = from.slice(from.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
    if (codeLanguage(from) === null || stem.length < 4 || from.slice(from.lastIndexOf("/")) === to.slice(to.lastIndexOf("/"))) continue;
    const imports = new RegExp(
      `^\\s*(?:import|from|export|require|include|#include|use|mod|pub mod|const|let|var)\\b.*(?<![\\w$])${stem.replace(/\W/g, "\\$&")}(?![\\w$])`,
    );
    const lost = (path: string): boolean => {
      const has = (at: string): boolean => (tryGit(root, "show", `${at}:${path}`) ?? "").split("\n").some((one) => imports.test(one));
      return path !== from && path !== to && has(parent) && !has(commit);
    };
    if (changed.some(lost)) found.push({ names: [`${from} → ${to}`], paths: [from, to] });
  }
  return found;
}

type Kind = "delete" | "rename" | "signature" | "move" | "private" | "constant" | "type" | "reexport" | "remove";

/** A head that makes private what it begins, as each language writes it; null where it says nothing of the kind. */
const HIDDEN: Record<string, (head: string) => string | null> = {
  typescript: (head) => (/^export (?!default)/.test(head) ? head.replace(/^export /, "") : null),
  tsx: (head) => (/^export (?!default)/.test(head) ? head.replace(/^export /, "") : null),
  javascript: (head) => (/^export (?!default)/.test(head) ? head.replace(/^export /, "") : null),
  rust: (head) => (/^\s*pub(?:\(crate\))? /.test(head) ? head.replace(/pub(?:\(crate\))? /, "") : null),
  java: (head) => (/\bpublic\b/.test(head) ? head.replace("public", "private") : null),
  csharp: (head) => (/^\s+(?:public|internal)\b/.test(head) ? head.replace(/public|internal/, "private") : null),
  php: (head) => (/\bpublic\b/.test(head) ? head.replace("public", "private") : null),
  swift: (head) => (/\b(?:public|internal|open)\b/.test(head) ? head.replace(/public|internal|open/, "fileprivate") : null),
  kotlin: (head) => (/^\s*(?:public |internal )?(?:fun|class|object|val)\b/.test(head) ? `private ${head.trim()}` : null),
  scala: (head) => (/^\s*(?:def|class|object|val)\b/.test(head) ? head.replace(/(?=def|class|object|val)/, "private ") : null),
  elixir: (head) => (/^\s*def /.test(head) ? head.replace("def ", "defp ") : null),
  c: (head) => (/^\w/.test(head) && !/^static/.test(head) ? `static ${head}` : null),
};

/** A parameter that every call lacks, as each language writes it. */
const PARAMETER: Record<string, string> = {
  go: "zzMore int",
  rust: "zz_more: u32",
  typescript: "zzMore: number",
  tsx: "zzMore: number",
  kotlin: "zzMore: Int",
  scala: "zzMore: Int",
  swift: "zzMore: Int",
  java: "int zzMore",
  csharp: "int zzMore",
  c: "int zzMore",
  cpp: "int zzMore",
  dart: "int zzMore",
  php: "$zzMore",
};

/** Definitions and files of a tree that its text says are used elsewhere, each with what breaks it; in an order that only the tree decides. */
async function breakable(root: string): Promise<{ kind: Kind; name: string; language: string; users: string[]; break: () => void }[]> {
  const paths = lines(git(root, "ls-files")).filter((path) => codeLanguage(path) !== null);
  const texts = new Map(paths.map((path) => [path, existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : ""]));
  const code = new Map([...texts].map(([path, text]) => [path, codeOf(text).join("\n")]));
  const found: { kind: Kind; name: string; language: string; users: string[]; break: () => void; order: bigint }[] = [];
  const put = (kind: Kind, name: string, path: string, users: string[], change: () => void): void => {
    found.push({
      kind,
      name: `${path}:${name}`,
      language: codeLanguage(path)!,
      users,
      break: change,
      order: Bun.hash.wyhash(`${kind} ${path} ${name}`),
    });
  };
  const { store } = await refresh(root, { quiet: true, terminal: false });
  const byWord = new Map<string, string[]>();
  for (const [path, text] of code)
    for (const word of new Set(text.match(/[A-Za-z_]\w{5,}/g))) byWord.set(word, [...(byWord.get(word) ?? []), path]);
  for (const path of paths) {
    const file = store.fileByPath(path);
    const language = codeLanguage(path)!;
    if (!file || file.tags.includes("test") || file.damaged) continue;
    const text = texts.get(path)!;
    const rows = text.split("\n");
    for (const { name, kind, start, end, declares, exported } of store.symbolsOfFile(file.id)) {
      if (!/^(?:function|method|class|struct|interface|trait|enum|constant|variable|field|type|macro)$/.test(kind)) continue;
      if (declares || (!exported && /^(?:constant|variable|field)$/.test(kind)) || !/^[A-Za-z_]\w{5,}$/.test(name)) continue;
      const users = (byWord.get(name) ?? []).filter((one) => one !== path && codeLanguage(one) === language);
      if (users.length === 0 || users.length > 20) continue;
      const all = [...code]
        .filter(([one]) => byWord.get(name)!.includes(one))
        .map(([, one]) => one)
        .join("\n");
      const defined = [...all.matchAll(DEFINES)].filter((match) => match[1] === name).length;
      if (defined > 1 || store.definitionsNamed(name) > 1) continue;
      const word = new RegExp(`(?<![\\w$])${name}(?![\\w$])`);
      const at = rows.findIndex((line, i) => i >= start - 1 && i < end && word.test(line));
      if (at < 0) continue;
      const write = (changed: string[]): void => writeFileSync(join(root, path), changed.join("\n"));
      const cut = kind === "type" || /^(?:constant|variable|field|macro)$/.test(kind);
      put(cut ? (kind === "type" ? "type" : "constant") : "delete", name, path, users, () =>
        write(rows.toSpliced(start - 1, end - start + 1)),
      );
      const hidden = HIDDEN[language]?.(rows[at]!) ?? null;
      if (hidden !== null && !(language === "c" && /\.h$/.test(path)))
        put("private", name, path, users, () => write(rows.with(at, hidden)));
      put("rename", name, path, users, () => write(rows.with(at, rows[at]!.replace(word, `${name}Zz`))));
      const calls = users.filter((one) => new RegExp(`(?<![\\w$])${name}\\(`).test(code.get(one)!));
      const head = new RegExp(`((?<![\\w$])${name}(?:<[^<>()]*>)?\\((?:&?(?:mut )?self\\b,? ?|cls\\b,? ?)?)(?=(.?))`);
      if (/function|method/.test(kind) && calls.length > 0 && head.test(rows[at]!))
        put("signature", name, path, calls, () =>
          write(
            rows.with(
              at,
              rows[at]!.replace(
                head,
                (_, open: string, next: string) =>
                  `${/[(,] ?$/.test(open) ? open : `${open}, `}${PARAMETER[language] ?? "zzMore"}${next === ")" || next === "" ? "" : ", "}`,
              ),
            ),
          ),
        );
    }
    for (const [i, row] of rows.entries()) {
      // Everything that a module of Python imports can be had from it; only a package's own is meant to be.
      if (language === "python" && !path.endsWith("__init__.py")) break;
      const names = (HANDS_ON[language]?.exec(row)?.[1] ?? "").match(/[A-Za-z_]\w{5,}/g) ?? [];
      // Whoever has the name from this file: the path of an import ends with its folder or itself.
      const here = path.replace(/(?:\/(?:index|mod|__init__|lib))?\.\w+$/, "");
      const last = here.slice(here.lastIndexOf("/") + 1);
      const users = paths.filter(
        (one) =>
          one !== path &&
          names.some((name) =>
            new RegExp(
              `(?:from|use)\\s+[\\w"'./:@-]*(?<![\\w-])${last.replace(/\W/g, "\\$&")}(?:/index)?["']?(?: import|::)[^\\n]*\\b${name}\\b|\\b${name}\\b[^\\n;]*from\\s*["'][./@\\w-]*(?<![\\w-])${last.replace(/\W/g, "\\$&")}(?:/index)?["']`,
            ).test(texts.get(one)!),
          ),
      );
      if (users.length > 0)
        put("reexport", `${names[0]} (${i + 1})`, path, users, () => writeFileSync(join(root, path), rows.toSpliced(i, 1).join("\n")));
    }
    const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
    if (stem.length < 5 || !IMPORTED.has(language)) continue;
    const imports = new RegExp(
      `^\\s*(?:import|from|export|require|include|#include|const|let|var|local|mod|pub mod)\\b.*(?<![\\w$:-])${stem.replace(/\W/g, "\\$&")}(?:\\.\\w+)?(?![\\w$-])`,
      "m",
    );
    const users = paths.filter((one) => one !== path && codeLanguage(one) === language && imports.test(texts.get(one)!));
    if (users.length > 0 && paths.filter((one) => one.slice(one.lastIndexOf("/") + 1).startsWith(`${stem}.`)).length === 1) {
      put("move", stem, path, users, () => void git(root, "mv", path, path.replace(/(\.\w+)$/, "_zz$1")));
      put("remove", stem, path, users, () => void git(root, "rm", "-q", path));
    }
  }
  store.close();
  return found.sort((a, b) => (a.order < b.order ? -1 : 1));
}

/** A line that only hands names on. */
const HANDS_ON: Record<string, RegExp> = {
  typescript: /^export (?:type )?\{([^}]*)\} from/,
  tsx: /^export (?:type )?\{([^}]*)\} from/,
  javascript: /^export \{([^}]*)\} from/,
  python: /^from \.[\w.]* import ([\w, ]+)(?:\s*#.*)?$/,
  rust: /^\s*pub use ([^;]*);/,
};

/** Languages whose imports are paths of files. */
const IMPORTED: ReadonlySet<string> = new Set(["python", "javascript", "typescript", "tsx", "ruby", "lua", "dart", "c", "cpp", "rust"]);

function rowOf(repository: string, language: string, subject: string, part: string, names: string[], report: ImpactReport): Row {
  const { risk, gate, broken, unknowns, counts } = report;
  return {
    repository,
    language,
    commit: "HEAD",
    subject,
    part,
    names,
    level: risk.level,
    verdict: gate.verdict,
    reasons: risk.reasons,
    broken: broken.map(({ message }) => message),
    unknowns: unknowns.map(({ code, message }) => `${code}: ${message}`),
    signature: part === "signature",
    affected: counts.affected,
    testsChanged: false,
  };
}

async function shatter(repository: string, source: string, work: string, wanted: number): Promise<Row[]> {
  const root = join(work, repository);
  git(work, "clone", "-q", "--shared", "--no-checkout", source, root);
  if (!isWhole(root, "HEAD")) {
    lacking.set(repository, 1);
    return [];
  }
  git(root, "checkout", "-q", "-f", "HEAD");
  const rows: Row[] = [];
  const kinds = values.kinds?.split(",");
  const all = Map.groupBy(
    (await breakable(root)).filter(({ kind }) => kinds?.includes(kind) ?? true),
    ({ kind }) => kind,
  );
  for (let i = 0; rows.length < wanted && [...all.values()].some((list) => i < list.length); i++)
    for (const [kind, list] of all) {
      const one = list[i];
      if (!one || rows.length === wanted) continue;
      one.break();
      git(root, "add", "-A");
      const report = await judge(root);
      const { risk } = report;
      rows.push(rowOf(repository, one.language, one.name, kind, one.users, report));
      console.error(`${repository} ${kind} ${risk.level} ${one.name} used in ${one.users.slice(0, 4).join(" ")}`);
      if (risk.level === "low") for (const reason of risk.reasons) console.error(`    ${reason}`);
      git(root, "reset", "-q", "--hard");
    }
  rmSync(root, { recursive: true, force: true });
  return rows;
}

/** Mutants that a command proves to break the tree, at most so many of each kind. */
async function mutate(repository: string, source: string, work: string, wanted: number, proof: string): Promise<Row[]> {
  const root = join(work, repository);
  git(work, "clone", "-q", source, root);
  const holds = (): { good: boolean; said: string } => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["sh", "-c", proof], { cwd: root, timeout: 120_000 });
    const said = `${stdout}${stderr}`.split("\n").find((line) => /error|\.go:/i.test(line)) ?? "";
    git(root, "clean", "-q", "-f", "-d");
    return { good: exitCode === 0, said };
  };
  if (!holds().good) throw new Error(`${proof} fails in ${repository} as it is: ${holds().said}`);
  const paths = lines(git(root, "ls-files")).filter((path) => codeLanguage(path) !== null && existsSync(join(root, path)));
  const { store } = await refresh(root, { quiet: true, terminal: false });
  const all = Map.groupBy(
    mutantsOf(store, new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")])), codeLanguage),
    ({ kind }) => kind,
  );
  store.close();
  const rows: Row[] = [];
  for (const [kind, list] of all) {
    if (values.kinds && !values.kinds.split(",").includes(kind)) continue;
    let [made, tried] = [0, 0];
    for (const one of list) {
      if (made === wanted || tried++ === 4 * wanted) break;
      for (const [path, text] of one.texts)
        if (text === null) rmSync(join(root, path));
        else {
          mkdirSync(dirname(join(root, path)), { recursive: true });
          writeFileSync(join(root, path), text);
        }
      const { good, said } = holds();
      if (!good) {
        made++;
        git(root, "add", "-A");
        const report = await judge(root);
        rows.push(rowOf(repository, one.language, one.name, kind, [said], report));
        console.error(`${repository} ${kind} ${report.risk.level} ${one.name} · ${said.trim()}`);
        if (report.risk.level === "low") for (const reason of report.risk.reasons) console.error(`    ${reason}`);
      }
      git(root, "reset", "-q", "--hard");
      git(root, "clean", "-q", "-f", "-d");
    }
  }
  rmSync(root, { recursive: true, force: true });
  return rows;
}

const mirrors = values.mirrors ?? ".";
const work = mkdtempSync(join(tmpdir(), "manifold-replay-"));
const all: Row[] = [];
try {
  for (const name of values.repos.split(",").filter(Boolean)) {
    const source = [join(mirrors, name, "repo"), join(mirrors, name)].find((path) => existsSync(path));
    if (!source) throw new Error(`There is no ${name} in ${mirrors}.`);
    const broken = Number(values.random ?? 0);
    if (values.proof) all.push(...(await mutate(name, source, work, broken, values.proof)));
    else all.push(...(broken > 0 ? await shatter(name, source, work, broken) : await replay(name, source, work)));
    if (values.out) {
      mkdirSync(dirname(values.out), { recursive: true });
      writeFileSync(values.out, `${all.map((row) => JSON.stringify(row)).join("\n")}\n`);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

const share = (n: number, of: number): string => (of === 0 ? "–" : `${((100 * n) / of).toFixed(1)} %`);
const table = (title: string, groups: Map<string, Row[]>): void => {
  console.log(`\n| ${title} | commits | low | medium | unknown | high | stopped |\n|---|--:|--:|--:|--:|--:|--:|`);
  for (const [group, rows] of groups) {
    const count = (level: string): number => rows.filter((row) => row.level === level).length;
    const stopped = rows.filter((row) => row.verdict !== "pass").length;
    console.log(
      `| ${group} | ${rows.length} | ${count("low")} | ${count("medium")} | ${count("unknown")} | ${count("high")} | ${stopped} (${share(stopped, rows.length)}) |`,
    );
  }
};
const whole = all.filter((row) => row.part === "whole");
const broken = all.filter((row) => row.part !== "whole");
if (whole.length > 0) table("whole commits", new Map([...Map.groupBy(whole, (row) => row.language), ["all", whole]]));
const by = (row: Row): string => (values.random ? `${row.part}, ${row.language}` : row.language);
if (broken.length > 0) table("parts that break", new Map([...Map.groupBy(broken, by), ["all", broken]]));
for (const [repository, n] of lacking)
  console.log(`\n${repository}: ${n} commit${n === 1 ? "" : "s"} skipped, the mirror lacks files of theirs`);
const none = whole.filter((row) => row.reasons.some((reason) => reason.startsWith("no test reaches it")));
console.log(
  `\n"no test reaches it": ${none.length} of ${whole.length}, of them with changed tests ${none.filter((row) => row.testsChanged).length}`,
);
