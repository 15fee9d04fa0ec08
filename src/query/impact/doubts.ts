/**
 * What the graph cannot know about a change, looked for on purpose: names that are still used after they went away, exported definitions
 * without a user, files that could not be parsed or were left out, and content that is judged but not indexed.
 */
import { TYPES_AND_CALLABLES } from "../../base/kinds.ts";
import { impact as settings } from "../../base/settings.ts";
import type { FileFacts, RawReference, SkipReason } from "../../base/types.ts";
import { Prefilter } from "../../files/prefilter.ts";
import type { Differing } from "../../git/revisions.ts";
import { tagsOf } from "../../lang/engine/chunk/_tags.ts";
import { familyOf, languageFor, languageOf } from "../../lang/languages.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { ENTRY, isBeginning, overridden } from "../walk/elsewhere.ts";
import { type Graph, isType } from "../walk/graph.ts";
import { candidateConfidence, fit } from "../walk/possible.ts";
import { filesNaming, spokenOf } from "../walk/texts.ts";
import { bySign } from "../walk/unexplained.ts";
import { type Definition, factsOf, isCode } from "./definitions.ts";
import { related, SEVERAL_WORDS } from "./maybe.ts";
import type { Naming } from "./naming.ts";
import type { Reach, ReachHit } from "./reached.ts";
import { count, isOfForm, isWalked, placeOf, type Seed } from "./seeds.ts";

/** Lines that load a file by its name. */
const LOADING =
  /(?:\b|(?=__))(?:require|import|include|load|source|from|use|autoload|mock|patch|spawn|exec|fork|Worker|jest|resolve|join|read|open|file|File|__dirname|__DIR__|__file__)\w*\b/;

/** Lines that may load a file that is gone or moved, by a path that is put together (`require File.expand_path("helper", __dir__)`). */
function loaders(naming: Naming, gone: readonly string[], reach: Reach): void {
  const known = new Set(reach.broken.map(({ symbol, line }) => `${symbol.path}:${line}`));
  const { store } = naming;
  for (const path of gone.slice(0, settings.maxDocuments)) {
    const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
    const family = familyOf(languageOf(path)?.name ?? null).name;
    if (stem.length < settings.tellingName || !isCode(languageOf(path)?.name ?? null)) continue;
    const quoted = new RegExp(`["'\`/.]${stem.replace(/\W/g, "\\$&")}(?:\\.\\w+)?["'\`]`);
    for (const file of filesNaming(store, stem).slice(0, settings.maxOpenFiles)) {
      const row = store.fileById(file);
      if (!row || row.path === path || familyOf(row.language).name !== family) continue;
      const source = store.source(row.path);
      if (typeof source === "string" || !source.text.includes(stem)) continue;
      const resolved = new Set(store.edgesOfFile(file).flatMap((edge) => (edge.kind === "imports" ? edge.line : [])));
      const at = source.text.split("\n").findIndex((line, i) => LOADING.test(line) && quoted.test(line) && !resolved.has(i + 1)) + 1;
      if (at === 0 || known.has(`${row.path}:${at}`)) continue;
      reach.unknowns.push({
        code: "dangling-references",
        message: `${row.path}:${at} may load ${path}, which is not there any more`,
        path: row.path,
        line: at,
      });
    }
  }
}

/**
 * Adds to a walk everything that could not be walked.
 * @param gone paths of files that are deleted or moved
 */
export function doubts(graph: Graph, naming: Naming, seeds: readonly Seed[], reach: Reach, gone: readonly string[] = []): void {
  const tests = new Set<Seed>(seeds.filter((seed) => isTestSeed(graph.store, seed)));
  const real = seeds.filter((seed) => isWalked(seed) && !tests.has(seed));
  dangling(graph, seeds, tests, reach);
  loaders(naming, gone, reach);
  unused(graph.store, real, reach);
  damagedUsers(naming, real, reach);
  skippedUsers(graph.store, real, reach);
}

/** Does a seed stand in a test? */
export function isTestSeed(store: Store, seed: Seed): boolean {
  return store.fileByPath(seed.path)?.tags.includes("test") ?? false;
}

