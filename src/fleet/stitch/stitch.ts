/**
 * From one member's code to another's: a use of a package of another member is resolved in both trees at once (union.ts), by the rules that hold
 * inside one, and believed where the package is one that the using member names (links.ts). Nothing is stored.
 *
 * A use that only has the name of something is never an edge.
 */
import type { Warning } from "../../base/errors.ts";
import { edges } from "../../base/limits.ts";
import type { EdgeKind, FileFacts, RawImport, Resolution } from "../../base/types.ts";
import { visible } from "../../base/visible.ts";
import type { WorldSymbol } from "../../lang/engine/resolve/world.ts";
import { familyOf } from "../../lang/languages.ts";
import { filesNaming } from "../../query/walk/texts.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { stitching as limits } from "../limits.ts";
import { Between, type Leaving, type Stitched } from "./between.ts";
import { Contracts, type Joined } from "./contracts.ts";
import { Links } from "./links.ts";
import type { Ecosystem, Package } from "./package.ts";
import { Packages } from "./packages.ts";

export type { Stitched } from "./between.ts";

/** A use in one member of something in another. */
export interface Stitch {
  from: { member: string; symbol: SymbolRow; path: string; line: number };
  to: { member: string; symbol: SymbolRow };
  kind: EdgeKind;
  resolution: Resolution;
  confidence: number;
  /** Of what package it is; null of a contract. */
  package: { ecosystem: Ecosystem; name: string } | null;
  /** What one asks for and the other answers: `http GET /users/{}`; null of a package. */
  contract: string | null;
  /** What the using member asks for, and what the other one is; null where neither says. */
  wanted: string | null;
  has: string | null;
  /** Is that one of those? null: cannot be told. */
  agrees: boolean | null;
}

/** The uses of something in other members. */
export interface Uses {
  uses: Stitch[];
  /** About packages that two members claim, versions that differ, manifests that cannot be read, files that were not looked at. */
  warnings: Warning[];
}

export class Stitching {
  readonly #packages: Packages[];
  readonly links: Links;
  readonly #between: Between;
  readonly #warnings = new Map<string, Warning>();
  readonly #contracts: Contracts;

