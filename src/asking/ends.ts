/**
 * What an end of a relation means here: the symbols that fit a name or a description, best first.
 *
 * Retrieval finds the chunks, then every definition that begins or stands in one of them is weighed: by its chunk's share of the best, and by how much of
 * the description its own name, documentation and lines hold. For the ends of a path it is asked besides what lies near to the other end, what a word means
 * outside of the tree (query/walk/resources.ts), and how likely it is that something here is what is described.
 */
import { HIERARCHY, sortOfKind } from "../base/kinds.ts";
import { likelihood, binding as settings, paths as walked, walking } from "../base/settings.ts";
import { queryWords, STOP_WORDS, splitIdentifier, stem, words } from "../base/words.ts";
import { isBuilt, nameOverlap, type QueryWeights, queryWeights, softStemOverlap, stemOf } from "../query/evidence.ts";
import { isCode } from "../query/impact/definitions.ts";
import { searchKeyword } from "../query/keyword.ts";
import { logistic } from "../query/likelihood.ts";
import type { Plan } from "../query/plan.ts";
import { synonyms } from "../query/readings.ts";
import type { Binding, Operand, Relation, Sort } from "../query/relation.ts";
import { type RankedChunk, type Retrieved, retrieve } from "../query/retrieve.ts";
import { semanticsOf } from "../query/semantic.ts";
import { Graph } from "../query/walk/graph.ts";
import type { End } from "../query/walk/paths.ts";
import { type Outside, outsideOf } from "../query/walk/resources.ts";
import { findSymbol } from "../query/walk.ts";
import type { Store, SymbolRow } from "../store/graph.ts";
import { idf } from "../store/lexical.ts";
import { isConstructor, isType } from "../store/symbols.ts";
import { Pages } from "./quote.ts";

/** The ends of the relations of one question, and what was found out about their descriptions. */
export class Ends {
  /** What retrieval found, by description; the outermost first. */
  readonly searched = new Map<string, RankedChunk[]>();
  /** Descriptions of what is probably not here, with what comes nearest. */
  readonly absent = new Map<string, SymbolRow[]>();
  /** Descriptions that something here plainly is. */
  readonly clear = new Set<string>();
  /** That the symbols which descriptions were bound to are those that were meant. */
  likely = 1;
  /** What they mean of what lies outside of the tree. */
  readonly #outside = new Map<string, Outside>();
  /** Log odds that they are here at all (presence.ts). */
  readonly #present = new Map<string, number>();
  readonly #pages: Pages;

  /** @param inner carries out the relation that an end is */
  constructor(
    private readonly store: Store,
    private readonly plan: Plan,
    private readonly inner: (relation: Relation) => { bound: Relation; alternatives: Alternative[] },
  ) {
    this.#pages = new Pages(store);
  }