// ---------------------------------------------------------------------------------------------- names that went away

/** What still names a definition that was deleted or has another name now, and may mean something else: what surely meant it is told as broken. */
function dangling(graph: Graph, seeds: readonly Seed[], tests: ReadonlySet<Seed>, reach: Reach): void {
  let known: Set<number> | null = null;
  const broken = new Set(reach.broken.map(({ symbol, line }) => `${symbol.path}:${line}`));
  for (const seed of seeds) {
    const then = seed.before;
    if (!then || then.kind === "file") continue;
    if (seed.change === "signature" && then.exported && seed.after?.exported === false)
      named(graph, seed, then, `${then.qualified} is private now`, reach);
    else if (seed.change === "signature" && VALUES.has(then.kind) && then.type !== seed.after?.type && !reach.used.has(seed))
      named(graph, seed, then, `${then.qualified} is of another type now`, reach);
    if (seed.change === "moved") quietly(graph, seed, then, `${then.qualified} is moved`, reach);
    if (seed.change !== "deleted" && seed.change !== "renamed") continue;
    variant(graph.store, seed, then, reach);
    const uses = namedUses(graph, seed, then, tests.has(seed)).filter(({ symbol, line }) => !broken.has(`${symbol.path}:${line}`));
    const what = seed.change === "renamed" ? `${then.qualified} is called ${seed.after!.qualified} now` : `${then.qualified} is deleted`;
    if (uses.length === 0) {
      named(graph, seed, then, what, reach);
      if (!tests.has(seed)) quietly(graph, seed, then, what, reach);
      continue;
    }
    const first = uses[0]!;
    reach.unknowns.push({
      code: "dangling-references",
      message:
        `${what}, but ${count(uses.length, "place")} still name it (first: ${first.symbol.path}:${first.line ?? first.symbol.start})`.replace(
          "1 place still name",
          "1 place still names",
        ),
      path: first.symbol.path,
      line: first.line,
    });
    known ??= new Set([...reach.affected, ...reach.possible].map((hit) => hit.symbol.id));
    for (const use of uses) {
      if (known.has(use.symbol.id)) continue;
      known.add(use.symbol.id);
      reach.possible.push(use);
    }
  }
}

/** One of several definitions of a type, a value or a macro, which only a condition can tell apart. */
function variant(store: Store, { path, oldPath, language }: Seed, { kind, qualified }: Definition, reach: Reach): void {
  const file = familyOf(language).headers && !/^(?:function|method)$/.test(kind) ? store.fileByPath(oldPath ?? path) : null;
  const other = file && store.symbolsOfFile(file.id).find((one) => one.qualified === qualified && one.kind === kind && !one.declares);
  if (!other) return;
  const message = `one of several definitions of ${qualified} is gone: which of them is meant is a matter of what it is built for`;
  reach.unknowns.push({ code: "dangling-references", message, path: other.path, line: other.start });
}

/**
 * What may find something by its name where nothing uses it: a route, a hook, a table; or code, where nothing else has that name. Reading a field is
 * no reference of its own in some languages, nor where nobody knows the type: what reads one of that name near its type may mean it.
 */
