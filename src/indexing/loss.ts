/**
 * What a change takes away while somebody still uses it.
 *
 * The tree is resolved once as it was before and once as it is after the change, by the same rules as the index: a use that led somewhere then
 * and leads nowhere now is broken. Only files whose resolution asked for what is lost are looked at (store/depends.ts), so a change that takes
 * nothing away costs nothing.
 */

import { DEPENDING } from "../base/kinds.ts";
import { impact as settings } from "../base/settings.ts";
import { type FileFacts, type RawImport, type RawReference, type RawSymbol, READ, type SymbolKind } from "../base/types.ts";
import type { Change, ChangedFile } from "../git/revisions.ts";
import { folderOf } from "../lang/engine/resolve/paths.ts";
import { resolve } from "../lang/engine/resolve/resolve.ts";
import { Tree } from "../lang/engine/resolve/tree.ts";
import {
  clausesOf,
  type EdgeTarget,
  fullName,
  holdersOf,
  isManifest,
  isType,
  type ResolvedEdge,
  worldKey,
} from "../lang/engine/resolve/world.ts";
import { standing } from "../lang/engine/standing.ts";
import { familyOf, languageFor, languageOf } from "../lang/languages.ts";
import type { Broken, Losses } from "../query/impact/broken.ts";
import { factsOf } from "../query/impact/definitions.ts";
import { BUILDS } from "../query/impact/maybe.ts";
import { isStranger, type Narrowed, narrowed } from "../query/impact/misfits.ts";
import { Overriding } from "../query/impact/overriding.ts";
import type { Seed } from "../query/impact/seeds.ts";
import { ROOTS } from "../query/walk/elsewhere.ts";
import { Graph } from "../query/walk/graph.ts";
import { filesNaming } from "../query/walk/texts.ts";
import type { Store, SymbolRow } from "../store/graph.ts";
import { dependents } from "../store/resolution.ts";
import { isConstructor } from "../store/symbols.ts";
import { Writer } from "../store/write.ts";
import { shortened } from "./known.ts";
import { OverlayWorld } from "./overlay.ts";
import { hashKey, isDefinition, StoredWorld } from "./world.ts";

/**
 * Uses that a change leaves behind.
 * @param files those of the change that may take something away, or bring what takes its place (`takingAway`)
 * @param seeds the change's definitions, which say what became of what is gone
 * @param among paths of all files that are looked into
 */
export async function lossesOf(
  store: Store,
  change: Pick<Change, "files" | "differing">,
  files: readonly ChangedFile[],
  seeds: readonly Seed[],
  among: readonly string[],
): Promise<Losses> {
  const writer = new Writer(store.db);
  try {
    return await new Loss(store, writer, seeds, among).of(files, change);
  } finally {
    writer.close();
  }
}

/** A changed file with the facts of both sides. */
interface Both {
  file: ChangedFile;
  before: FileFacts | null;
  after: FileFacts | null;
}

/** What a target is, whichever world it is a target of. */
interface Target {
  path: string;
  /** "" for a file. */
  qualified: string;
  name: string;
  kind: SymbolKind;
  language: string | null;
  exported: boolean;
}

type Kept = ResolvedEdge & { target: Target | null };

const SURE: ReadonlySet<string> = new Set(["exact", "typed", "unique"]);

class Loss {
  readonly #base: StoredWorld;
  #then: OverlayWorld;
  #now: OverlayWorld;
  /** Both sides by their paths before and after. */
  readonly #old = new Map<string, Both>();
  readonly #new = new Map<string, Both>();
  /** Names that a file had, of its own or handed on, and has not any more, by path. */
  readonly #lost = new Map<string, Set<string>>();
  /** Types that are gone, with the paths they were in. */
  readonly #goneTypes = new Map<string, string>();
  /** Files that nothing makes a module of any more (Rust), with the file that did. */
  readonly #unlinked = new Map<string, string>();
  /** Files that say how the tree is built changed as well. */
  #building = false;
  readonly #out: Losses = { broken: [], turned: [], unknowns: [] };
  readonly #said = new Set<string>();
  readonly #rows = new Map<string, readonly SymbolRow[]>();

  constructor(
    private readonly store: Store,
    private readonly writer: Writer,
    private readonly seeds: readonly Seed[],
    private readonly among: readonly string[],
  ) {
    this.#base = new StoredWorld(store.root, writer);
    this.#then = new OverlayWorld(this.#base, new Map());
    this.#now = this.#then;
  }