  /** The alternatives of an end, best first, and the end with its description bound. */
  of(operand: Operand, operation: Relation["operation"], choosing: Choosing = {}): { bound: Operand; alternatives: Alternative[] } {
    if ("relation" in operand) {
      const { bound, alternatives } = this.inner(operand.relation);
      return { bound: { relation: bound }, alternatives };
    }
    if ("symbol" in operand) {
      const module = operation === "imports" || operation === "importers";
      const { chosen, candidates } = findSymbol(this.store, { name: operand.symbol, module });
      const own = candidates.filter(({ file, kind }) => file !== null && kind !== "section");
      if (operation === "path" && operand.part === null) {
        // A plain word is the name of something only where code defines that; a package or a key of settings is what the word describes.
        if (PLAIN_WORD.test(operand.symbol)) {
          const described = this.of({ description: operand.symbol, sort: null, part: null, bound: null }, operation, choosing);
          const code = codeNamed(this.store, operand.symbol).slice(0, walking.maxEnds);
          if (code.length === 0) return described;
          // Where something is called so it is that which is meant, rather than what the word describes besides.
          this.absent.delete(operand.symbol);
          const ids = new Set(code.map(({ id }) => id));
          const others = described.alternatives.filter(({ symbols }) => !symbols.some(({ id }) => ids.has(id)));
          return {
            bound: operand,
            alternatives: [
              ...code.map((symbol, at) => ({ symbols: [symbol], score: at === 0 ? 1 : settings.namesake })),
              ...others.map((one) => ({ ...one, score: settings.describedToo * one.score })),
            ],
          };
        }
        // The ends of a path are those definitions of the names that are joined.
        if (own.length > 1)
          return {
            bound: operand,
            alternatives: own
              .slice(0, walking.maxEnds)
              .map((symbol, at) => ({ symbols: [symbol], score: at === 0 ? 1 : settings.namesake })),
          };
      }
      if (chosen) return { bound: operand, alternatives: this.#parts([{ symbols: [chosen], score: 1 }], operand.part) };
      const described: Operand = { description: operand.symbol, sort: null, part: operand.part, bound: null };
      return this.of(described, operation, choosing);
    }
    const { description, part } = operand;
    // A path begins and ends with what does something: "resolving a variable" is no variable, "reading the file" no file.
    const sort = operation === "path" && (operand.sort === "value" || DOING.test(description)) ? null : operand.sort;
    const literal = operation === "path" && operand.bound === null ? literalOf(description) : null;
    const held = literal === null ? [] : holding(this.store, literal);
    if (held.length > 0) return { bound: operand, alternatives: held };
    const ranked = this.#search(description);
    const given: Candidate[] = (operand.bound ?? []).flatMap(({ symbol: key, score }) => {
      const symbol = this.store.symbolByKey(key);
      return symbol ? [{ symbol, score }] : [];
    });
    const near = operation === "path" ? [...(choosing.near ?? []), ...named(this.store, description)] : choosing.near;
    const fitting =
      given.length > 0
        ? given
        : this.#candidates(ranked, description, part === "file" ? null : sort, near ? { ...choosing, near } : choosing);
    const outside = operation === "path" && given.length === 0 && part === null ? this.#outsideOf(description) : null;
    const weighed: readonly Candidate[] = outside && (outside.resource || outside.meant.length > 0) ? together(fitting, outside) : fitting;
    // Something joins anything: an end that nothing says a word of is none.
    const candidates =
      operation === "path"
        ? this.#called(this.#endsAmong(weighed, description), description).filter(({ fit = 2 }) => fit >= settings.spoken)
        : weighed;
    if (operation === "path" && candidates.length === 0 && sort !== null && given.length === 0)
      return this.of({ ...operand, sort: null }, operation, choosing);
    // An end that is not likely is none: a path to what only comes nearest would be a guess.
    if (operation === "path" && choosing.near !== undefined && given.length === 0) {
      const likely = this.#likely(description, candidates, outside, choosing.near);
      this.likely *= likely * likelihood.bound;
      if (likely < settings.unlikely) {
        this.absent.set(
          description,
          candidates.slice(0, settings.nearest).map(({ symbol }) => symbol),
        );
        return { bound: { ...operand, bound: [] }, alternatives: [] };
      }
      this.absent.delete(description);
      if (likely >= settings.clear) this.clear.add(description);
    }
    // A definition that is called like it, or says most of it, is here, however rare the rest of the words.
    if (candidates.some(({ fit }) => fit !== undefined && fit >= settings.present)) {
      this.absent.delete(description);
      this.clear.add(description);
    }
    const bound = candidates.map(({ symbol, score }): Binding => {
      const { key, qualified, path, start, end } = symbol;
      return { symbol: key, qualified, path, start, end, score };
    });
    const alternatives = candidates
      .flatMap(({ symbol, score, named, called }): Alternative[] => [
        {
          symbols: operation === "path" ? reopened(this.store, symbol) : [symbol],
          score,
          inside: called === false ? (named ? walked.insidePart : walked.insideUnnamed) : walked.inside,
        },
        ...(operation === "path" && called ? [{ symbols: below(this.store, symbol), score: settings.namesake * score }] : []),
      ])
      .filter(({ symbols }) => symbols.length > 0);
    return { bound: { ...operand, bound }, alternatives: this.#parts(alternatives, part) };
  }

  /**
   * Those whose names are the description, word for word, where there are such outside tests: "HTTP server" says `HTTPServer`, not what is near to it.
   * Two other forms of a word ("the retry decorator", `RetryDecorated`) are two things: taken for one, two of 77 paths (`scripts/bench/multihop.ts`) were lost.
   */
  #called(candidates: readonly Candidate[], description: string): readonly Candidate[] {
    const said = (description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word));
    if (said.length < 2) return candidates;
    const graph = new Graph(this.store);
    const own = candidates.filter(({ symbol }) => splitIdentifier(symbol.name).join("") === said.join("") && !graph.isTest(symbol));
    return own.length > 0 ? own : candidates;
  }

