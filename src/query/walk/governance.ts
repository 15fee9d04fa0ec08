/**
 * Documents, decisions and owners of a symbol or path, and what they govern: edges `documents`, `references` and `governed_by`, those among them that
 * follow from rules included.
 */
import { walking } from "../../base/settings.ts";
import type { EdgeKind, Operation } from "../../base/types.ts";
import { NOT_IN_FORCE } from "../../lang/engine/governing.ts";
import { languageFor } from "../../lang/languages.ts";
import { MOST_GOVERNED } from "../../store/derived.ts";
import { CODEOWNERS } from "../../store/governance.ts";
import type { EdgeRow, Store, SymbolRow } from "../../store/graph.ts";
import type { Graph } from "./graph.ts";
import type { StructuralAnswer, StructuralHit, SymbolChoice } from "./types.ts";

const GOVERNED: readonly EdgeKind[] = ["governed_by"];
const SPEAKING: readonly EdgeKind[] = ["documents", "references"];

/** Operations that are answered here. */
export const GOVERNING = ["documents", "decisions", "owners", "governed_by", "governs"] as const satisfies readonly Operation[];

/** Is it one of those? */
export const isGoverning = (operation: Operation): boolean => (GOVERNING as readonly Operation[]).includes(operation);

/** Members of a file that are asked too. */
const MOST_MEMBERS = 2_000;
/** Files of a folder that are asked. */
const MOST_FILES = 2_000;

/** What the documents of a tree say of the chosen symbol, file or folder, into the answer. */
export function governance(graph: Graph, chosen: SymbolRow, answer: StructuralAnswer): void {
  const found = new Found(graph, answer);
  const { operation } = answer;
  if (operation === "governs") found.governed(chosen);
  else if (operation === "documents") found.spoken(chosen, false);
  else {
    found.governors(chosen, operation);
    if (operation !== "owners") found.spoken(chosen, true);
    if (operation !== "decisions") answer.beyond.push(...unreadOwners(graph.store));
  }
  found.finish();
}

/** A CODEOWNERS that would count and could not be read: that nobody owns a thing does not follow then. */
function unreadOwners(store: Store): { code: string; message: string }[] {
  const { codeowners } = store.governance;
  const counts = codeowners === null ? null : store.fileById(codeowners)!.path;
  for (const path of CODEOWNERS) {
    if (path === counts) break;
    const reason = store.skipReason(path);
    if (reason === null || (reason === "symlink" && counts !== null)) continue;
    return [{ code: "owners-unread", message: `${path} is there and is not read (${reason}): what it says of owners is not known.` }];
  }
  return [];
}

/** Documents that govern a symbol or path, and decisions that speak of the symbol; no owners. @param alone what governs its file is left out */
export function governorsOf(graph: Graph, of: SymbolRow | string, alone = false): StructuralHit[] {
  const file = typeof of === "string" ? graph.store.fileByPath(of) : null;
  const chosen = typeof of !== "string" ? of : file ? graph.store.symbolsOfFile(file.id)[0]! : nowhere(of, "file");
  const answer: Answered = {
    operation: "decisions",
    counts: { resolved: 0, possible: 0, unresolved: 0 },
    hits: [],
    notes: [],
    beyond: [],
    truncated: false,
    edges: [],
  };
  const found = new Found(graph, answer);
  found.governors(chosen, "decisions", { members: false, file: !alone });
  if (typeof of !== "string") found.spoken(chosen, true);
  found.finish();
  return answer.hits;
}

/** What is written of an answer here. */
type Answered = Pick<StructuralAnswer, "operation" | "counts" | "hits" | "notes" | "beyond" | "truncated" | "edges" | "between">;

class Found {
  private readonly store: Store;
  private readonly edges: EdgeRow[] = [];
  private readonly hits = new Map<number, StructuralHit & { kept: number }>();
  private readonly documents = new Set<number>();

  constructor(
    private readonly graph: Graph,
    private readonly answer: Answered,
  ) {
    this.store = graph.store;
  }

  // ------------------------------------------------------------------------------------------ who governs it

