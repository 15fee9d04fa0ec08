/**
 * Calls that no import says: a request and the route that answers it, a call on a generated stub and the method behind it, a field that is asked for and its
 * resolver, a message and who gets it. What a file promises and asks for it says itself (lang/engine/contracts.ts); here both sides are joined.
 *
 * Where several members answer the same nobody is taken, and all are named; of a topic all who get its messages are. What a member answers itself it asks
 * nobody else for.
 */
import type { Warning } from "../../base/errors.ts";
import { visible } from "../../base/visible.ts";
import { tagsOf } from "../../lang/engine/chunk/_tags.ts";
import { type Contract, contractsIn, fits } from "../../lang/engine/contracts.ts";
import { filesNaming } from "../../query/walk/texts.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { stitching as limits } from "../limits.ts";

/** A contract with the symbol that asks or answers. */
export interface Party {
  member: number;
  contract: Contract;
  symbol: SymbolRow;
  /** Where the contract stands: a handler can be elsewhere. */
  place: string;
  line: number;
}

/** A call from one member to another. */
export interface Joined {
  from: Party;
  to: Party;
}

/** Tests ask what they serve themselves, and examples serve nobody. */
const isApart = (path: string): boolean => tagsOf(path).some((tag) => tag === "test" || tag === "example");

const FUNCTIONS: ReadonlySet<string> = new Set(["function", "method"]);

export class Contracts {
  readonly #files = new Map<string, readonly Party[]>();
  readonly #naming = new Map<string, readonly Party[]>();

  constructor(
    private readonly members: readonly { name: string; store: Store }[],
    private readonly warn: (warning: Warning) => void,
  ) {}