  #outsideOf(description: string): Outside {
    let outside = this.#outside.get(description);
    if (!outside) {
      outside = outsideOf(this.store, description);
      this.#outside.set(description, outside);
    }
    return outside;
  }

  /** How likely something here is what a description of an end means. */
  #likely(description: string, candidates: readonly Candidate[], outside: Outside | null, near: readonly SymbolRow[]): number {
    const { bias, fit, most, presence, clear, told, joined } = likelihood.end;
    const best = Math.max(0, ...candidates.map((one) => one.fit ?? 0));
    const first = candidates[0]?.symbol.id;
    const present = this.#present.get(description) ?? 0;
    const odds =
      bias +
      fit * Math.min(best, most) +
      presence * Math.max(-clear, Math.min(clear, present)) +
      (candidates.some((one) => one.told) ? told : 0) +
      (near.some(({ id }) => id === first) ? joined : 0);
    return Math.max(logistic(odds), ...(outside?.meant ?? []).map(({ score }) => score), 0);
  }

  /**
   * What may be an end of a path in the code: nothing that stands in tests, unless tests are spoken of, nothing that others wrote or a build made where there is
   * something else, and no name space, in which everything is that a tree has.
   */
  #endsAmong(candidates: readonly Candidate[], description: string): readonly Candidate[] {
    const graph = new Graph(this.store);
    const tests = TESTS.test(description);
    const makes = MAKING.test(description);
    const own = distinct(candidates.map((one) => (makes ? one : { ...one, symbol: constructed(this.store, one.symbol) }))).filter(
      ({ symbol }) => !isNameSpace(this.store, symbol) && (tests || !graph.isTest(symbol)),
    );
    // Examples use a library as tests do, and are no part of it.
    const aside = ({ symbol }: Candidate): boolean =>
      symbol.file !== null &&
      (isBuilt(symbol.path) ||
        (this.store.fileById(symbol.file)?.tags.some((tag) => tag === "vendored" || (tag === "example" && !EXAMPLES.test(description))) ??
          false));
    return own.some((one) => !aside(one)) ? own.filter((one) => !aside(one)) : own;
  }

  #search(description: string): RankedChunk[] {
    let ranked = this.searched.get(description);
    if (!ranked) {
      const { chunks, fallback, presence } = described(this.store, this.plan, description);
      ranked = chunks;
      if (fallback) this.absent.set(description, []);
      if (presence !== null) this.#present.set(description, presence.score);
      this.searched.set(description, ranked);
    }
    return ranked;
  }

  #candidates(ranked: readonly RankedChunk[], description: string, sort: Sort | null, choosing: Choosing): Candidate[] {
    const found = bind(this.store, ranked, description, sort, this.#pages, choosing);
    return found.length > 0 || sort === null ? found : bind(this.store, ranked, description, null, this.#pages, choosing);
  }

  /** The files or types that symbols stand in. */
  #parts(alternatives: Alternative[], part: "file" | "type" | null): Alternative[] {
    if (part === null) return alternatives;
    const seen = new Set<number>();
    return alternatives.flatMap(({ symbols, score }) => {
      const around = symbols
        .flatMap((symbol) => partAround(this.store, symbol, part) ?? [])
        .filter((one) => !seen.has(one.id) && seen.add(one.id));
      return around.length > 0 ? [{ symbols: around, score }] : [];
    });
  }
}

/** The file or type that a symbol stands in. */
export function partAround(store: Store, symbol: SymbolRow, part: "file" | "type"): SymbolRow | null {
  if (part === "file") return symbol.file === null ? null : (store.symbolsOfFile(symbol.file)[0] ?? null);
  for (let one: SymbolRow | null = symbol; one; one = one.parent === null ? null : store.symbolById(one.parent))
    if (sortOf(one) === "type") return one;
  return null;
}

