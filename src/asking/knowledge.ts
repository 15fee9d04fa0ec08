/**
 * The thick query: anchors by the routed question, filtered by an expression and by texts, then expanded along the graph.
 *
 * One implementation for `manifold q` and the MCP tool. A filter alone is a query too: it lists what passes, the heart of the tree first.
 */

import type { Answer } from "../base/schema.ts";
import { asking } from "../base/settings.ts";
import { distanceOf } from "../query/keyword.ts";
import { filtersAsText, type Plan, type Thick } from "../query/plan.ts";
import type { ChunkRow, FileRow, Store } from "../store/graph.ts";
import { compose } from "./compose.ts";
import { expand, FOLLOWED } from "./expand.ts";
import { type Found, find, isWhole, nothing } from "./find.ts";
import type { Session } from "./options.ts";
import type { Draft } from "./quote.ts";
import { chunkDraft } from "./search.ts";
import { Sift } from "./sift.ts";

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
  const sift = new Sift(store, plan);
  const filtered = wanted.regex !== null || wanted.keywords.length > 0;
  const found = isAlone(plan) ? listed(store, plan, sift) : anchors(store, plan, sift);
  // The printed plan says what was done first.
  if (sift.onText && !isAlone(plan)) wanted.first = sift.first();
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
function anchors(store: Store, plan: Plan, sift: Sift): Found {
  const byWords = plan.strategy === "semantic" || plan.operation === "related" || plan.operation === "search";
  // A complete list is asked for where what passes is chosen from it.
  const complete = sift.onText && !(byWords && plan.strategy !== "keyword");
  const inner = { ...plan, filters: { ...plan.filters, within: sift.within() }, k: complete ? asking.maxResults : plan.k };
  const found = plan.relation ? compose(store, inner) : find(store, inner);
  if (!complete) return found;
  const passes = (draft: Draft): boolean => {
    const chunk = plan.strategy === "keyword" ? store.chunkById(draft.chunk) : null;
    return chunk ? sift.chunk(chunk.no) : draft.path !== "" && sift.lines(draft.path, draft.start, draft.end);
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
function listed(store: Store, plan: Plan, sift: Sift): Found {
  const files: { file: FileRow; chunks: ChunkRow[] }[] = sift.onText
    ? sift.all()
    : sift.files().map((file) => ({ file, chunks: store.chunksOfFile(file.id).slice(0, 1) }));
  const kinds = new Set(plan.filters.kinds);
  const kept = files
    .map(({ file, chunks }) => ({ file, chunks: kinds.size === 0 ? chunks : chunks.filter((chunk) => kinds.has(chunk.kind)) }))
    .filter(({ chunks }) => chunks.length > 0)
    .sort((a, b) => distanceOf(a.file.tags, a.file.path) - distanceOf(b.file.tags, b.file.path) || (a.file.path < b.file.path ? -1 : 1));
  const ordered = [...kept.map(({ chunks }) => chunks[0]!), ...kept.flatMap(({ chunks }) => chunks.slice(1))];
  const found: Found = {
    ...nothing(),
    drafts: ordered.slice(0, plan.k).map((chunk, i) => chunkDraft({ chunk, score: 1 / (1 + i) }, "keyword")),
  };
  if (ordered.length > plan.k)
    found.warnings.push({ code: "more-results", message: `${ordered.length} places pass; the first ${plan.k} are shown, -k shows more.` });
  if (ordered.length === 0) found.warnings.push({ code: "no-match", message: `Nothing here passes ${filtersAsText(plan)}.` });
  return found;
}
