/**
 * From what somebody typed to a definition, honestly: every definition of the name is listed, the choice is explained and always the same,
 * and what does not exist is not replaced by something else.
 */

import SearchableMap from "minisearch/SearchableMap";
import { DEPENDING, HIERARCHY, TYPES } from "../../base/kinds.ts";
import { walking } from "../../base/settings.ts";
import type { SymbolKind } from "../../base/types.ts";
import { languageFor, languageOf } from "../../lang/languages.ts";
import type { EdgeRow, Store, SymbolRow } from "../../store/graph.ts";
import { isCode } from "../impact/definitions.ts";
import { governorNamed } from "./governance.ts";
import { usedAt } from "./standing.ts";
import { filesNaming } from "./texts.ts";
import type { SymbolChoice } from "./types.ts";

const RANK: Partial<Record<SymbolKind, number>> = {
  class: 0,
  struct: 0,
  interface: 0,
  trait: 0,
  enum: 0,
  function: 0,
  method: 0,
  macro: 1,
  type: 1,
  constant: 2,
};

export interface SymbolQuestion {
  /** As typed: `save`, `Session.save`, `src/a.ts:foo`, `src/a.ts`, `sym_…`. */
  name: string | null;
  /** `--at`: the symbol defined there. `standing`: what that name means which stands in the line; nothing else will do. */
  at?: { path: string; line: number; standing?: string | undefined } | undefined;
  /** File or module rather than symbol is meant first (imports, importers). */
  module?: boolean | undefined;
  /** A document or an owner is meant first: what governs. */
  governor?: boolean | undefined;
}

/**
 * The definition a question means.
 * @returns `chosen` null where nothing of that name is defined; then `suggestions` holds the nearest names
 */
export function findSymbol(store: Store, question: SymbolQuestion): SymbolChoice {
  return defined(store, named(store, question));
}

/** Where a declaration was found, what it declares: both are one symbol. */
function defined(store: Store, choice: SymbolChoice): SymbolChoice {
  const { chosen, candidates, reason } = choice;
  if (chosen === null || !candidates.some(({ declares }) => declares)) return choice;
  const definitions = new Map<number, SymbolRow>();
  for (const one of candidates) for (const definition of definitionsOf(store, one)) definitions.set(definition.id, definition);
  const all = [...definitions.values()];
  const first = all[0]!;
  if (first.id === chosen.id) return { ...choice, candidates: all };
  return { ...choice, chosen: first, candidates: all, reason: `${reason} It is defined at ${first.path}:${first.start}.` };
}

/** The definitions of what a symbol declares; itself where it is one, or where nothing here defines it. */
export function definitionsOf(store: Store, symbol: SymbolRow): SymbolRow[] {
  if (!symbol.declares) return [symbol];
  const found = store.edgesFrom(symbol.id, ["references"]).flatMap(({ dst }) => store.symbolById(dst) ?? []);
  const definitions = found.filter(({ name }) => name === symbol.name);
  return definitions.length > 0 ? definitions : [symbol];
}