/** Definitions of a name outside tests, likeliest first. */
export function codeNamed(store: Store, name: string): SymbolRow[] {
  const graph = new Graph(store);
  return findSymbol(store, { name }).candidates.filter(
    (symbol) =>
      symbol.file !== null &&
      ["callable", "type", "file"].includes(sortOf(symbol) ?? "") &&
      isCode(symbol.language) &&
      !isNameSpace(store, symbol) &&
      !graph.isTest(symbol),
  );
}

/** Does a name hold nothing but types and further such names? */
const isNameSpace = (store: Store, { kind, id }: SymbolRow): boolean =>
  kind === "namespace" || (kind === "module" && !store.childrenOf(id).some((one) => sortOf(one) === "callable"));

export interface Candidate {
  symbol: SymbolRow;
  /** Share of the best, 0 to 1. */
  score: number;
  /** How much of the description its own words hold; unknown of what was given. */
  fit?: number;
  /** Its name holds some of it: it is as a whole what is described. */
  named?: boolean;
  /** Its name has every word of it. */
  called?: boolean;
  /** Its name, documentation or signature has every word of it; or for each what developers call the same. */
  told?: boolean;
  alike?: boolean;
}

const TESTS = /\b(?:tests?|testing|specs?|mocks?|fixtures?|stubs?)\b/i;

/** What is described is done: "sending a request". */
const DOING = /^\w+ing\b/i;

const EXAMPLES = /\b(?:examples?|samples?|demos?)\b/i;

/** A word of ordinary language, rather than a name. */
export const PLAIN_WORD = /^\p{Ll}+$/u;

/** What is known of an end besides its description. */
interface Choosing {
  /** Symbols that may be meant wherever the search ranks them. */
  near?: readonly SymbolRow[];
  /** What a definition in a test counts where no test is spoken of. */
  tests?: number;
}

/** Of what sort a symbol is; null for what no description means (imports, sections, externals). */
export function sortOf(symbol: SymbolRow): Sort | null {
  const sort = symbol.file === null ? null : sortOfKind(symbol.kind);
  return sort === "outer" ? "type" : sort;
}

/** The chunks that retrieval finds for a description. */
export function described(store: Store, plan: Plan, description: string): Retrieved {
  const wordless = !plan.engines.includes("lexical");
  const semantics = plan.engines.includes("vectors") ? semanticsOf(store) : null;
  const filters = { paths: [], excludes: [], languages: [], kinds: [] };
  return wordless && semantics === null
    ? { chunks: [], fallback: false, presence: null }
    : retrieve(store, description, { k: settings.chunks, filters, semantics, wordless, graph: false });
}

/**
 * The symbols that a description may mean, best first, each once; ties by path and line.
 * @param sort only symbols of this sort; null = functions, methods and types
 */
export function bind(
  store: Store,
  ranked: readonly RankedChunk[],
  description: string,
  sort: Sort | null,
  pages: Pages,
  { near = [], tests: inTests = settings.testShare }: Choosing = {},
): Candidate[] {
  const stems = queryWords(description).filter((word) => !isWhole(word, description));
  const query = queryWeights([...new Set(stems)], idf(store.db, new Set(stems)), store.counts().chunks);
  const wording: Wording = { query, acronyms: acronymsOf(description), alike: alikeOf(query.stems) };
  const tests = TESTS.test(description);
  const doing = DOING.test(description);
  const best = ranked[0]?.score ?? 0;
  const scores = new Map<number, Candidate>();
  const weigh = (symbol: SymbolRow, share: number, place: number): void => {
    const own = sortOf(symbol);
    if (own === null || (sort === null ? own === "file" || own === "value" : own !== sort)) return;
    const { name, all, ...holds } = fit(symbol, wording, pages);
    const held = all * (sort === null && own === "type" ? (doing ? settings.doingShare : settings.typeShare) : 1);
    const score = place * (settings.chunk * share + held);
    if (score > (scores.get(symbol.id)?.score ?? 0)) scores.set(symbol.id, { symbol, score, fit: place * held, named: name > 0, ...holds });
  };
  for (const { chunk, score } of ranked) {
    const share = best > 0 ? score / best : 0;
    const place = !tests && chunk.tags.includes("test") ? inTests : 1;
    for (const symbol of inside(store, chunk)) weigh(symbol, share, place);
  }
  for (const symbol of near) if (!scores.has(symbol.id)) weigh(symbol, 0, 1);
  const order = [...scores.values()].sort(
    (a, b) => b.score - a.score || (a.symbol.path < b.symbol.path ? -1 : a.symbol.path > b.symbol.path ? 1 : a.symbol.at - b.symbol.at),
  );
  const most = order[0]?.score || 1;
  return order.slice(0, settings.candidates).map((one) => ({ ...one, score: Math.round((one.score / most) * 1000) / 1000 }));
}

