/**
 * Raw references of one file → edges with resolution and confidence, and what stays open.
 *
 * Read on in references.ts (what a reference means) and resolver.ts (who answers which question about it). All that is known of other files comes through
 * the `World` (world.ts), as the `Tree` (tree.ts) keeps it for one file; what differs between languages is their `Family` (family.ts).
 */
import { edges as edgeSettings } from "../../../base/limits.ts";
import { ACCESS, type EdgeKind, type FileFacts, type RawReference, READ } from "../../../base/types.ts";
import { familyOf, languageFor } from "../language.ts";
import { endsFile, orNothing } from "./effort.ts";
import type { Family } from "./family.ts";
import { callbackEdges, flowEdges } from "./handovers.ts";
import { importEdges } from "./imports.ts";
import { mentionEdges } from "./mentions.ts";
import { companionOf } from "./paths.ts";
import { type Outcome, References } from "./references.ts";
import { Resolver } from "./resolver.ts";
import { Tree } from "./tree.ts";
import { type EdgeTarget, openOf, type Resolved, type ResolvedEdge, targetKey, type World, type WorldSymbol } from "./world.ts";

const { confidence } = edgeSettings;

/**
 * Resolves one file.
 * @param facts what extraction found in it
 * @param world everything outside it; asked only through its methods, so that it can record what was asked
 * @param steps that may be taken; the references that are left when they end stay open
 * @returns edges of imports first, then of references in order, each (kind, from, to, line) once; and the open references.
 *   `contains` edges are not among them: they are the parents of the symbols
 */
export function resolve(facts: FileFacts, world: World, steps: number = edgeSettings.maxSteps): Resolved {
  const silent = facts.references.length === 0 && facts.imports.length === 0 && !facts.mentions?.length;
  if (silent && !facts.symbols.some(({ declares }) => declares)) return { edges: [], open: [] };
  return new Edges(facts, world, steps).run();
}

/** Which edges do the references of this file make? */
class Edges {
  private readonly tree: Tree;
  private readonly family: Family;
  private readonly references: References;
  private readonly edges: ResolvedEdge[] = [];
  private readonly seen = new Set<string>();
  /** Other files that references of this one lead to. */
  private readonly used = new Set<string>();

  constructor(
    private readonly facts: FileFacts,
    private readonly world: World,
    steps: number,
  ) {
    this.family = familyOf(facts.language);
    this.tree = new Tree(facts, world, familyOf);
    this.references = new References(facts, this.tree, this.family, steps);
  }

  run(): Resolved {
    const open: Resolved["open"] = [];
    const outcomes: Outcome[] = [];
    let exhausted = false;
    for (const reference of this.facts.references) {
      let outcome: Outcome = "open";
      if (!exhausted)
        try {
          outcome = this.references.known(reference);
        } catch (error) {
          if (!endsFile(error)) throw error;
          exhausted = true;
        }
      if (exhausted) outcome = !isRead(reference) && this.tree.defined(reference.name) ? "open" : "nothing";
      outcomes.push(outcome);
      if (outcome === "open") open.push(openOf(reference));
      else if (typeof outcome === "object" && "among" in outcome) {
        for (const symbol of outcome.certain ? [outcome.certain.symbol, ...(outcome.certain.more ?? [])] : [])
          this.reference(reference, { symbol, resolution: outcome.certain!.resolution });
        open.push({ ...openOf(reference), among: outcome.among });
      } else if (outcome !== "nothing") {
        this.reference(reference, outcome);
        if ("more" in outcome) for (const symbol of outcome.more ?? []) this.reference(reference, { ...outcome, symbol });
      }
    }
    // what was begun when the steps ended is in no state to go on with
    const tree = exhausted ? new Tree(this.facts, this.world, familyOf) : this.tree;
    const resolver = exhausted ? new Resolver(tree, this.family) : this.references.resolver;
    if (!exhausted) orNothing(() => this.declarations());
    const imports = orNothing(() => importEdges(this.facts, tree, this.family, resolver, this.used));
    const callbacks = orNothing(() => callbackEdges(this.facts, tree, this.family, resolver, outcomes));
    const flows = orNothing(() => flowEdges(this.facts, tree, this.family, outcomes));
    const mentions = orNothing(() => mentionEdges(this.facts, tree, resolver, this.family));
    return { edges: [...imports, ...this.edges, ...callbacks, ...flows, ...mentions], open };
  }

  /** The definition of what was found by its declaration; null where it is one itself, or nothing here defines it. */
  private definition(symbol: WorldSymbol): WorldSymbol | null {
    return this.family.defining ? this.family.defining(this.tree, symbol) : companionOf(this.tree, symbol);
  }

