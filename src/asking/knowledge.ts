/**
 * The thick query: anchors by the routed question, filtered by an expression and by texts, then expanded along the graph.
 *
 * One implementation for `manifold q` and the MCP tool. A filter alone is a query too: it lists what passes, the heart of the tree first.
 */
import type { Answer } from "../base/schema.ts";
import { asking, thick as settings } from "../base/settings.ts";
import { EDGE_KINDS, type EdgeKind } from "../base/types.ts";
import { Prefilter } from "../files/prefilter.ts";
import { fileFilter, type Within } from "../query/filter.ts";
import { distanceOf } from "../query/keyword.ts";
import { type Pattern, parsePattern } from "../query/pattern.ts";
import { filtersAsText, type Plan, type RegexFilter, type Thick } from "../query/plan.ts";
import { subgraph } from "../query/subgraph.ts";
import type { ChunkRow, EdgeRow, FileRow, Store, SymbolRow } from "../store/graph.ts";
import { chunkStarts } from "../store/ranking.ts";
import { compose } from "./compose.ts";
import { type Found, find, isWhole, nothing } from "./find.ts";
import type { Session } from "./options.ts";
import type { Draft } from "./quote.ts";
import { chunkDraft } from "./search.ts";

/**
 * Runs a plan that has conditions or a subgraph.
 *
 * The conditions on files hold inside every engine. Those on text hold inside retrieval by words and meaning (`RetrieveOptions`), and are
 * asked of the complete list where there is one: exact matches and what the graph says.
 * @returns what was found; `graph` holds every node and edge once, the nearest to the results first
 * @throws Refusal `bad-pattern`
 */
export function thick({ store }: Session, plan: Plan): Found {
  const wanted = plan.thick!;
  const predicates = new Predicates(store, plan);
  const filtered = wanted.regex !== null || wanted.keywords.length > 0;
  const found = isAlone(plan) ? listed(store, plan, predicates) : anchors(store, plan, predicates);
  // The printed plan says what was done first.
  if (predicates.onText && !isAlone(plan)) wanted.first = predicates.first();
  // Around what passes the conditions, and nothing else: where nothing does, there is no subgraph either.
  const conditioned = filtered || !isWhole(plan);
  const start = conditioned || wanted.hops === 0 ? within(found) : found.graph;
  const graph =
    conditioned && found.drafts.length === 0
      ? NO_GRAPH
      : wanted.hops === 0
        ? start
        : expand(store, found.drafts, start, wanted.hops, wanted.edges ?? FOLLOWED);
  if (found.drafts.length === 0 && filtered && !found.warnings.some(({ code }) => NOTHING.has(code))) {
    const warnings = found.warnings.filter((warning) => warning.code !== "all-filtered");
    return {
      ...found,
      graph,
      warnings: [...warnings, { code: "all-filtered", message: `Nothing that ${conditions(wanted)} lets through answers this.` }],
    };
  }
  return { ...found, graph };
}

const NO_GRAPH: Answer["graph"] = { nodes: [], edges: [] };

/** Warnings that say already why there is no result. */
const NOTHING: ReadonlySet<string> = new Set(["no-match", "none-direct", "none-known", "only-possible", "symbol-unknown"]);

/** Filters and no question. */
const isAlone = (plan: Plan): boolean =>
  plan.operation === "search" && plan.strategy === "keyword" && plan.keyword === null && plan.text.trim() === "";

function conditions({ regex, keywords }: Thick): string {
  const parts = [...(regex ? [`--regex ${regex.source}`] : []), ...keywords.map((keyword) => `--keyword ${keyword}`)];
  return parts.join(" with ");
}