  constructor(private readonly members: readonly Stitched[]) {
    this.#packages = members.map(({ session }) => new Packages(session.store));
    this.links = new Links(
      members.map(({ member }) => member),
      this.#packages,
    );
    this.#between = new Between(members, this.#packages, this.links, (warning) => this.#tell(warning));
    this.#contracts = new Contracts(
      members.map(({ member: { name }, session: { store } }) => ({ name, store })),
      (warning) => this.#tell(warning),
    );
    for (const [at, { said }] of this.#packages.entries())
      for (const { path, reason } of said.unread.slice(0, 5))
        this.#warn(
          "manifest-unread",
          `${visible(this.#name(at))}: ${visible(path)} is no manifest that can be read (${reason}); what it names is not followed.`,
        );
  }

  /** Frees what was prepared on the members' indexes; these stay open. */
  close(): void {
    this.#between.close();
  }

  #name(member: number): string {
    return this.members[member]!.member.name;
  }

  #warn(code: string, message: string): void {
    this.#warnings.set(message, { code, message });
  }

  #tell({ code, message }: Warning): void {
    this.#warn(code, message);
  }

  /** At most some of each kind, and how many more there are. */
  get warnings(): Warning[] {
    return [...Map.groupBy(this.#warnings.values(), ({ code }) => code)].flatMap(([code, all]) => {
      const more = all.length - limits.maxWarnings;
      return more <= 0 ? all : [...all.slice(0, limits.maxWarnings), { code, message: `${more} more like that.` }];
    });
  }

  /** The number of a member. @returns -1 where there is none of that name */
  numberOf(name: string): number {
    return this.members.findIndex(({ member }) => member.name === name);
  }

  /** The index of a member. */
  storeOf(name: string): Store {
    return this.members[this.numberOf(name)]!.session.store;
  }

  packagesOf(name: string): readonly Package[] {
    return this.#packages[this.numberOf(name)]?.packages ?? [];
  }

  // -------------------------------------------------------------------------------------------- questions

  /** Uses, in other members, of a symbol. */
  usesOf(name: string, symbol: SymbolRow): Uses {
    const to = this.numberOf(name);
    const uses: Stitch[] = [];
    if (to < 0 || symbol.file === null) return { uses, warnings: this.warnings };
    const { ecosystem } = familyOf(symbol.language);
    const owner = ecosystem === undefined ? null : this.#packages[to]!.ownerOf(symbol.path, ecosystem);
    if (owner && this.links.rivals(owner).length > 0) this.#tell(this.links.rivalry(owner));
    const parent = symbol.parent === null ? null : this.members[to]!.session.store.symbolById(symbol.parent);
    const names = UNWRITTEN.test(symbol.name) && parent && parent.file !== null ? [symbol.name, parent.name] : [symbol.name];
    const sought = { names, renamed: this.#isDefault(to, symbol), ecosystem };
    for (const { from, one } of this.#leaving(this.#between, to, sought)) if (one.symbol === symbol.id) uses.push(this.#stitch(from, one));
    uses.push(...this.#contracts.callersOf(to, symbol).map((one) => this.#joined(one)));
    return { uses, warnings: this.warnings };
  }

  /**
   * Uses, in other members, of what a change takes away from one: they lead nowhere any more.
   * @param before its changed files as they were, by path; null: not there then
   * @param gone what is not there any more
   */
  usesOfGone(name: string, before: ReadonlyMap<string, FileFacts | null>, gone: readonly Gone[]): Uses {
    const to = this.numberOf(name);
    const uses: Stitch[] = [];
    if (to < 0) return { uses, warnings: this.warnings };
    const between = new Between(this.members, this.#packages, this.links, (warning) => this.#tell(warning), new Map([[to, before]]));
    try {
      for (const { path, qualified, name: word, language } of gone) {
        const names = UNWRITTEN.test(word) ? [word, qualified.split(".").at(-2) ?? word] : [word];
        const said = before.get(path)?.imports.some((one) => isRenamed(one, word)) === true;
        const sought = { names, renamed: word === "default" || said, ecosystem: familyOf(language).ecosystem };
        for (const { from, one } of this.#leaving(between, to, sought))
          if (one.gone?.path === path && one.gone.qualified === qualified) uses.push(this.#stitch(from, one));
      }
    } finally {
      between.close();
    }
    return { uses, warnings: this.warnings };
  }

  /** Edges into a member out of the files in which what is sought can stand. */
  *#leaving(between: Between, to: number, sought: Sought): Generator<{ from: number; one: Leaving }> {
    for (const from of this.members.keys()) {
      if (from === to || sought.ecosystem === undefined) continue;
      // What a member imports is worked out only where a file of it can be one.
      const naming = new Set(sought.names.flatMap((one) => filesNaming(this.members[from]!.session.store, one)));
      if ((naming.size === 0 && !sought.renamed) || !this.links.closure(from, limits.maxChain).has(to)) continue;
      const files = this.#candidates(from, to, naming, sought);
      for (const file of files.slice(0, limits.maxFiles))
        for (const one of between.leaving(from, file)) if (one.member === to) yield { from, one };
      this.#cut(from, files.length, sought.names[0]!);
    }
  }

  #cut(from: number, files: number, name: string): void {
    if (files > limits.maxFiles)
      this.#warn(
        "stitches-cut",
        `${visible(this.#name(from))}: ${files - limits.maxFiles} more files that may use ${visible(name)} were not looked at.`,
      );
  }

  /** What a symbol of a member, or anything in it, uses of other members. */
  usedBy(name: string, symbol: SymbolRow): Uses {
    const from = this.numberOf(name);
    if (from < 0 || symbol.file === null) return { uses: [], warnings: this.warnings };
    const within = new Set([symbol.id]);
    for (const { id, parent } of this.members[from]!.session.store.symbolsOfFile(symbol.file))
      if (parent !== null && within.has(parent)) within.add(id);
    const leaving = this.links.of(from).length === 0 ? [] : this.#between.leaving(from, symbol.file);
    const uses = leaving.filter(({ from: source }) => within.has(source)).map((one) => this.#stitch(from, one));
    uses.push(...this.#contracts.calleesOf(from, symbol).map((one) => this.#joined(one)));
    return { uses, warnings: this.warnings };
  }

  /** Files of other members that import a package, by the file of it they reach; without names it is all of them. */
  *stitches(): Generator<Stitch> {
    for (const [from, { session }] of this.members.entries()) {
      for (const one of this.#contracts.all(from)) yield this.#joined(one);
      if (this.links.of(from).length === 0) continue;
      const rows = session.store.statement("SELECT id, language FROM file ORDER BY path").values() as [number, string | null][];
      for (const [file, language] of rows)
        if (this.#ecosystems(from).has(familyOf(language).ecosystem))
          for (const one of this.#between.leaving(from, file)) yield this.#stitch(from, one);
    }
  }

  #ecosystems(from: number): ReadonlySet<Ecosystem | undefined> {
    return new Set(this.links.of(from).map(({ package: { ecosystem } }) => ecosystem));
  }

  // -------------------------------------------------------------------------------------------- how

  #stitch(from: number, one: Leaving): Stitch {
    const { link, kind, resolution, confidence, line } = one;
    const [source, target] = [this.members[from]!, this.members[one.member]!];
    const symbol = source.session.store.symbolById(one.from)!;
    const { version, ecosystem, name } = link.package;
    if (link.agrees === false && link.asked)
      this.#warn(
        "version-differs",
        `${visible(source.member.name)} asks for ${visible(name)} ${visible(link.wanted ?? "")} (${visible(link.asked.path)}:${link.asked.line}), and ${visible(target.member.name)} is ${visible(version ?? "")}.`,
      );
    return {
      from: { member: source.member.name, symbol, path: symbol.path, line },
      to: { member: target.member.name, symbol: one.gone ? rowOf(one.gone) : target.session.store.symbolById(one.symbol)! },
      kind,
      resolution,
      confidence,
      package: { ecosystem, name },
      contract: null,
      wanted: link.wanted,
      has: version,
      agrees: link.agrees,
    };
  }

  #joined({ from, to }: Joined): Stitch {
    return {
      from: { member: this.#name(from.member), symbol: from.symbol, path: from.place, line: from.line },
      to: { member: this.#name(to.member), symbol: to.symbol },
      kind: "calls",
      resolution: "contract",
      confidence: edges.confidence.contract,
      package: null,
      contract: `${from.contract.protocol} ${from.contract.name}`,
      wanted: null,
      has: null,
      agrees: null,
    };
  }

  /** Files of a member in which a use of something in another can stand, the likeliest first. */
  #candidates(from: number, to: number, naming: ReadonlySet<number>, { renamed, ecosystem }: Sought): number[] {
    const { store } = this.members[from]!.session;
    const importing = new Set<number>();
    for (const { to: target, outside } of this.links.of(from))
      if (target === to) for (const external of outside) for (const file of store.filesReaching(external)) importing.add(file);
    const language = store.statement("SELECT language FROM file WHERE id = ?");
    const speaks = (file: number): boolean =>
      familyOf((language.values(file) as [string | null][])[0]?.[0] ?? null).ecosystem === ecosystem;
    const all = [
      ...[...naming].filter((file) => importing.has(file)),
      ...(renamed ? importing : []),
      ...[...naming].filter((file) => !importing.has(file)),
    ];
    return [...new Set(all)].filter(speaks);
  }

  /** Is it what a module exports without a name, or under another one? */
  #isDefault(member: number, symbol: SymbolRow): boolean {
    const { store } = this.members[member]!.session;
    if (symbol.at === 0 || symbol.name === "default") return true;
    return store.importsOf(symbol.file!).some((one) => isRenamed(one, symbol.name));
  }
}

/** What is looked for in another member. */
interface Sought {
  /** One of which stands wherever it is used. */
  names: readonly string[];
  /** An import can give it another name without writing its own. */
  renamed: boolean;
  ecosystem: Ecosystem | undefined;
}

/** A definition that a change takes away. */
export type Gone = Pick<WorldSymbol, "path" | "qualified" | "name" | "language">;

/** Does a file export one of its own names under another? */
const isRenamed = ({ source, reexport, names }: RawImport, own: string): boolean =>
  source === "" && reexport && names.some(({ name, local }) => (name === own || local === own) && name !== local);

/** What is gone, as far as a row tells: it has no file, nor lines. */
function rowOf({ path, language, kind, name, qualified, exported, arity, type, declares }: WorldSymbol): SymbolRow {
  const nowhere = { id: -1, key: "", file: null, at: 1, parent: null, signature: "", doc: "", start: 0, end: 0 };
  return { ...nowhere, path, language, kind, name, qualified, exported, arity, type, declares };
}

/** Names that calls do not write: constructors, and what operators and loops call. */
const UNWRITTEN = /^(?:__\w+__|__construct|constructor|initialize|init|new|invoke|call)$/;
