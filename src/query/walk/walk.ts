/** The walks themselves: one method a relation, facts and what may be one kept apart. */
import { DEPENDING, HIERARCHY } from "../../base/kinds.ts";
import { edges as edgeSettings } from "../../base/limits.ts";
import { walking } from "../../base/settings.ts";
import type { EdgeKind } from "../../base/types.ts";
import type { EdgeRow, Store, SymbolRow } from "../../store/graph.ts";
import { calledByName, calledElsewhere } from "./elsewhere.ts";
import { distinctEdges, type Graph, isType } from "./graph.ts";
import { candidateConfidence, candidatesOf, edgeKindOf, fit, referable } from "./possible.ts";
import { riskOf } from "./risk.ts";
import { spread } from "./spread.ts";
import { type Structural, structuralSubtypes, structuralSupertypes } from "./structural.ts";
import type { StructuralAnswer, StructuralHit } from "./types.ts";
import { inheritedInText, mentioned, mentionedNote, named, unexplained } from "./unexplained.ts";

const CALLS: readonly EdgeKind[] = ["calls"];
/** Who uses a variable may call the function that it holds. */
const HOLDS: readonly EdgeKind[] = ["calls", "uses"];
/** What names another definition. */
const BY_NAME: readonly EdgeKind[] = ["calls", "inherits", "implements", "uses"];
/** Examples in documentation name a symbol too, though nothing depends on them. */
const MENTIONS: readonly EdgeKind[] = [...DEPENDING, "references", "documents"];

/** One walk: from the chosen symbol along the relation that the operation names, into the answer. */
export class Walk {
  private readonly store: Store;
  private readonly edges: EdgeRow[] = [];
  private known: Set<number> | null = null;

  constructor(
    private readonly graph: Graph,
    private readonly chosen: SymbolRow,
    private readonly answer: StructuralAnswer,
    private readonly depth: number,
  ) {
    this.store = graph.store;
  }

  run(): void {
    const { answer, chosen } = this;
    switch (answer.operation) {
      case "definition":
        answer.hits = answer.choice.candidates.map((symbol) => this.graph.plain(symbol));
        break;
      case "references":
        this.references();
        break;
      case "callers":
        this.upwards(this.seeds(), this.chosen.kind === "variable" || this.chosen.kind === "constant" ? HOLDS : CALLS, this.depth, false);
        this.dispatched();
        this.openTo("call");
        answer.beyond.push(...calledElsewhere(this.store, chosen));
        if (answer.hits.length === 0 && answer.counts.possible + answer.counts.unresolved === 0) {
          answer.beyond.push(...[unexplained(this.store, chosen) ?? []].flat());
          if (answer.beyond.length === 0) answer.beyond.push(...calledByName(this.store, chosen));
          if (answer.beyond.length === 0) answer.beyond.push(...[named(this.store, chosen) ?? []].flat());
        }
        break;
      case "callees":
        this.callees();
        break;
      case "subclasses":
        this.upwards([chosen], HIERARCHY, this.depth, false);
        this.structural(structuralSubtypes(this.store, chosen), (type) => ({ src: type.id, dst: chosen.id, line: type.start }));
        this.openTo("inherit");
        if (answer.hits.length === 0 && answer.counts.possible + answer.counts.unresolved === 0 && answer.beyond.length === 0) {
          const open = inheritedInText(this.store, chosen);
          if (open) answer.beyond.push(open);
        }
        break;
      case "superclasses":
        this.downwards([chosen], HIERARCHY, this.depth);
        this.structural(structuralSupertypes(this.store, chosen), (type) => ({ src: chosen.id, dst: type.id, line: chosen.start }));
        this.openFrom([chosen], (kind) => kind === "inherit" || kind === "implement");
        break;
      case "imports":
        this.imports();
        break;
      case "importers":
        this.importers();
        break;
      case "members":
        this.members();
        break;
      case "blast_radius":
        this.blastRadius();
        if (answer.hits.length === 0 && answer.counts.possible + answer.counts.unresolved === 0)
          answer.beyond.push(...[named(this.store, chosen) ?? []].flat());
        break;
      default:
        break;
    }
    // definitions stand in the order of the choice: the one that is meant first
    if (answer.operation !== "definition") answer.hits.sort(this.graph.inOrder);
    answer.possible.sort(this.graph.inOrder);
    // Of one place what is known comes before what is only possible.
    const between = (ids: ReadonlySet<number> | null): EdgeRow[] =>
      distinctEdges(
        this.graph,
        this.edges.filter(({ src, dst }) => ids === null || (ids.has(src) && ids.has(dst))),
      );
    let all: EdgeRow[] | null = null;
    answer.between = between;
    Object.defineProperty(answer, "edges", {
      enumerable: true,
      get: () => {
        all ??= between(null);
        return all;
      },
    });
  }