  async of(files: readonly ChangedFile[], change: Pick<Change, "files" | "differing">): Promise<Losses> {
    const judged = await this.#lay(files, change);
    for (const both of this.#old.values()) {
      this.#unimported(both);
      this.#parted(both);
      this.#disinherited(both);
    }
    const { broad, names } = this.#keys();
    this.#building = change.files.some(({ patch }) => BUILD.test(patch.newPath ?? patch.oldPath ?? ""));
    if (broad.size === 0 && names.size === 0 && this.#unlinked.size === 0 && this.#hiddenValues().length === 0) return this.#out;
    const all = new Set([...this.#lost.values()].flatMap((lost) => [...lost]));
    const unlinked = [...this.#unlinked.keys()].flatMap((path) => {
      const file = this.store.fileByPath(path);
      return file ? [...this.store.filesReachingFile(file.id)] : [];
    });
    const sure = [...new Set([...dependents(this.writer, broad), ...unlinked])];
    const known = new Set(sure);
    const maybe = dependents(this.writer, names).filter((file) => !known.has(file) && this.#mentions(file, all));
    const looked = [...sure, ...maybe];
    for (const file of looked.slice(0, settings.maxLossFiles)) {
      const { facts } = this.#base.facts(file);
      if (!judged.has(facts.path)) this.#compare(facts);
    }
    if (looked.length > settings.maxLossFiles)
      this.#out.unknowns.push({
        code: "dangling-references",
        message: `${looked.length - settings.maxLossFiles} more files that may use what is gone were not looked at`,
        path: null,
        line: null,
      });
    for (const facts of judged.values()) if (facts) this.#compare(facts);
    for (const both of this.#old.values()) {
      this.#within(both);
    }
    this.#unread();
    return this.#out;
  }

  // -------------------------------------------------------------------------------------------- the two worlds

  /** @returns files of which the judged content is not what the tables have, by path */
  async #lay(files: readonly ChangedFile[], change: Pick<Change, "files" | "differing">): Promise<Map<string, FileFacts | null>> {
    const judged = new Map<string, FileFacts | null>();
    for (const { path, text } of change.differing)
      if (languageOf(path)) judged.set(path, text === null ? null : await factsOf(path, text, this.among));
    for (const { before, after } of change.files) {
      if (before && before.path !== after?.path && this.#base.file(before.path)) judged.set(before.path, null);
      if (!after || after.here || after.text === null) continue;
      judged.set(after.path, await factsOf(after.path, after.text, this.among));
    }
    const then = new Map(judged);
    const texts = new Map<string, string | null>();
    const nowTexts = new Map<string, string | null>();
    for (const file of files) {
      const { before, after } = file;
      const both: Both = {
        file,
        before: before?.text == null ? null : await factsOf(before.path, before.text, this.among),
        after:
          after === null
            ? null
            : (judged.get(after.path) ?? this.#stored(after.path) ?? (await factsOf(after.path, after.text!, this.among))),
      };
      if (after) {
        this.#new.set(after.path, both);
        if (isManifest(after.path)) nowTexts.set(after.path, after.text);
        if (after.path !== before?.path) {
          then.set(after.path, null);
          texts.set(after.path, null);
        }
      }
      if (before) {
        this.#old.set(before.path, both);
        then.set(before.path, both.before);
        if (isManifest(before.path)) texts.set(before.path, before.text);
      }
    }
    this.#now = new OverlayWorld(this.#base, judged, nowTexts);
    this.#then = new OverlayWorld(this.#base, then, texts);
    return judged;
  }

  #stored(path: string): FileFacts | null {
    const file = this.store.fileByPath(path);
    return file && this.#base.facts(file.id).facts;
  }

  /** Keys of what is gone: of whole files (whoever asked for them is looked at), and of names (whoever has the name is). */
  #keys(): { broad: Set<number>; names: Set<number> } {
    const broad = new Set<number>();
    const names = new Set<number>();
    for (const [path, { before, after }] of this.#old) {
      if (!before) continue;
      const stays = after !== null && after.path === path;
      if (!stays) {
        broad.add(hashKey(worldKey.file(path)));
        for (const shorter of shortened(path)) broad.add(hashKey(worldKey.extended(shorter)));
        broad.add(hashKey(worldKey.directory(folderOf(path))));
        broad.add(hashKey(worldKey.named(path.slice(path.lastIndexOf("/") + 1))));
        for (const name of folderOf(path).split("/")) broad.add(hashKey(worldKey.folders(name)));
        broad.add(hashKey(worldKey.outline(path)));
      }
      const lost = new Set<string>();
      const kept = exportedOf(stays ? after.symbols : []);
      const apart = new Set(stays ? leftByName(before, after) : []);
      const clauses = clausesOf(before.symbols);
      for (const symbol of before.symbols.slice(1)) {
        if (!isDefinition(symbol.kind) || symbol.kind === "section") continue;
        const now = this.#isElsewhere(path, symbol.qualified) ? undefined : kept.get(symbol.qualified);
        if (now !== undefined && (now || !symbol.exported) && !apart.has(symbol)) continue;
        lost.add(symbol.name);
        const full = fullName(symbol.qualified, clauses);
        if (now === undefined && isType(symbol.kind) && !this.#now.full(full).some(({ kind }) => isType(kind)))
          this.#goneTypes.set(symbol.qualified, path);
        for (const key of [
          worldKey.members(path, symbol.qualified),
          worldKey.definitions(symbol.name),
          worldKey.full(full),
          ...[...holdersOf([{ full }])].map((holder) => worldKey.holds(symbol.name, holder)),
          worldKey.defined(symbol.name),
        ])
          names.add(hashKey(key));
      }
      if (stays) {
        const offered = new Set(offers(after));
        const exported = exportsOf(after);
        const hidden = new Set(hides(before));
        const handed = [...offers(before).filter((name) => !offered.has(name)), ...hides(after).filter((name) => !hidden.has(name))].map(
          (name) => (name.startsWith("* ") ? "*" : name),
        );
        for (const [name, meant] of exportsOf(before)) if (exported.get(name) !== meant) handed.push(name);
        for (const name of handed) {
          lost.add(name);
          names.add(hashKey(worldKey.members(path, name)));
        }
        if (handed.length > 0) names.add(hashKey(worldKey.outline(path)));
        for (const module of unlinkedModules(before, after)) if (this.#now.file(module)) this.#unlinked.set(module, path);
      }
      if (lost.size > 0) this.#lost.set(path, lost);
    }
    return { broad, names };
  }

  /** Does a file speak of any of some names? */
  #mentions(file: number, names: ReadonlySet<string>): boolean {
    const { facts } = this.#base.facts(file);
    if (names.has("*")) return true;
    return (
      facts.references.some(({ name, receiver }) => names.has(name) || (receiver !== null && names.has(lastWord(receiver)))) ||
      facts.imports.some((one) => one.names.some(({ name }) => names.has(name)) || names.has(lastWord(one.source)))
    );
  }

  // -------------------------------------------------------------------------------------------- one file, before and after

  #compare(facts: FileFacts): void {
    const then = this.#kept(resolve(facts, this.#then), this.#then, facts);
    if (!then.some((edge) => this.#mayBreak(edge, facts))) return;
    const now = Map.groupBy(this.#kept(resolve(facts, this.#now), this.#now, facts), (edge) => edge.line);
    for (const edge of then)
      if (this.#mayBreak(edge, facts) && !isLedElsewhere(edge, then, now.get(edge.line) ?? [], facts))
        this.#judge(edge, then, now.get(edge.line) ?? [], facts);
  }

  #kept(resolved: { edges: ResolvedEdge[] }, world: OverlayWorld, facts: FileFacts): Kept[] {
    return resolved.edges
      .filter(({ kind, source, resolution }) => source === undefined && DEPENDING.includes(kind) && resolution !== "dispatch")
      .map((edge) => ({ ...edge, target: this.#target(edge.to, world, facts) }));
  }

  #target(to: EdgeTarget, world: OverlayWorld, facts: FileFacts): Target | null {
    switch (to.at) {
      case "external":
        return null;
      case "file":
        return {
          path: to.path,
          qualified: "",
          name: nameOf(to.path),
          kind: "file",
          language: languageOf(to.path)?.name ?? null,
          exported: true,
        };
      case "here": {
        const { qualified, name, kind, exported } = facts.symbols[to.symbol]!;
        return { path: facts.path, qualified: to.symbol === 0 ? "" : qualified, name, kind, language: facts.language, exported };
      }
      case "there":
        return world.laidSymbol(to.id) ?? this.store.symbolById(to.id);
    }
  }

  #mayBreak({ target, resolution, to }: Kept, facts: FileFacts): boolean {
    if (target === null || to.at === "here" || !SURE.has(resolution) || target.path === facts.path) return false;
    if (BUILDS.test(target.path) && !BUILDS.test(facts.path)) return false;
    if (this.#old.has(target.path) || this.#unlinked.has(target.path)) return true;
    if (target.kind === "file") return false;
    if (this.#goneTypes.size > 0 && this.#goneTypes.has(target.qualified.slice(0, Math.max(0, target.qualified.lastIndexOf(".")))))
      return true;
    return (
      resolution === "exact" &&
      [...this.#lost.values()].some((lost) => isAsked(lost, target.name, facts) || lost.has("*") || lost.has("default"))
    );
  }

  /** Is a use of before broken, given what the same line means now? */
  #judge(edge: Kept, then: readonly Kept[], now: readonly Kept[], facts: FileFacts): void {
    const target = edge.target!;
    const was = new Set(
      then.flatMap((one) => (one.line === edge.line && one !== edge && this.#wasThere(one.target) ? idOf(one.target) : [])),
    );
    const sure = now.filter((one) => one.target !== null && SURE.has(one.resolution));
    // What the line meant beside it has not taken its place: `a.go() + b.go()`.
    const found = sure.filter((one) => !was.has(idOf(one.target)) || idOf(one.target) === idOf(target));
    const unlinked = this.#unlinked.get(target.path);
    if (unlinked !== undefined && unlinked !== facts.path && edge.resolution === "exact") {
      this.#breaks(edge, facts, { why: "unexported", now: unlinked });
      return;
    }
    if (isDefaultYet(this.#old.get(target.path), edge, facts)) return;
    if (target.kind === "file") {
      // Whatever else the line imports of the tree is what it imports now.
      const stays = this.#old.get(target.path)?.after?.path === target.path || this.#isOfModule(target);
      const others = sure.filter((one) => one.kind === "imports");
      const left = isNamedIn(facts, edge.line, target.path) ? others.filter((one) => isCalled(one.target!, target.path)) : others;
      if (stays || (left.length > 0 && !this.#wasBeside(edge, facts))) return;
      if (sure.length > 0 && this.#building) this.#unsure(edge, facts, target, "its build files changed too");
      else this.#breaks(edge, facts, this.#fileFate(target));
      return;
    }
    const owner = target.qualified.slice(0, Math.max(0, target.qualified.lastIndexOf(".")));
    const from = owner === "" ? undefined : this.#goneTypes.get(owner);
    // A type that only stands elsewhere now took its members with it.
    const followed = found.some((one) => ending(one.target!) === ending(target));
    if (from !== undefined && from !== facts.path && !followed) {
      // A member without the type that it is a member of.
      const type: Target = { ...target, path: from, qualified: owner, name: owner.slice(owner.lastIndexOf(".") + 1), kind: "class" };
      this.#breaks({ ...edge, kind: "uses", target: type }, facts, this.#fate(type));
      return;
    }
    const both = this.#old.get(target.path);
    const parted = both?.before && both.after?.path === target.path ? leftByName(both.before, both.after) : [];
    const apart = parted.some((one) => one.qualified === target.qualified && isCallable(one) === isCallable(target));
    const elsewhere = both !== undefined && this.#isElsewhere(target.path, target.qualified);
    const same = !apart && !elsewhere && found.some((one) => this.#isSame(one.target!, target) && !this.#isDeclaration(one, edge, facts));
    if (same) {
      // Resolution finds what a list of exports does not name any more.
      const unmade = both ? this.#isUnmade(both, edge, facts) : false;
      if (unmade === "perhaps") this.#unsure(edge, facts, target, "its type may be made so");
      else if (unmade) this.#breaks(edge, facts, this.#fate(target));
      else if (both && isUnlisted(both, edge, facts)) this.#breaks(edge, facts, { why: "unexported", now: both.after!.path });
      else this.#turn(edge, found, facts);
      return;
    }
    const still =
      both === undefined || (!apart && !elsewhere && both.after?.symbols.some(({ qualified }) => qualified === target.qualified) === true);
    if (still && both?.after?.path === target.path && this.#isHidden(both, target)) {
      this.#breaks(edge, facts, { why: "hidden", now: null });
      return;
    }
    if (both === undefined || (still && both.after?.path === target.path)) {
      // It is where it was: what handed it on is not. Whoever found it by its type may find it no more for other reasons.
      const by = edge.resolution === "exact" ? this.#handing(target.name, facts) : null;
      if (by !== null && !now.some((one) => one.to.at === "external")) this.#breaks(edge, facts, { why: "unexported", now: by });
      return;
    }
    this.#told(both, edge, facts);
  }

  /** Is what a file defines still there, and in another package or namespace? */
  #isElsewhere(path: string, qualified: string): boolean {
    const { before, after } = this.#old.get(path) ?? {};
    if (!before || after?.path !== path) return false;
    const [then, now] = [clausesOf(before.symbols), clausesOf(after.symbols)];
    return now.length > 0 && fullName(qualified, then) !== fullName(qualified, now);
  }

  /** Says that all files of a folder are one package, and one of them says another name for it now (Go). */
  #parted({ file }: Both): void {
    const clause = languageFor(languageOf(file.after?.path ?? "")?.name ?? null).folderClause;
    const named = (text: string | null | undefined): string | undefined => clause?.exec(text ?? "")?.[1];
    const [then, now] = [named(file.before?.text), named(file.after?.text)];
    if (then === undefined || now === undefined || then === now || file.before!.path !== file.after!.path) return;
    for (const path of this.#now.directory(folderOf(file.after!.path))) {
      const source = this.store.source(path);
      const row = this.store.fileByPath(path);
      if (
        path === file.after!.path ||
        !row ||
        typeof source === "string" ||
        named(this.#new.get(path)?.file.after?.text ?? source.text) !== then
      )
        continue;
      const symbol = this.store.symbolsOfFile(row.id)[0]!;
      const [what, test] = [`package ${then}`, row.tags.includes("test")];
      const fate = { why: "renamed", now } as const;
      this.#out.broken.push({
        symbol,
        line: 1,
        kind: "uses",
        resolution: "exact",
        confidence: 1,
        test,
        what,
        path: file.after!.path,
        ...fate,
      });
      return;
    }
  }

  /** Was it defined before the change? What a changed file defines itself is resolved as it is now. */
  #wasThere(target: Target | null): boolean {
    const both = target && this.#new.get(target.path);
    return !both || (both.before?.path === target.path && both.before.symbols.some(({ qualified }) => qualified === target.qualified));
  }

  /** Says that a use is broken, unless what it meant may still be there in a way that resolution does not see. */
  #told(both: Both, edge: Kept, facts: FileFacts): void {
    const target = edge.target!;
    const own = both.after?.path === facts.path;
    if ((BUILDS.test(target.path) && !BUILDS.test(facts.path)) || this.#isCallOfOther(both, edge, facts)) return;
    if (this.#isGiven(both, target)) {
      this.#unsure(edge, facts, target, "such types have one of which nothing is written");
      return;
    }
    if (this.#isPulledUp(both, target)) return;
    const other = both.before?.damaged === true && this.store.definitionsNamed(target.name) > 0;
    const above = this.#mayInherit(both, target);
    if (other) this.#unsure(edge, facts, target, `${target.path} had syntax errors: another ${target.name} may be meant`);
    else if (above !== null) this.#unsure(edge, facts, target, `${above}, which is not in this tree, may have one`);
    else if (both.after?.path === target.path && both.after.damaged && speaks(both, target.name))
      this.#unsure(edge, facts, target, `${target.path} has syntax errors and may still define it`);
    else if (
      both.after?.path === target.path &&
      (rebound(both, target) || (own && both.after.bindings.some((one) => one.name === target.name)))
    )
      this.#unsure(edge, facts, target, `${target.path} still binds that name`);
    else if (own && target.qualified === target.name && RUNNER.test(target.name))
      this.#unsure(edge, facts, target, "who runs tests may give all files one");
    else if (own && isStanding(both, target)) this.#unsure(edge, facts, target, `another ${target.name} of that file may be meant`);
    else if (target.qualified.endsWith(`.${target.name}`) && upwards(target).test(lostText(both, target.qualified)))
      this.#unsure(edge, facts, target, "it called one above it");
    else if (this.#isKeptBelow(both, target)) this.#unsure(edge, facts, target, "types below have one");
    else {
      const there = own ? this.#putTogether(both, target) : null;
      if (there === null) this.#breaks(edge, facts, this.#fate(target));
      else this.#unsure(edge, facts, target, `${there} defines it now, which a comment names`);
    }
  }

  /** Is it a call, where the function of the same name is left of a value that is gone? */
  #isCallOfOther({ before, after }: Both, { target, line }: Kept, { path }: FileFacts): boolean {
    const { qualified, name } = target!;
    if (!before || !after || !leftByName(before, after).some((one) => one.qualified === qualified && !isCallable(one))) return false;
    const source = this.#new.get(path)?.file.after?.text ?? this.store.source(path);
    const text = typeof source === "string" ? source : source.text;
    return new RegExp(`(?<![\\w$.])${RegExp.escape(name)}\\s*\\(`).test(text.split("\n")[line - 1] ?? "");
  }

  /** Have types below one from which a member is gone that member? Where nobody says of what type an object is, it may be of these. */
  #isKeptBelow({ after }: Both, { qualified, name, path, language }: Target): boolean {
    const owner = qualified.slice(0, Math.max(0, qualified.length - name.length - 1));
    if (owner === "" || after?.path !== path || !familyOf(language).dynamic) return false;
    const file = this.store.fileByPath(path);
    const type = file && this.store.symbolsOfFile(file.id).find((one) => one.qualified === owner && isType(one.kind));
    return type ? new Overriding(new Graph(this.store)).relatives(type, name, "down").length > 0 : false;
  }

  /** Did a member move to a type that the one it was of inherits from? */
  #isPulledUp({ after }: Both, { qualified, name, path }: Target): boolean {
    if (!after || !qualified.endsWith(`.${name}`)) return false;
    const moved = this.seeds.find(
      (one) => one.change === "moved" && one.before?.qualified === qualified && (one.oldPath ?? one.path) === path,
    );
    const to = moved?.after?.qualified.split(".").at(-2);
    return to !== undefined && aboveOf(after, qualified.slice(0, -name.length - 1)).includes(to);
  }

  /**
   * What may have a member that is gone from a type: a type from outside that it inherits from since this change, or whose member the one that is gone
   * called or overrode; or one of the same name that its file takes from elsewhere, under a condition.
   */
  #mayInherit(both: Both, target: Target): string | null {
    const { before, after } = both;
    const { qualified, name } = target;
    if (!before || !after || !qualified.endsWith(`.${name}`)) return null;
    const owner = qualified.slice(0, -name.length - 1);
    const type = owner.slice(owner.lastIndexOf(".") + 1);
    const outside = (of: string): boolean => !this.store.symbolsByName(of).some((one) => one.file !== null && isType(one.kind));
    const binding = ({ names, source }: RawImport): boolean => source !== "" && names.some(({ name, local }) => (local || name) === type);
    const taken = after.imports.find(binding);
    if (taken && (before.imports.some(binding) || after.symbols.some((one) => one.qualified === owner && isType(one.kind))))
      return `${taken.source} ${type}`.trim();
    const was = new Set(aboveOf(before, owner));
    const now = aboveOf(after, owner).filter((one) => !ROOTS.has(one) && outside(one));
    const gained = now.find((one) => !was.has(one));
    if (gained !== undefined) return gained;
    return upwards(target).test(lostText(both, qualified)) || /\boverride\b|@Override\b/.test(lostText(both, qualified))
      ? (now[0] ?? null)
      : null;
  }

  /** Does every object have such a member, or is it made by what stands before the type: an annotation, a derivation? */
  #isGiven({ file, before, after }: Both, { qualified, name, language, kind: taken }: Target): boolean {
    const kind = before?.symbols.find((one) => one.qualified === qualified)?.kind ?? taken;
    const owner = qualified.slice(0, -name.length - 1);
    if (!after || owner === "" || !/^(?:method|function|field)$/.test(kind)) return false;
    const { inherent, blanket } = languageFor(language);
    if (inherent?.test(name) && (!blanket || /\bderive\s*\(/.test(file.after?.text ?? ""))) return true;
    const makes = kind === "field" ? GENERATES_FIELDS : GENERATES;
    return after.references.some((one) => one.kind === "decorate" && makes.test(one.name) && after.symbols[one.scope]?.qualified === owner);
  }

  /** Is the constructor gone that took what a call gives? A type that inherits from nothing has none then that takes anything. */
  #isUnmade({ before, after }: Both, { target, line }: Kept, facts: FileFacts): boolean | "perhaps" {
    const { qualified, name, path } = target!;
    const owner = qualified.split(".").at(-2);
    if (!before || after?.path !== path || owner === undefined || !isConstructor({ kind: "method", name }, owner)) return false;
    const type = qualified.slice(0, qualified.lastIndexOf("."));
    const left = after.symbols.some((one) => one.kind === "method" && one.qualified === qualified);
    const { madeOfNothing, family } = languageFor(after.language);
    if (left || !(madeOfNothing || family.headers) || this.#now.outline(path)?.supertypes.some(({ of }) => of === type)) return false;
    const gives = facts.references.some(
      (one) => one.line === line && one.name === owner && one.arity !== null && one.arity > 0 && one.arity < READ,
    );
    return gives && (madeOfNothing === true || "perhaps");
  }

  /** Is a method only declared: abstract, or of an interface in a language whose interfaces have no bodies? */
  #isPromise({ path, qualified, language }: Target): boolean {
    if (this.#now.outline(path)?.abstract.includes(qualified)) return true;
    const file = this.store.fileByPath(path);
    const row = file && this.store.symbolsOfFile(file.id).find((one) => one.qualified === qualified);
    if (row && /^@(?:macro)?callback\b|\babstract\b/.test(row.signature)) return true;
    return (
      languageFor(language).bodiless === true && this.#now.members(path, qualified).some(({ parentKind }) => parentKind === "interface")
    );
  }

  /** Notes a use that meant something that is gone and means another definition of the name now: a base class's, say. */
  #turn(edge: Kept, found: readonly Kept[], facts: FileFacts): void {
    const target = edge.target!;
    if (edge.kind === "imports" || found.some((one) => one.target!.path === target.path && one.target!.qualified === target.qualified))
      return;
    const both = this.#old.get(target.path);
    const fate = this.#fate(target);
    if (both === undefined || fate.why !== "deleted") return;
    const other = found.find((one) => this.#isSame(one.target!, target))!.target!;
    if (this.#isPromise(other)) {
      this.#breaks(edge, facts, fate);
      return;
    }
    const symbol = this.#row(facts, edge.from);
    if (!symbol) return;
    const { line, kind, resolution, confidence } = edge;
    const test = this.store.fileByPath(facts.path)?.tags.includes("test") ?? false;
    this.#out.turned.push({ symbol, line, kind, resolution, confidence, test, what: target.qualified, path: target.path, ...fate });
    const identity = `> ${target.path} ${target.qualified}`;
    if (this.#said.has(identity)) return;
    this.#said.add(identity);
    this.#out.unknowns.push({
      code: "dynamic-dispatch",
      message: `${target.qualified} is deleted: what used it means ${other.qualified} of ${other.path} now (first: ${facts.path}:${line})`,
      path: facts.path,
      line,
    });
  }

  /** Was an import of a module taken for its file of that name, and has the module others? */
  #isOfModule({ path, language }: Target): boolean {
    return (
      languageFor(language).folderModules === true && this.#now.directory(folderOf(path)).some((one) => languageOf(one)?.name === language)
    );
  }

  /** Was what a line includes the file beside it, and is another one that the compiler has to be told of now? */
  #wasBeside({ line, target }: Kept, facts: FileFacts): boolean {
    return facts.imports.some(
      (one) => one.line === line && one.form === "include" && one.relative && beside(facts.path, one.source) === target!.path,
    );
  }

  /** The same thing, or one of the same name that took its place; a constructor is meant by its type's name. */
  #isSame(one: Target, other: Target): boolean {
    if (one.path === other.path && one.qualified === other.qualified) return true;
    if (one.kind === "file") return false;
    if (one.name === other.name) return true;
    const owner = other.qualified.split(".").at(-2);
    return (
      owner !== undefined && one.name === owner && other.kind === "method" && isConstructor({ kind: "method", name: other.name }, owner)
    );
  }

  /** Is what is found now only a promise of what is gone: a header's declaration? */
  #isDeclaration(one: Kept, edge: Kept, facts: FileFacts): boolean {
    const { defining } = familyOf(facts.language);
    if (!defining || one.target!.path === edge.target!.path) return false;
    const tree = new Tree(facts, this.#then, familyOf);
    for (const declared of this.#then.members(one.target!.path, one.target!.qualified)) {
      const defined = defining(tree, declared);
      if (defined && defined.path === edge.target!.path && defined.qualified === edge.target!.qualified) return true;
    }
    return false;
  }

  #isHidden({ before, after }: Both, { qualified }: Target): boolean {
    const of = (facts: FileFacts | null) => exportedOf(facts?.symbols ?? []).get(qualified);
    return of(before) === true && of(after) === false;
  }

  /** The changed file that handed a name on and does not any more, for a file that may import it from there. */
  #handing(name: string, facts: FileFacts): string | null {
    for (const [path, lost] of this.#lost) {
      if (path === facts.path || this.#old.get(path)?.after?.path !== path) continue;
      if (
        isAsked(lost, name, facts) ||
        lost.has("*") ||
        (lost.has("default") && facts.imports.some((one) => one.names.some((bound) => bound.name === "default")))
      )
        return path;
    }
    return null;
  }

  #fileFate({ path }: Target): Pick<Broken, "why" | "now"> {
    const after = this.#old.get(path)?.file.after;
    return after ? { why: "moved", now: after.path } : { why: "deleted", now: null };
  }

  #fate(target: Target): Pick<Broken, "why" | "now"> {
    const seed = this.seeds.find(
      (one) => one.before?.qualified === target.qualified && (one.oldPath ?? one.path) === target.path && one.change !== "contains",
    );
    if (seed?.change === "renamed" && seed.after) return { why: "renamed", now: seed.after.qualified };
    if (seed?.change === "moved" && seed.after) return { why: "moved", now: seed.path };
    const { after } = this.#old.get(target.path) ?? {};
    if (this.#isElsewhere(target.path, target.qualified)) return { why: "moved", now: clausesOf(after!.symbols)[0]! };
    if (after && after.path !== target.path && after.symbols.some(({ qualified }) => qualified === target.qualified))
      return { why: "moved", now: after.path };
    return { why: "deleted", now: null };
  }

  // -------------------------------------------------------------------------------------------- inside one file

  /** What a file still uses of what it lost itself. */
  #within(both: Both): void {
    const { before, after } = both;
    if (!before || !after || before.path !== after.path) return;
    const lost = this.#lost.get(before.path);
    if (!lost) return;
    const kept = new Set(after.symbols.map(({ qualified }) => qualified));
    const apart = new Set(leftByName(before, after));
    const meant = new Map<string, RawSymbol>();
    const lines = Map.groupBy(before.references, ({ line }) => line);
    for (const { to, line, resolution, kind } of resolve(before, this.#then).edges) {
      if (to.at !== "here" || !SURE.has(resolution) || !DEPENDING.includes(kind)) continue;
      const symbol = before.symbols[to.symbol]!;
      if ((kept.has(symbol.qualified) && !apart.has(symbol)) || to.symbol === 0) continue;
      for (const reference of lines.get(line) ?? []) if (reference.name === symbol.name) meant.set(sign(reference), symbol);
    }
    this.#withinUnmade(both, before, after);
    if (meant.size === 0) return;
    const left = after.references.filter((reference) => meant.has(sign(reference)));
    if (left.length === 0) return;
    const now = Map.groupBy(this.#kept(resolve(after, this.#now), this.#now, after), ({ line }) => line);
    for (const reference of left) {
      const symbol = meant.get(sign(reference))!;
      const target: Target = { ...symbol, path: before.path, language: before.language };
      const at = now.get(reference.line) ?? [];
      if (at.some((one) => one.target !== null && SURE.has(one.resolution) && this.#isSame(one.target, target))) continue;
      const kind = reference.kind === "call" || reference.kind === "new" ? "calls" : "uses";
      const edge = {
        kind,
        from: reference.scope,
        line: reference.line,
        resolution: "exact",
        confidence: 1,
        to: { at: "file", path: "" },
        target,
      } as Kept;
      this.#told(both, edge, after);
    }
  }

  /** What a file still makes with arguments of a type that it took the constructor from. */
  #withinUnmade(both: Both, before: FileFacts, after: FileFacts): void {
    for (const one of before.symbols) {
      const owner = one.qualified.split(".").at(-2);
      if (owner === undefined || !isConstructor(one, owner)) continue;
      const target: Target = { ...one, path: before.path, language: before.language };
      for (const { name, line, scope, kind } of after.references) {
        if (name !== owner || (kind !== "call" && kind !== "new")) continue;
        const edge = { kind: "calls", from: scope, line, resolution: "exact", confidence: 1, target } as Kept;
        const unmade = this.#isUnmade(both, edge, after);
        if (unmade === "perhaps") this.#unsure(edge, after, target, "its type may be made so");
        else if (unmade) this.#breaks(edge, after, this.#fate(target));
      }
    }
  }

  /** What a file still uses of the tree by a name that it imported before and imports no more, and that nothing else in it binds. */
  #unimported(both: Both): void {
    const { before, after } = both;
    if (!before || !after || before.path !== after.path || after.damaged) return;
    // A package is called by the end of its path where nothing else is said (Go).
    const locals = ({ imports }: FileFacts) =>
      new Set(
        imports.flatMap(({ reexport, form, names, source }) =>
          reexport ? [] : form === "namespace" && names.length === 0 ? lastWord(source) : names.map(({ local }) => local),
        ),
      );
    const kept = locals(after);
    const bound = new Set([...after.symbols, ...after.bindings].map(({ name }) => name));
    const dropped = new Set([...locals(before)].filter((name) => name !== "*" && !kept.has(name) && !bound.has(name)));
    if (dropped.size === 0 || after.imports.some(({ form }) => form === "wildcard" || form === "include")) return;
    const byImport = (one: RawReference): boolean => dropped.has(/^[^.:\\[(]*/.exec(one.receiver ?? one.name)![0]);
    const lines = Map.groupBy(before.references.filter(byImport), ({ line }) => line);
    const isAlias = (one: RawReference, { name: meant }: Target): boolean =>
      one.receiver === null &&
      before.imports.some(({ names }) => names.some(({ name, local }) => local === one.name && (name === meant || name === "default")));
    const meant = new Map<string, Kept>();
    for (const edge of this.#kept(resolve(before, this.#then), this.#then, before)) {
      if (edge.target === null || edge.to.at === "here" || edge.kind === "imports" || !SURE.has(edge.resolution)) continue;
      for (const one of lines.get(edge.line) ?? [])
        if (one.name === edge.target.name || isAlias(one, edge.target)) meant.set(sign(one), edge);
    }
    const left = after.references.filter((one) => meant.has(sign(one)));
    const now = left.length > 0 ? Map.groupBy(this.#kept(resolve(after, this.#now), this.#now, after), ({ line }) => line) : new Map();
    for (const one of left) {
      const edge = meant.get(sign(one))!;
      if (now.get(one.line)?.some(({ target }: Kept) => target !== null && this.#isSame(target, edge.target!))) continue;
      this.#breaks({ ...edge, from: one.scope, line: one.line }, after, { why: "unimported", now: null });
    }
    for (const name of dropped) this.#fromOutside(both, before, after, name);
  }

  /** The same of a name from outside the tree: where it stood before and meant that, it means nothing now. */
  #fromOutside({ file }: Both, before: FileFacts, after: FileFacts, name: string): void {
    const sought = new Map([[name, [{ kind: "class" as const, name, qualified: name }]]]);
    const meaning = (text: string, facts: FileFacts, world: OverlayWorld) => {
      const references = standing(text, facts, sought);
      const edges = references.length === 0 ? [] : resolve({ ...facts, references, flows: [] }, world).edges;
      const lines = new Map(edges.flatMap(({ kind, line, to }) => (kind === "imports" ? [] : [[line, to] as const])));
      return { references, lines };
    };
    const then = meaning(file.before?.text ?? "", before, this.#then);
    const meant = new Map(then.references.flatMap((one) => (then.lines.get(one.line)?.at === "external" ? [[sign(one), one]] : [])));
    if (meant.size === 0) return;
    const now = meaning(file.after?.text ?? "", after, this.#now);
    const left = now.references.find((one) => meant.has(sign(one)) && !now.lines.has(one.line));
    if (!left) return;
    const from = before.imports.find(({ names }) => names.some(({ local }) => local === name))?.source ?? name;
    const target: Target = { path: after.path, qualified: name, name, kind: "class", language: after.language, exported: false };
    const edge = { kind: "uses", from: left.scope, line: left.line, resolution: "exact", confidence: 1, target } as Kept;
    if (familyOf(after.language).globals.has(name) || RUNNER.test(name))
      this.#out.unknowns.push({
        code: "dangling-references",
        message: `${after.path}:${left.line} uses ${name}, which it imports from ${from} no more: the language or what runs it may give one`,
        path: after.path,
        line: left.line,
      });
    else this.#breaks(edge, after, { why: "unimported", now: null });
  }

  /** What a type of the file is no more: who takes it for that is not known. */
  #disinherited({ before, after }: Both): void {
    if (!before || !after || before.path !== after.path || after.damaged) return;
    const above = supersOf(before);
    const now = [...this.#new.values()].flatMap((both) => (both.after ? [...supersOf(both.after)] : []));
    const there = new Set(now.map(([key]) => key));
    const renamed = new Set(this.seeds.flatMap(({ change, before: was }) => (change === "renamed" && was ? was.name : [])));
    for (const [key, { of, name }] of above) {
      const row = there.has(key) || renamed.has(name) ? null : this.#typeRow(after.path, of);
      if (!row || this.store.edgesTo(row.id, ["calls", "uses", "imports"]).length === 0) continue;
      this.#out.unknowns.push({
        code: "dangling-references",
        message: `${row.qualified} is no ${name} any more: what takes it for one is not known`,
        path: row.path,
        line: row.start,
      });
    }
  }

  /** A type that is still there, in the file itself or, where it stands elsewhere, by its name. */
  #typeRow(path: string, of: string): SymbolRow | null {
    const all = this.store.symbolsByName(of.slice(of.lastIndexOf(".") + 1)).filter((one) => one.file !== null && isType(one.kind));
    return all.find((one) => one.path === path && one.qualified === of) ?? (all.length === 1 ? all[0]! : null);
  }

  /** A file that defines what another lost, and that this one names in a comment: something else may put the two together before they run. */
  #putTogether({ file }: Both, { name, path }: Target): string | null {
    const comments = (file.after?.text ?? "").split("\n").filter((line) => /^\s*(?:\/[/*]|\*|#(?!\w)|--|;|<!--)/.test(line));
    const names = (other: string): boolean => {
      const stem = RegExp.escape(nameOf(other));
      return comments.some((line) => new RegExp(`(?:["'/<]|\\b(?:require|include|import|load|use)\\s+)${stem}(?![\\w-])`).test(line));
    };
    return this.#now.definitions(name).find((one) => one.path !== path && names(one.path))?.path ?? null;
  }

  // -------------------------------------------------------------------------------------------- what is no reference of its own

  /**
   * Reading a member, an argument of a type, a function that is handed on: of some of these a file's facts keep nothing. Where the name of what is
   * gone stands in code, it is asked what it meant there; what was a value is taken for a method without arguments, which is found by its receiver.
   */
  #unread(): void {
    const gone = [...this.#gone(), ...this.#hiddenValues()].slice(0, settings.maxOpenFiles);
    if (gone.length === 0) return;
    const values = new Set(gone.flatMap((one) => (isHeld(one) ? one.name : [])));
    const then = this.#asMethods(this.#then, values, ({ before }) => before);
    const now = this.#asMethods(this.#now, values, ({ after }) => after);
    const families = new Set(gone.map(({ language }) => familyOf(language).name));
    const files = new Map<number, Map<string, Target[]>>();
    for (const one of gone)
      for (const file of filesNaming(this.store, one.name).slice(0, settings.maxNamingChunks)) {
        const names = files.get(file) ?? new Map<string, Target[]>();
        names.set(one.name, [...(names.get(one.name) ?? []), one]);
        files.set(file, names);
      }
    // What is meant where so many files have the name stays unknown.
    for (const [id, names] of [...files].slice(0, settings.maxLossFiles)) {
      const row = this.store.fileById(id);
      if (!row || !families.has(familyOf(row.language).name)) continue;
      const both = this.#new.get(row.path);
      const facts = both ? both.after : this.#base.facts(id).facts;
      const source = both?.file.after?.text ?? this.store.source(row.path);
      const text = typeof source === "string" ? (both ? source : null) : source.text;
      if (facts === null || text === null) continue;
      this.#places(text, facts, names, { then, now }, both ?? null);
    }
  }

  /** A tree in which all values of some names are methods. @param side of a changed file that it has */
  #asMethods(world: OverlayWorld, names: ReadonlySet<string>, side: (both: Both) => FileFacts | null): OverlayWorld {
    const laid = new Map<string, FileFacts | null>();
    for (const name of names)
      for (const { kind, qualified, path, file } of this.store.symbolsByName(name).slice(0, settings.maxLossFiles))
        if (
          laid.size < settings.maxLossFiles &&
          isHeld({ kind, qualified }) &&
          file !== null &&
          !this.#new.has(path) &&
          !this.#old.has(path)
        )
          laid.set(path, asMethods(this.#base.facts(file).facts, names));
    for (const both of new Set([...this.#old.values(), ...this.#new.values()])) {
      const facts = side(both);
      if (facts) laid.set(facts.path, asMethods(facts, names));
    }
    return new OverlayWorld(world, laid);
  }

  /** Looks at where names stand in one file. @param before what it was, where it changed itself */
  #places(
    text: string,
    facts: FileFacts,
    names: ReadonlyMap<string, Target[]>,
    { then, now }: { then: OverlayWorld; now: OverlayWorld },
    before: Both | null,
  ): void {
    const left = standing(text, facts, names);
    if (left.length === 0) return;
    // Of a changed file its text as it was tells what a name meant: what is left of that is written as it was.
    const was = before?.before?.path === facts.path ? before : null;
    const references = was ? standing(was.file.before?.text ?? "", was.before!, names) : left;
    const asked = { ...(was?.before ?? facts), references, flows: [] };
    const lines = Map.groupBy(references, ({ line }) => line);
    const meant = new Map<string, Kept>();
    for (const edge of this.#kept(resolve(asked, then), then, asked)) {
      const { target, line } = edge;
      if (target === null || !isTold(edge)) continue;
      if (!names.get(target.name)?.some((one) => one.path === target.path && one.qualified === target.qualified)) continue;
      for (const one of lines.get(line) ?? []) if (one.name === target.name) meant.set(was ? sign(one) : `${line} ${sign(one)}`, edge);
    }
    const still = left.flatMap((one) => {
      const edge = meant.get(was ? sign(one) : `${one.line} ${sign(one)}`);
      return edge && (was === null || isStillOf(one, was.before!, facts))
        ? [{ ...edge, kind: "uses" as const, line: one.line, from: one.scope }]
        : [];
    });
    if (still.length === 0) return;
    const here = { ...facts, references: left, flows: [] };
    const meaning = Map.groupBy(this.#kept(resolve(here, now), now, here), ({ line }) => line);
    for (const edge of still)
      if (this.#hidden(edge.target!, facts, edge.from) !== undefined)
        this.#breaks(edge, facts, { why: "hidden", now: this.#hidden(edge.target!, facts, edge.from)! });
      else if (
        !this.#isStillThere(edge.target!) &&
        !meaning
          .get(edge.line)
          ?.some(
            (one) =>
              one.target?.name === edge.target!.name &&
              (isTold(one) || !isHeld(edge.target!)) &&
              !isApart(one.target, edge.target!, facts) &&
              !this.#isOther(one.target, edge.target!),
          )
      )
        this.#told(this.#old.get(edge.target!.path)!, edge, facts);
  }

  /** Values that nobody else may read any more: reading one is no reference of its own. */
  #hiddenValues(): Target[] {
    return [...this.#old.values()].flatMap(({ before, after }) => {
      if (!before || after?.path !== before.path || !languageFor(before.language).hides) return [];
      const { path, language } = before;
      return before.symbols.flatMap((one) =>
        isHeld(one) && one.exported && this.#visibility(path, after, one.qualified) !== undefined ? { ...one, path, language } : [],
      );
    });
  }

  /** Who may read a value yet that everybody could: its file (null), its package, types below; undefined where nothing changed. */
  #visibility(path: string, after: FileFacts, qualified: string): Narrowed | null | undefined {
    if (exportedOf(after.symbols).get(qualified) === false) return null;
    const seed = this.seeds.find((one) => one.change === "signature" && one.path === path && one.before?.qualified === qualified);
    return seed ? (narrowed(seed.before!.signature, seed.after!.signature, seed.language) ?? undefined) : undefined;
  }

  /** Is a value seen no more where it is read? As `#visibility`. */
  #hidden({ path, qualified, language }: Target, facts: FileFacts, from: number): Narrowed | null | undefined {
    const { after } = this.#old.get(path) ?? {};
    if (!after || facts.path === path || languageFor(language).seesPrivate?.(facts.path, path)) return undefined;
    const now = this.#isStillThere({ path, qualified }) ? this.#visibility(path, after, qualified) : undefined;
    if (now === undefined || now === null) return now;
    const graph = new Graph(this.store);
    const file = this.store.fileByPath(path);
    const row = file && this.store.symbolsOfFile(file.id).find((one) => one.qualified === qualified);
    const user = this.#row(facts, from);
    return row && user && isStranger(graph, new Overriding(graph), user, row, now) ? now : undefined;
  }

  #isStillThere({ path, qualified }: Pick<Target, "path" | "qualified">): boolean {
    const { before, after } = this.#old.get(path) ?? {};
    if (!before || after?.path !== path || leftByName(before, after).some((one) => one.qualified === qualified)) return false;
    return after.symbols.some((one) => one.qualified === qualified);
  }

  /** Is what is found the method of that name beside a value that is gone? */
  #isOther(one: Target, { path, qualified }: Target): boolean {
    const { before, after } = this.#old.get(path) ?? {};
    if (!before || after?.path !== path || one.path !== path || one.qualified !== qualified) return false;
    return leftByName(before, after).some((lost) => lost.qualified === qualified && !isCallable(lost));
  }

  /** Definitions that are gone and that nothing of the same name in the same place stands for. */
  #gone(): Target[] {
    const out: Target[] = [];
    // A member that went along with its type is found where that is found.
    const went = new Set([...this.#new.values()].flatMap(({ after }) => (after?.symbols ?? []).map(ending)));
    for (const [path, { before, after }] of this.#old) {
      if (!before) continue;
      const kept = new Set((after?.path === path ? after.symbols : []).map(({ qualified }) => qualified));
      const apart = new Set(after?.path === path ? leftByName(before, after) : []);
      for (const symbol of before.symbols.slice(1))
        if (
          SOUGHT.has(symbol.kind) &&
          !symbol.declares &&
          symbol.name.length > 1 &&
          (!kept.has(symbol.qualified) || apart.has(symbol)) &&
          (apart.has(symbol) || !(symbol.qualified.includes(".") && went.has(ending(symbol))))
        )
          out.push({ ...symbol, path, language: before.language });
    }
    return out;
  }

  // -------------------------------------------------------------------------------------------- what is said

  #breaks({ target, from, line, kind, resolution, confidence }: Kept, facts: FileFacts, { why, now }: Pick<Broken, "why" | "now">): void {
    const what = target!.kind === "file" ? target!.path : target!.qualified;
    const identity = `${facts.path} ${line} ${kind === "imports" ? kind : "uses"} ${what}`;
    const symbol = this.#row(facts, from);
    if (!symbol || this.#said.has(identity)) return;
    this.#said.add(identity);
    const test = this.store.fileByPath(facts.path)?.tags.includes("test") ?? false;
    this.#out.broken.push({ symbol, line, kind, resolution, confidence, test, what, path: target!.path, why, now });
  }

  #unsure({ line }: Kept, facts: FileFacts, target: Target, but: string): void {
    const what = target.kind === "file" ? target.path : target.qualified;
    const identity = `? ${facts.path} ${line} ${what}`;
    if (this.#said.has(identity)) return;
    this.#said.add(identity);
    this.#out.unknowns.push({
      code: "dangling-references",
      message: `${facts.path}:${line} uses ${what}, which is not where it was, but ${but}`,
      path: facts.path,
      line,
    });
  }

  /** The node of one of a file's symbols; of a file that the tables do not have, its own. */
  #row(facts: FileFacts, at: number): SymbolRow | null {
    let rows = this.#rows.get(facts.path);
    if (!rows) {
      const file = this.store.fileByPath(facts.path);
      rows = file ? this.store.symbolsOfFile(file.id) : [];
      this.#rows.set(facts.path, rows);
    }
    const wanted = facts.symbols[at]!;
    const row = rows[at];
    if (row?.qualified === wanted.qualified || at === 0) return row ?? null;
    return rows.find(({ qualified }) => qualified === wanted.qualified) ?? rows[0] ?? null;
  }
}

/** Qualified names of symbols, and whether one of that name is exported: of overloads and variants some may not be. */
function exportedOf(symbols: readonly RawSymbol[]): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const { qualified, exported } of symbols) found.set(qualified, exported || found.get(qualified) === true);
  return found;
}

const isCallable = ({ kind }: Pick<RawSymbol, "kind">): boolean => kind === "method" || kind === "function";

/** Values and functions that are gone from a file while the other one of the same qualified name, which was there before too, is left. */
function leftByName(before: FileFacts, after: FileFacts): RawSymbol[] {
  const others = new Set(before.symbols.flatMap((one) => (isHeld(one) || isCallable(one) ? `${isCallable(one)} ${one.qualified}` : [])));
  const now = new Set(after.symbols.map((one) => `${isCallable(one)} ${one.qualified}`));
  return before.symbols.filter((one) => {
    const [own, other] = [`${isCallable(one)} ${one.qualified}`, `${!isCallable(one)} ${one.qualified}`];
    return others.has(own) && others.has(other) && !now.has(own) && now.has(other);
  });
}

/** Names that others can take from a file beside its own definitions: what it exports again, or imports where all of that can be imported again. */
function offers(facts: FileFacts): string[] {
  const all = familyOf(facts.language).reexportsAll === true;
  return facts.imports.flatMap((one) => {
    if (!one.reexport && !(all && one.scope === 0)) return [];
    // All of a file, but for what is hidden (`-name`).
    if (one.form === "wildcard" && one.names.every(({ name }) => name?.startsWith("-"))) return one.reexport ? [`* ${one.source}`] : [];
    if (one.names.length === 0) return one.reexport ? [lastWord(one.source)] : [];
    return one.names.map(({ name, local }) => (name === "*" && (local === "" || local === "*") ? `* ${one.source}` : local || name));
  });
}

/** Names of the types that a type of a file inherits from or implements. */
const aboveOf = ({ symbols, references }: FileFacts, type: string): string[] =>
  references.flatMap((one) =>
    (one.kind === "inherit" || one.kind === "implement") && (one.subject ?? symbols[one.scope]?.qualified) === type ? one.name : [],
  );

/** Names that a file keeps to itself of what it hands on. */
const hides = ({ imports }: FileFacts): string[] =>
  imports.flatMap((one) => (one.reexport ? one.names.flatMap(({ name }) => (name?.startsWith("-") ? name.slice(1) : [])) : []));

/** What the types that a file speaks of inherit from or implement. */
function supersOf({ references, symbols }: FileFacts): Map<string, { of: string; name: string }> {
  const out = new Map<string, { of: string; name: string }>();
  for (const { kind, name, scope, subject } of references)
    if (kind === "inherit" || kind === "implement") {
      const of = subject ?? symbols[scope]?.qualified ?? "";
      if (!ROOTS.has(name)) out.set(`${of.slice(of.lastIndexOf(".") + 1)} ${name}`, { of, name });
    }
  return out;
}

/** Annotations by which members are made that stand nowhere. */
const GENERATES =
  /^(?:Data|Getter|Setter|Value|Builder|SuperBuilder|With|Accessors|Delegate|AutoValue|ObservableProperty|attr\w*|\w*dataclass)$/;

/** Those by which values are made; the values of a class of data are written. */
const GENERATES_FIELDS = /^(?:Delegate|ObservableProperty)$/;

/** What a name in code can mean that is no reference of its own. */
const SOUGHT: ReadonlySet<string> = new Set(
  "class struct interface trait enum type function method macro field constant variable".split(" "),
);

/** A member's name behind that of what it stands in. */
const ending = ({ qualified }: Pick<RawSymbol, "qualified">): string => qualified.split(".").slice(-2).join(".");

/** Is what a reference is asked of bound as it was, where a local or a parameter is? */
function isStillOf({ receiver, scope }: RawReference, before: FileFacts, after: FileFacts): boolean {
  const types = new Set(before.bindings.flatMap((one) => (one.name === receiver ? one.type : [])));
  if (types.size === 0) return true;
  const around = new Set<number>();
  for (let at = scope; at >= 0 && !around.has(at); at = after.symbols[at]!.parent) around.add(at);
  return after.bindings.some((one) => one.name === receiver && around.has(one.scope) && types.has(one.type));
}

const idOf = (target: Target | null): string => `${target?.path} ${target?.qualified}`;

/** Is what a name means known from its type or its import, not from there being one of that name only? */
const isTold = ({ resolution }: Kept): boolean => resolution === "exact" || resolution === "typed";

/** Is it a value that a type or a module holds? */
const isHeld = ({ kind, qualified }: Pick<RawSymbol, "kind" | "qualified">): boolean =>
  kind === "field" || (kind === "constant" && qualified.includes("."));

/** Is it in another source where what is no function can only be had from a header? */
const isApart = ({ path, kind, language }: Target, gone: Target, { imports }: FileFacts): boolean =>
  familyOf(language).headers === true &&
  !isCallable({ kind }) &&
  path !== gone.path &&
  !/\.h\w*$/i.test(path) &&
  !imports.some(({ source }) => nameOf(source) === nameOf(path));

/** The facts of a file in which values of some names are methods without arguments. */
function asMethods(facts: FileFacts, names: ReadonlySet<string>): FileFacts {
  const isOne = (one: RawSymbol): boolean => isHeld(one) && names.has(one.name);
  if (!facts.symbols.some(isOne)) return facts;
  return { ...facts, symbols: facts.symbols.map((one) => (isOne(one) ? { ...one, kind: "method" as const, arity: null } : one)) };
}

/** The name under which a file is imported: its own, or its folder's (`util/index.ts`, `util/__init__.py`, `util/mod.rs`). */
function moduleName(path: string): string {
  const name = nameOf(path);
  return /^(?:index|__init__|mod|lib|main|init)$/.test(name) ? nameOf(folderOf(path)) : name;
}

/** Does an import in a line name that file, beside others perhaps (`from . import hdrs, payload`)? */
function isNamedIn(facts: FileFacts, line: number, path: string): boolean {
  const name = moduleName(path);
  if (name === "" || languageFor(facts.language).importsPackages) return false;
  return facts.imports.some(
    (one) =>
      one.line === line && (one.names.some((bound) => bound.name === name) || lastWord(one.source.replace(/\.\w{1,4}$/, "")) === name),
  );
}

/** Is what an import leads to of that name, or in a file of it? */
const isCalled = ({ path, name }: Target, gone: string): boolean => moduleName(path) === moduleName(gone) || name === moduleName(gone);

/** Files that say what is compiled, and with which folders to look for headers in. */
const BUILD =
  /(?:^|\/)(?:CMakeLists\.txt|(?:GNU)?[Mm]akefile[^/]*|meson\.build|configure(?:\.ac|\.in)?|BUILD(?:\.bazel)?|SConstruct|[^/]+\.(?:mk|am|cmake|vcxproj|pro|gyp|gn|pbxproj|podspec|xmake))$/;

/** The path that is written in a file, from its folder. */
function beside(path: string, source: string): string {
  const parts = folderOf(path) === "" ? [] : folderOf(path).split("/");
  for (const part of source.split("/"))
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  return parts.join("/");
}

/** Files that a file made modules of and does not any more. */
function unlinkedModules(before: FileFacts, after: FileFacts): string[] {
  const { moduleFiles } = languageFor(before.language);
  if (!moduleFiles) return [];
  const modules = (facts: FileFacts): string[] =>
    facts.imports.flatMap((one) => (one.form === "module" && one.scope === 0 ? one.source : []));
  const kept = new Set(modules(after));
  return modules(before).flatMap((name) => (kept.has(name) ? [] : moduleFiles(before.path, name)));
}

/** Does a changed file still have a word in its text? */
function speaks({ file }: Both, name: string): boolean {
  const text = file.after?.text ?? "";
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\p{L}\p{N}_$]/u.test(text[at - 1] ?? "") && !/[\p{L}\p{N}_$]/u.test(text[at + name.length] ?? "")) return true;
  return false;
}