  /** @param asked too: what a file defines, the file that a symbol stands in */
  governors(chosen: SymbolRow, operation: Operation, asked = { members: true, file: true }): void {
    if (isFolder(chosen)) {
      this.folder(chosen, operation);
      return;
    }
    let depth = 1;
    let file: SymbolRow | null = null;
    for (let at: SymbolRow | null = chosen; at; at = at.parent === null ? null : this.graph.symbol(at.parent)) {
      if (at.kind === "file") {
        file = at;
        break;
      }
      for (const edge of this.store.edgesFrom(at.id, GOVERNED)) this.governor(edge, depth, operation);
      depth++;
    }
    if (file && asked.file) for (const edge of this.store.edgesFrom(file.id, GOVERNED)) this.governor(edge, depth, operation);
    else if (chosen.id === NOWHERE)
      for (const { by, line } of this.store.governance.governing(chosen.path))
        for (const one of by) this.governor({ ...SURE, src: NOWHERE, dst: one, line }, 1, operation);
    if (chosen.kind !== "file" || chosen.file === null || operation === "owners" || !asked.members) return;
    for (const member of this.store.symbolsOfFile(chosen.file).slice(1, MOST_MEMBERS))
      for (const edge of this.store.edgesFrom(member.id, GOVERNED)) this.governor(edge, 2, operation);
  }

  private governor(edge: EdgeRow, depth: number, operation: Operation): void {
    const symbol = this.graph.symbol(edge.dst);
    if (!symbol || (operation === "decisions" && symbol.kind === "owner") || (operation === "owners" && symbol.kind !== "owner")) return;
    this.edges.push(edge);
    if (depth === 1) this.answer.counts.resolved++;
    this.add(symbol, edge, depth, symbol.path, edge.line);
  }

  /** Who governs any file below a folder; nearest who governs all of them. */
  private folder({ path }: SymbolRow, operation: Operation): void {
    const { governance } = this.store;
    const files = this.store.filesHolding(path === "" ? "" : `${path}/`).filter((one) => path === "" || one.path.startsWith(`${path}/`));
    const some = files.slice(0, MOST_FILES);
    if (some.length < files.length) this.answer.truncated = true;
    const counts = new Map<number, { count: number; line: number }>();
    for (const one of some) {
      const by = new Map<number, number>();
      for (const rule of governance.governing(one.path)) for (const id of rule.by) by.set(id, rule.line);
      for (const { dst, line } of this.store.edgesFrom(this.store.symbolIds(one.id)[0]!, GOVERNED)) if (!by.has(dst)) by.set(dst, line);
      for (const [id, line] of by) counts.set(id, { line: counts.get(id)?.line ?? line, count: (counts.get(id)?.count ?? 0) + 1 });
    }
    for (const [id, { count, line }] of [...counts].sort(([, a], [, b]) => b.count - a.count)) {
      const symbol = this.graph.symbol(id);
      const before = this.hits.size;
      this.governor({ ...SURE, src: NOWHERE, dst: id, line }, count === some.length ? 1 : 2, operation);
      if (symbol && this.hits.size > before && count < some.length)
        this.answer.notes.push(`${symbol.qualified} governs ${count} of ${some.length} files below ${path}/.`);
    }
    this.answer.notes.splice(5);
  }

  // ------------------------------------------------------------------------------------------ what speaks of it

  /** Documents that describe or mention it; of a file also what it defines, of a type its members. @param decisions only those */
  spoken(chosen: SymbolRow, decisions: boolean): void {
    if (chosen.file === null) return;
    const members =
      chosen.kind === "file" ? this.store.symbolsOfFile(chosen.file).slice(1, MOST_MEMBERS) : this.store.childrenOf(chosen.id);
    const about: [SymbolRow, number][] = [[chosen, 1], ...members.map((one): [SymbolRow, number] => [one, 2])];
    for (const [one, depth] of about)
      for (const edge of this.store.edgesTo(one.id, SPEAKING)) {
        const source = this.graph.symbol(edge.src);
        if (!source || source.file === null || source.file === chosen.file) continue;
        const isDocument = languageFor(source.language).documents === true;
        const file = this.store.symbolsOfFile(source.file)[0]!;
        if (decisions && (file.type === null || !isDocument || this.documents.has(source.file))) continue;
        // a declaration refers to its definition too
        if (!isDocument && (source.declares || source.name === one.name)) continue;
        this.edges.push(edge);
        if (depth === 1) this.answer.counts.resolved++;
        this.add(source, edge, decisions ? depth + 1 : depth, source.path, edge.line, edge.kind === "documents" ? 0 : isDocument ? 1 : 2);
      }
  }