function named(graph: Graph, { after, change, path, oldPath, language }: Seed, then: Definition, what: string, reach: Reach): void {
  const { kind, name, qualified } = then;
  const { store } = graph;
  const value = VALUES.has(kind);
  if (!(TYPES_AND_CALLABLES.has(kind) || value) || reach.broken.some((one) => one.what === qualified)) return;
  const own = oldPath ?? path;
  const stays = change === "signature";
  const hidden = stays && !after!.exported;
  const places = value || stays ? [] : spokenOf(store, { ...then, path: own });
  const others = definedIn(store, name, language) - (stays ? 1 : 0);
  const sole = telling(name) && others === 0;
  const files = places.length === 0 && (sole || value) ? filesNaming(store, name) : [];
  const from = store.fileByPath(own)?.id ?? null;
  const read = `(?:[.>:]\\s*${word(name)}(?!\\s*\\()|${word(name)}\\s*[:=])`;
  for (const file of files.slice(0, settings.maxOpenFiles)) {
    const row = store.fileById(file);
    if (!row || familyOf(row.language).name !== familyOf(language).name || (row.path === own && (hidden || !value))) continue;
    // Of a private one nobody else knows.
    if (isSecret(then) && row.path !== own) continue;
    if (value && !then.exported && row.path !== own && !seesUnasked(row, language, own, false)) continue;
    const near = sole || (from !== null && related(graph, file, from)) || seesUnasked(row, language, own, kind === "field");
    const free = kind === "constant" && languageFor(row.language).casesFree === true && others === 0;
    const lines = near ? linesInCode(store, row.path, sole || free ? word(name) : read) : [];
    const line = lines.find((at) => !value || !means(graph, file, at, name));
    if (line !== undefined) places.push({ path: row.path, line, begun: false });
  }
  const first = places[0];
  if (!first) return;
  const how =
    files.length > 0 ? `its name stands in ${count(places.length, "more file")}` : `its name is text in ${count(places.length, "line")}`;
  reach.unknowns.push({
    code: "dangling-references",
    message: `${what}, but ${how} (first: ${first.path}:${first.line})`,
    path: first.path,
    line: first.line,
  });
}

/** What is called without its name, or by whoever has the type from outside the tree that its own type is one of. */
function quietly(graph: Graph, { path, oldPath, language }: Seed, then: Definition, what: string, reach: Reach): void {
  if (!(TYPES_AND_CALLABLES.has(then.kind) || VALUES.has(then.kind)) || reach.broken.some((one) => one.what === then.qualified)) return;
  const own = oldPath ?? path;
  const at = { path: own, line: null };
  const signed = bySign(then) || languageFor(language).unspoken?.test(then.name) === true;
  if (signed || (RUN.test(then.name) && ENTRY.test(then.name))) {
    const how = signed ? "is called without its name: by a sign, an index, a conversion" : "is a name that runtimes and libraries call";
    reach.unknowns.push({ code: "dynamic-dispatch", message: `${what}, which ${how}: what used it is not known`, ...at });
    return;
  }
  const declared = graph.store
    .symbolsByName(then.name)
    .find(
      (one) =>
        one.declares &&
        one.qualified === then.qualified &&
        familyOf(one.language) === familyOf(language) &&
        one.parent !== null &&
        !isInterface(graph, one),
    );
  if (declared) {
    const message = `${what}, but ${declared.path}:${declared.start} still declares it`;
    reach.unknowns.push({ code: "dangling-references", message, path: declared.path, line: declared.start });
    return;
  }
  const owner = typeNamed(graph, then, own);
  const above =
    owner && owner.kind !== "interface" && overridden(graph.store, { ...goneSymbol(then, language, own), parent: owner.id }, owner, true);
  if (above) reach.unknowns.push({ code: "dynamic-dispatch", message: `${what}, but ${above.message}`, ...at });
}

const isInterface = (graph: Graph, { parent }: SymbolRow): boolean => /^(?:interface|trait)$/.test(graph.symbol(parent!)?.kind ?? "");

/** The type that a definition was a member of, if its file still has it. */
function typeNamed({ store }: Graph, { qualified, name }: Definition, path: string): SymbolRow | null {
  const owner = qualified.slice(0, -name.length - 1);
  const file = store.fileByPath(path);
  return (file && store.symbolsOfFile(file.id).find((one) => one.qualified === owner && isType(one))) ?? null;
}

/** Names that something calls where nobody says so, those of tests and constructors left out. */
const RUN = /^(?!(?:new|default|init|constructor|initialize|__init__|__new__|__construct|[Tt]est\w*|Benchmark\w*|Example\w*)$)/;

/** How many definitions of a name there are that code of a language can mean. */
const definedIn = (store: Store, name: string, language: string | null): number =>
  store.symbolsByName(name).filter((one) => one.at > 0 && one.file !== null && familyOf(one.language).name === familyOf(language).name)
    .length;