/** What the question finds, of that what passes. */
function anchors(store: Store, plan: Plan, predicates: Predicates): Found {
  const byWords = plan.strategy === "semantic" || plan.operation === "related" || plan.operation === "search";
  // A complete list is asked for where what passes is chosen from it.
  const complete = predicates.onText && !(byWords && plan.strategy !== "keyword");
  const inner = { ...plan, filters: { ...plan.filters, within: predicates.within() }, k: complete ? asking.maxResults : plan.k };
  const found = plan.relation ? compose(store, inner) : find(store, inner);
  if (!complete) return found;
  const passes = (draft: Draft): boolean => {
    const chunk = plan.strategy === "keyword" ? store.chunkById(draft.chunk) : null;
    return chunk ? predicates.chunk(chunk.no) : draft.path !== "" && predicates.lines(draft.path, draft.start, draft.end);
  };
  const drafts = (plan.strategy === "keyword" ? distinct(found.drafts) : found.drafts).filter(passes);
  const warnings = found.warnings.filter((warning) => warning.code !== "more-results" && warning.code !== "more-matches");
  if (drafts.length > plan.k)
    warnings.push({ code: "more-results", message: `${drafts.length} results; the first ${plan.k} are shown, -k shows more.` });
  return { ...found, drafts: drafts.slice(0, plan.k), warnings };
}