  /** What counts as the symbol for its callers: a type with its constructors, a file with all it holds. */
  private seeds(): SymbolRow[] {
    return this.chosen.kind === "file" || this.chosen.kind === "module" || this.chosen.kind === "namespace"
      ? this.graph.subtree(this.chosen)
      : this.graph.callees(this.chosen);
  }

  /** Against the edges. Inside the seeds themselves nothing is reported, except a call of the symbol by itself. */
  private upwards(seeds: SymbolRow[], kinds: readonly EdgeKind[], depth: number, files: boolean): void {
    const { answer, chosen } = this;
    const outside = chosen.file === null;
    const walked = { seeds: seeds.map(({ id }) => id), kinds, depth, self: chosen.id, files, around: kinds === DEPENDING, outside };
    const { hits, total, truncated, edges, resolved } = spread(this.graph, walked);
    for (const { symbol, depth: d, edge, via, test } of hits)
      answer.hits.push(
        edge
          ? { ...this.graph.found(symbol, edge, d, via === symbol.id ? null : via), test }
          : { ...this.graph.plain(symbol, d, "contains"), via },
      );
    if (total) answer.total = total;
    answer.truncated ||= truncated;
    answer.counts.resolved += resolved;
    // One by one: there may be more than a call takes arguments.
    for (const edge of edges) this.edges.push(edge);
  }

  /** Is a symbol among the facts? Asked once they are all there. */
  private isHit(id: number): boolean {
    this.known ??= new Set(this.answer.hits.map((hit) => hit.symbol.id));
    return this.known.has(id);
  }

  /** Along the edges, breadth first. */
  private downwards(seeds: SymbolRow[], kinds: readonly EdgeKind[], depth: number): void {
    const seen = new Set<number>(kinds === HIERARCHY ? seeds.map((symbol) => symbol.id) : []);
    let level = seeds.map((symbol) => symbol.id);
    for (let d = 1; d <= depth && level.length > 0; d++) {
      const found: StructuralHit[] = [];
      for (const id of level) {
        for (const edge of this.store.edgesFrom(id, kinds)) {
          this.edges.push(edge);
          if (d === 1) this.answer.counts.resolved++;
          const hit = this.graph.hit(edge.dst, edge, d, id);
          if (hit) found.push(hit);
        }
      }
      level = [];
      for (const hit of found.sort(this.graph.inOrder)) {
        if (seen.has(hit.symbol.id)) continue;
        if (seen.size >= walking.maxVisited) {
          this.answer.truncated = true;
          return;
        }
        seen.add(hit.symbol.id);
        this.answer.hits.push(hit);
        if (hit.symbol.file !== null) level.push(hit.symbol.id);
      }
    }
  }

  private references(): void {
    for (const seed of this.graph.callees(this.chosen)) {
      for (const edge of this.store.edgesTo(seed.id, MENTIONS)) {
        if (seed.id !== this.chosen.id && edge.kind !== "calls") continue;
        this.edges.push(edge);
        this.answer.counts.resolved++;
        const hit = this.graph.hit(edge.src, edge, 1, this.chosen.id);
        if (hit) this.answer.hits.push(hit);
      }
    }
    this.openTo("any");
    this.otherLines();
  }

  /** Where no use is known, and of a name that means one definition only, what stands in code beside what edges tell. */
  private otherLines(): void {
    const { answer, chosen, store } = this;
    const none = answer.hits.length === 0;
    if (none ? answer.counts.possible + answer.counts.unresolved > 0 : store.definitionsNamed(chosen.name) > 1) return;
    const lines = new Set(answer.hits.flatMap(({ symbol, path, line }) => (line === null ? [] : `${path ?? symbol.path}:${line}`)));
    const found = mentioned(store, chosen, lines);
    if (found) answer.beyond.push(mentionedNote(chosen.qualified, found, none));
  }

  private callees(): void {
    const scope = this.graph.subtree(this.chosen);
    this.downwards(scope, CALLS, this.depth);
    this.openFrom(scope, (kind) => kind === "call" || kind === "new");
  }