function named(store: Store, question: SymbolQuestion): SymbolChoice {
  const typed = (question.name ?? "").trim().replace(/(?<!\boperator)\(\s*\)$/, "");
  if (question.at?.standing !== undefined) return standingAt(store, question.at, question.at.standing);
  if (question.at) return atPlace(store, question.at, typed);
  if (typed === "") return none(store, typed);
  if (/^sym_[0-9a-f]{16}$/.test(typed)) {
    const symbol = store.symbolByKey(typed);
    return symbol ? single(symbol, "Named by its id.") : none(store, typed);
  }
  const governors = question.governor ? governorNamed(store, typed) : [];
  if (governors.length > 0) return choose(store, governors, typed, "");
  const line = /^(.+):(\d+)$/.exec(typed);
  const file = line && fileNamed(store, line[1]!);
  if (line && file?.length === 1) return atPlace(store, { path: file[0]!.path, line: Number(line[2]) }, "");
  const scoped = /^(.*[./].*?):{1,2}([^/:].*)$/.exec(typed) ?? /^([^:\s]+\.\w+):{1,2}([^/:].*)$/.exec(typed);
  if (scoped) {
    const paths = new Set(fileNamed(store, scoped[1]!).map((symbol) => symbol.path));
    const inside = paths.size > 0 ? matching(store, scoped[2]!).found.filter((symbol) => paths.has(symbol.path)) : [];
    if (inside.length > 0) return choose(store, inside, typed, "");
    if (paths.size > 0) return none(store, scoped[2]!, `${scoped[1]} defines no ${scoped[2]}.`);
  }
  if (question.module || typed.includes("/") || /\.\w+$/.test(typed)) {
    const files = fileNamed(store, typed);
    if (files.length > 0 && (question.module || matching(store, typed).found.length === 0)) return choose(store, files, typed, "");
  }
  const outside = question.module ? store.symbolsByName(typed).filter((symbol) => symbol.kind === "external") : [];
  if (outside.length > 0) return choose(store, outside, typed, "");
  const { found, how } = matching(store, typed);
  if (found.length > 0) return choose(store, found, typed, how);
  // Rust: the sign behind a macro's name calls it
  const macros = typed.endsWith("!") ? matching(store, typed.slice(0, -1)).found.filter(({ kind }) => kind === "macro") : [];
  if (macros.length > 0) return choose(store, macros, typed, "");
  const inherited = throughHierarchy(store, typed) ?? byAnotherName(store, typed);
  if (inherited) return inherited;
  const modules = moduleNamed(store, typed);
  if (modules.length > 0) return choose(store, modules, typed, "");
  const decisions = /\d/.test(typed) ? governorNamed(store, typed) : [];
  if (decisions.length > 0) return choose(store, decisions, typed, "");
  return (question.module ? packageOf(store, typed) : null) ?? none(store, typed);
}

/** A package outside this tree by a part of it: `node:fs/promises`, `@scope/kit/sub`, `std::io`, `os.path`. */
function packageOf(store: Store, typed: string): SymbolChoice | null {
  const name = typed.replace(/^(?:node|npm|jsr):(?!:)/, "");
  for (const one of [name, /^(?:@[^/]+\/)?[^/:]+/.exec(name)?.[0] ?? "", /^\w+(?=\.\w)/.exec(name)?.[0] ?? ""]) {
    const found = one === typed ? undefined : store.symbolsByName(one).find((symbol) => symbol.kind === "external");
    const same = one === name ? `The same as ${one}.` : `No ${typed} is told apart here; the package ${one}, outside this tree, was taken.`;
    if (found) return single(found, same);
  }
  return null;
}