  /** Who asks, in other members, for what a symbol answers. */
  callersOf(member: number, symbol: SymbolRow): Joined[] {
    return this.#partiesOf(member, symbol, "serves").flatMap((to) =>
      this.members
        .keys()
        .toArray()
        .flatMap((other) =>
          other === member
            ? []
            : this.#fitting(other, to, "asks").flatMap((from) =>
                this.#answered(from).filter((one) => one.to.symbol.id === symbol.id && one.to.member === member),
              ),
        ),
    );
  }

  /** Who answers, in other members, what a symbol asks for. */
  calleesOf(member: number, symbol: SymbolRow): Joined[] {
    return this.#partiesOf(member, symbol, "asks").flatMap((from) => this.#answered(from));
  }

  /** All of a member: what it asks for that another answers. */
  *all(member: number): Generator<Joined> {
    const rows = this.members[member]!.store.statement("SELECT id FROM file ORDER BY path").values() as [number][];
    for (const [file] of rows)
      for (const from of this.#inFile(member, file)) if (from.contract.side === "asks" && !isApart(from.place)) yield* this.#answered(from);
  }

  /** What a symbol, or a function inside it, answers or asks for. */
  #partiesOf(member: number, symbol: SymbolRow, side: Contract["side"]): Party[] {
    return symbol.file === null
      ? []
      : this.#inFile(member, symbol.file, symbol).filter(
          (one) => one.contract.side === side && one.symbol.id === symbol.id && !isApart(one.place),
        );
  }

  /** The parties that answer; nobody where it is not one member's. */
  #answered(from: Party): Joined[] {
    const { protocol, name } = from.contract;
    const serving = this.members
      .keys()
      .toArray()
      .flatMap((member) => this.#fitting(member, from, "serves"));
    if (serving.some(({ member }) => member === from.member) && protocol !== "topic") return [];
    const others = serving.filter(({ member }) => member !== from.member);
    const exact = others.filter(({ contract }) => contract.name === name);
    const meant = exact.length > 0 ? exact : others;
    const distinct = new Set(meant.map(({ member, symbol }) => `${member} ${symbol.id}`));
    if (distinct.size > 1 && protocol !== "topic") {
      const places = meant
        .slice(0, 4)
        .map(({ member, place, line }) => `${visible(this.members[member]!.name)} (${visible(place)}:${line})`);
      this.warn({
        code: "contract-claimed",
        message: `${visible(this.members[from.member]!.name)} asks for ${protocol} ${visible(name)} (${visible(from.place)}:${from.line}), which ${places.join(" and ")} all answer: which of them is meant is not guessed.`,
      });
      return [];
    }
    const seen = new Set<string>();
    return meant.flatMap((to) => {
      const key = `${to.member} ${to.symbol.id}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ from, to }];
    });
  }

  /** Parties of a member on the other side of one. */
  #fitting(member: number, party: Party, side: Contract["side"]): Party[] {
    const { protocol, name } = party.contract;
    const word = wordOf(party.contract);
    if (word === null) return [];
    const key = `${member} ${protocol} ${word}`;
    let near = this.#naming.get(key);
    if (!near) {
      const { store } = this.members[member]!;
      const words =
        protocol === "grpc" ? GENERATED.map((one) => one.replace("X", word)) : [word, ...(protocol === "graphql" ? [snake(word)] : [])];
      const files = new Set(words.flatMap((one) => filesNaming(store, one)));
      near = [...files].slice(0, limits.maxFiles).flatMap((file) => this.#inFile(member, file));
      this.#naming.set(key, near);
    }
    return near.filter((one) => {
      const other = one.contract;
      if (other.protocol !== protocol || other.side !== side || isApart(one.place)) return false;
      return side === "serves" ? fits(name, other.name) : fits(other.name, name);
    });
  }

  /** Contracts of a file, kept. */
  #inFile(member: number, file: number, about?: SymbolRow): readonly Party[] {
    const key = `${member} ${file}`;
    let parties = this.#files.get(key);
    if (!parties) {
      parties = this.#read(member, file);
      this.#files.set(key, parties);
    }
    if (about === undefined || parties.length > 0) return parties;
    // what it answers may be said where it is handed over: in the file of routes
    return this.#handedOver(member, about);
  }

  #handedOver(member: number, symbol: SymbolRow): readonly Party[] {
    const files = this.members[member]!.store.filesReaching(symbol.id).filter((file) => file !== symbol.file);
    return files.slice(0, limits.maxRouting).flatMap((file) => this.#inFile(member, file));
  }

  #read(member: number, file: number): Party[] {
    const { store } = this.members[member]!;
    const row = store.fileById(file);
    const source = row?.language ? store.source(row.path) : "ignored";
    if (row === null || typeof source === "string") return [];
    const symbols = store.symbolsOfFile(file);
    const places = new Map(symbols.map(({ id }, at) => [id, at]));
    const scopes = symbols.map(({ kind, name, parent }) => ({ kind, name, parent: parent === null ? -1 : (places.get(parent) ?? -1) }));
    return contractsIn(store.referencesOf(file), scopes, source.text).flatMap((contract) => {
      const scope = symbols[contract.scope];
      if (!scope) return [];
      const symbol = contract.side === "serves" && contract.handler !== null ? this.#handler(store, scope, contract) : scope;
      return [{ member, contract, symbol, place: row.path, line: contract.line || symbol.start }];
    });
  }

  /** What a route hands its requests to: what resolution found there, else the only function of that name. */
  #handler(store: Store, scope: SymbolRow, { handler, line }: Contract): SymbolRow {
    const last = handler!.slice(handler!.lastIndexOf(".") + 1);
    for (const edge of store.edgesFrom(scope.id, ["uses", "calls"])) {
      const to = edge.line >= line && edge.line <= line + HANDED && edge.resolution !== "ambiguous" ? store.symbolById(edge.dst) : null;
      if (to && to.name === last && FUNCTIONS.has(to.kind)) return to;
    }
    const all = store.symbolsByQualified(handler!).filter(({ kind, file }) => file !== null && FUNCTIONS.has(kind));
    const here = all.filter(({ file }) => file === scope.file);
    return (here.length === 1 ? here[0] : all.length === 1 ? all[0] : undefined) ?? scope;
  }
}

/** Arguments of a route stand on so many lines. */
const HANDED = 6;

/** What is written where a service of gRPC is used or served. */
const GENERATED = ["NewXClient", "XClient", "XStub", "XGrpc", "XServicer", "UnimplementedXServer", "XImplBase", "XBase"];

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A word that stands wherever the contract does. */
function wordOf({ protocol, name }: Contract): string | null {
  if (protocol === "grpc") return name.slice(0, name.indexOf("/"));
  if (protocol === "graphql") return name.slice(name.indexOf(".") + 1);
  const words = (protocol === "http" ? name.slice(name.indexOf(" ")) : name).match(/[A-Za-z]\w*/g) ?? [];
  return words.toSorted((a, b) => b.length - a.length)[0] ?? null;
}
