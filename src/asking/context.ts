/**
 * A pack for a task: what somebody who is about to work on it has to have read. Entry points that the task's words find, what these depend on,
 * what calls them, the tests that reach them, and the documents that speak of them; by the graph where it knows, by words where it does not.
 */
import { ask, type Session } from "../asking.ts";
import type { Warning } from "../base/errors.ts";
import type { Answer, Result } from "../base/schema.ts";
import { packing, passages } from "../base/settings.ts";
import type { EdgeKind, Strategy } from "../base/types.ts";
import type { Store, SymbolRow } from "../store/graph.ts";
import { type Form, fit } from "./fit.ts";
import { headed, passagesOf } from "./passages.ts";
import { type Draft, Pages, quoteAll, staleWarning } from "./quote.ts";

/** In the order in which they are printed and filled. */
export const PACK_SECTIONS = ["entry_points", "definitions", "callers", "tests", "documents"] as const;
export type PackSection = (typeof PACK_SECTIONS)[number];

/** What is known of a place besides what a result says. */
export interface PackNote {
  section: PackSection;
  /** Why it is here, in a few words. */
  why: string;
}

/** A pack: an answer whose results are its places, with a note for each. */
export interface Pack {
  answer: Answer;
  notes: PackNote[];
  /** Places that had no room even for their citation. */
  omitted: number;
}

interface Place extends PackNote {
  draft: Draft;
}

export interface PackOptions {
  budget: number;
  paths: string[];
  excludes: string[];
  languages: string[];
  kinds: string[];
  prefixes?: string[];
  types?: string[];
  tags?: string[];
}

/**
 * The pack of a task.
 * @param form how a pack is printed, which is what the budget counts
 * @throws Refusal as `ask`
 */
export async function packFor(
  session: Session,
  task: string,
  options: PackOptions,
  form: (notes: Pack) => string,
  listed: boolean,
): Promise<Pack> {
  const { store } = session;
  const shared = { ...options, budget: 0, explain: false, includePossible: false, engines: undefined };
  const answer = await ask(session, task, { ...shared, k: passages.pool });
  const places = new Places(store, session.notes?.folder);
  for (const result of answer.results)
    if (result.path !== "" && !places.tagged(result.path, "test", "docs"))
      places.add("entry_points", "found for the task", draftOf(result));
  for (const entry of places.symbols("entry_points")) around(store, places, entry);
  for (const [section, tag] of [
    ["tests", "test"],
    ["documents", "docs"],
  ] as const) {
    for (const result of answer.results) if (places.tagged(result.path, tag)) places.add(section, "found for the task", draftOf(result));
    if (places.count(section) > 0 || (options.tags ?? []).length > 0) continue;
    const found = await ask(session, task, { ...shared, k: packing.most[section], tags: [tag], strategy: "semantic" as Strategy });
    for (const result of found.results) places.add(section, "found by the words of the task", draftOf(result));
  }
  const pages = new Pages(store);
  const warnings: Warning[] = [...answer.warnings, ...staleWarning(pages)].filter(({ code }) => code !== "more-results");
  const whole = { ...answer, graph: { nodes: [], edges: [] }, warnings };
  return within(store, whole, places.all(), pages, options.budget, form, listed);
}

/**
 * As much text of the places as fits, that of entry points first. Places without text are named as long as they take little of the budget: the last
 * of the longest section goes first.
 */
function within(
  store: Store,
  frame: Answer,
  places: readonly Place[],
  pages: Pages,
  limit: number,
  print: (pack: Pack) => string,
  listed: boolean,
): Pack {
  const packOf = (answer: Answer): Pack => ({
    answer,
    notes: answer.results.map(({ rank }) => ({ section: places[rank - 1]!.section, why: places[rank - 1]!.why })),
    omitted: places.length - answer.results.length,
  });
  const form: Form = { print: (answer) => print(packOf(answer)), line: 1, gap: 4, listed, cite: 14, graph: false };
  const all = quoteAll(
    places.map(({ draft }) => draft),
    pages,
  );
  const found = passagesOf(store, frame.query, all);
  const results = headed(store, all, found);
  const cited = named(results, places, limit === 0 ? Number.POSITIVE_INFINITY : limit * packing.named);
  return packOf(fit(store, { ...frame, results }, limit, form, (at) => cited.has(at), found));
}

/** Positions of the places that are named whether they are quoted or not, by about what their lines take. */
function named(results: readonly Result[], places: readonly Place[], room: number): Set<number> {
  const tokens = ({ path, qualified, signature }: Result, { why }: Place): number =>
    12 + (path.length + qualified.length + signature.length + why.length) / 4;
  const sections = PACK_SECTIONS.map((section) => places.flatMap((place, at) => (place.section === section ? [at] : [])));
  const kept = new Set<number>();
  let left = room;
  for (let nth = 0; nth < Math.max(...Object.values(packing.most)); nth++)
    for (const section of sections) {
      const at = section[nth];
      if (at === undefined) continue;
      left -= tokens(results[at]!, places[at]!);
      if (left < 0 && kept.size > 0) return kept;
      kept.add(at);
    }
  return kept;
}