/** One result a place: exact matches come line by line. */
function distinct(drafts: readonly Draft[]): Draft[] {
  const seen = new Set<string>();
  return drafts.filter((draft) => {
    const key = `${draft.path}:${draft.start}-${draft.end} ${draft.qualified}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

/** The walked part of the graph as far as it joins what is shown: the chosen symbols, the results, and the edges among them. */
function within(found: Found): Answer["graph"] {
  const shown = new Set(found.drafts.map((draft) => `${draft.path}:${draft.start}:${draft.qualified}`));
  const kept = new Set(
    found.graph.nodes
      .filter(
        (node, i) =>
          i === 0 || node.id === found.symbol.chosen?.id || shown.has(`${node.path}:${Math.max(1, node.start)}:${node.qualified}`),
      )
      .map((node) => node.id),
  );
  return {
    nodes: found.graph.nodes.filter((node) => kept.has(node.id)),
    edges: found.graph.edges.filter((edge) => kept.has(edge.from) && kept.has(edge.to)),
  };
}

/**
 * What passes the filters of a query without a question: files by how far they are from the heart of the tree, then by path. Conditions on
 * text give the chunks that hold it, one a file first; a condition on paths alone gives each file's first.
 */
function listed(store: Store, plan: Plan, predicates: Predicates): Found {
  const files: { file: FileRow; chunks: ChunkRow[] }[] = predicates.onText
    ? predicates.all()
    : predicates.files().map((file) => ({ file, chunks: store.chunksOfFile(file.id).slice(0, 1) }));
  const kinds = new Set(plan.filters.kinds);
  const kept = files
    .map(({ file, chunks }) => ({ file, chunks: kinds.size === 0 ? chunks : chunks.filter((chunk) => kinds.has(chunk.kind)) }))
    .filter(({ chunks }) => chunks.length > 0)
    .sort((a, b) => distanceOf(a.file.tags, a.file.path) - distanceOf(b.file.tags, b.file.path) || (a.file.path < b.file.path ? -1 : 1));
  const ordered = [...kept.map(({ chunks }) => chunks[0]!), ...kept.flatMap(({ chunks }) => chunks.slice(1))];
  const found: Found = {
    ...nothing(),
    drafts: ordered.slice(0, plan.k).map((chunk) => chunkDraft({ chunk, likelihood: 1 }, "keyword")),
  };
  if (ordered.length > plan.k)
    found.warnings.push({ code: "more-results", message: `${ordered.length} places pass; the first ${plan.k} are shown, -k shows more.` });
  if (ordered.length === 0) found.warnings.push({ code: "no-match", message: `Nothing here passes ${filtersAsText(plan)}.` });
  return found;
}

// The conditions of a thick query: an expression on the path or the lines, texts that must be present.
//
// Whatever is matched is the text of the redacting reader, so that a blanked secret can be neither shown nor guessed piece by piece.
// A file that changed since it was indexed passes nothing: its chunks are not what the index says.

export class Predicates {
  readonly #path: Pattern | null;
  readonly #content: readonly Pattern[];
  readonly #accepts: (path: string, language: string | null) => boolean;
  /** Numbers of the chunks that pass, of every file looked at. */
  readonly #passing = new Map<number, ReadonlySet<number>>();
  #sieve: Prefilter | null = null;
  #files: FileRow[] | null = null;
  #first: "filter" | "ranking" | null = null;

  /** @throws Refusal `bad-pattern` */
  constructor(
    private readonly store: Store,
    private readonly plan: Plan,
  ) {
    const { regex = null, keywords = [] } = plan.thick ?? {};
    const expression = regex && parsePattern(slashed(regex));
    this.#path = regex?.in === "path" ? expression : null;
    this.#content = [...(regex?.in === "content" ? [expression!] : []), ...keywords.map((keyword) => parsePattern(keyword))];
    this.#accepts = fileFilter(plan.filters);
  }

  /** Is anything asked of the text at all? */
  get onText(): boolean {
    return this.#content.length > 0;
  }

  /** A path passes as it is, or written from the root on as `/src/server`. */
  file(own: string): boolean {
    const path = (this.plan.filters.mount ?? "") + own;
    return this.#path === null || matches(this.#path, path) || matches(this.#path, `/${path}`);
  }

  chunk(no: number): boolean {
    if (!this.onText) return true;
    const row = this.store.statement("SELECT file FROM chunk WHERE no = ?").values(no)[0] as [number] | undefined;
    return row !== undefined && this.#ofFile(row[0]).has(no);
  }

  /** Does the text of some lines pass? For what is no chunk: symbols. */
  lines(path: string, start: number, end: number): boolean {
    if (!this.onText) return true;
    const file = this.store.fileByPath(path);
    const text = file && this.#text(file);
    if (text === null) return false;
    const lines = text.split(/\r\n|\n|\r/).slice(start - 1, end);
    return this.#passes(lines.join("\n"));
  }

  /** Files that pass the conditions on files, by path. */
  files(): FileRow[] {
    this.#files ??= this.store.files().filter((file) => this.#accepts(file.path, file.language) && this.file(file.path));
    return this.#files;
  }

  /**
   * All chunks that pass, by file in order of path, then by line.
   * @returns rows of the files that have any
   */
  all(): { file: FileRow; chunks: ChunkRow[] }[] {
    const out: { file: FileRow; chunks: ChunkRow[] }[] = [];
    for (const file of this.files()) {
      const passing = this.#ofFile(file.id, file);
      if (passing.size > 0) out.push({ file, chunks: this.store.chunksOfFile(file.id).filter((chunk) => passing.has(chunk.no)) });
    }
    return out;
  }

  /**
   * The conditions as the engines take them, filtered first or while going down the ranking: whichever costs less.
   *
   * The costs follow from the share of files that pass, which a sample tells (`settings.thick`). Both ways ask the same of the same
   * text, and the ranking of those that pass does not depend on the others, so the answer is the same.
   */
  within(): Within {
    const file = this.#path === null ? null : (path: string) => this.file(path);
    const of = (store: Store, filters: Plan["filters"]): Within => new Predicates(store, { ...this.plan, filters }).within();
    if (!this.onText) return { file, chunk: null, passing: null, of };
    if (this.first() === "ranking") return { file, chunk: (no) => this.chunk(no), passing: null, of };
    const passing = new Set(this.all().flatMap(({ chunks }) => chunks.map((chunk) => chunk.no)));
    return { file, chunk: (no) => passing.has(no), passing, of };
  }

  /** What is done first. */
  first(): "filter" | "ranking" {
    this.#first ??= this.plan.thick?.first ?? this.#cheaper();
    return this.#first;
  }

  #cheaper(): "filter" | "ranking" {
    const files = this.files();
    if (files.length === 0) return "filter";
    const step = Math.max(1, Math.floor(files.length / settings.sample));
    let looked = 0;
    let passed = 0;
    for (let at = 0; at < files.length; at += step) {
      looked++;
      if (this.#ofFile(files[at]!.id, files[at]!).size > 0) passed++;
    }
    const share = Math.max(passed, 0.5) / looked;
    const each = settings.prefilterMicros + share * settings.readMicros;
    const filtering = files.length * each;
    const ranking = Math.min(this.store.counts().files * settings.worded, settings.ranked / share) * each * settings.ordering;
    return filtering <= ranking ? "filter" : "ranking";
  }

  #ofFile(id: number, known: FileRow | null = null): ReadonlySet<number> {
    let passing = this.#passing.get(id);
    if (passing === undefined) {
      const file = known ?? this.store.fileById(id);
      passing = file && this.#may(file) ? this.#look(file) : NONE;
      this.#passing.set(id, passing);
    }
    return passing;
  }

  /** Files that cannot pass are told by their bytes, unread. */
  #may(file: FileRow): boolean {
    this.#sieve ??= new Prefilter(this.store.root, ...this.#content.map((pattern) => pattern.needles));
    return this.#sieve.mayMatch(file.path, file.size);
  }

  #look(file: FileRow): ReadonlySet<number> {
    const text = this.#text(file);
    if (text === null || !this.#content.every((pattern) => pattern.mayMatch(text))) return NONE;
    // Chunks lie one after the other: a line belongs to the last that starts before it ends.
    const starts = chunkStarts(this.store, file.id);
    let passing: Set<number> | null = null;
    for (const pattern of this.#content) {
      const having = new Set<number>();
      let at = 0;
      pattern.eachLine(text, (line) => {
        while (at + 1 < starts.length && starts[at + 1]![1] <= line + 1) at++;
        having.add(starts[at]![0]);
        return false;
      });
      passing = passing === null ? having : passing.intersection(having);
      if (passing.size === 0) return NONE;
    }
    return passing ?? NONE;
  }

  #passes(text: string): boolean {
    return this.#content.every((pattern) => matches(pattern, text));
  }

  #text(file: FileRow): string | null {
    const source = this.store.source(file.path, file);
    return typeof source === "string" || !source.fresh ? null : source.text;
  }
}

const NONE: ReadonlySet<number> = new Set();

/** An expression in the form that keyword search takes: between slashes, those inside escaped. */
export const slashed = ({ source }: RegexFilter): string => `/${source.replace(/\\.|\//gs, (found) => (found === "/" ? "\\/" : found))}/`;

function matches(pattern: Pattern, text: string): boolean {
  let found = false;
  pattern.eachLine(text, () => {
    found = true;
    return true;
  });
  return found;
}

// The one subgraph around the results of a thick query: every node and edge once, the nearest to the results first.

/** Relations that say something about code; what contains what is added where it joins nodes. */
export const FOLLOWED: readonly EdgeKind[] = EDGE_KINDS.filter((kind) => kind !== "contains" && kind !== "references");

/** Relations that hang on whole files, mostly: where they are followed, the file of a result is part of it. */
const OF_FILES: ReadonlySet<EdgeKind> = new Set(["imports", "documents", "governed_by", "depends_on"]);

/**
 * Nodes within `hops` of the results, breadth first over edges in both directions, and every edge among them once.
 * @param given the part of the graph that the question itself walked; its nodes are starts too
 * @param edges relations that are followed; `contains` joins nodes whether it is followed or not
 * @returns at most `asking.maxSubgraph` nodes; edges as `subgraph` sorts them
 */
export function expand(
  store: Store,
  drafts: readonly Draft[],
  given: Answer["graph"],
  hops: number,
  edges: readonly EdgeKind[],
): Answer["graph"] {
  const reached = new Map<number, SymbolRow>();
  let near = 0;
  let frontier: SymbolRow[] = [];
  const reach = (row: SymbolRow | null, into: SymbolRow[]): void => {
    if (!row || reached.has(row.id) || reached.size >= asking.maxSubgraph) return;
    reached.set(row.id, row);
    into.push(row);
  };
  for (const draft of drafts) for (const symbol of symbolsIn(store, draft)) reach(symbol, frontier);
  for (const node of given.nodes) reach(store.symbolByKey(node.id), frontier);
  if (edges.some((kind) => OF_FILES.has(kind)))
    for (const draft of drafts) reach(store.symbolsOfFile(store.fileByPath(draft.path)?.id ?? -1)[0] ?? null, frontier);
  for (let hop = 0; hop < hops && frontier.length > 0; hop++) {
    const next: SymbolRow[] = [];
    for (const symbol of frontier)
      for (const edge of [...store.edgesFrom(symbol.id, edges), ...store.edgesTo(symbol.id, edges)])
        reach(store.symbolById(edge.src === symbol.id ? edge.dst : edge.src), next);
    frontier = next;
    if (hop === 0) near = reached.size;
  }
  const joining = [...among(store, reached, edges.includes("contains") ? edges : [...edges, "contains"])];
  const telling = edges.some((kind) => !CONTAINING.has(kind)) ? edges.filter((kind) => !CONTAINING.has(kind)) : edges;
  const kinds = new Set(telling);
  return subgraph(
    relatedFirst(
      reached,
      near,
      joining.filter(({ kind }) => kinds.has(kind)),
    ),
    joining,
  );
}

/** Relations that only say where something stands. */
const CONTAINING: ReadonlySet<EdgeKind> = new Set(["contains", "defines"]);

/**
 * The same nodes, each of the results and the first hop with those that a relation joins it to: whoever takes the first of them takes relations, not
 * the parts of one class.
 */
function relatedFirst(reached: ReadonlyMap<number, SymbolRow>, near: number, edges: readonly EdgeRow[]): Map<number, SymbolRow> {
  const first = new Set([...reached.keys()].slice(0, near));
  const joined = new Map<number, number[]>();
  for (const { src, dst } of edges) {
    if (!first.has(src) || !first.has(dst)) continue;
    joined.set(src, [...(joined.get(src) ?? []), dst]);
    joined.set(dst, [...(joined.get(dst) ?? []), src]);
  }
  const ordered = new Map<number, SymbolRow>();
  for (const id of first)
    for (const one of joined.has(id) ? [id, ...joined.get(id)!] : []) if (!ordered.has(one)) ordered.set(one, reached.get(one)!);
  for (const [id, row] of reached) if (!ordered.has(id)) ordered.set(id, row);
  return ordered;
}

/** The edges among nodes. */
function* among(store: Store, reached: ReadonlyMap<number, SymbolRow>, kinds: readonly EdgeKind[]): Generator<EdgeRow> {
  for (const symbol of reached.values()) for (const edge of store.edgesFrom(symbol.id, kinds)) if (reached.has(edge.dst)) yield edge;
}

/** What a result is about: what is defined in it, else what it is a part of. */
function symbolsIn(store: Store, { path, start, end, line, chunk }: Draft): SymbolRow[] {
  const file = store.fileByPath(path);
  if (!file) return [];
  const around = line === null ? null : store.symbolAt(path, line);
  if (around && around.at > 0) return [around];
  const inside = store
    .symbolsOfFile(file.id)
    .filter((one) => one.at > 0 && one.kind !== "import" && one.start >= start && one.start <= end);
  if (inside.length > 0) return inside;
  const row = store.chunkById(chunk);
  const whole = row && store.symbolById(row.symbol);
  return whole ? [whole] : [];
}