/** What begins in a chunk, what it is a part of, and their files. */
function inside(store: Store, chunk: RankedChunk["chunk"]): SymbolRow[] {
  const file = store.fileByPath(chunk.path);
  if (!file) return [];
  const found = store.symbolsOfFile(file.id).filter((one) => one.at === 0 || (one.start >= chunk.start && one.start <= chunk.end));
  for (
    let around = store.symbolById(chunk.symbol);
    around && around.at > 0;
    around = around.parent === null ? null : store.symbolById(around.parent)
  )
    if (!found.some((one) => one.id === around!.id)) found.push(around);
  return found;
}

/** How much of the description a definition's name holds; and its documentation and own lines besides, 0 to the sum of the weights. */
function fit(
  symbol: SymbolRow,
  wording: Wording,
  pages: Pages,
): { name: number; all: number; called: boolean; told: boolean; alike: boolean } {
  const { query, acronyms, alike } = wording;
  if (query.total === 0) return { name: 0, all: 0, called: false, told: false, alike: false };
  const parts = partsOf(symbol.kind === "file" ? stemOf(symbol.path) : symbol.name, acronyms);
  // What initials spell is said, and no name: any two words have the initials of something.
  const plain = new Set(splitIdentifier(symbol.kind === "file" ? stemOf(symbol.path) : symbol.name).map(stem));
  const outer = partsOf(symbol.qualified.split(".").slice(-2, -1)[0] ?? "", acronyms);
  const name = Math.max(
    nameOverlap(parts, query),
    settings.owner * nameOverlap([...parts, ...outer], query),
    settings.soft * softStemOverlap(parts, query),
    settings.synonym *
      nameOverlap(
        parts.map((part) => (query.idf.has(part) ? part : (alike.get(part) ?? part))),
        query,
      ),
  );
  const stated = new Set(words(`${symbol.doc} ${symbol.signature}`));
  const told = new Set([...parts, ...stated]);
  const last = Math.min(symbol.end, symbol.start + settings.lines);
  const text = new Set(symbol.kind === "file" ? [] : words(pages.text(symbol.path, symbol.start, last)));
  for (const word of told) text.add(word);
  return {
    name,
    all: settings.name * name + settings.told * covered(told, wording) + settings.body * covered(text, wording),
    called: query.stems.every((word) => plain.has(word)),
    told: query.stems.every((word) => plain.has(word) || stated.has(word)),
    alike: query.stems.every((word) => told.has(word) || [...alike].some(([other, own]) => own === word && told.has(other))),
  };
}

/** The idf share of the description that a set of words holds; one that means the same counts less. */
function covered(held: ReadonlySet<string>, { query, alike }: Wording): number {
  let sum = 0;
  const same = new Set<string>();
  if (alike.size > 0) for (const word of held) if (alike.has(word)) same.add(alike.get(word)!);
  for (const word of query.stems) sum += (query.idf.get(word) ?? 0) * (held.has(word) ? 1 : same.has(word) ? settings.synonym : 0);
  return sum / query.total;
}

/** A description as definitions are held against it. */
interface Wording {
  query: QueryWeights;
  /** Initials of its words, with their stems. */
  acronyms: ReadonlyMap<string, readonly string[]>;
  /** What developers call the same, with the word of it that it stands for. */
  alike: ReadonlyMap<string, string>;
}

function alikeOf(stems: readonly string[]): Map<string, string> {
  const alike = new Map<string, string>();
  for (const own of stems)
    for (const other of synonyms([own]))
      if (!other.includes(" ") && !stems.includes(stem(other)) && !alike.has(stem(other))) alike.set(stem(other), own);
  return alike;
}

/** Stemmed parts of a name without those that no description says ("getTypeForFile"); an acronym of words of the description counts as these. */
const partsOf = (name: string, acronyms: ReadonlyMap<string, readonly string[]>): string[] =>
  splitIdentifier(name).flatMap((part) => (STOP_WORDS.has(part) ? [] : (acronyms.get(part) ?? [stem(part)])));

