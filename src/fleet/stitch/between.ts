/**
 * The files of members as they are resolved in several trees at once (union.ts), and which of the edges that end in another tree are believed: those into
 * a package that the using member names (links.ts).
 */
import type { Warning } from "../../base/errors.ts";
import type { EdgeKind, FileFacts, Resolution } from "../../base/types.ts";
import { visible } from "../../base/visible.ts";
import { OverlayWorld } from "../../indexing/overlay.ts";
import { StoredWorld } from "../../indexing/world.ts";
import { tagsOf } from "../../lang/engine/chunk/_tags.ts";
import { resolve } from "../../lang/engine/resolve/resolve.ts";
import type { WorldSymbol } from "../../lang/engine/resolve/world.ts";
import { familyOf } from "../../lang/languages.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { Writer } from "../../store/write.ts";
import { stitching as limits } from "../limits.ts";
import type { Link, Links } from "./links.ts";
import { BY_SPACE, type Ecosystem } from "./package.ts";
import type { Packages } from "./packages.ts";
import { type Mount, splitId, UnionWorld } from "./union.ts";

/** A member with its index (member.ts has more of both). */
export interface Stitched {
  member: { name: string; root: string };
  session: { store: Store };
}

/** An edge out of a member's file, by numbers. */
export interface Leaving {
  from: number;
  line: number;
  member: number;
  /** In its tables; what only a tree that is laid over has is in `gone`. */
  symbol: number;
  gone: WorldSymbol | null;
  kind: EdgeKind;
  resolution: Resolution;
  confidence: number;
  link: Link;
}

interface Opened {
  writer: Writer;
  world: StoredWorld;
  /** The same with files as they were before. */
  laid: OverlayWorld | null;
}

export class Between {
  readonly #opened = new Map<number, Opened>();
  readonly #unions = new Map<string, UnionWorld>();
  readonly #leaving = new Map<string, readonly Leaving[]>();

  constructor(
    private readonly members: readonly Stitched[],
    private readonly packages: readonly Packages[],
    private readonly links: Links,
    private readonly warn: (warning: Warning) => void,
    /** Files of a member as they were before a change, by path; null: not there. */
    private readonly before: ReadonlyMap<number, ReadonlyMap<string, FileFacts | null>> = new Map(),
  ) {}

  /** Frees what was prepared on the members' indexes; these stay open. */
  close(): void {
    for (const { writer } of this.#opened.values()) writer.close();
    this.#opened.clear();
  }

  #name(member: number): string {
    return visible(this.members[member]!.member.name);
  }

  #open(member: number): Opened {
    let opened = this.#opened.get(member);
    if (!opened) {
      const { store } = this.members[member]!.session;
      const writer = new Writer(store.db);
      const world = new StoredWorld(store.root, writer, undefined, (path) => store.source(path));
      const before = this.before.get(member);
      opened = { writer, world, laid: before ? new OverlayWorld(world, before) : null };
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
        const { world, laid } = this.#open(member);
        return { member, at: places.get(member)!, world: laid ?? world };
      });
      union = new UnionWorld(mounts);
      this.#unions.set(key, union);
    }
    return union;
  }

  /** Edges out of a file into other members, as far as they are believed. */
  leaving(from: number, file: number): readonly Leaving[] {
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
      const symbol = this.#opened.get(target.member)?.laid?.laidSymbol(target.id) ?? null;
      const link = this.#believed(from, facts, target, symbol ?? this.#rowOf(target), ecosystem, resolution);
      if (link)
        out.push({ from: ids[scope]!, line, member: target.member, symbol: target.id, gone: symbol, kind, resolution, confidence, link });
    }
    return out;
  }

  #rowOf({ member, id }: { member: number; id: number }): SymbolRow | null {
    const row = this.members[member]!.session.store.symbolById(id);
    return row === null || row.file === null ? null : row;
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
      this.warn({
        code: "not-exported",
        message: `${this.#name(from)}/${visible(path)} imports ${visible(source)}, which ${this.#name(to)} (${visible(one.manifest)}) does not export: it leads nowhere.`,
      });
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
    const names = [...owners].map((one) => this.#name(one)).sort();
    this.warn({
      code: "package-claimed",
      message: `${names.join(" and ")} both define ${visible(full)}: which of them is meant is not guessed, and no use of it is followed.`,
    });
    return true;
  }

  /** The package by which an edge is believed; null for one that is not. */
  #believed(
    from: number,
    facts: FileFacts,
    target: { member: number; id: number },
    symbol: Pick<WorldSymbol, "path" | "name" | "kind"> | null,
    ecosystem: Ecosystem,
    resolution: Resolution,
  ): Link | null {
    if (!symbol) return null;
    const owner = ecosystem === "submodule" ? null : this.packages[target.member]!.ownerOf(symbol.path, ecosystem);
    const links = this.links.of(from).filter(({ to }) => to === target.member);
    const direct = links.find((link) => (ecosystem === "submodule" ? link.package.ecosystem === "submodule" : link.package === owner));
    if (direct && this.links.rivals(direct.package).length > 0) {
      this.warn(this.links.rivalry(direct.package));
      return null;
    }
    if (
      BY_SPACE.has(ecosystem) &&
      (tagsOf(symbol.path).includes("test") || (symbol.kind !== "file" && this.#declaredTwice(from, target, symbol.name)))
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
