/**
 * Paths between two ends over the graph: the k cheapest simple ones.
 *
 * An end is a row of symbols that may be meant, each with what it costs to take it for that. One search does for all of them: the candidates of the
 * first end hang on a source, those of the second on a sink, so that the cheapest way from source to sink is the pair of ends that fits best and
 * lies nearest, chosen together. Cheapest paths are Dijkstra's (1959), the further ones those of Yen, "Finding the K Shortest Loopless Paths in a
 * Network" (1971): each deviates from one that is known already at some symbol. A step costs the more the less sure the edge is
 * (`settings.paths`), so what is established comes before what is guessed.
 */
import { DEPENDING } from "../../base/kinds.ts";
import { paths as settings, walking } from "../../base/settings.ts";
import type { EdgeKind } from "../../base/types.ts";
import type { EdgeRow, SymbolRow } from "../../store/graph.ts";
import { isConstructor } from "../../store/symbols.ts";
import { type Graph, isType } from "./graph.ts";
import { candidateConfidence, candidatesOf, fit, referable } from "./possible.ts";
import type { Path } from "./types.ts";

/** A symbol that may be meant by an end, and what it costs to take it for that: 0 for what is named. */
export interface End {
  symbol: SymbolRow;
  cost: number;
  /** What it costs besides to take a part of it instead; `settings.paths.inside` where nothing is said. */
  inside?: number;
}

export interface Paths {
  /** Cheapest first. */
  paths: Path[];
  /** Symbols that were followed, and how many steps the farthest lies away. */
  visited: number;
  farthest: number;
  /** Calls among them of which it is not known what they mean: only where nothing was found. */
  open: number;
  /** There is more than was followed. */
  truncated: boolean;
}

export interface Search {
  /** How many paths at most. */
  most: number;
  /** Follow calls that may mean something, too. */
  guesses?: boolean;
  /** Follow values instead: from the function that gives one to those that return it or take it. */
  flows?: boolean;
}

/** Edges that control goes along: a call, a function that is handed over or held, what a type takes from another, a file from another. */
const FLOWING: readonly EdgeKind[] = ["dataflow"];

/** How far a search has come: a symbol, and the way to it. */
interface State {
  id: number;
  cost: number;
  depth: number;
  /** The symbol that it began with, which no way comes back to. */
  begun: number;
  edge: EdgeRow | null;
  before: State | null;
  /** It is the end of a path: what it is taken for is paid. */
  arrived: boolean;
}

/** What a spur of Yen's must not use. */
interface Banned {
  starts: ReadonlySet<number>;
  symbols: ReadonlySet<number>;
  /** `from to` of two symbols. */
  steps: ReadonlySet<string>;
}

/** So many paths are looked at for each that is told: others differ in a constructor alone. */
const TWINS = 3;

const NOTHING: Banned = { starts: new Set(), symbols: new Set(), steps: new Set() };
const stepKey = (edge: EdgeRow): string => `${edge.src} ${edge.dst}`;

/** The cheapest simple paths from one end to another. */
export function pathsBetween(graph: Graph, from: readonly End[], to: readonly End[], search: Search): Paths {
  return new PathSearch(graph, from, to, search).run();
}

class PathSearch {
  readonly #starts: Map<number, Candidate>;
  readonly #goals: Map<number, Candidate>;
  readonly #leaving = new Map<number, EdgeRow[]>();
  /** Functions that are ends, by name: of a call whose name alone says nothing it is asked whether it may mean one of them. */
  readonly #named: ReadonlyMap<string, SymbolRow[]>;
  readonly #found: Paths = { paths: [], visited: 0, farthest: 0, open: 0, truncated: false };

