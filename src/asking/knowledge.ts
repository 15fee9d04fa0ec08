/**
 * The thick query: anchors by the question, filtered by a regular expression and by keywords, then expanded along the graph.
 *
 * A filter alone is a query too: keywords are looked for as exact text, a path expression lists what it lets through.
 */
import { type AskOptions, ask, type Session } from "../asking.ts";
import type { Answer, Result } from "../base/schema.ts";
import { asking, mcp } from "../base/settings.ts";
import { EDGE_KINDS, type EdgeKind } from "../base/types.ts";
import { fileFilter } from "../query/filter.ts";
import { type Pattern, parsePattern } from "../query/pattern.ts";
import type { EdgeRow, Store, SymbolRow } from "../store/graph.ts";
import { Pages, quoteAll } from "./quote.ts";
import { chunkDraft } from "./search.ts";
import { toNode } from "./structural.ts";

export interface KnowledgeQuery {
  /** The question; null = the filters alone. */
  text: string | null;
  /** RE2 expression that a path must match (or, with `in: "content"`, a line of the chunk). */
  regex: { source: string; in: "path" | "content" } | null;
  /** Texts that must all stand in a chunk; smart case. */
  keywords: string[];
  /** Hops around the results; 0 for none. */
  depth: number;
  /** Relations that are followed. */
  edges: readonly EdgeKind[];
}

/** Relations that say something about code; what contains what is added where it joins results. */
export const FOLLOWED: readonly EdgeKind[] = EDGE_KINDS.filter((kind) => kind !== "contains" && kind !== "references");

/**
 * Anchors and the one subgraph around them.
 * @returns an answer whose `graph` holds every node and edge once, the nearest to the results first
 * @throws Refusal `bad-pattern`, and as `ask`
 */
export async function knowledge(session: Session, query: KnowledgeQuery, options: AskOptions): Promise<Answer> {
  const passes = filterOf(session.store, query);
  const filtered = query.regex !== null || query.keywords.length > 0;
  let answer = await anchors(session, query, { ...options, k: filtered ? Math.max(options.k, mcp.filterPool[0]) : options.k });
  let kept = distinct(answer.results).filter(passes);
  if (filtered && kept.length < options.k && answer.results.length >= mcp.filterPool[0]) {
    answer = await anchors(session, query, { ...options, k: mcp.filterPool[1] });
    kept = distinct(answer.results).filter(passes);
  }
  const results = kept.slice(0, options.k).map((result, i) => ({ ...result, rank: i + 1 }));
  const dropped = answer.results.length > 0 && results.length === 0;
  return {
    ...answer,
    query: query.text ?? [query.regex?.source, ...query.keywords].filter((part) => part !== undefined).join(" "),
    results,
    graph: expanded(session.store, results, answer.graph, query),
    warnings: dropped
      ? [...answer.warnings, { code: "all-filtered", message: "Something was found, but nothing that the filters let through." }]
      : answer.warnings,
  };
}

function anchors(session: Session, query: KnowledgeQuery, options: AskOptions): Promise<Answer> {
  if (query.text !== null) return ask(session, query.text, options);
  const [keyword] = query.keywords;
  // The longest of them is the rarest, nearly always.
  const rarest = query.keywords.reduce((best, one) => (one.length > best.length ? one : best), keyword ?? "");
  if (rarest !== "") return ask(session, rarest, { ...options, strategy: "keyword", k: mcp.filterPool[1] });
  if (query.regex?.in === "content")
    return ask(session, expression(query.regex.source), { ...options, strategy: "keyword", k: mcp.filterPool[1] });
  return listed(session, query, options);
}

/** The first chunk of every file whose path passes, in order of path. */
async function listed(session: Session, query: KnowledgeQuery, options: AskOptions): Promise<Answer> {
  const { store } = session;
  const frame = await ask(session, query.regex?.source ?? "", { ...options, strategy: "keyword", k: 1, paths: [], budget: 1 });
  const accepts = fileFilter({ paths: options.paths, excludes: options.excludes, languages: options.languages, kinds: [] });
  const pattern = query.regex && parsePattern(expression(query.regex.source));
  const drafts = store
    .files()
    .filter((file) => accepts(file.path, file.language) && (pattern === null || matches(pattern, file.path)))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .slice(0, options.k)
    .flatMap((file) => {
      const chunk = store.chunkAt(file.path, 1);
      return chunk ? [chunkDraft({ chunk, score: 1 }, "keyword")] : [];
    });
  const { results } = quoteAll(drafts, new Pages(store), options.budget);
  return { ...frame, results, warnings: session.warnings, suggestions: [], evidence: { gap: false, z: null } };
}