/** Definitions by exact qualified name, then by its end, then without case and underscores; outside packages last. */
function matching(store: Store, typed: string): { found: SymbolRow[]; how: string } {
  const dotted = typed
    .replace(/::|#|->|\\/g, ".")
    .replace(/\.prototype(?=\.)/g, "")
    .replace(/^\.+|\.+$/g, "");
  const last = dotted.slice(dotted.lastIndexOf(".") + 1);
  const usable = (list: SymbolRow[]): SymbolRow[] => list.filter((symbol) => symbol.kind !== "file" && symbol.kind !== "import");
  // A package is what is imported under its name, not the manifest's line about it.
  const defined = (list: SymbolRow[]): SymbolRow[] => {
    const inside = list.filter((symbol) => symbol.file !== null);
    return inside.length > 0 && !inside.every(isKeyOfData) ? inside : list;
  };
  const exact = usable(dotted.includes(".") ? store.symbolsByName(last) : []).filter((symbol) => symbol.qualified === dotted);
  if (exact.length > 0) return { found: defined(exact), how: "" };
  // `.onLoad`, `a->b`: a name may have what else separates names.
  const asTyped = usable(dotted === typed ? [] : store.symbolsByName(typed)).filter(
    ({ kind, file }) => file !== null && kind !== "section",
  );
  if (asTyped.length > 0) return { found: asTyped, how: "" };
  const ending = usable(dotted.includes(".") ? store.symbolsByQualified(dotted) : store.symbolsByName(dotted));
  if (ending.length > 0) return { found: defined(ending), how: "" };
  const behind = usable(dotted.includes(".") ? store.symbolsByName(last) : []).filter((symbol) => isOfModule(symbol, dotted));
  if (behind.length > 0) return { found: behind, how: "" };
  const folded = usable(dotted.includes(".") ? store.symbolsByQualified(dotted, true) : store.symbolsByName(dotted, true));
  if (folded.length > 0) return { found: defined(folded), how: `No ${typed} as written; the same name in other letters was taken.` };
  const written = usable(store.symbolsByName(typed)).filter((symbol) => symbol.kind === "external" || symbol.kind === "section");
  return { found: written, how: "" };
}

/**
 * Does a name lead to a definition through the module or the package that it stands in: `app.util.helpers.render`, `limiter.New`, `crate::web::scope`,
 * `App\Services\Mailer::send`? By the folders of its file or these and the file's own name.
 */
function isOfModule({ path, qualified }: SymbolRow, dotted: string): boolean {
  if (path === "" || !dotted.endsWith(`.${qualified}`)) return false;
  const wanted = parts(dotted.slice(0, -qualified.length - 1), ".").filter((one) => !/^(?:crate|self|super)$/.test(one));
  const own = parts(path.replace(/\.[^./]+$/, ""), "/").filter((one) => !/^(?:src|lib|__init__|index|mod)$/.test(one));
  const isEnd = (of: readonly string[]): boolean => wanted.every((one, i) => of[of.length - wanted.length + i] === one);
  return wanted.length > 0 && (isEnd(own) || isEnd(own.slice(0, -1)));
}

const parts = (text: string, sign: string): string[] => text.toLowerCase().replaceAll("-", "_").split(sign);

/** A key of a manifest, settings or a table: nothing calls or imports it. */
const isKeyOfData = (symbol: SymbolRow): boolean => symbol.kind !== "file" && languageFor(symbol.language).content === "data";

/** Files by path, end of path or base name. */
function fileNamed(store: Store, typed: string): SymbolRow[] {
  const path = typed.replace(/^\.\//, "").replace(/\/$/, "");
  const base = path.slice(path.lastIndexOf("/") + 1);
  const files = store.symbolsByName(base).filter((symbol) => symbol.kind === "file");
  const exact = files.filter((symbol) => symbol.path === path);
  return exact.length > 0 ? exact : files.filter((symbol) => symbol.path.endsWith(`/${path}`));
}

/** Files by module name: `app.core`, `utils/date`, `flask` (its `__init__`), `Foo::Bar`. */
function moduleNamed(store: Store, typed: string): SymbolRow[] {
  const path = typed
    .replace(/^\.+\/?/, "")
    .replace(/::|\.|\\/g, "/")
    .replace(/\/$/, "");
  if (path === "") return [];
  const wanted = [path, `${path}/__init__`, `${path}/index`, `${path}/mod`, `${path}/lib`];
  const out: SymbolRow[] = [];
  for (const file of store.filesHolding(path)) {
    if (file.language === null || languageFor(file.language).noModules) continue;
    const stem = file.path.replace(/\.[^./]+$/, "");
    if (!wanted.some((one) => stem === one || stem.endsWith(`/${one}`))) continue;
    const symbol = store.symbolsOfFile(file.id)[0];
    if (symbol) out.push(symbol);
  }
  return out;
}

/** `Derived.save` where only its supertype has a `save`. */
function throughHierarchy(store: Store, typed: string): SymbolChoice | null {
  const dot = Math.max(typed.lastIndexOf("."), typed.lastIndexOf("#"), typed.lastIndexOf(":"));
  if (dot <= 0) return null;
  const owner = typed.slice(0, dot).replace(/:$/, "");
  const member = typed.slice(dot + 1);
  const types = matching(store, owner).found.filter((symbol) => TYPES.has(symbol.kind));
  const seen = new Set<number>();
  for (const type of types) {
    const queue = [type];
    for (const one of queue) {
      if (seen.has(one.id) || seen.size > 200) continue;
      seen.add(one.id);
      const own = one.file === null ? undefined : store.childrenOf(one.id).find((child) => child.name === member);
      if (own) return single(own, `${type.qualified} has no ${member} of its own; it inherits ${own.qualified}.`);
      for (const edge of store.edgesFrom(one.id, HIERARCHY)) {
        const above = store.symbolById(edge.dst);
        if (above) queue.push(above);
      }
    }
  }
  return null;
}

/** Files that are looked through for who gives a name to something else. */
const MOST_GIVING = 60;

/** What a name stands for that only an import or a re-export gives: `export { plus as add }`, `from .x import compute as calc`, `pub use a as b`. */
function byAnotherName(store: Store, typed: string): SymbolChoice | null {
  const name = typed.slice(Math.max(...[".", "#", ":", "/", "\\"].map((sign) => typed.lastIndexOf(sign))) + 1);
  if (name.length < 2) return null;
  const given: { symbol: SymbolRow; path: string; line: number; again: boolean }[] = [];
  for (const id of filesNaming(store, name).slice(0, MOST_GIVING)) {
    const file = store.fileById(id);
    const renaming = store.importsOf(id).filter(({ names }) => names.some((one) => one.local === name && one.name !== name));
    if (!file || renaming.length === 0) continue;
    const edges = store.edgesOfFile(id).filter(({ kind }) => kind === "imports");
    for (const { line, names, reexport, source } of renaming) {
      const theirs = names.find(({ local }) => local === name)!.name;
      const found = edges.flatMap((edge) => (edge.line === line ? (store.symbolById(edge.dst) ?? []) : []));
      const own = source === "" ? store.symbolsOfFile(id).filter((one) => one.name === theirs) : [];
      const last = theirs.slice(theirs.lastIndexOf(".") + 1);
      // One edge stands for all lines that import the same file.
      const stem = source.replace(/\.\w{1,4}$/, "").replace(/^.*[./\\:]/, "");
      const files = edges
        .flatMap(({ dst }) => store.symbolById(dst) ?? [])
        .filter((one) => one.kind === "file" && one.name.startsWith(`${stem}.`));
      const whole =
        theirs === "default" || theirs === "*" ? (found.find(({ kind }) => kind !== "file") ?? found[0] ?? files[0]) : undefined;
      const symbol = own[0] ?? found.find((one) => one.name === theirs || one.name === last) ?? whole;
      if (symbol) given.push({ symbol, path: file.path, line, again: reexport });
    }
  }
  const rank = (one: (typeof given)[number]): number => (one.symbol.file === null ? 2 : 0) + (one.again ? 0 : 1);
  given.sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  const first = given[0];
  if (!first) return null;
  const { symbol, path, line } = first;
  const what =
    symbol.file === null
      ? `the package ${symbol.name}`
      : symbol.kind === "file"
        ? symbol.path
        : `${symbol.qualified} (${symbol.path}:${symbol.start})`;
  const reason = `Nothing is defined under the name ${typed}: ${path}:${line} gives it to ${what}.`;
  const others = new Map(given.flatMap((one) => (one.symbol.id === symbol.id ? [] : [[one.symbol.id, one.symbol]])));
  const more = [...others.values()].slice(0, walking.suggestions).map((one) => `${one.qualified} (${one.path}:${one.start})`);
  return single(symbol, more.length > 0 ? `${reason} Elsewhere it is given to ${more.join(", ")}.` : reason);
}

function atPlace(store: Store, at: { path: string; line: number }, typed: string): SymbolChoice {
  const symbol = store.symbolAt(at.path, at.line);
  if (!symbol) return none(store, "", `${at.path} is not in the index.`);
  const lines = store.fileByPath(at.path)?.lines ?? 0;
  if (at.line > Math.max(1, lines)) return none(store, "", `${at.path} has ${lines} lines, so none is ${at.line}.`);
  // a name beside `--at` says which of the enclosing definitions is meant, or what is used there
  const last = typed.slice(Math.max(typed.lastIndexOf("."), typed.lastIndexOf(":"), typed.lastIndexOf("#")) + 1);
  if (typed !== "" && !(symbol.name === last && symbol.start === at.line)) {
    const used = standingAt(store, at, last);
    if (used.chosen) return used;
  }
  let one: SymbolRow | null = symbol;
  while (typed !== "" && one && one.name !== last) one = one.parent === null ? null : store.symbolById(one.parent);
  return single(one ?? symbol, `Defined at ${at.path}:${at.line}.`);
}

/** What a name means that stands in a line: what is used there, else what is defined there. */
function standingAt(store: Store, { path, line }: { path: string; line: number }, name: string): SymbolChoice {
  const used = usedAt(store, path, line, name);
  const file = used.length > 0 ? null : store.fileByPath(path);
  const own = file ? store.symbolsOfFile(file.id).filter((symbol) => symbol.at > 0 && symbol.name === name && symbol.start === line) : [];
  const [first, ...others] = used.length > 0 ? used : own;
  if (!first) return none(store, "", `What ${name} means at ${path}:${line} could not be established.`);
  return { chosen: first, candidates: [first, ...others], reason: `What ${name} means at ${path}:${line}.`, suggestions: [] };
}

function single(symbol: SymbolRow, reason: string): SymbolChoice {
  return { chosen: symbol, candidates: [symbol], reason, suggestions: [] };
}

/** Folders of what is brought along or built, by custom. */
const BUILT = /(?:^|\/)(?:deps|dist|externals?|subprojects|bundled)\//;

/** How the definitions of a name are told apart, the most telling first: less is meant sooner. */
function criteriaFor(store: Store, compared: readonly SymbolRow[]): [string, (symbol: SymbolRow) => number][] {
  const tags = new Map<number, string[]>();
  const tagsOf = (symbol: SymbolRow): string[] => {
    if (symbol.file === null) return [];
    let list = tags.get(symbol.file);
    if (!list) {
      list = store.fileById(symbol.file)?.tags ?? [];
      tags.set(symbol.file, list);
    }
    return list;
  };
  const own = compared.flatMap(({ file, id }) => (file === null ? [] : id)).slice(0, walking.comparedByUse);
  let users: Map<number, EdgeRow[]> | null = null;
  const usersOf = (symbol: SymbolRow): number => {
    users ??= Map.groupBy(store.edgesToAny(own, DEPENDING), ({ dst }) => dst);
    return users.get(symbol.id)?.length ?? 0;
  };
  const away = (symbol: SymbolRow): number => {
    const list = tagsOf(symbol);
    return list.includes("test")
      ? 3
      : list.includes("vendored") || list.includes("generated") || BUILT.test(symbol.path)
        ? 2
        : list.includes("example") || list.includes("docs")
          ? 1
          : 0;
  };
  return [
    ["is code rather than a key of a data file or a heading", (symbol) => (isKeyOfData(symbol) || symbol.kind === "section" ? 1 : 0)],
    ["is not in a test, example or vendored file", away],
    ["is a definition, not a declaration", (symbol) => (symbol.declares ? 1 : 0)],
    ["is no field", (symbol) => (symbol.kind === "field" ? 1 : 0)],
    ["is exported", (symbol) => (symbol.exported ? 0 : 1)],
    ["is a type or function", (symbol) => RANK[symbol.kind] ?? 3],
    ["stands outermost", (symbol) => symbol.qualified.split(".").length],
    ["is used more than the others", (symbol) => -usersOf(symbol)],
    ["comes first by path and line", () => 0],
  ];
}

/** How much a definition is meant, to be compared with one of another tree. */
export const standingOf = (store: Store, symbol: SymbolRow): number[] => criteriaFor(store, [symbol]).map(([, score]) => score(symbol));

/** Which of two definitions is meant sooner. */
export const compareStanding = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((score, i) => score !== b[i]);
  return at < 0 ? 0 : a[at]! - (b[at] ?? 0);
};

/** The one that is meant most probably: code rather than data, not in a test, exported, a type or a function, outermost, first by path. */
function choose(store: Store, found: SymbolRow[], typed: string, how: string): SymbolChoice {
  const criteria = criteriaFor(store, found);
  const sorted = [...found].sort((a, b) => {
    for (const [, score] of criteria) if (score(a) !== score(b)) return score(a) - score(b);
    return a.path < b.path ? -1 : a.path > b.path ? 1 : a.at - b.at;
  });
  const [first, second] = sorted as [SymbolRow, SymbolRow | undefined];
  if (!second) return { chosen: first, candidates: sorted, reason: how || "The only definition of that name.", suggestions: [] };
  const why = criteria.find(([, score]) => score(first) !== score(second))?.[0] ?? "comes first by path and line";
  const reason = `${how ? `${how} ` : ""}${sorted.length} definitions of ${typed}; taken was ${first.file === null ? "the package outside this tree" : `${first.path}:${first.start}`}, which ${why}.`;
  return { chosen: first, candidates: sorted, reason, suggestions: [] };
}

/** What is said of code that is not in the index where nothing in it defines a name: it may stand there. */
export function unreadCode(store: Store): string {
  const left = store
    .skipped(["generated", "too-large", "unreadable", "bad-encoding"])
    .filter(({ path }) => isCode(languageOf(path)?.name ?? null));
  const [first] = left;
  if (first === undefined) return "";
  const files = left.length === 1 ? "1 file of code is" : `${left.length} files of code are`;
  const reasons = [...new Set(left.map(({ reason }) => reason))].sort().join(", ");
  return ` ${files} left out (${reasons}) and may define it; manifold index --why '${first.path}' tells why.`;
}

/** The nearest names are looked for when they are asked for: comparing a large tree's names takes longer than any other part of an answer. */
function none(store: Store, typed: string, reason?: string): SymbolChoice {
  let names: string[] | null = null;
  return {
    chosen: null,
    candidates: [],
    reason: reason ?? (typed === "" ? "No symbol was named." : `Nothing named ${typed} is defined here.${unreadCode(store)}`),
    get suggestions() {
      names ??= typed === "" ? [] : nearestNames(store, typed);
      return names;
    },
  };
}

/** Names near a mistyped one, nearest first. @param share of its letters that may be others: one of so many */
export function nearestNames(store: Store, typed: string, share = 3): string[] {
  const last =
    typed.slice(Math.max(typed.lastIndexOf("."), typed.lastIndexOf(":"), typed.lastIndexOf("#"), typed.lastIndexOf("/")) + 1) || typed;
  const wanted = last.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / share));
  // Without underscores both are at most as far apart.
  const names = store.namesLike(last, limit, (folded) => editsFrom(wanted.replaceAll("_", ""), folded, limit).keys());
  const edits = editsFrom(
    wanted,
    names.map((name) => name.toLowerCase()),
    limit,
  );
  const scored: { name: string; score: number }[] = [];
  for (const name of names) {
    const folded = name.toLowerCase();
    const distance = edits.get(folded);
    if (distance !== undefined) scored.push({ name, score: distance });
    else if (wanted.length >= 4 && (folded.includes(wanted) || (folded.length >= 4 && wanted.includes(folded))))
      scored.push({ name, score: limit + 1 + Math.abs(folded.length - wanted.length) / 100 });
  }
  scored.sort((a, b) => a.score - b.score || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  return scored.slice(0, walking.suggestions).map(({ name }) => name);
}

/** Longer names are not typed; MiniSearch keeps a table of their letters times the name's. */
const LONGEST = 120;

/**
 * Of some names those at most `limit` edits from a typed one, and how many: letters put in, left out or mistaken (MiniSearch's radix tree), or two
 * neighbours in each other's place, with one more edit at most.
 */
export function editsFrom(typed: string, names: readonly string[], limit: number): Map<string, number> {
  if (typed.length === 0 || typed.length > LONGEST) return new Map();
  const tree = SearchableMap.from(names.map((name): [string, true] => [name, true]));
  const found = new Map(Array.from(tree.fuzzyGet(typed, limit), ([name, [, edits]]) => [name, edits]));
  for (let at = 1; at < typed.length; at++) {
    const swapped = typed.slice(0, at - 1) + typed[at] + typed[at - 1] + typed.slice(at + 1);
    for (const [name, [, edits]] of tree.fuzzyGet(swapped, Math.min(1, limit - 1)))
      found.set(name, Math.min(edits + 1, found.get(name) ?? limit));
  }
  return found;
}