/** Initials of two to four words of a description that follow one another, with their stems: "garbage collection" is gc. */
function acronymsOf(description: string): Map<string, string[]> {
  const list = description.toLowerCase().match(/[a-z]+/g) ?? [];
  const found = new Map<string, string[]>();
  for (let from = 0; from < list.length; from++)
    for (let size = 3; size <= 4 && from + size <= list.length; size++) {
      const some = list.slice(from, from + size);
      if (!some.some((word) => STOP_WORDS.has(word))) found.set(some.map((word) => word[0]).join(""), some.map(stem));
    }
  return found;
}

/** Is it a whole identifier that stands beside its parts (words.ts)? */
const isWhole = (word: string, description: string): boolean =>
  [...description.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)].some(([name]) => {
    const parts = splitIdentifier(name);
    return parts.length > 1 && parts.join("") === word;
  });

// The ends of a path.

/** It is spoken of how something comes to be: a constructor is meant by nothing else. */
const MAKING = /\b(?:creat|construct|initiali[sz]|instantiat|mak|build|set(?:ting)? ?up|new\b)/i;

/** The type that a constructor makes an instance of: all of that is what is described. */
function constructed(store: Store, symbol: SymbolRow): SymbolRow {
  const owner = symbol.parent === null ? null : store.symbolById(symbol.parent);
  return owner !== null && isType(owner) && isConstructor(symbol, owner.name) ? owner : symbol;
}

/** Each symbol once, where it comes first. */
const distinct = (candidates: readonly Candidate[]): Candidate[] =>
  [...new Map(candidates.toReversed().map((one) => [one.symbol.id, one])).values()].toReversed();

/** Types right below one, outside tests: who reaches any of them reaches it. */
function below(store: Store, symbol: SymbolRow): SymbolRow[] {
  if (sortOf(symbol) !== "type" || symbol.file === null) return [];
  const types = store.edgesTo(symbol.id, HIERARCHY).flatMap(({ src }) => store.symbolById(src) ?? []);
  const own = types.filter(({ file }) => file !== null && !store.fileById(file)?.tags.includes("test"));
  return own.length > settings.below ? [] : own;
}

/** A type with the other places that it is written in: a class that is opened again, a partial one, an extension. */
function reopened(store: Store, symbol: SymbolRow): SymbolRow[] {
  if (sortOf(symbol) !== "type" || symbol.file === null) return [symbol];
  const others = store
    .symbolsByName(symbol.name)
    .filter(
      (one) =>
        one.id !== symbol.id &&
        one.qualified === symbol.qualified &&
        one.language === symbol.language &&
        sortOf(one) === "type" &&
        store.childrenOf(one.id).some((inner) => sortOf(inner) === "callable") &&
        !store.fileById(one.file!)?.tags.some((tag) => tag === "test" || tag === "vendored"),
    );
  return [symbol, ...others];
}

/** Definitions outside tests whose names have every word of a short description, wherever a search ranks them. */
function named(store: Store, description: string): SymbolRow[] {
  const said = (description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word));
  if (said.length === 0 || said.length > settings.namedWords) return [];
  const stems = said.map(stem);
  // The longest says most; what its stem has in common with it stands in its other forms too.
  const [word, root] = said.map((one, at) => [one, stems[at]!] as const).sort((a, b) => b[0].length - a[0].length)[0]!;
  let same = 0;
  while (same < word.length && word[same] === root[same]) same++;
  if (same < 3) return [];
  return store.namesHolding(word.slice(0, same), settings.namedNames).flatMap((folded) =>
    store.symbolsByName(folded, true).filter((symbol) => {
      if (symbol.file === null || sortOf(symbol) === null || !isCode(symbol.language)) return false;
      const parts = new Set(splitIdentifier(symbol.name).map(stem));
      return stems.every((one) => parts.has(one)) && !store.fileById(symbol.file)?.tags.includes("test");
    }),
  );
}