/** What an entry point depends on and what depends on it, by the graph's facts. */
function around(store: Store, places: Places, entry: SymbolRow): void {
  const down: EdgeKind[] = ["calls", "inherits", "implements", "uses"];
  for (const edge of store.edgesFrom(entry.id, down)) {
    const symbol = edge.resolution === "ambiguous" ? null : store.symbolById(edge.dst);
    if (symbol && symbol.file !== null && symbol.at > 0 && !TRIVIAL.has(symbol.kind) && !places.tagged(symbol.path, "test"))
      places.add("definitions", `${VERBS[edge.kind] ?? edge.kind} ${entry.qualified}`, symbolDraft(store, symbol));
  }
  for (const edge of store.edgesTo(entry.id, ["calls", "uses", "inherits", "implements", "documents", "references", "governed_by"])) {
    const symbol = edge.resolution === "ambiguous" ? null : store.symbolById(edge.src);
    if (!symbol || symbol.file === null) continue;
    const why = `${edge.kind.replaceAll("_", " ")} ${entry.qualified}${edge.line > 0 ? ` at line ${edge.line}` : ""}`;
    const speaks =
      edge.kind === "documents" || edge.kind === "references" || symbol.kind === "section" || places.tagged(symbol.path, "docs");
    if (edge.kind === "governed_by") continue;
    places.add(places.tagged(symbol.path, "test") ? "tests" : speaks ? "documents" : "callers", why, symbolDraft(store, symbol, edge.line));
  }
  for (const edge of store.edgesFrom(entry.id, ["governed_by"])) {
    const symbol = store.symbolById(edge.dst);
    if (symbol && symbol.file !== null) places.add("documents", `governs ${entry.qualified}`, symbolDraft(store, symbol));
  }
}

/** What is no definition to read before a task: names of modules and single values. */
const TRIVIAL: ReadonlySet<string> = new Set(["variable", "field", "import", "module", "namespace"]);

/** A relation read from its other end. */
const VERBS: Partial<Record<EdgeKind, string>> = {
  calls: "called by",
  uses: "used by",
  inherits: "inherited by",
  implements: "implemented by",
};

/** The places of a pack, each once, in its first section. */
class Places {
  readonly #places: Place[] = [];
  readonly #tags = new Map<string, readonly string[]>();
  readonly #seen = new Set<string>();

  /** @param without a folder of which nothing is a place: notes have a list of their own */
  constructor(
    private readonly store: Store,
    private readonly without: string | undefined,
  ) {}

  tagged(path: string, ...tags: string[]): boolean {
    let own = this.#tags.get(path);
    if (!own) {
      own = this.store.fileByPath(path)?.tags ?? [];
      this.#tags.set(path, own);
    }
    return tags.some((tag) => own.includes(tag));
  }

  count(section: PackSection): number {
    return this.#places.filter((place) => place.section === section).length;
  }

  add(section: PackSection, why: string, draft: Draft): void {
    const key = `${draft.path}:${draft.start}`;
    const most = section === "entry_points" ? passages.pool : packing.most[section];
    if (this.without !== undefined && draft.path.startsWith(`${this.without}/`)) return;
    if (draft.chunk === "" || this.#seen.has(key) || this.count(section) >= most) return;
    const inside = this.#places.some(
      (place) => place.draft.path === draft.path && place.draft.start <= draft.start && draft.end <= place.draft.end,
    );
    if (inside) return;
    this.#seen.add(key);
    this.#places.push({ section, why, draft });
  }

  /** The symbols that the places of a section are, or hold. */
  symbols(section: PackSection): SymbolRow[] {
    return this.#places
      .filter((place) => place.section === section)
      .slice(0, packing.most[section])
      .flatMap(({ draft }) => {
        const file = this.store.fileByPath(draft.path);
        const all = file ? this.store.symbolsOfFile(file.id) : [];
        const own = all.filter(({ at, kind, start }) => at > 0 && kind !== "import" && start >= draft.start && start <= draft.end);
        const around = this.store.symbolAt(draft.path, draft.start);
        return own.length > 0 ? own.slice(0, packing.symbols) : around && around.at > 0 ? [around] : [];
      });
  }

  /** By section, in the order in which they came. */
  all(): Place[] {
    return PACK_SECTIONS.flatMap((section) => this.#places.filter((place) => place.section === section));
  }
}

const draftOf = ({ rank: _, snippet: __, lines: ___, truncated: ____, ...result }: Result): Draft => ({
  ...result,
  line: null,
  quote: { from: result.start, to: result.end },
});

/** A symbol as a place, from its documentation on; with a line, what is quoted begins there. */
function symbolDraft(store: Store, symbol: SymbolRow, line = 0): Draft {
  const whole = symbol.at === 0 && line > 0 ? store.chunkAt(symbol.path, line) : store.chunkAt(symbol.path, symbol.start);
  const own =
    symbol.at === 0 && whole ? { start: whole.start, end: whole.end } : { start: symbol.start, end: Math.max(symbol.start, symbol.end) };
  const start = whole !== null && whole.symbol === symbol.id ? Math.min(whole.start, own.start) : own.start;
  return {
    score: 0,
    chunk: whole?.id ?? "",
    path: symbol.path,
    start: Math.max(1, start),
    end: Math.max(1, own.end),
    kind: symbol.kind,
    name: symbol.name,
    qualified: symbol.qualified,
    language: symbol.language,
    strategies: ["structural"],
    depth: 1,
    line: null,
    confidence: 1,
    resolution: null,
    repository: null,
    signature: symbol.signature,
    quote: { from: Math.max(1, start), to: Math.max(1, own.end) },
  };
}