  /** Types that stand below or above by what they have, where nobody says so. */
  private structural({ types, beyond }: Structural, ends: (type: SymbolRow) => Pick<EdgeRow, "src" | "dst" | "line">): void {
    this.answer.beyond.push(...beyond);
    for (const type of types) {
      if (type.id === this.chosen.id || this.isHit(type.id)) continue;
      const edge: EdgeRow = { ...ends(type), kind: "implements", resolution: "typed", confidence: edgeSettings.confidence.typed };
      const hit = this.graph.hit(type.id, edge, 1, this.chosen.id);
      if (!hit) continue;
      this.edges.push(edge);
      this.answer.counts.resolved++;
      this.answer.hits.push({ ...hit, path: type.path, line: type.start });
    }
  }

  // ------------------------------------------------------------------------------------------ what may be

  /** Open references anywhere that could be the symbol. */
  private openTo(which: "call" | "inherit" | "any"): void {
    const { answer, chosen } = this;
    if (chosen.file === null || chosen.kind === "file") return;
    const to = referable(this.store, chosen);
    const byScope = new Map<number, StructuralHit>();
    const among = this.store.symbolsByName(chosen.name).filter((symbol) => symbol.file !== null && symbol.kind !== "file").length;
    const confidence = candidateConfidence(among);
    for (const reference of this.store.unresolvedByName(chosen.name)) {
      const { kind } = reference;
      if (which === "call" && kind !== "call" && kind !== "new") continue;
      if (which === "inherit" && kind !== "inherit" && kind !== "implement") continue;
      const symbol = this.graph.symbol(reference.scope);
      if (!symbol) continue;
      const test = this.graph.isTest(symbol);
      const how = fit(reference, symbol.language, test, to);
      if (how === "no") continue;
      if (how === "unresolved") {
        answer.counts.unresolved++;
        continue;
      }
      answer.counts.possible++;
      const edge: EdgeRow = {
        src: symbol.id,
        kind: edgeKindOf(kind),
        dst: chosen.id,
        line: reference.line,
        resolution: "ambiguous",
        confidence,
      };
      this.edges.push(edge);
      const hit = this.graph.hit(symbol.id, edge, 1, chosen.id);
      if (hit && !byScope.has(symbol.id)) byScope.set(symbol.id, hit);
    }
    for (const hit of byScope.values()) if (which === "any" || !this.isHit(hit.symbol.id)) answer.possible.push(hit);
  }

  /** Calls of the method a supertype declares may arrive at this override. */
  private dispatched(): void {
    const { chosen, answer } = this;
    const owner = chosen.kind === "method" ? this.graph.ownerOf(chosen) : null;
    if (!owner || this.graph.callees(chosen).length > 1) return;
    const seen = new Set([owner.id]);
    const queue = [owner];
    for (const type of queue) {
      for (const edge of this.store.edgesFrom(type.id, HIERARCHY)) {
        const above = this.graph.symbol(edge.dst);
        if (!above || above.file === null || seen.has(above.id) || seen.size > 200) continue;
        seen.add(above.id);
        queue.push(above);
        for (const member of this.store.childrenOf(above.id)) {
          if (member.name !== chosen.name || !/^(?:method|function)$/.test(member.kind)) continue;
          for (const call of this.store.edgesTo(member.id, CALLS)) {
            const possible: EdgeRow = { ...call, dst: chosen.id, resolution: "ambiguous", confidence: candidateConfidence(2) };
            const hit = this.graph.hit(call.src, possible, 1, chosen.id);
            if (!hit || this.isHit(hit.symbol.id) || answer.possible.some((one) => one.symbol.id === hit.symbol.id)) continue;
            answer.counts.possible++;
            answer.possible.push(hit);
            this.edges.push(possible);
          }
        }
      }
    }
  }

  /** Open references inside some symbols, with the definitions each could mean. */
  private openFrom(scopes: SymbolRow[], wanted: (kind: string) => boolean): void {
    const { answer } = this;
    const known = new Set(answer.hits.map((hit) => hit.symbol.id));
    const seen = new Set<number>();
    for (const scope of scopes) {
      if (scope.file === null) continue;
      for (const reference of this.store.unresolvedIn(scope.id)) {
        if (!wanted(reference.kind)) continue;
        const candidates = candidatesOf(this.store, reference, scope.language, this.graph.isTest(scope));
        if (candidates.length === 0) {
          answer.counts.unresolved++;
          continue;
        }
        answer.counts.possible++;
        for (const candidate of candidates) {
          const edge: EdgeRow = {
            src: scope.id,
            kind: edgeKindOf(reference.kind),
            dst: candidate.id,
            line: reference.line,
            resolution: "ambiguous",
            confidence: candidateConfidence(candidates.length),
          };
          this.edges.push(edge);
          const hit = this.graph.hit(candidate.id, edge, 1, scope.id);
          if (!hit || known.has(candidate.id) || seen.has(candidate.id)) continue;
          seen.add(candidate.id);
          answer.possible.push(hit);
        }
      }
    }
  }

