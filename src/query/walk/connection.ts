/**
 * How two ends are connected: by calls in the direction that was asked for, or by a value that is passed on; failing these by a path that needs open calls to mean what they may mean,
 * by one the other way round, or by somebody who reaches both. Each is told as what it is, and "none" only where everything was followed.
 */
import { paths as settings, walking } from "../../base/settings.ts";
import type { SymbolRow } from "../../store/graph.ts";
import type { Graph } from "./graph.ts";
import { type End, flowPlace, meeting, pathsBetween } from "./paths.ts";
import type { Connection, Path, StructuralAnswer, StructuralHit, SymbolChoice } from "./types.ts";

export interface Connecting {
  /** Look for paths that need open calls too, where there are no others. */
  guesses: boolean;
  /** The ends have no order: what connects them leads from either to the other. */
  either?: boolean;
}

/** How some ends are connected. */
export function connect(graph: Graph, from: readonly End[], to: readonly End[], { guesses, either = false }: Connecting): Connection {
  const most = walking.maxChains;
  const facts = pathsBetween(graph, from, to, { most });
  const followed = {
    symbols: facts.visited,
    steps: facts.farthest,
    open: facts.open,
    everything: !facts.truncated && facts.open === 0,
  };
  const made = (kind: Connection["kind"], paths: Path[], both: Path[] = []): Connection => ({
    kind,
    paths,
    both,
    guessed: paths[0]?.steps.some(({ resolution }) => resolution === "ambiguous") ?? false,
    followed,
  });
  const back = either || facts.paths.length === 0 ? pathsBetween(graph, to, from, { most }).paths : [];
  // Where the ends have no order, what leads from either to the other is what was asked for.
  if (either && back[0] && (facts.paths[0] === undefined || back[0].cost < facts.paths[0].cost)) return made("asked", back);
  if (facts.paths.length > 0) return made("asked", facts.paths);
  // A value that is only returned goes to who called for it, which is a call the other way round.
  const flows = pathsBetween(graph, from, to, { most, flows: true }).paths.filter(({ steps }) =>
    steps.some((edge) => flowPlace(graph, edge)?.returned === false),
  );
  if (flows.length > 0) return made("asked", flows);
  if (guesses && followed.open > 0) {
    const guessed = pathsBetween(graph, from, to, { most, guesses: true });
    if (guessed.paths.length > 0) return made("asked", guessed.paths);
  }
  const both = meeting(graph, from, to);
  // What is only handed about (a request, a document) calls nothing: whoever has it and calls the other end is what leads from it there.
  if (back.length > 0) return made("reverse", back, both ?? []);
  return both === null ? made("none", []) : made("meeting", both);
}

/** What a connection is, in words: what holds of its paths, and what is known of those that were asked for. */
export function toldOf(graph: Graph, connection: Connection, from: string, to: string): string[] {
  const { kind, paths, guessed, followed } = connection;
  const [first] = paths;
  if (kind === "asked" && first) {
    const notes: string[] = [];
    const open = first.steps.filter(({ resolution }) => resolution === "ambiguous").length;
    if (guessed)
      notes.push(`No certain chain from ${from} to ${to}; this one needs ${open} unresolved call(s) to mean what they may mean.`);
    const handed = first.steps
      .filter(({ kind }) => kind === "uses")
      .flatMap(({ dst }) => {
        const symbol = graph.symbol(dst);
        return symbol && /^(?:function|method)$/.test(symbol.kind) ? symbol.qualified : [];
      });
    if (handed.length > 0)
      notes.push(
        `${handed.join(", ")} ${handed.length === 1 ? "is" : "are"} handed over on this chain, not called: whoever gets a function calls it.`,
      );
    return notes;
  }
  const notes = [
    followed.everything
      ? `No chain leads from ${from} to ${to}: all that it calls was followed.`
      : `No chain from ${from} to ${to} was found within ${followed.steps} ${followed.steps === 1 ? "step" : "steps"}; ${followed.open === 0 ? "not all of it was followed" : `${followed.open} ${followed.open === 1 ? "call" : "calls"} on the way could not be resolved`}.`,
  ];
  if (kind === "reverse" && first)
    notes.push(`There is one the other way round: ${first.ends.from.qualified} reaches ${first.ends.to.qualified}.`);
  const [leg] = connection.both;
  if (leg) notes.push(`${leg.from.qualified} (${leg.from.path}:${leg.from.start}) reaches both.`);
  if (kind === "meeting" && first)
    notes.push(`Neither reaches the other, but ${first.from.qualified} (${first.from.path}:${first.from.start}) reaches both.`);
  return notes;
}

