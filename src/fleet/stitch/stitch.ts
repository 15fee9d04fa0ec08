/**
 * From one member's code to another's: a use of a package of another member is resolved in both trees at once (union.ts), by the rules that hold
 * inside one, and believed where the package is one that the using member names (links.ts). Nothing is stored.
 *
 * A use that only has the name of something is never an edge.
 */
import type { Warning } from "../../base/errors.ts";
import { edges } from "../../base/limits.ts";
import type { EdgeKind, FileFacts, Resolution } from "../../base/types.ts";
import { visible } from "../../base/visible.ts";
import { StoredWorld } from "../../indexing/world.ts";
import { tagsOf } from "../../lang/engine/chunk/_tags.ts";
import { resolve } from "../../lang/engine/resolve/resolve.ts";
import type { World } from "../../lang/engine/resolve/world.ts";
import { familyOf } from "../../lang/languages.ts";
import { filesNaming } from "../../query/walk/texts.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { Writer } from "../../store/write.ts";
import { Contracts, type Joined } from "./contracts.ts";
import { stitching as limits } from "./limits.ts";
import { type Link, Links } from "./links.ts";
import { BY_SPACE, type Ecosystem, type Package } from "./package.ts";
import { Packages } from "./packages.ts";
import { type Mount, splitId, UnionWorld } from "./union.ts";

/** A member with its index (member.ts has more of both). */
export interface Stitched {
  member: { name: string; root: string };
  session: { store: Store };
}

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

/** An edge out of a member's file, by numbers. */
interface Leaving {
  from: number;
  line: number;
  member: number;
  symbol: number;
  kind: EdgeKind;
  resolution: Resolution;
  confidence: number;
  link: Link;
}

interface Opened {
  writer: Writer;
  world: StoredWorld;
}

export class Stitching {
  readonly #packages: Packages[];
  readonly links: Links;
  readonly #opened = new Map<number, Opened>();
  readonly #unions = new Map<string, UnionWorld>();
  readonly #leaving = new Map<string, readonly Leaving[]>();
  readonly #warnings = new Map<string, Warning>();
  readonly #contracts: Contracts;

  constructor(
    private readonly members: readonly Stitched[],
    /** Trees as they were before a change, by member: what is laid over the index. */
    private readonly instead: ReadonlyMap<string, (world: StoredWorld) => World> = new Map(),
  ) {
    this.#packages = members.map(({ session }) => new Packages(session.store));
    this.links = new Links(
      members.map(({ member }) => member),
      this.#packages,
    );
    this.#contracts = new Contracts(
      members.map(({ member: { name }, session: { store } }) => ({ name, store })),
      ({ code, message }) => this.#warn(code, message),
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
    for (const { writer } of this.#opened.values()) writer.close();
    this.#opened.clear();
  }

  #name(member: number): string {
    return this.members[member]!.member.name;
  }