/** Values: what is read by its name. */
const VALUES: ReadonlySet<string> = new Set(["field", "constant", "variable"]);

/** Is it known what a name in a line means? */
function means(graph: Graph, file: number, line: number, name: string): boolean {
  const { store } = graph;
  if (store.symbolsOfFile(file).some((one) => one.name === name && one.start === line)) return true;
  return store.edgesOfFile(file).some((edge) => edge.line === line && graph.symbol(edge.dst)?.name === name);
}

/** Says a definition that nobody outside its file may use it? */
const isSecret = ({ signature }: Definition): boolean => /\b(?:file)?private\b|^local\b/.test(signature);

/** Is a name hardly one of something else? */
const telling = (name: string): boolean => name.length >= 6 || SEVERAL_WORDS.test(name);

/** Places that name a definition which is not there any more. */
function namedUses(graph: Graph, seed: Seed, then: Definition, inTests: boolean): ReachHit[] {
  const { store } = graph;
  const uses: ReachHit[] = [];
  const oldPath = seed.oldPath ?? seed.path;
  const oldFile = store.fileByPath(oldPath)?.id ?? null;
  const gone = goneSymbol(then, seed.language, oldPath);
  const member = then.kind === "method" || then.kind === "field" || then.parent > 0;
  const to = { symbol: gone, member, family: familyOf(seed.language).name, test: inTests };
  // A call of what only this defined may mean it wherever it stands.
  const only = then.name.length >= settings.tellingName && definedIn(store, then.name, seed.language) === 0;
  for (const file of filesNaming(store, then.name)) {
    const row = store.fileById(file);
    if (!row || familyOf(row.language).name !== to.family || (isSecret(then) && file !== oldFile)) continue;
    const symbols = store.symbolsOfFile(file);
    const resolved = new Set<string>();
    const outside = new Set<number>();
    const test = row.tags.includes("test");
    for (const edge of store.edgesOfFile(file)) {
      if (edge.resolution === "external") outside.add(edge.line);
      const target = graph.symbol(edge.dst);
      if (target?.name !== then.name) continue;
      resolved.add(`${edge.line}`);
      const from = isDeclarationOf(target, then) && edge.kind !== "imports" && graph.symbol(edge.src);
      if (from) uses.push(use(from, edge.line, "calls", then, test, edge.confidence));
    }
    const near =
      file === oldFile ||
      (oldFile !== null && related(graph, file, oldFile)) ||
      importsPath(store, file, oldPath) ||
      seesUnasked(row, seed.language, oldPath, member);
    for (const one of store.importsOf(file)) {
      if (!one.names.some(({ name }) => name === then.name) || resolved.has(`${one.line}`) || !endsLike(one.source, oldPath)) continue;
      uses.push(use(symbols[0]!, one.line, "imports", then, test, candidateConfidence(2)));
    }
    for (const reference of store.referencesOf(file)) {
      // A type before a dot is named as well: `Limits.most()`.
      const before = isType(then) && reference.name !== then.name && (reference.receiver ?? "").split(/\W+/).includes(then.name);
      if (before && (near || only) && !resolved.has(`${reference.line}`) && !outside.has(reference.line)) {
        const scope = symbols[reference.scope];
        if (scope) uses.push(use(scope, reference.line, "uses", then, test, candidateConfidence(2)));
        continue;
      }
      if (reference.name !== then.name || resolved.has(`${reference.line}`)) continue;
      const how = fit(reference, row.language, test, to);
      if (how === "no") continue;
      const meant = only && !outside.has(reference.line);
      if (!(near || meant || isOwner(reference.receiver, then))) continue;
      const scope = symbols[reference.scope];
      if (scope)
        uses.push(
          use(
            scope,
            reference.line,
            reference.kind === "call" || reference.kind === "new" ? "calls" : "uses",
            then,
            test,
            candidateConfidence(2),
          ),
        );
    }
  }
  return uses.sort((a, b) => (a.symbol.path < b.symbol.path ? -1 : a.symbol.path > b.symbol.path ? 1 : (a.line ?? 0) - (b.line ?? 0)));
}