/** The symbols of a path in order, each with the line of what leads to it. */
export const hitsOf = (graph: Graph, { from, steps }: Path): StructuralHit[] =>
  [graph.plain(from), ...steps.map((edge, i) => graph.hit(edge.dst, edge, i + 1, edge.src))].filter(
    (hit): hit is StructuralHit => hit !== null,
  );

/** Fills an answer with the paths from one name to another, of whatever definitions of them are joined. */
export function namedPath(graph: Graph, answer: StructuralAnswer, placed: { from: boolean; to: boolean }): void {
  const target = answer.target!;
  const starts = placed.from ? [answer.choice.chosen!] : callable(answer.choice);
  const goals = placed.to ? [target.chosen!] : callable(target);
  const plain = (symbol: SymbolRow, at: number): End => ({ symbol, cost: at === 0 ? 0 : settings.namesake });
  const connection = connect(graph, starts.map(plain), goals.map(plain), { guesses: true });
  const [first, ...others] = connection.paths;
  answer.connection = connection;
  if (connection.kind === "asked" && first) {
    answer.choice = chosen(answer.choice, first.ends.from, JOINED);
    answer.target = chosen(target, first.ends.to, JOINED);
    const hits = hitsOf(graph, first);
    answer.counts.possible = first.steps.filter(({ resolution }) => resolution === "ambiguous").length;
    answer.counts.resolved = first.steps.length - answer.counts.possible;
    (connection.guessed ? answer.possible : answer.hits).push(...hits);
    answer.beside = others.flatMap(({ steps }) => steps.flatMap(({ dst }) => graph.symbol(dst) ?? []));
    answer.edges.push(...connection.paths.flatMap(({ steps }) => steps));
  } else if (starts.length > 1) {
    // Nothing joins them for certain: the start beside the end that does most is the likeliest.
    const folder = folderOf(target.chosen!);
    const weights = new Map(starts.map((start) => [start, (folderOf(start) === folder ? 1_000_000 : 0) + callsOf(graph, start)]));
    answer.choice = chosen(
      answer.choice,
      starts.reduce((most, start) => (weights.get(start)! > weights.get(most)! ? start : most)),
      LIKELIEST,
    );
  }
  answer.truncated ||= !connection.followed.everything && connection.followed.open === 0 && connection.kind !== "asked";
  answer.notes.push(...toldOf(graph, connection, answer.choice.chosen!.qualified, answer.target!.chosen!.qualified));
}

const JOINED = "from or to which the shortest chain leads";
const LIKELIEST = "which lies nearest to the other end and calls most; no chain of calls joins any of them to it for certain";

const folderOf = ({ path }: SymbolRow): string => path.slice(0, path.lastIndexOf("/") + 1);
const callsOf = (graph: Graph, symbol: SymbolRow): number =>
  graph.subtree(symbol).reduce((sum, one) => sum + graph.store.edgesFrom(one.id, ["calls"]).length, 0);

/** Calls join what can call and be called; the first of the others stands for them. */
function callable({ candidates, chosen: first }: SymbolChoice): SymbolRow[] {
  const some = candidates.filter((symbol) => symbol.file !== null && symbol.kind !== "section").slice(0, walking.maxEnds);
  return some.length > 0 ? some : [first!];
}

function chosen(choice: SymbolChoice, symbol: SymbolRow, why: string): SymbolChoice {
  if (choice.chosen?.id === symbol.id) return choice;
  const others = choice.candidates.filter((one) => one.id !== symbol.id);
  return {
    ...choice,
    chosen: symbol,
    candidates: [symbol, ...others],
    reason: `${choice.candidates.length} definitions of ${symbol.name}; taken was ${symbol.path}:${symbol.start}, ${why}.`,
  };
}