/** Candidates of a description and what it means outside of the tree, by what each holds by itself. */
function together(fitting: readonly Candidate[], { resource, meant }: Outside): Candidate[] {
  const most = settings.name + settings.told + settings.body;
  const all = new Map<number, Candidate>(meant.map((one) => [one.symbol.id, { ...one, fit: most * one.score, named: true, called: true }]));
  const strength = Math.max(0, ...fitting.map(({ fit = most, called }) => Math.max(called ? settings.calledSo : 0, fit / most)));
  for (const one of fitting) {
    // A word for what lies outside means nothing that only comes near to it.
    if (resource && !one.called && !one.alike) continue;
    const score = Math.max(strength * one.score, one.called ? settings.calledSo : 0);
    if (score > (all.get(one.symbol.id)?.score ?? 0)) all.set(one.symbol.id, { ...one, score });
  }
  const best = Math.max(...[...all.values()].map(({ score }) => score));
  return [...all.values()].map((one) => ({ ...one, score: one.score / best })).sort((a, b) => b.score - a.score);
}

/** What an end of a relation may be: one symbol, or all that another relation gave. */
export interface Alternative {
  symbols: SymbolRow[];
  score: number;
  /** What it costs to take a part of it instead. */
  inside?: number;
}

/** The candidates of an end, each for what it costs to take it for what is described. */
export const endsOf = (alternatives: readonly Alternative[]): End[] =>
  alternatives.flatMap(({ symbols, score, inside = walked.inside }) => {
    const cost = settings.doubt * -Math.log(Math.max(score, settings.least));
    return score < settings.least ? [] : symbols.map((symbol) => ({ symbol, cost, inside }));
  });

/** Symbols outside tests that calls lead to from the likeliest candidates of an end, or from which they lead there; both ways where ends have no order. */
export function around(graph: Graph, alternatives: readonly Alternative[], calls: boolean, both: boolean): SymbolRow[] {
  const seen = new Map<number, SymbolRow>();
  const starts = alternatives.slice(0, settings.guides).flatMap(({ symbols }) => symbols.slice(0, settings.guides));
  let level = starts.flatMap((symbol) => graph.subtree(symbol).map(({ id }) => id)).slice(0, settings.near);
  while (level.length > 0 && seen.size < settings.near) {
    const next: number[] = [];
    for (const id of level)
      for (const { src, dst, resolution } of [
        ...(calls || both ? graph.store.edgesFrom(id, ["calls", "uses"]) : []),
        ...(!calls || both ? graph.store.edgesTo(id, ["calls", "uses"]) : []),
      ]) {
        const other = src === id ? dst : src;
        const symbol = resolution === "external" || seen.has(other) ? null : graph.symbol(other);
        if (symbol === null || symbol.file === null || graph.isTest(symbol) || seen.size >= settings.near) continue;
        seen.set(other, symbol);
        next.push(other);
      }
    level = next;
  }
  return [...seen.values()];
}

/** A text in quotes, a route or a flag that an end is described by: it stands in code, which is what is meant. */
function literalOf(description: string): string | null {
  const { quoted, route, flag } = LITERAL.exec(description)?.groups ?? {};
  return quoted ?? route ?? flag ?? (/^\S*[^\w\s.]\S*$/.test(description) ? description : null);
}
const LITERAL = /(["'`])(?<quoted>[^"'`]{2,})\1|(?<![\w/])(?<route>\/[\w{}:.-]+(?:\/[\w{}:.-]*)*)|(?<![\w-])(?<flag>--[a-z][\w-]*)/;

/** The definitions around the places in code, outside tests, where a literal stands; of a flag, those that read it by its name too. */
function holding(store: Store, literal: string): Alternative[] {
  const symbols = new Map<number, Alternative>();
  const look = (text: string, score: number): void => {
    const found = searchKeyword(store, text, { limit: settings.literals, accept: (_, language) => isCode(language) });
    for (const { path, lines } of found.files) {
      if (store.fileByPath(path)?.tags.includes("test")) continue;
      for (const { line } of lines) {
        const symbol = store.symbolAt(path, line);
        if (symbol && !symbols.has(symbol.id)) symbols.set(symbol.id, { symbols: [symbol], score });
      }
    }
  };
  look(literal, 1);
  const name = /^--(?:no-)?([a-z][\w-]*)$/.exec(literal)?.[1];
  if (name === undefined || symbols.size === 0) return [...symbols.values()];
  for (const one of new Set([name.replaceAll("-", "_"), name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]))
    look(`.${one}`, settings.readFlag);
  return [...symbols.values()];
}