  #warn(code: string, message: string): void {
    this.#warnings.set(message, { code, message });
  }

  get warnings(): Warning[] {
    return [...this.#warnings.values()];
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
    if (owner && this.links.rivals(owner).length > 0) this.#warn(this.links.rivalry(owner).code, this.links.rivalry(owner).message);
    for (const from of this.members.keys()) {
      if (from === to || ecosystem === undefined || !this.links.closure(from, limits.maxChain).has(to)) continue;
      const files = this.#candidates(from, to, symbol, ecosystem);
      for (const file of files.slice(0, limits.maxFiles))
        for (const one of this.#fileLeaving(from, file))
          if (one.member === to && one.symbol === symbol.id) uses.push(this.#stitch(from, one));
      this.#cut(from, files.length, symbol.name);
    }
    uses.push(...this.#contracts.callersOf(to, symbol).map((one) => this.#joined(one)));
    return { uses, warnings: this.warnings };
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
    const leaving = this.links.of(from).length === 0 ? [] : this.#fileLeaving(from, symbol.file);
    const uses = leaving.filter(({ from: source }) => within.has(source)).map((one) => this.#stitch(from, one));
    uses.push(...this.#contracts.calleesOf(from, symbol).map((one) => this.#joined(one)));
    return { uses, warnings: this.warnings };
  }

  /** What a package outside a member is: the packages of other members, and what the member uses of them. */
  definitionOf(name: string, external: SymbolRow): Uses & { packages: { member: string; package: Package }[] } {
    const from = this.numberOf(name);
    const links = this.links.of(from).filter(({ outside }) => outside.includes(external.id));
    const files = links.length === 0 ? [] : this.members[from]!.session.store.filesReaching(external.id);
    const uses = files
      .slice(0, limits.maxFiles)
      .flatMap((file) => this.#fileLeaving(from, file))
      .filter(({ link }) => links.includes(link))
      .map((one) => this.#stitch(from, one));
    this.#cut(from, files.length, external.name);
    for (const { package: one } of links)
      if (this.links.rivals(one).length > 0) this.#warn(this.links.rivalry(one).code, this.links.rivalry(one).message);
    return { uses, packages: links.map(({ to, package: one }) => ({ member: this.#name(to), package: one })), warnings: this.warnings };
  }

  /** Files of other members that import a package, by the file of it they reach; without names it is all of them. */
  *stitches(): Generator<Stitch> {
    for (const [from, { session }] of this.members.entries()) {
      for (const one of this.#contracts.all(from)) yield this.#joined(one);
      if (this.links.of(from).length === 0) continue;
      const rows = session.store.statement("SELECT id, language FROM file ORDER BY path").values() as [number, string | null][];
      for (const [file, language] of rows)
        if (this.#ecosystems(from).has(familyOf(language).ecosystem))
          for (const one of this.#fileLeaving(from, file)) yield this.#stitch(from, one);
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
      to: { member: target.member.name, symbol: target.session.store.symbolById(one.symbol)! },
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
      from: { member: this.#name(from.member), symbol: from.symbol, path: from.symbol.path, line: from.line },
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

  /** Files of a member in which a use of a symbol of another can stand, the likeliest first. */
  #candidates(from: number, to: number, symbol: SymbolRow, ecosystem: Ecosystem): number[] {
    const { store } = this.members[from]!.session;
    const importing = new Set<number>();
    for (const { to: target, outside } of this.links.of(from))
      if (target === to) for (const external of outside) for (const file of store.filesReaching(external)) importing.add(file);
    const language = store.statement("SELECT language FROM file WHERE id = ?");
    const speaks = (file: number): boolean =>
      familyOf((language.values(file) as [string | null][])[0]?.[0] ?? null).ecosystem === ecosystem;
    const parent = symbol.parent === null ? null : this.members[to]!.session.store.symbolById(symbol.parent);
    const names = UNWRITTEN.test(symbol.name) && parent && parent.file !== null ? [symbol.name, parent.name] : [symbol.name];
    const naming = new Set(names.flatMap((one) => filesNaming(store, one)));
    // what an import gives a name of its own is not written by the other one
    const renamed = this.#isDefault(to, symbol) ? [...importing] : [];
    const all = [...[...naming].filter((file) => importing.has(file)), ...renamed, ...[...naming].filter((file) => !importing.has(file))];
    return [...new Set(all)].filter(speaks);
  }

  /** Is it what a module exports without a name, or under another one? */
  #isDefault(member: number, symbol: SymbolRow): boolean {
    const { store } = this.members[member]!.session;
    if (symbol.at === 0 || symbol.name === "default") return true;
    return store
      .importsOf(symbol.file!)
      .some(
        ({ source, reexport, names }) =>
          source === "" && reexport && names.some(({ name, local }) => (name === symbol.name || local === symbol.name) && name !== local),
      );
  }

  #open(member: number): Opened {
    let opened = this.#opened.get(member);
    if (!opened) {
      const { root, db } = this.members[member]!.session.store;
      const writer = new Writer(db);
      opened = { writer, world: new StoredWorld(root, writer) };
      this.#opened.set(member, opened);
    }
    return opened;
  }

  /** All trees that a member's uses can lead to, itself among them. */
  #union(from: number): UnionWorld {
    const members = [...this.links.closure(from, limits.maxChain).keys()].sort((a, b) => a - b);
    const places = new Map(members.map((member) => [member, `m${member}`]));
    for (const { to, package: one } of this.links.of(from))
      if (one.ecosystem === "submodule" && places.has(to)) places.set(to, `${places.get(from)}/${one.name}`);
    const key = [...places].join();
    let union = this.#unions.get(key);
    if (!union) {
      const mounts = members.map((member): Mount => {
        const { world } = this.#open(member);
        return { member, at: places.get(member)!, world: this.instead.get(this.#name(member))?.(world) ?? world };
      });
      union = new UnionWorld(mounts);
      this.#unions.set(key, union);
    }
    return union;
  }

  /** Edges out of a file into other members, as far as they are believed. */
  #fileLeaving(from: number, file: number): readonly Leaving[] {
    const key = `${from} ${file}`;
    let leaving = this.#leaving.get(key);
    if (!leaving) {
      leaving = this.#resolved(from, file);
      this.#leaving.set(key, leaving);
    }
    return leaving;
  }

  #resolved(from: number, file: number): Leaving[] {
    const union = this.#union(from);
    const { world } = this.#open(from);
    const { facts, ids } = world.facts(file);
    const { ecosystem } = familyOf(facts.language);
    if (ecosystem === undefined) return [];
    world.record();
    const path = `m${from}/${facts.path}`;
    const imports = facts.imports.filter(({ source }) => ecosystem !== "npm" || this.#isExported(from, facts.path, source));
    const { edges } = resolve({ ...facts, imports, path } satisfies FileFacts, union, limits.maxSteps);
    const out: Leaving[] = [];
    for (const { kind, from: scope, source, to, line, resolution, confidence } of edges) {
      if (source !== undefined || resolution === "ambiguous" || resolution === "external" || SPOKEN.has(kind)) continue;
      let target: { member: number; id: number } | null = null;
      if (to.at === "there") target = splitId(to.id);
      else if (to.at === "file") {
        const there = union.at(to.path);
        const id = there === null ? null : this.#open(there.mount.member).world.fileSymbol(there.path);
        target = id === null ? null : { member: there!.mount.member, id };
      }
      if (target === null || target.member === from || ids[scope] === undefined) continue;
      const link = this.#believed(from, facts, target, ecosystem, resolution);
      if (link) out.push({ from: ids[scope]!, line, member: target.member, symbol: target.id, kind, resolution, confidence, link });
    }
    return out;
  }

  /** May a module be imported, by what its package exports? Node refuses to load what an `exports` does not name. */
  #isExported(from: number, path: string, source: string): boolean {
    for (const { to, package: one } of this.links.of(from)) {
      if (one.ecosystem !== "npm" || one.exports === null || !source.startsWith(`${one.name}/`)) continue;
      const wanted = `.${source.slice(one.name.length)}`;
      const fits = (key: string): boolean => {
        const star = key.indexOf("*");
        if (star < 0) return key === wanted || (key.endsWith("/") && wanted.startsWith(key));
        return wanted.length >= key.length && wanted.startsWith(key.slice(0, star)) && wanted.endsWith(key.slice(star + 1));
      };
      if (one.exports.some(fits)) continue;
      this.#warn(
        "not-exported",
        `${visible(this.#name(from))}/${visible(path)} imports ${visible(source)}, which ${visible(this.#name(to))} (${visible(one.manifest)}) does not export: it leads nowhere.`,
      );
      return false;
    }
    return true;
  }

  /** Is something of a full name declared by several other members? Then nobody knows which is meant. */
  #declaredTwice(from: number, target: { member: number; id: number }, name: string): boolean {
    const all = this.#union(from).definitions(name);
    const full = all.find(({ id }) => splitId(id).member === target.member && splitId(id).id === target.id)?.full;
    const owners = new Set(all.flatMap((one) => (one.full === full && !one.double ? splitId(one.id).member : [])));
    owners.delete(from);
    if (full === undefined || owners.size < 2) return false;
    const names = [...owners].map((one) => visible(this.#name(one))).sort();
    this.#warn(
      "package-claimed",
      `${names.join(" and ")} both define ${visible(full)}: which of them is meant is not guessed, and no use of it is followed.`,
    );
    return true;
  }

  /** The package by which an edge is believed; null for one that is not. */
  #believed(
    from: number,
    facts: FileFacts,
    target: { member: number; id: number },
    ecosystem: Ecosystem,
    resolution: Resolution,
  ): Link | null {
    const { store } = this.members[target.member]!.session;
    const symbol = store.symbolById(target.id);
    if (!symbol || symbol.file === null) return null;
    const owner = ecosystem === "submodule" ? null : this.#packages[target.member]!.ownerOf(symbol.path, ecosystem);
    const links = this.links.of(from).filter(({ to }) => to === target.member);
    const direct = links.find((link) => (ecosystem === "submodule" ? link.package.ecosystem === "submodule" : link.package === owner));
    if (direct && this.links.rivals(direct.package).length > 0) {
      const { code, message } = this.links.rivalry(direct.package);
      this.#warn(code, message);
      return null;
    }
    if (
      BY_SPACE.has(ecosystem) &&
      (tagsOf(symbol.path).includes("test") || (symbol.at > 0 && this.#declaredTwice(from, target, symbol.name)))
    )
      return null;
    if (resolution === "unique") {
      // a name that is defined once: only where this very file imports the package
      const here = this.members[from]!.session.store.fileByPath(facts.path);
      if (
        !direct ||
        !here ||
        !(ecosystem === "submodule" || direct.outside.some((one) => this.members[from]!.session.store.filesReaching(one).includes(here.id)))
      )
        return null;
    }
    if (direct) return direct;
    // by way of another package: a type that one of its functions returns, a name that it hands on
    const owned = owner;
    if (!owned || this.links.rivals(owned).length > 0) return null;
    for (const member of this.links.closure(from, limits.maxChain).keys()) {
      if (member === from) continue;
      const through = this.links.of(member).find(({ to, package: one }) => to === target.member && one === owned);
      if (through) return { ...through, from, wanted: null, agrees: null, asked: null, outside: [] };
    }
    return null;
  }
}

/** What a text says of something, whoever wrote it: no use. */
const SPOKEN: ReadonlySet<EdgeKind> = new Set(["references", "documents", "governed_by"]);
/** Names that calls do not write: constructors, and what operators and loops call. */
const UNWRITTEN = /^(?:__\w+__|__construct|constructor|initialize|init|new|invoke|call)$/;