  // ------------------------------------------------------------------------------------------ what it governs

  governed(chosen: SymbolRow): void {
    const inside = chosen.kind === "owner" || chosen.file === null ? [chosen] : this.graph.subtree(chosen);
    const ids = new Set(inside.map(({ id }) => id));
    const stored = inside.flatMap(({ id, kind }) => (kind === "owner" ? [] : this.store.edgesTo(id, GOVERNED)));
    const edges = chosen.kind === "owner" ? this.store.edgesTo(chosen.id, GOVERNED) : stored;
    if (edges.length >= MOST_GOVERNED) this.answer.truncated = true;
    for (const edge of edges) {
      const symbol = this.graph.symbol(edge.src);
      if (!symbol || ids.has(symbol.id)) continue;
      this.edges.push(edge);
      this.answer.counts.resolved++;
      this.add(symbol, edge, 1, inside[0]!.path, edge.line);
    }
    let mentioned = 0;
    if (chosen.kind !== "owner")
      for (const { id } of inside)
        for (const edge of this.store.edgesFrom(id, SPEAKING)) {
          const symbol = this.graph.symbol(edge.dst);
          if (!symbol || symbol.file === chosen.file || this.hits.has(symbol.id)) continue;
          this.edges.push(edge);
          this.add(symbol, edge, 2, chosen.path, edge.line);
          mentioned++;
        }
    if (mentioned > 0)
      this.answer.notes.push(
        `${mentioned} ${mentioned === 1 ? "is" : "are"} only named in ${chosen.path}: nothing there says that it governs ${mentioned === 1 ? "it" : "them"}.`,
      );
  }

  // ------------------------------------------------------------------------------------------ the answer

  /** A document is listed once where it is asked who governs: at the place that is nearest to what is asked about. */
  private add(symbol: SymbolRow, edge: EdgeRow, depth: number, path: string, line: number, kept = 0): void {
    const { operation } = this.answer;
    const key =
      symbol.kind === "owner" || symbol.file === null || operation === "documents" || operation === "governs" ? symbol.id : -symbol.file;
    const known = this.hits.get(key);
    if (symbol.file !== null) this.documents.add(symbol.file);
    if (known && (known.depth < depth || (known.depth === depth && known.kept <= kept))) return;
    const { kind, resolution, confidence } = edge;
    const hit = {
      symbol,
      depth,
      path,
      line: line > 0 ? line : null,
      kind,
      resolution,
      confidence,
      via: null,
      test: this.graph.isTest(symbol),
    };
    this.hits.set(key, { ...hit, kept });
  }

  /** In force before what is not, decisions before owners, near before far. */
  finish(): void {
    const past = new Map<number, string>();
    const order = (hit: StructuralHit & { kept: number }): number[] => [
      this.answer.operation !== "governs" && this.statusOf(hit.symbol, past) !== null ? 1 : 0,
      hit.symbol.kind === "owner" ? 1 : 0,
      hit.depth,
      hit.kept,
    ];
    const hits = [...this.hits.values()].map((hit) => ({ hit, order: order(hit) }));
    hits.sort(
      (a, b) =>
        a.order.map((one, i) => one - b.order[i]!).find((one) => one !== 0) ||
        compare(a.hit.path, b.hit.path) ||
        (a.hit.line ?? 0) - (b.hit.line ?? 0) ||
        compare(a.hit.symbol.path, b.hit.symbol.path) ||
        a.hit.symbol.at - b.hit.symbol.at,
    );
    this.answer.hits = hits.slice(0, walking.maxVisited).map(({ hit: { kept: _, ...hit } }) => hit);
    for (const [file, status] of past)
      this.answer.beyond.push({ code: "not-in-force", message: `${this.store.fileById(file)?.path} says that it is ${status}.` });
    const edges = this.edges;
    this.answer.between = (ids) => edges.filter(({ src, dst }) => ids.has(src) && ids.has(dst));
    Object.defineProperty(this.answer, "edges", { enumerable: true, get: () => edges });
  }