/** Could code of a file mean what another defines without importing it: the same package, or a language whose names reach the whole tree? */
export function seesUnasked(
  file: { path: string; language: string | null },
  language: string | null,
  oldPath: string,
  member: boolean,
): boolean {
  const family = familyOf(language);
  const folder = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
  if (family.reach === "global" && !member) return true;
  return (family.reach === "global" || family.ambient !== undefined) && folder(file.path) === folder(oldPath);
}

/** Is it asked of what contained the definition: `Lib` of `Lib.gamma`? */
function isOwner(receiver: string | null, then: Definition): boolean {
  const owner = then.qualified.split(".").at(-2);
  return receiver !== null && owner !== undefined && receiver.split(/[.:\\]+/).at(-1) === owner;
}

/** A header still promises what is not there any more. */
function isDeclarationOf(symbol: SymbolRow, then: Definition): boolean {
  return symbol.qualified === then.qualified && symbol.start === symbol.end && /\.h(?:h|pp|xx|\+\+)?$/i.test(symbol.path);
}

function use(symbol: SymbolRow, line: number, kind: ReachHit["kind"], then: Definition, test: boolean, confidence: number): ReachHit {
  return { symbol, depth: 1, kind, line, resolution: "ambiguous", confidence, to: then.qualified, dst: null, test };
}

/** A definition that has no row any more, as `fit` looks at it. */
function goneSymbol(then: Definition, language: string | null, path: string): SymbolRow {
  const { kind, name, qualified, signature, start, end, exported, arity, type } = then;
  return {
    declares: false,
    id: 0,
    key: "",
    file: 0,
    path,
    language,
    at: 0,
    parent: null,
    kind,
    name,
    qualified,
    signature,
    doc: "",
    start,
    end,
    exported,
    arity,
    type,
  };
}

/** Does a file import something whose written source ends like that path: `./util/date`, `app.util.date`, `util/date.h`? */
function importsPath(store: Store, file: number, path: string): boolean {
  return store.importsOf(file).some((one) => endsLike(one.source, path));
}

function endsLike(source: string, path: string): boolean {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  const folder = path.split("/").at(-2) ?? "";
  const last =
    source
      .replace(/\.\w{1,4}$/, "")
      .split(/[./\\:]+/)
      .filter(Boolean)
      .at(-1) ?? "";
  const whole =
    source
      .split(/[./\\:]+/)
      .filter(Boolean)
      .at(-1) ?? "";
  return last === stem || whole === stem || (/^(?:index|__init__|mod|lib)$/.test(stem) && last === folder);
}

// ---------------------------------------------------------------------------------------------- exported and unused

function unused(store: Store, seeds: readonly Seed[], reach: Reach): void {
  const all = seeds.filter(
    (seed) =>
      seed.change !== "added" &&
      seed.change !== "deleted" &&
      !reach.used.has(seed) &&
      seed.after?.row &&
      (seed.after.exported || isOfForm(seed)) &&
      TYPES_AND_CALLABLES.has(seed.after.kind) &&
      !isBeginning(seed.after.row),
  );
  // What stands in code elsewhere may well be used there: in the body of a macro, in a file that could not be read.
  const open = all.filter((seed) => seed.after!.exported || spokenIn(store, seed) !== null);
  if (open.length === 0) return;
  const spoken = Map.groupBy(open.slice(0, settings.maxOpenFiles), (seed) => spokenIn(store, seed) !== null);
  const rest = open.length - settings.maxOpenFiles;
  for (const [somewhere, some] of spoken) {
    const names = [...new Set(some.map((seed) => placeOf(seed).qualified))];
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
    const list = `${names.slice(0, NAMED).join(", ")}${more}`;
    const message = somewhere
      ? `no use of ${list} could be resolved, but ${names.length === 1 ? "its name stands" : "their names stand"} in code elsewhere (first: ${spokenIn(store, some[0]!)})`
      : `nothing here uses ${list}, but ${names.length === 1 ? "it is" : "they are"} exported: users outside this tree are not seen`;
    const others = rest > 0 ? `; ${rest} more without a resolved use were not looked for` : "";
    reach.unknowns.push({ code: "exported-unused", message: message + others, path: some[0]!.path, line: placeOf(some[0]!).start });
  }
}

