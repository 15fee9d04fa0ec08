/**
 * `manifold unused`: definitions that nothing in the tree uses, as far as edges and the text itself tell.
 *
 * A definition is a candidate if no edge reaches it (or anything inside it) from outside itself. It is held back where that proves little: an open
 * reference or any other place in the code has its name; it is an entry point (`main`, tests, dunder methods, what a decorator registers), an
 * override or part of a type with supertypes that may call it, or part of what a package publishes.
 */

import { posix } from "node:path";
import { DEPENDING, HIERARCHY, TYPES, TYPES_AND_CALLABLES } from "../../base/kinds.ts";
import { unused as settings } from "../../base/settings.ts";
import type { SymbolKind } from "../../base/types.ts";
import { languageFor } from "../../lang/languages.ts";
import { kindCode, readAdjacency } from "../../store/adjacency.ts";
import type { FileRow, Store, SymbolRow } from "../../store/graph.ts";
import { calledElsewhere, decoratorsOf, ENTRY } from "../walk/elsewhere.ts";
import { bySign } from "../walk/unexplained.ts";

export interface Unused {
  symbol: SymbolRow;
  confidence: number;
  reason: string;
}

export interface UnusedReport {
  /** Surest first, then by path and line. */
  candidates: Unused[];
  /** Definitions that no edge reaches and that are not claimed, by why. */
  held: { open: number; mentioned: number; entry: number; override: number; published: number; unsure: number };
}

const KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>([...TYPES_AND_CALLABLES, "constant", "variable"]);
const OUTER: ReadonlySet<SymbolKind> = new Set(["file", "module", "namespace"]);
/** Files whose definitions are run or read by something else than the tree. */
const ELSEWHERE: ReadonlySet<string> = new Set(["test", "example", "docs", "config", "generated", "vendored"]);
/** What is said of a module elsewhere, which merges it with its own. */
const AUGMENTS = /^declare (?:global\b|module ["'])/;
const PACKAGES = [
  "Cargo.toml",
  "go.mod",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "setup.py",
  "setup.cfg",
  "pyproject.toml",
  "composer.json",
  "mix.exs",
  "Package.swift",
  "pubspec.yaml",
];

/** @param least smallest confidence that is claimed */
export function unusedOf(store: Store, least: number): UnusedReport {
  return new Search(store, least).run();
}

class Search {
  private readonly held = { open: 0, mentioned: 0, entry: 0, override: 0, published: 0, unsure: 0 };
  private readonly files: FileRow[];
  private readonly published: Published;

  constructor(
    private readonly store: Store,
    private readonly least: number,
  ) {
    this.files = store.files();
    this.published = new Published(store, this.files);
  }

  run(): UnusedReport {
    const open = new Set((this.store.statement("SELECT DISTINCT name FROM reference").values() as [string][]).map(([name]) => name));
    const used = this.reached();
    const found: Unused[] = [];
    for (const file of this.files) {
      if (file.language === null || languageFor(file.language).noUses || file.damaged || file.tags.some((tag) => ELSEWHERE.has(tag)))
        continue;
      const symbols = this.store.symbolsOfFile(file.id);
      const decorated = decoratorsOf(this.store, file.id);
      const byId = new Map(symbols.map((symbol) => [symbol.id, symbol]));
      for (const symbol of symbols) {
        const parent = symbol.parent === null ? undefined : byId.get(symbol.parent);
        // What is only declared is used where it is defined.
        if (symbol.declares || !KINDS.has(symbol.kind) || symbol.name.length < 3 || used.has(symbol.id) || !parent) continue;
        if ((symbol.kind === "constant" || symbol.kind === "variable") && !OUTER.has(parent.kind)) continue;
        // What stands in something unused goes with it.
        if (parent.kind !== "file" && KINDS.has(parent.kind) && !used.has(parent.id)) continue;
        // Whoever makes a record gives what it is made of.
        if (parent.arity !== null && TYPES.has(parent.kind) && parent.signature.includes(symbol.signature)) continue;
        if (open.has(symbol.name)) this.held.open++;
        // Operators and names with dashes are not looked for in the text.
        else if (!/^[#@]*[\p{L}_$][\p{L}\p{N}_$]*[?!=]?$/u.test(symbol.name)) this.held.unsure++;
        else if (
          isCalledByLanguage(symbol) ||
          decorated.has(symbol.at) ||
          AUGMENTS.test(parent.signature) ||
          symbols.some((one) => one.parent === symbol.id && isMain(one))
        )
          this.held.entry++;
        else if (this.overrides(symbol, parent) || calledElsewhere(this.store, symbol).some(({ code }) => code === "override"))
          this.held.override++;
        else {
          const judged = this.judge(symbol, parent, file);
          if (judged === null) this.held.published++;
          else if (judged.confidence < this.least) this.held.unsure++;
          else found.push(judged);
        }
      }
    }
    const mentioned = this.mentionedElsewhere(found.map(({ symbol }) => symbol));
    this.held.mentioned = mentioned.size;
    const candidates = found.filter(({ symbol }) => !mentioned.has(symbol.id));
    candidates.sort(
      (a, b) =>
        b.confidence - a.confidence || (a.symbol.path < b.symbol.path ? -1 : a.symbol.path > b.symbol.path ? 1 : a.symbol.at - b.symbol.at),
    );
    return { candidates, held: this.held };
  }

  /** Symbols that an edge reaches from outside themselves, and all they stand in. */
  private reached(): Set<number> {
    const { src, dst, kind, count } = readAdjacency(this.store);
    const codes = new Set(DEPENDING.map(kindCode));
    const parents = new Map<number, number>();
    for (const file of this.files)
      for (const { id, parent } of this.store.symbolsOfFile(file.id)) if (parent !== null) parents.set(id, parent);
    const used = new Set<number>();
    for (let at = 0; at < count; at++) {
      if (!codes.has(kind[at]!)) continue;
      const around = new Set<number>();
      for (let up: number | undefined = src[at]!; up !== undefined; up = parents.get(up)) around.add(up);
      for (let up: number | undefined = dst[at]!; up !== undefined && !around.has(up); up = parents.get(up)) used.add(up);
    }
    return used;
  }

  /** A member that a supertype declares too, or of a type whose supertypes are outside the tree and may call it. */
  private overrides(symbol: SymbolRow, parent: SymbolRow): boolean {
    if (!TYPES.has(parent.kind)) return false;
    if (parent.kind === "interface" || parent.kind === "trait") return true;
    const supers = this.store.edgesFrom(parent.id, HIERARCHY);
    if (supers.some(({ resolution }) => resolution === "external") && symbol.exported) return true;
    const above = this.store
      .referencesOf(parent.file!)
      .some(({ kind, scope }) => (kind === "inherit" || kind === "implement") && scope === parent.at);
    if (above && supers.length === 0 && symbol.exported) return true;
    return supers.some(({ dst }) => this.store.childrenOf(dst).some(({ name }) => name === symbol.name));
  }

  /** Null: part of what a package publishes. */
  private judge(symbol: SymbolRow, parent: SymbolRow, file: FileRow): Unused | null {
    const { confidence } = settings;
    // A member of something hidden can still be reached through a value of it, unless it is private itself; an object that is written out has nothing private.
    const own =
      symbol.kind === "method" &&
      (!TYPES.has(parent.kind) || !/^[_#]/.test(symbol.name)) &&
      !/\b(?:private|fileprivate|local)\b/.test(symbol.signature);
    if (!symbol.exported && own)
      return { symbol, confidence: confidence.member, reason: "nothing names it; whoever holds its object could still call it" };
    if (!symbol.exported) return { symbol, confidence: confidence.hidden, reason: "hidden, and nothing in its file names it" };
    const how = this.published.of(file);
    if (how === "entry") return null;
    if (how === "package")
      return { symbol, confidence: confidence.package, reason: "nothing here uses it; its package may have users elsewhere" };
    const member = TYPES.has(parent.kind);
    return { symbol, confidence: member ? confidence.member : confidence.exported, reason: "visible to other files, and none names it" };
  }

  /** Those of some definitions whose name stands anywhere in the code outside of them, or that are values where they stand. */
  private mentionedElsewhere(symbols: readonly SymbolRow[]): Set<number> {
    // Marks of private and instance names are no letters of theirs.
    const byName = Map.groupBy(symbols, (symbol) => symbol.name.replace(/^[#@]+/, "").replace(/[?!=]$/, ""));
    const found = new Set<number>();
    if (byName.size === 0) return found;
    for (const file of this.files) {
      if (languageFor(file.language).documents) continue;
      const source = this.store.source(file.path, file);
      if (typeof source === "string") continue;
      const { prototypes } = languageFor(file.language).family;
      let line = 1;
      let from = 0;
      for (const match of source.text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
        const named = byName.get(match[0]);
        if (!named) continue;
        for (let end = source.text.indexOf("\n", from); end >= 0 && end < match.index; end = source.text.indexOf("\n", from)) {
          line++;
          from = end + 1;
        }
        const handedOn = prototypes && HANDED_ON.test(source.text.slice(Math.max(0, match.index - 100), match.index));
        for (const symbol of named)
          if (symbol.path !== file.path || line < symbol.start || line > symbol.end || (handedOn && line === symbol.start))
            found.add(symbol.id);
      }
    }
    return found;
  }
}

/** What stands before the name of a function or class that is an expression: returned, handed over, put somewhere. Its name is for itself alone. */
const HANDED_ON = /(?:[=(,:?[&|!]|\b(?:return|yield|await|throw|new|default))\s*(?:async\s+)?(?:function\s*\*?|class)\s*$/;

/** Does a program begin there? Whoever starts it names the type that it stands in nowhere. */
const isMain = ({ name, language }: SymbolRow): boolean => /^(?:main|Main)$/.test(name) || languageFor(language).entry?.test(name) === true;

/** Is it a function with which a program begins, where its language starts functions of that name by itself? */
export const isProgram = ({ name, kind, signature }: SymbolRow): boolean =>
  /^(?:main|Main)$/.test(name) &&
  (kind === "function" || kind === "method") &&
  !/^(?:async )?(?:def|function|const|local|sub)\b/.test(signature);

/** Is it called where its name does not stand: by a sign, a loop, a runtime, a framework? */
const isCalledByLanguage = (symbol: SymbolRow): boolean =>
  ENTRY.test(symbol.name) || bySign(symbol) || isMain(symbol) || languageFor(symbol.language).unspoken?.test(symbol.name) === true;

/** What packages make public. */
class Published {
  private readonly entries = new Set<string>();
  /** Folders of JavaScript packages whose entries could not be told. */
  private readonly whole: string[] = [];
  private readonly folders: { folder: string; script: boolean }[] = [];

  constructor(
    private readonly store: Store,
    files: readonly FileRow[],
  ) {
    const paths = new Set(files.map(({ path }) => path));
    for (const { path } of files) {
      const base = posix.basename(path);
      const folder = posix.dirname(path) === "." ? "" : posix.dirname(path);
      if (base === "package.json") this.manifest(path, folder, paths);
      if (PACKAGES.includes(base) || base.endsWith(".gemspec") || base.endsWith(".csproj")) this.folders.push({ folder, script: false });
    }
    this.follow();
  }

  of(file: FileRow): "entry" | "package" | "inside" {
    if (this.entries.has(file.path)) return "entry";
    const { family, noModules } = languageFor(file.language);
    const script = family.prototypes && !noModules;
    if (script) return this.whole.some((folder) => within(file.path, folder)) ? "package" : "inside";
    return this.folders.some(({ folder }) => within(file.path, folder)) ? "package" : "inside";
  }

  private manifest(path: string, folder: string, paths: ReadonlySet<string>): void {
    const source = this.store.source(path);
    let parsed: unknown = null;
    try {
      parsed = typeof source === "string" ? null : JSON.parse(source.text);
    } catch {
      // A manifest that cannot be read publishes nothing.
    }
    if (typeof parsed !== "object" || parsed === null) return;
    const manifest = parsed as Record<string, unknown>;
    const named = ["main", "module", "types", "typings", "browser", "bin", "exports"].flatMap((key) => strings(manifest[key]));
    const found = named.flatMap((one) => sourcesOf(posix.join(folder, one), paths));
    for (const one of found) this.entries.add(one);
    const published = manifest.private !== true || named.length > 0;
    if (published && found.length === 0) this.whole.push(folder);
  }

  /** What an entry exports again is public too. */
  private follow(): void {
    for (const path of this.entries) {
      const file = this.store.fileByPath(path);
      const own = file && this.store.symbolsOfFile(file.id)[0];
      if (!file || !own) continue;
      const again = new Set(this.store.importsOf(file.id).flatMap(({ reexport, line }) => (reexport ? [line] : [])));
      for (const edge of this.store.edgesFrom(own.id, ["imports"])) {
        const target = again.has(edge.line) ? this.store.symbolById(edge.dst) : null;
        if (target && target.file !== null) this.entries.add(target.path);
      }
    }
  }
}

const within = (path: string, folder: string): boolean => folder === "" || path.startsWith(`${folder}/`);

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** The source of a published file: itself, or what `dist/x.js` is built from. */
function sourcesOf(path: string, paths: ReadonlySet<string>): string[] {
  const stem = path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
  const stems = [
    stem,
    ...["src", "lib", "source", ""].map((folder) =>
      posix.join(stem.replace(/(^|\/)(?:dist|build|lib|out|es|esm|cjs)(?=\/)/, `$1${folder}`)),
    ),
  ];
  const all = [
    path,
    ...stems.flatMap((one) => [".ts", ".tsx", ".mts", ".js", ".mjs", ".jsx", "/index.ts", "/index.js"].map((end) => one + end)),
  ];
  return [...new Set(all)].filter((one) => paths.has(one));
}