  constructor(
    private readonly graph: Graph,
    from: readonly End[],
    to: readonly End[],
    private readonly search: Search,
  ) {
    // What stands in a function is run by it, which is a step.
    this.#starts = candidates(from, (symbol) => (isCallable(symbol) ? [symbol] : graph.subtree(symbol)));
    this.#goals = candidates(to, (symbol) => goalsOf(graph, symbol));
    const goals = search.guesses ? [...this.#goals.keys()].map((id) => graph.symbol(id)!).filter(isCallable) : [];
    this.#named = Map.groupBy(goals, ({ name }) => name);
  }

  run(): Paths {
    const found = this.#found;
    const first = this.#cheapest(this.#begin(NOTHING), NOTHING, Number.POSITIVE_INFINITY);
    if (first === null) {
      found.visited = this.#leaving.size;
      for (const id of this.#leaving.keys()) found.open += openCalls(this.graph, id).length;
      return found;
    }
    const known = [first];
    const told = new Map([[this.#sameAs(first), first]]);
    const further: State[] = [];
    while (told.size < this.search.most && known.length < TWINS * this.search.most) {
      this.#deviate(known, further, first.cost + settings.slack);
      further.sort(this.#sooner);
      const next = further.shift();
      if (next === undefined) break;
      known.push(next);
      const key = this.#sameAs(next);
      if (!told.has(key)) told.set(key, next);
    }
    found.paths = [...told.values()].map((state) => this.#pathOf(state));
    found.visited = this.#leaving.size;
    return found;
  }

  /** What a path is told as: one by a constructor, or by another of several, is one by their type. */
  #sameAs(state: State): string {
    return wayOf(state)
      .map(({ id }) => {
        const symbol = this.graph.symbol(id)!;
        const owner = symbol.parent === null ? null : this.graph.symbol(symbol.parent);
        return owner !== null && isType(owner) && isConstructor(symbol, owner.name) ? owner.id : id;
      })
      .join(" ");
  }

  /** The paths that leave the last known one at each of its symbols, as Yen has it. */
  #deviate(known: readonly State[], further: State[], limit: number): void {
    const last = wayOf(known.at(-1)!);
    for (let at = -1; at < last.length; at++) {
      const root = last.slice(0, at + 1);
      const rootKey = root.map(({ id }) => id).join(" ");
      const steps = new Set<string>();
      const starts = new Set<number>();
      for (const state of known) {
        const way = wayOf(state);
        const key = way.slice(0, at + 1).map(({ id }) => id);
        if (key.join(" ") !== rootKey) continue;
        if (at < 0) starts.add(way[0]!.id);
        else if (way[at + 1]?.edge) steps.add(stepKey(way[at + 1]!.edge!));
      }
      const banned: Banned = { starts, steps, symbols: new Set(root.map(({ id }) => id)) };
      const state = this.#cheapest(
        at < 0 ? this.#begin(banned) : [{ ...root[at]!, cost: costTo(root, at), arrived: false }],
        banned,
        limit,
      );
      if (state === null) continue;
      const key = wayKey(state);
      if (![...known, ...further].some((other) => wayKey(other) === key)) further.push(state);
    }
  }

  #begin(banned: Banned): State[] {
    return [...this.#starts]
      .filter(([id]) => !banned.starts.has(id))
      .map(([id, { cost }]): State => ({ id, cost, depth: 0, begun: id, edge: null, before: null, arrived: false }));
  }

  /** Dijkstra's search from some states to the cheapest end of a path. */
  #cheapest(begun: readonly State[], banned: Banned, limit: number): State | null {
    const heap = new Heap<State>((a, b) => this.#sooner(a, b) < 0);
    const done = new Set<number>();
    for (const state of begun) heap.push(state);
    for (let state = heap.pop(); state !== undefined; state = heap.pop()) {
      if (state.cost > limit) return null;
      if (state.arrived) return state;
      if (state.edge !== null) {
        if (done.has(state.id)) continue;
        done.add(state.id);
      }
      if (done.size > walking.maxVisited) {
        this.#found.truncated = true;
        return null;
      }
      this.#found.farthest = Math.max(this.#found.farthest, state.depth);
      for (const edge of this.#from(state.id)) {
        const id = edge.dst;
        if (id === state.begun || done.has(id) || banned.symbols.has(id) || banned.steps.has(stepKey(edge))) continue;
        const next: State = {
          id,
          cost: state.cost + costOf(edge),
          depth: state.depth + 1,
          begun: state.begun,
          edge,
          before: state,
          arrived: false,
        };
        // That a type is named leads to the type, and no further; nothing of the tree lies behind what is outside.
        if (edge.resolution !== "external" && (edge.kind !== "uses" || !isType(this.graph.symbol(id)!))) heap.push(next);
        const goal = this.#goals.get(id);
        if (goal && !this.#holds(goal.symbol, state.begun)) heap.push({ ...next, cost: next.cost + goal.cost, arrived: true });
      }
    }
    return null;
  }

  /** Is a symbol itself, or a part of, what is arrived at? That is no way to it. */
  #holds(goal: SymbolRow, id: number): boolean {
    if (goal.id === this.#starts.get(id)!.symbol.id) return true;
    for (let one = this.graph.symbol(id); one !== null; one = one.parent === null ? null : this.graph.symbol(one.parent))
      if (one.id === goal.id) return true;
    return false;
  }

  /** Edges that leave a symbol, nearest places first; a type that is called leads to its constructors, a function to what stands in it. */
  #from(id: number): EdgeRow[] {
    const known = this.#leaving.get(id);
    if (known !== undefined) return known;
    const { graph } = this;
    const symbol = graph.symbol(id);
    const out: EdgeRow[] = [];
    if (symbol !== null && symbol.file !== null) {
      const edges = graph.store.edgesFrom(id, this.search.flows ? FLOWING : DEPENDING);
      if (this.search.guesses) edges.push(...guesses(graph, symbol, this.#named));
      for (const edge of edges) {
        if (edge.resolution === "external" && this.#goals.has(edge.dst)) out.push(edge);
        const led = edge.resolution === "external" ? null : graph.symbol(edge.dst);
        if (led === null || led.file === null) continue;
        out.push(edge);
        // calling a type runs its constructors; of a constructor that is called it is told by its edge
        if (edge.kind === "calls" && isType(led))
          for (const twin of graph.callees(led)) if (twin.id !== led.id) out.push({ ...edge, dst: twin.id });
      }
      if (isCallable(symbol) && !this.search.flows)
        for (const inner of graph.store.childrenOf(id))
          if (isCallable(inner))
            out.push({ src: id, kind: "contains", dst: inner.id, line: inner.start, resolution: "exact", confidence: 1 });
      out.sort((a, b) => costOf(a) - costOf(b) || a.line - b.line || graph.sooner(a, b));
    }
    this.#leaving.set(id, out);
    return out;
  }

  /** Cheaper, then shorter, then by place: never by the numbers that symbols have in one index. */
  readonly #sooner = (a: State, b: State): number => {
    if (a.cost !== b.cost) return a.cost - b.cost;
    if (a.depth !== b.depth) return a.depth - b.depth;
    if (a.arrived !== b.arrived) return Number(b.arrived) - Number(a.arrived);
    if (a.id !== b.id || a.edge === null || b.edge === null) return this.#place(a.id, b.id);
    return this.#place(a.edge.src, b.edge.src) || a.edge.line - b.edge.line;
  };

  #place(a: number, b: number): number {
    if (a === b) return 0;
    const [one, other] = [this.graph.symbol(a)!, this.graph.symbol(b)!];
    if (one.path !== other.path) return one.path < other.path ? -1 : 1;
    return one.at - other.at || (one.name < other.name ? -1 : 1);
  }

  #pathOf(state: State): Path {
    const way = wayOf(state);
    const [first, last] = [way[0]!, way.at(-1)!];
    return {
      from: this.graph.symbol(first.id)!,
      to: this.graph.symbol(last.id)!,
      ends: { from: this.#starts.get(first.id)!.symbol, to: this.#goals.get(last.id)!.symbol },
      steps: way.flatMap(({ edge }) => edge ?? []),
      cost: state.cost,
    };
  }
}

/** Which candidate a symbol stands for. */
interface Candidate {
  symbol: SymbolRow;
  cost: number;
}

/** Symbols with which a path may begin or end, each for what it costs least to take it for. */
function candidates(ends: readonly End[], inside: (symbol: SymbolRow) => SymbolRow[]): Map<number, Candidate> {
  const out = new Map<number, Candidate>();
  for (const { symbol, cost, inside: part = settings.inside } of ends)
    for (const one of inside(symbol)) {
      const own = cost + (one.id === symbol.id ? 0 : part);
      if (own < (out.get(one.id)?.cost ?? Number.POSITIVE_INFINITY)) out.set(one.id, { symbol, cost: own });
    }
  return out;
}

/** Arriving at a type is calling it or any of its members; at a constructor, constructing its type. */
export function goalsOf(graph: Graph, to: SymbolRow): SymbolRow[] {
  const inside = ["method", "function", "macro"].includes(to.kind) ? [to] : graph.subtree(to);
  return [...new Map([...inside, ...graph.callees(to)].map((symbol) => [symbol.id, symbol])).values()];
}

const isCallable = ({ kind }: SymbolRow): boolean => kind === "function" || kind === "method";

/** What a step costs: one, and the more the less sure it is that it happens. */
const costOf = ({ kind, resolution }: EdgeRow): number =>
  1 + settings.kind[kind as keyof typeof settings.kind] + settings.resolution[resolution];

/** What a path costs up to one of its symbols, without what it is to arrive there. */
const costTo = (way: readonly State[], at: number): number => {
  const { edge, before, cost } = way[at]!;
  return edge === null || before === null ? cost : before.cost + costOf(edge);
};

/** The states of a path in order. */
function wayOf(state: State): State[] {
  const way: State[] = [];
  for (let one: State | null = state; one !== null; one = one.before) way.push(one);
  return way.reverse();
}

const wayKey = (state: State): string =>
  wayOf(state)
    .map(({ id }) => id)
    .join(" ");

/** Calls in a symbol of which it is not known what they mean. */
const openCalls = (graph: Graph, id: number) => graph.store.unresolvedIn(id).filter(({ kind }) => kind === "call" || kind === "new");

function guesses(graph: Graph, scope: SymbolRow, ends: ReadonlyMap<string, SymbolRow[]>): EdgeRow[] {
  const test = graph.isTest(scope);
  return openCalls(graph, scope.id).flatMap((reference) => {
    let candidates = candidatesOf(graph.store, reference, scope.language, test);
    if (candidates.length === 0)
      candidates = (ends.get(reference.name) ?? []).filter(
        (end) => fit(reference, scope.language, test, referable(graph.store, end)) === "possible",
      );
    const confidence = candidateConfidence(candidates.length);
    return candidates.map(
      (candidate): EdgeRow => ({
        src: scope.id,
        kind: "calls",
        dst: candidate.id,
        line: reference.line,
        resolution: "ambiguous",
        confidence,
      }),
    );
  });
}

/** A binary heap: what comes first is taken first. */
class Heap<T> {
  readonly #items: T[] = [];

  constructor(private readonly before: (a: T, b: T) => boolean) {}

  push(item: T): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!this.before(item, items[up]!)) break;
      items[at] = items[up]!;
      at = up;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (items.length === 0 || last === undefined) return first;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= items.length) break;
      if (down + 1 < items.length && this.before(items[down + 1]!, items[down]!)) down++;
      if (!this.before(items[down]!, last)) break;
      items[at] = items[down]!;
      at = down;
    }
    items[at] = last;
    return first;
  }
}

/**
 * Where a value goes from the function that gives it to another: where this calls it and returns what it got, or where somebody calls both. The graph
 * keeps the flow with what gives the value, not with the place.
 */
export function flowPlace(graph: Graph, { src, dst }: EdgeRow): { by: SymbolRow; line: number; returned: boolean } | null {
  const own = graph.store.edgesTo(src, ["calls"]).find((edge) => edge.src === dst);
  const returning = own && graph.symbol(dst);
  if (own && returning) return { by: returning, line: own.line, returned: true };
  const callers = new Set(graph.store.edgesTo(src, ["calls"]).map((edge) => edge.src));
  const taken = graph.store.edgesTo(dst, ["calls"]).find((edge) => callers.has(edge.src));
  const by = taken && graph.symbol(taken.src);
  return taken && by ? { by, line: taken.line, returned: false } : null;
}

// Whoever reaches both ends, where neither reaches the other.

/** The symbol nearest to two ends from which calls lead to both, and the ways to them; null where none is known. */
export function meeting(graph: Graph, from: readonly End[], to: readonly End[]): [Path, Path] | null {
  const sides = [from, to].map((ends) => callersOf(graph, ends)) as [Map<number, number>, Map<number, number>];
  let best: { id: number; steps: number } | null = null;
  for (const [id, steps] of sides[0]) {
    const other = sides[1].get(id);
    if (other === undefined || steps === 0 || other === 0) continue;
    const sum = steps + other;
    if (best === null || sum < best.steps || (sum === best.steps && isSooner(graph, id, best.id))) best = { id, steps: sum };
  }
  const symbol = best && graph.symbol(best.id);
  if (!symbol) return null;
  const legs = [from, to].map((ends) => pathsBetween(graph, [{ symbol, cost: 0 }], ends, { most: 1 }).paths[0]);
  return legs[0] && legs[1] ? [legs[0], legs[1]] : null;
}

function isSooner(graph: Graph, a: number, b: number): boolean {
  const [one, other] = [graph.symbol(a)!, graph.symbol(b)!];
  return one.path === other.path ? one.at < other.at : one.path < other.path;
}

/** Who reaches an end by calls, outside tests, and in how many steps: breadth first, as many as one side of a meeting may have. */
function callersOf(graph: Graph, ends: readonly End[]): Map<number, number> {
  const steps = new Map<number, number>();
  for (const { symbol } of ends) for (const one of goalsOf(graph, symbol)) steps.set(one.id, 0);
  let level = [...steps.keys()];
  for (let depth = 1; level.length > 0 && steps.size < settings.meeting; depth++) {
    const next: number[] = [];
    for (const { src, resolution } of graph.store.edgesToAny(level, ["calls", "uses"])) {
      if (resolution === "external" || steps.has(src)) continue;
      const caller = graph.symbol(src);
      if (!caller || caller.file === null || graph.isTest(caller)) continue;
      steps.set(src, depth);
      next.push(src);
    }
    level = next;
  }
  return steps;
}