/** Definitions that a doubt names. */
const NAMED = 5;

/** The first place in code of another file that has a seed's name, where that is hardly one of something else. */
function spokenIn(store: Store, seed: Seed): string | null {
  const { name, exported, start, end } = placeOf(seed);
  if (!telling(name) || new Set(store.symbolsByName(name).map(({ qualified }) => qualified)).size > 1) return null;
  for (const file of filesNaming(store, name).slice(0, settings.maxOpenFiles)) {
    const row = store.fileById(file);
    const own = row?.path === seed.path;
    if (!row || (own && exported) || familyOf(row.language).name !== familyOf(seed.language).name) continue;
    const line = linesInCode(store, row.path, word(name)).find(
      (at) => !(own && at >= start && at <= end) && !store.symbolsOfFile(file).some((one) => one.name === name && one.start === at),
    );
    if (line !== undefined) return `${row.path}:${line}`;
  }
  return null;
}

// ---------------------------------------------------------------------------------------------- files that are not (wholly) understood

/** Names that types of any file have: whoever uses them names the type. */
const EVERYWHERE = /^(?:__\w+__|init|initialize|constructor|deinit|main|setUp|tearDown)$/;

/** Names that say something about who uses them. */
function tellingNames(seeds: readonly Seed[]): Map<string, Seed> {
  const names = new Map<string, Seed>();
  for (const seed of seeds) {
    if (seed.change === "added" || placeOf(seed).kind === "file") continue;
    for (const one of [seed.after, seed.before])
      if (one && one.name.length >= settings.tellingName && !EVERYWHERE.test(one.name)) names.set(one.name, seed);
  }
  return names;
}

function damagedUsers(naming: Naming, seeds: readonly Seed[], reach: Reach): void {
  const families = new Set(seeds.map((seed) => familyOf(seed.language).name));
  const damaged = naming.damaged.filter(({ language }) => families.has(familyOf(language).name));
  if (damaged.length === 0) return;
  let reached: Set<string> | null = null;
  const said = new Set<string>(seeds.map((seed) => seed.path));
  const names = tellingNames(seeds);
  for (const [name, files] of naming.among(damaged, [...names.keys()])) {
    const seed = names.get(name)!;
    for (const { path, language } of files) {
      reached ??= new Set([...reach.affected, ...reach.possible].map((hit) => hit.symbol.path));
      if (reached.has(path) || said.has(path) || familyOf(language).name !== familyOf(seed.language).name) continue;
      if (linesInCode(naming.store, path, word(name)).length === 0) continue;
      said.add(path);
      reach.unknowns.push({
        code: "parse-errors",
        message: `${path} has syntax errors and names ${name}: uses of it may be missed`,
        path,
        line: null,
      });
    }
  }
}

/** A name as a whole word, as an expression. */
const word = (name: string): string => `(?<![\\p{L}\\p{N}_$])${RegExp.escape(name)}(?![\\p{L}\\p{N}_$])`;