/** An expression in the form that keyword search takes: between slashes, those inside escaped. */
const expression = (source: string): string => `/${source.replace(/\\.|\//gs, (found) => (found === "/" ? "\\/" : found))}/`;

/** One result a chunk: exact matches come line by line. */
function distinct(results: readonly Result[]): Result[] {
  const seen = new Set<string>();
  return results.filter((result) => {
    const key = result.chunk === "" ? `${result.path}:${result.start}` : result.chunk;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

/** What the filters say of a result. */
function filterOf(store: Store, query: KnowledgeQuery): (result: Result) => boolean {
  const regex = query.regex && { pattern: parsePattern(expression(query.regex.source)), in: query.regex.in };
  const keywords = query.keywords.map((keyword) => parsePattern(keyword));
  const pages = new Pages(store);
  return (result) => {
    if (regex?.in === "path" && !matches(regex.pattern, result.path)) return false;
    if (keywords.length === 0 && regex?.in !== "content") return true;
    const text = pages.text(result.path, result.start, result.end);
    return (regex?.in !== "content" || matches(regex.pattern, text)) && keywords.every((keyword) => matches(keyword, text));
  };
}

function matches(pattern: Pattern, text: string): boolean {
  let found = false;
  if (pattern.mayMatch(text))
    pattern.eachLine(text, () => {
      found = true;
      return true;
    });
  return found;
}

/** What a result is about: what is defined in it, else what it is a part of. */
function symbolsIn(store: Store, { path, start, end, line, chunk }: Result): SymbolRow[] {
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

/** Nodes within `depth` hops of the results, breadth first, and every edge among them once. */
function expanded(store: Store, results: readonly Result[], given: Answer["graph"], query: KnowledgeQuery): Answer["graph"] {
  const reached = new Map<number, SymbolRow>();
  const edges = new Map<string, EdgeRow>();
  let frontier: SymbolRow[] = [];
  const reach = (row: SymbolRow | null, into: SymbolRow[]): void => {
    if (!row || reached.has(row.id) || reached.size >= asking.maxSubgraph) return;
    reached.set(row.id, row);
    into.push(row);
  };
  for (const result of results) for (const symbol of symbolsIn(store, result)) reach(symbol, frontier);
  for (const node of given.nodes) reach(store.symbolByKey(node.id), frontier);
  for (let hop = 0; hop < query.depth && frontier.length > 0; hop++) {
    const next: SymbolRow[] = [];
    for (const symbol of frontier)
      for (const edge of [...store.edgesFrom(symbol.id, query.edges), ...store.edgesTo(symbol.id, query.edges)])
        reach(store.symbolById(edge.src === symbol.id ? edge.dst : edge.src), next);
    frontier = next;
  }
  for (const symbol of reached.values())
    for (const edge of store.edgesFrom(symbol.id, [...query.edges, "contains"]))
      if (reached.has(edge.dst)) edges.set(`${edge.src} ${edge.kind} ${edge.dst} ${edge.line}`, edge);
  const order = new Map([...reached.keys()].map((id, i) => [id, i]));
  const sorted = [...edges.values()].sort(
    (a, b) =>
      order.get(a.src)! - order.get(b.src)! ||
      order.get(a.dst)! - order.get(b.dst)! ||
      (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0) ||
      a.line - b.line,
  );
  return {
    nodes: [...reached.values()].map(toNode),
    edges: sorted.map((edge) => ({
      from: reached.get(edge.src)!.key,
      to: reached.get(edge.dst)!.key,
      kind: edge.kind,
      line: edge.line,
      resolution: edge.resolution,
      confidence: edge.confidence,
    })),
  };
}