  /** Status of the decision that a symbol stands in, where it is not in force. */
  private statusOf({ file }: SymbolRow, past: Map<number, string>): string | null {
    if (file === null) return null;
    const status = past.get(file) ?? this.store.symbolsOfFile(file)[0]?.type ?? null;
    if (status === null || !NOT_IN_FORCE.has(status)) return null;
    past.set(file, status);
    return status;
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const SURE = { kind: "governed_by", resolution: "exact", confidence: 1 } as const;

// ---------------------------------------------------------------------------------------------- what is asked about

/** Id of what has no row: a folder, a file that is not in the index. */
const NOWHERE = -1;
const isFolder = ({ id, kind }: SymbolRow): boolean => id === NOWHERE && kind === "module";

/** A folder, or a file that was left out of the index: rules hold for them too. */
export function placeNamed(store: Store, typed: string): SymbolChoice | null {
  const path = typed.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
  const root = path === "" || path === ".";
  const kind =
    root || store.filesHolding(`${path}/`).some((one) => one.path.startsWith(`${path}/`))
      ? "module"
      : store.skipReason(path)
        ? "file"
        : null;
  if (kind === null || (root && !/^[./]+$/.test(typed.trim()))) return null;
  const chosen = nowhere(root ? "" : path, kind);
  const reason = kind === "module" ? "A folder." : "A file that is not in the index.";
  return { chosen, candidates: [chosen], reason, suggestions: [] };
}

/** What stands for a path that has no row. */
function nowhere(path: string, kind: "module" | "file"): SymbolRow {
  return {
    id: NOWHERE,
    key: `sym_${new Bun.CryptoHasher("sha256").update(`folder\0${path}`).digest("hex").slice(0, 16)}`,
    file: null,
    path,
    language: null,
    at: 0,
    parent: null,
    kind,
    name: path.slice(path.lastIndexOf("/") + 1) || ".",
    qualified: path || ".",
    signature: "",
    doc: "",
    start: 1,
    end: 1,
    exported: false,
    arity: null,
    type: null,
    declares: false,
  };
}

/** A decision by its number or its file's name without the ending (`ADR-7`, `0007-use-tokens`), an owner by the team's name alone. */
export function governorNamed(store: Store, typed: string): SymbolRow[] {
  const number = /^(?:adr|dr|rfc|decision)?[-_ #]?0*(\d{1,8})$/i.exec(typed)?.[1];
  const rows = store
    .statement("SELECT id, path FROM file WHERE instr(tags, 'decision') > 0 AND ' ' || tags || ' ' LIKE '% decision %' ORDER BY path")
    .values() as [number, string][];
  const folded = typed.toLowerCase();
  const files = rows.filter(([, path]) => {
    const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
    const own = /^(?:(?:adr|dr|rfc|decision)[-_ ]?)?0*(\d{1,8})(?:[-_. ]|$)/i.exec(stem)?.[1];
    return stem.toLowerCase() === folded || (number !== undefined && own === number);
  });
  if (files.length > 0) return files.flatMap(([id]) => store.symbolsOfFile(id)[0] ?? []);
  const { codeowners } = store.governance;
  const team = typed
    .replace(/^@/, "")
    .replace(/^(?:the )?(.+?)(?:[- ]team)?$/i, "$1")
    .toLowerCase();
  return codeowners === null
    ? []
    : store.symbolsOfFile(codeowners).filter(({ kind, name }) => {
        const own = name.toLowerCase().replace(/^@+/, "");
        return kind === "owner" && (own === folded || own === team || own.endsWith(`/${team}`) || own.endsWith(`/${team}-team`));
      });
}