/** Lines that are no comment and have something outside strings. Of what cannot be read the first may be. */
function linesInCode(store: Store, path: string, expression: string): number[] {
  const source = store.source(path);
  if (typeof source === "string") return [1];
  const wanted = new RegExp(expression, "u");
  const isCode = (line: string): boolean =>
    wanted.test(line) &&
    !/^\s*(?:\/[/*]|\*|#(?!\w)|--|;)/.test(line) &&
    wanted.test(line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/.*$/g, ""));
  return source.text.split("\n").flatMap((line, i) => (isCode(line) ? i + 1 : []));
}

/** Reasons for which code is left out of the index although it may use what changed. */
const BLIND: readonly SkipReason[] = ["too-large", "minified", "generated", "bad-encoding", "unreadable"];

function skippedUsers(store: Store, seeds: readonly Seed[], reach: Reach): void {
  const names = [...tellingNames(seeds).keys()];
  if (names.length === 0) return;
  const families = new Set(seeds.map((seed) => familyOf(seed.language).name));
  const files = store
    .skipped(BLIND)
    .filter(
      ({ path }) =>
        !path.endsWith("/") &&
        !path.startsWith(".") &&
        !tagsOf(path).includes("vendored") &&
        families.has(familyOf(languageOf(path)?.name ?? null).name) &&
        isCode(languageOf(path)?.name ?? null),
    );
  if (files.length === 0) return;
  const sieve = new Prefilter(store.root, { all: [names], ignoreCase: false });
  for (const { path, reason } of files.slice(0, settings.maxSkippedLooks)) {
    if (reason !== "unreadable" && !sieve.mayMatch(path, 0)) continue;
    reach.unknowns.push({
      code: "file-skipped",
      message: `${path} is not in the index (${reason}) and may use what changed`,
      path,
      line: null,
    });
  }
  if (files.length > settings.maxSkippedLooks)
    reach.unknowns.push({
      code: "file-skipped",
      message: `${files.length - settings.maxSkippedLooks} more files that are not in the index were not looked at`,
      path: null,
      line: null,
    });
}

// ---------------------------------------------------------------------------------------------- judged content that is not indexed

/**
 * Corrects a walk by the judged content of files whose work tree differs: uses that only the work tree has are taken out, those that only the
 * judged content has become doubts.
 */
export async function judgeDiffering(
  graph: Graph,
  seeds: readonly Seed[],
  reach: Reach,
  differing: readonly Differing[],
  more: boolean,
  among: readonly string[],
): Promise<void> {
  const { store } = graph;
  const walked = seeds.filter((seed) => isWalked(seed) && placeOf(seed).kind !== "file");
  const names = new Map(
    walked.flatMap((seed) => [seed.after, seed.before].filter((one) => one !== null).map((one) => [one.name, seed] as const)),
  );
  const judged = new Map<string, FileFacts>();
  for (const { path, text } of differing) {
    if (text === null || !isCode(languageOf(path)?.name ?? null)) continue;
    if (![...names.keys()].some((name) => text.includes(name)) && !reach.affected.some((hit) => hit.symbol.path === path)) continue;
    judged.set(path, await factsOf(path, text, among));
  }
  reach.affected = reach.affected.filter((hit) => {
    const facts = hit.depth === 1 ? judged.get(hit.symbol.path) : undefined;
    const name = hit.to.slice(hit.to.lastIndexOf(".") + 1);
    return !facts || hit.symbol.kind === "file" || namesIt(facts, name);
  });
  for (const [path, facts] of judged) {
    const file = store.fileByPath(path);
    const here = file ? store.referencesOf(file.id) : [];
    for (const [name, seed] of names) {
      if (seed.path === path || familyOf(facts.language).name !== familyOf(seed.language).name) continue;
      const mine = facts.references.filter((reference) => reference.name === name);
      if (mine.length <= here.filter((reference) => reference.name === name).length) continue;
      const extra = onlyIn(mine, here);
      reach.unknowns.push({
        code: "other-tree",
        message: `${path} names ${name} in the content that is judged but not in the work tree, which is what the index knows`,
        path,
        line: extra?.line ?? null,
      });
    }
  }
  if (more)
    reach.unknowns.push({
      code: "other-tree",
      message: "the judged revision differs from the work tree in too many files: the graph is that of the work tree",
      path: null,
      line: null,
    });
}

function namesIt(facts: FileFacts, name: string): boolean {
  return (
    facts.references.some((reference) => reference.name === name) ||
    facts.imports.some((one) => one.names.some((bound) => bound.name === name))
  );
}

/** The first reference of one list whose enclosing place the other list does not know. */
function onlyIn(mine: readonly RawReference[], theirs: readonly RawReference[]): RawReference | undefined {
  const known = new Set(theirs.map((one) => `${one.name} ${one.receiver} ${one.line}`));
  return mine.find((one) => !known.has(`${one.name} ${one.receiver} ${one.line}`)) ?? mine[0];
}