  // ------------------------------------------------------------------------------------------ files

  private asFile(): SymbolRow {
    const file = this.graph.fileOf(this.chosen);
    if (file && file.id !== this.chosen.id)
      this.answer.notes.push(`${this.chosen.qualified} stands in ${file.path}: its imports are the file's.`);
    return file ?? this.chosen;
  }

  /** Files and packages a file imports; the symbols named in the imports are folded into their files. */
  private imports(): void {
    const start = this.asFile();
    const seen = new Set<number>([start.id]);
    let level = [start];
    for (let d = 1; d <= this.depth && level.length > 0; d++) {
      const next: SymbolRow[] = [];
      for (const file of level) {
        for (const edge of this.store.edgesFrom(file.id, ["imports"])) {
          const symbol = this.graph.symbol(edge.dst);
          if (!symbol) continue;
          this.edges.push(edge);
          if (symbol.kind !== "file" && symbol.kind !== "external") continue;
          if (d === 1) this.answer.counts.resolved++;
          if (seen.has(symbol.id)) continue;
          seen.add(symbol.id);
          const hit = this.graph.hit(symbol.id, edge, d, file.id);
          if (hit) this.answer.hits.push(hit);
          if (symbol.kind === "file") next.push(symbol);
        }
      }
      level = next;
    }
    this.withoutImport(start, "from");
  }

  private importers(): void {
    // a package outside, or one symbol: whoever names it; a file: whoever imports it
    this.upwards([this.chosen], ["imports"], this.depth, true);
    if (this.answer.hits.length === 0 && this.chosen.kind !== "file" && this.chosen.file !== null) {
      const file = this.asFile();
      this.upwards([file], ["imports"], this.depth, true);
    }
    if (this.chosen.kind === "file") this.withoutImport(this.chosen, "to");
  }

  /** Files of one package, module or name space use one another without an import: they are told beside those that import. */
  private withoutImport(file: SymbolRow, ends: "from" | "to"): void {
    if (file.file === null) return;
    const listed = new Set(this.answer.hits.map(({ symbol }) => symbol.path));
    const found = new Set<string>();
    for (const { id } of this.store.symbolsOfFile(file.file))
      for (const edge of ends === "to" ? this.store.edgesTo(id, BY_NAME) : this.store.edgesFrom(id, BY_NAME)) {
        if (edge.resolution === "ambiguous" || edge.resolution === "dispatch") continue;
        const other = this.graph.symbol(ends === "to" ? edge.src : edge.dst);
        if (other && other.file !== null && other.file !== file.file && !listed.has(other.path)) found.add(other.path);
      }
    if (found.size === 0) return;
    const paths = [...found].sort();
    const shown = `${paths.slice(0, 6).join(", ")}${paths.length > 6 ? ", …" : ""}`;
    const files = `${paths.length} ${paths.length === 1 ? "file" : "files"}`;
    this.answer.beyond.push({
      code: "without-import",
      message:
        ends === "to"
          ? `${files} without an import of it ${paths.length === 1 ? "uses" : "use"} what ${file.path} defines (${shown}).`
          : `${file.path} uses what ${files} ${paths.length === 1 ? "defines" : "define"} without importing ${paths.length === 1 ? "it" : "them"} (${shown}).`,
    });
  }

  private members(): void {
    const { answer, chosen } = this;
    const children = chosen.file === null ? [] : this.store.childrenOf(chosen.id);
    for (const child of [...children, ...this.graph.membersElsewhere(chosen)]) {
      answer.hits.push(this.graph.plain(child, 1, "contains"));
      answer.counts.resolved++;
    }
  }

  // ------------------------------------------------------------------------------------------ impact

  private blastRadius(): void {
    const { answer, chosen } = this;
    const whole = isType(chosen) || ["file", "module", "namespace"].includes(chosen.kind);
    const seeds = whole
      ? this.graph.subtree(chosen)
      : this.graph.callees(chosen).filter((symbol) => symbol.id === chosen.id || !isType(symbol) || chosen.kind === "method");
    this.upwards(seeds, DEPENDING, this.depth, chosen.kind === "file");
    this.dispatched();
    this.openTo("any");
    answer.possible = answer.possible.filter((hit) => !this.isHit(hit.symbol.id));
    answer.risk = riskOf(answer, chosen);
  }
}