  /** Each declaration of this file leads to what it declares. */
  private declarations(): never[] {
    for (const symbol of this.tree.here) {
      if (!symbol.declares) continue;
      const from = -1 - symbol.id;
      const { start } = this.facts.symbols[from]!;
      for (const one of [this.definition(symbol), ...(this.family.variants?.(this.tree, symbol) ?? [])])
        if (one && one.id !== symbol.id) this.variant(one, "references", from, start, "exact");
    }
    return [];
  }

  private add(edge: ResolvedEdge, identity: string): void {
    if (this.seen.has(identity)) return;
    this.seen.add(identity);
    this.edges.push(edge);
  }

  private reference(reference: RawReference, outcome: Exclude<Outcome, string | { among: WorldSymbol[] }>): void {
    const { line, scope: from } = reference;
    if ("external" in outcome) {
      const kind = edgeKind(reference, null, this.tree.here[from]);
      const to: EdgeTarget = { at: "external", name: outcome.external };
      // calls out of the tree are counted once a caller and package: nobody asks for their lines
      this.add({ kind, from, to, line, resolution: "external", confidence: confidence.external }, `${kind} ${from} ${targetKey(to)}`);
      return;
    }
    const { resolution } = outcome;
    const symbol = this.definition(outcome.symbol) ?? outcome.symbol;
    const kind = edgeKind(reference, symbol, this.tree.here[from]);
    const to = this.tree.target(symbol);
    if (to.at === "here" && to.symbol === from && kind !== "calls") return;
    if (symbol.path !== this.facts.path) this.used.add(symbol.path);
    this.add({ kind, from, to, line, resolution, confidence: confidence[resolution] }, `${kind} ${from} ${targetKey(to)} ${line}`);
    for (const variant of this.family.variants?.(this.tree, outcome.symbol) ?? []) this.variant(variant, kind, from, line, resolution);
    if ((kind === "calls" || reference.arity === ACCESS) && outcome.through) this.dispatched(outcome.through, outcome.symbol, from, line);
  }

  /** The same thing, defined again under another condition. */
  private variant(symbol: WorldSymbol, kind: EdgeKind, from: number, line: number, resolution: ResolvedEdge["resolution"]): void {
    const to = this.tree.target(symbol);
    if (to.at === "here" && to.symbol === from && kind !== "calls") return;
    if (symbol.path !== this.facts.path) this.used.add(symbol.path);
    this.add({ kind, from, to, line, resolution, confidence: confidence[resolution] }, `${kind} ${from} ${targetKey(to)} ${line}`);
  }

  /** What may answer a call that went through an interface or a trait. */
  private dispatched(type: WorldSymbol, method: WorldSymbol, from: number, line: number): void {
    for (const declared of this.references.resolver.supertypes.implementations(type, method)) {
      const one = this.family.defining?.(this.tree, declared) ?? declared;
      const to = this.tree.target(one);
      if (one.path !== this.facts.path) this.used.add(one.path);
      const edge: ResolvedEdge = { kind: "calls", from, to, line, resolution: "dispatch", confidence: confidence.dispatch };
      this.add(edge, `calls ${from} ${targetKey(to)} ${line}`);
    }
  }
}

const isRead = ({ kind, arity }: RawReference): boolean => kind === "use" && arity !== null && arity >= READ;

function edgeKind(reference: RawReference, to: WorldSymbol | null, from: WorldSymbol | undefined): EdgeKind {
  // Code that uses a table depends on it; an example in a document does not.
  if (reference.language !== undefined && !languageFor(reference.language).tables) return "references";
  const language = languageFor(to?.language ?? null);
  switch (reference.kind) {
    case "call":
    case "new":
      // `new Handler() { … }`: an interface has nothing that is called
      if (reference.kind === "new" && to?.kind === "interface") return "uses";
      // a case of an enumeration is a value
      if (to?.kind === "constant" && to.parentKind === "enum") return "uses";
      // what a variable holds is called, but not the variable; what is exported may be a function to those who import it
      if (
        (to?.kind === "constant" || to?.kind === "variable") &&
        (language.valuesUsed === "always" || (language.valuesUsed === "inside" && !to.exported))
      )
        return "uses";
      // a function that a field holds is called, but not the field
      return to?.kind === "field" && language.fieldsHold ? "uses" : "calls";
    case "use":
      // a property that an interface asks for is read; what computes it is called
      if (reference.arity === ACCESS && to?.arity !== ACCESS && language.properties) return "uses";
      return (reference.arity ?? 0) > READ ? "calls" : "uses";
    case "decorate":
      return "uses";
    case "implement":
      return "implements";
    case "inherit":
      // `class A : I` looks the same for a class and an interface in C#, Kotlin, Swift
      return to && from && (to.kind === "interface" || to.kind === "trait") && from.kind !== "interface" && from.kind !== "trait"
        ? "implements"
        : "inherits";
  }
}