/**
 * The names under which others can import what a file of modules defines, and what each means there: a list (`export { a as b }`), the default, or the
 * definition itself. Empty where a language has no such lists.
 */
function exportsOf({ language, imports, symbols }: FileFacts): Map<string, string> {
  const { exportedAs } = languageFor(language);
  const out = new Map<string, string>();
  if (!exportedAs) return out;
  const listed = new Set<string>();
  for (const one of imports)
    if (one.reexport && one.source === "")
      for (const { name, local } of one.names) {
        out.set(local === "" ? name : local, name);
        listed.add(name);
      }
  for (const { name, qualified, exported, signature } of symbols)
    if (exported && name === qualified && (exportedAs(signature) ?? !listed.has(name)) === true) out.set(name, name);
  return out;
}

/** Did a file export something under the name by which it is used, and does not any more although it still has it? */
function isUnlisted({ before, after }: Both, { target, kind, line }: Kept, { imports, references }: FileFacts): boolean {
  const { path, name, qualified } = target!;
  if (!before || after?.path !== path || qualified !== name) return false;
  const [then, now] = [exportsOf(before), exportsOf(after)];
  const said = new Set(references.flatMap((one) => (one.line === line ? [one.name, /^[^.:\\[(]*/.exec(one.receiver ?? "")![0]] : [])));
  const asked = imports
    .flatMap((one) => one.names.filter(({ local }) => (kind === "imports" ? one.line === line : said.has(local))))
    .flatMap((bound) => (bound.name !== null && then.get(bound.name) === name ? bound.name : []));
  // By another name, or through all that the file has.
  const names = asked.length > 0 ? asked : then.has(name) ? [name] : [];
  return names.some((one) => now.get(one) !== name);
}

/** Was something meant as what its file gives where nothing is named, and gives that file something so yet? */
function isDefaultYet(both: Both | undefined, { target, line }: Kept, { imports, references }: FileFacts): boolean {
  const { before, after } = both ?? {};
  if (!before || after?.path !== target!.path || exportsOf(before).get("default") !== target!.name || !exportsOf(after).has("default"))
    return false;
  // What is still there may be meant by its own name as well.
  if (
    after.symbols.some((one) => one.qualified === target!.qualified) ||
    imports.some(({ names }) => names.some(({ name }) => name === target!.name))
  )
    return false;
  const said = new Set(references.flatMap((one) => (one.line === line ? /^[^.:\\[(]*/.exec(one.receiver ?? one.name)![0] : [])));
  return imports.some((one) => one.names.some(({ name, local }) => name === "default" && (one.line === line || said.has(local))));
}

/** Was something meant by another name of its own (`export const go = run`), which means something else now? */
function isLedElsewhere(edge: Kept, then: readonly Kept[], now: readonly Kept[], { references, imports }: FileFacts): boolean {
  const { target, line, kind } = edge;
  const same = (one: Kept): boolean => one.kind === kind && one.from === edge.from && one.target !== null;
  const names = new Set([
    ...references.flatMap((one) => (one.line === line ? one.name : [])),
    ...imports.flatMap((one) => (one.line === line ? one.names.map(({ name }) => name ?? "") : [])),
  ]);
  if (target!.kind === "file" || names.has(target!.name) || names.has("default")) return false;
  const before = new Set(then.flatMap((one) => (one.line === line && same(one) ? idOf(one.target) : [])));
  return now.some((one) => same(one) && SURE.has(one.resolution) && names.has(one.target!.name) && !before.has(idOf(one.target)));
}

/**
 * Has a file something else of the name of what it lost: a function that moved within it (one that belongs to a type from elsewhere is called without
 * saying so), or what a loop, a handler or a lambda binds?
 */
function isStanding({ file, after }: Both, { name, qualified, kind }: Target): boolean {
  const foreign = (one: RawSymbol): boolean => !after!.symbols.some((type) => type.qualified === one.qualified.slice(0, -name.length - 1));
  if (isCallable({ kind })) return qualified === name && after!.symbols.some((one) => one.name === name && isCallable(one) && foreign(one));
  if (kind !== "variable" && kind !== "constant") return false;
  const word = RegExp.escape(name);
  return new RegExp(
    `\\b(?:for|foreach|foreach_\\w+|catch|except|rescue|with|using)\\b[^\\n]*(?<![\\w$.])${word}(?![\\w$])|\\|[^|\\n]*\\b${word}\\b[^|\\n]*\\|`,
  ).test(file.after?.text ?? "");
}

/** Names that runners of tests give all files. */
const RUNNER = /^(?:it|describe|context|test|suite|spec|pending|expect|assert|setup|teardown|(?:before|after)(?:_?[eE]ach|_?[aA]ll)?)$/;

/** What calls the member of that name of a type above, which is there then. */
const upwards = ({ name, language }: Pick<Target, "name" | "language">): RegExp =>
  familyOf(language).aboveCalled === "method"
    ? /(?<![.\w@$:])super\b(?!\s*\.)/
    : new RegExp(`\\b(?:super|base|parent)\\b(?:\\([^()]*\\))?(?:\\.|::)${RegExp.escape(name)}\\b`);

/** The text of what is gone from a file. */
function lostText({ file, before }: Both, qualified: string): string {
  const lost = before?.symbols.find((one) => one.qualified === qualified);
  return lost
    ? (file.before?.text ?? "")
        .split("\n")
        .slice(lost.start - 1, lost.end)
        .join("\n")
    : "";
}

/** Does a file bind the name of what it does not define any more, by an import or a variable? */
function rebound({ before, after }: Pick<Both, "before" | "after">, { name }: Target): boolean {
  if (!after) return false;
  const binds = (facts: FileFacts): boolean =>
    facts.imports.some((one) => one.names.some(({ local, name: theirs }) => local === name || (theirs === "*" && one.reexport))) ||
    facts.bindings.some((one) => one.name === name && one.scope === 0);
  return binds(after) && !(before !== null && binds(before));
}

const sign = ({ name, receiver, kind }: RawReference): string => `${kind} ${receiver ?? ""} ${name}`;

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");

const lastWord = (text: string): string => /[\p{L}\p{N}_$]+(?=[^\p{L}\p{N}_$]*$)/u.exec(text)?.[0] ?? text;

/** Is a name lost that a file uses: by itself, or by the other name that it was handed on under? */
function isAsked(lost: ReadonlySet<string>, name: string, { imports }: FileFacts): boolean {
  return lost.has(name) || imports.some(({ names }) => names.some((bound) => bound.name !== null && lost.has(bound.name)));
}
