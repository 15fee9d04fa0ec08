/**
 * From what documentation names to symbols and files, where there is no doubt: what the code around it would mean by the name, or the only definition of
 * it in the tree. Anything else is no edge, and never an open reference: text is not code.
 */
import { edges as edgeSettings } from "../../../base/limits.ts";
import {
  type FileFacts,
  NOTE_RELATIONS,
  type NoteRelation,
  type RawMention,
  type Resolution,
  type SymbolKind,
} from "../../../base/types.ts";
import { familyOf, languageFor } from "../language.ts";
import { endsWithPath, type Family } from "./family.ts";
import { folderOf, join } from "./paths.ts";
import type { Resolver } from "./resolver.ts";
import { pick, type Tree } from "./tree.ts";
import { type EdgeTarget, isType, type ResolvedEdge, targetKey, type WorldSymbol } from "./world.ts";

const NO_TARGETS: ReadonlySet<SymbolKind> = new Set(["section", "import", "file", "note", "external"]);
/** What a word that is nothing but lower-case letters may mean. */
const PLAIN_TARGETS: ReadonlySet<SymbolKind> = new Set(["function", "macro", "class", "struct", "interface", "trait", "enum", "module"]);

/** Could it be an ordinary word as well? */
const isWord = ({ form, name }: RawMention): boolean => form === "word" || (form === "governs" && /^\p{Ll}+$/u.test(name));

/**
 * Edges `references`, `documents` and `governed_by` of a file, in the order of its mentions; behind them what the sections of a decision govern because
 * they name nothing else.
 */
export function mentionEdges(facts: FileFacts, tree: Tree, resolver: Resolver, family: Family): ResolvedEdge[] {
  const edges: ResolvedEdge[] = [];
  const seen = new Set<string>();
  const code = new Set<string>();
  const document = tree.language.documents === true;
  for (const mention of facts.mentions ?? []) {
    if (isRelation(mention.form)) {
      const to = noteNamed(mention.name, tree);
      if (to !== null) edges.push({ kind: mention.form, from: mention.scope, to, line: mention.line, resolution: "exact", confidence: 1 });
      continue;
    }
    const found = mention.form === "file" ? fileNamed(facts, tree, mention.name) : named(mention, facts, tree, resolver, family, document);
    if (!found) continue;
    const { to, resolution } = found;
    // What is named for instance is not decided on, nor what is a word of prose (`Data`, `channel`) before it is a name.
    if (found.code && mention.form !== "example" && (mention.form === "heading" || !/^\p{Lu}?\p{Ll}+$/u.test(mention.name)))
      code.add(targetKey(to));
    if (mention.form === "governs") {
      if (to.at !== "here") edges.push(governedBy(to, mention.scope, mention.line, resolution));
      continue;
    }
    const kind = mention.form === "heading" ? "documents" : "references";
    const identity = `${kind} ${mention.scope} ${JSON.stringify(to)}`;
    if (seen.has(identity) || (to.at === "here" && within(facts, mention.scope, to.symbol))) continue;
    seen.add(identity);
    edges.push({ kind, from: mention.scope, to, line: mention.line, resolution, confidence: edgeSettings.confidence[resolution] });
  }
  return document && facts.symbols[0]?.type != null ? [...edges, ...decided(facts, edges, code)] : edges;
}

const isRelation = (form: RawMention["form"]): form is NoteRelation => (NOTE_RELATIONS as readonly string[]).includes(form);

/** The note of an id; null where there is none, or more than one says that it is. */
function noteNamed(id: string, tree: Tree): EdgeTarget | null {
  if (!tree.defined(id)) return null;
  const [only, ...others] = tree.real(tree.everywhere(id)).filter(({ kind }) => kind === "note");
  return only === undefined || others.length > 0 ? null : tree.target(only);
}

const governedBy = (source: EdgeTarget, to: number, line: number, resolution: Resolution): ResolvedEdge => ({
  kind: "governed_by",
  from: to,
  source,
  to: { at: "here", symbol: to },
  line,
  resolution,
  confidence: edgeSettings.confidence[resolution],
});

/** Sections of a decision that tell of what was not decided, or of other documents. */
const ASIDE =
  /^(?:status|date|deciders|authors?|(?:the )?(?:context|background|problem|motivation|rationale|justification|disclaimer|forces|constraints)\b.*|(?:considered |other )?(?:options|alternatives)(?: considered)?|(?:pros|cons)\b.*|option \S+.*|alternative \S+.*|rejected.*|(?:see also|related|references?|links|further reading|more information|appendix|notes|history|changelog|glossary)\b.*)$/i;

/** Sections of a decision that name exactly one definition govern it. @param code targets that nothing else can be meant by */
function decided(facts: FileFacts, edges: readonly ResolvedEdge[], code: ReadonlySet<string>): ResolvedEdge[] {
  const bySection = new Map<number, Map<string, ResolvedEdge>>();
  for (const edge of edges) {
    if (edge.kind === "governed_by" || edge.to.at === "file" || edge.to.at === "external") continue;
    const list = bySection.get(edge.from) ?? new Map<string, ResolvedEdge>();
    list.set(targetKey(edge.to), edge);
    bySection.set(edge.from, list);
  }
  const said = new Set(edges.flatMap((edge) => (edge.kind === "governed_by" ? [targetKey(edge.source!)] : [])));
  const found: ResolvedEdge[] = [];
  for (const [section, list] of bySection) {
    const [only] = list.values();
    if (list.size !== 1 || !only || !code.has(targetKey(only.to)) || isAside(facts, section) || said.has(targetKey(only.to))) continue;
    said.add(targetKey(only.to));
    found.push(governedBy(only.to, section, only.line, only.resolution));
  }
  return found;
}

/** Is a section, or one it stands in, beside the decision? */
function isAside(facts: FileFacts, section: number): boolean {
  for (let at = section; at > 0; at = facts.symbols[at]!.parent)
    if (ASIDE.test(facts.symbols[at]!.name.replace(/^[\d.]+\s+/, ""))) return true;
  return false;
}

interface Meant {
  to: EdgeTarget;
  resolution: Resolution;
  /** A definition of code, no key of a data file; of a member the mention says whose. */
  code?: boolean;
}

/** Is it the documented symbol itself, or what it stands in? */
function within(facts: FileFacts, scope: number, symbol: number): boolean {
  for (let at = scope; at >= 0; at = facts.symbols[at]!.parent) if (at === symbol) return true;
  return false;
}

function named(mention: RawMention, facts: FileFacts, tree: Tree, resolver: Resolver, family: Family, document: boolean): Meant | null {
  const segments = mention.name.split(".");
  const last = segments.at(-1)!;
  if (!document) {
    const inside = segments.length === 1 ? seenFrom(mention, facts, tree, resolver) : null;
    if (inside === "local") return null;
    if (inside) return { to: tree.target(inside), resolution: "exact" };
    if (mention.form === "word") return null;
  } else if (segments.length > 1 || mention.name.includes("/")) {
    const file = fileNamed(facts, tree, mention.name);
    if (file || mention.name.includes("/")) return file;
  }
  if (!tree.defined(last)) return null;
  const all = document ? tree.everywhere(last) : tree.definitions(last, family);
  const whole = segments.join(".");
  const fitting: WorldSymbol[] = [];
  let place: string | null = null;
  for (const symbol of tree.real(all)) {
    if (NO_TARGETS.has(symbol.kind) || (isWord(mention) && !PLAIN_TARGETS.has(symbol.kind))) continue;
    if (segments.length > 1 && !isNamed(symbol, segments, whole)) continue;
    const its = `${placeOf(symbol)}#${symbol.qualified}`;
    // some names have hundreds of definitions: the second place is one too many
    if (place !== null && its !== place) return null;
    place = its;
    fitting.push(symbol);
  }
  if (place === null) return null;
  const one = pick(
    fitting.filter((symbol) => !/\.(?:h|hh|hpp|hxx|mli|pyi)$/.test(symbol.path)),
    null,
  );
  const symbol = one ?? fitting[0]!;
  const { content, markup } = languageFor(symbol.language);
  return {
    to: tree.target(symbol),
    resolution: "unique",
    code: content === undefined && !markup && (segments.length > 1 || !isType(symbol.parentKind)),
  };
}

/** A declaration and its definition in a header and a source of the same name are one place. */
function placeOf({ path, language }: WorldSymbol): string {
  const stem = path.replace(/\.[^./]+$/, "");
  return familyOf(language).headers ? stem.slice(stem.lastIndexOf("/") + 1) : stem;
}

/** What a plain name means where the documented symbol stands: a member of its type, then whatever its code would mean by it. */
function seenFrom(mention: RawMention, facts: FileFacts, tree: Tree, resolver: Resolver): WorldSymbol | "local" | null {
  for (let at = mention.scope; at > 0; at = facts.symbols[at]!.parent) {
    const { kind, qualified } = facts.symbols[at]!;
    const member = isType(kind) ? tree.members(facts.path, `${qualified}.${mention.name}`)[0] : undefined;
    if (member) return member;
  }
  const place = resolver.names.name(mention.name, mention.scope, mention.line, null);
  if (place === null || place.is === "external") return null;
  if (place.is !== "symbol") return "local";
  return NO_TARGETS.has(place.symbol.kind) ? null : place.symbol;
}

/** `pkg.mod.Class.method`: containers inside the file, modules as folders and file names before them. */
function isNamed(symbol: WorldSymbol, segments: readonly string[], whole: string): boolean {
  if (endsWithPath(symbol.qualified, whole) || endsWithPath(symbol.full, whole)) return true;
  const own = symbol.qualified.split(".");
  if (own.length >= segments.length || !endsWithPath(whole, symbol.qualified)) return false;
  const folders = symbol.path.replace(/\.[^./]+$/, "").split("/");
  let at = 0;
  for (const segment of segments.slice(0, segments.length - own.length)) {
    at = folders.indexOf(segment, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** A path from the folder of the document, from the root, or the only file whose path ends so. */
function fileNamed(facts: FileFacts, tree: Tree, written: string): Meant | null {
  const absolute = written.startsWith("/");
  const path = written.replace(/^\/+/, "");
  const explicit = /^\.{1,2}\//.test(written);
  const beside = absolute ? null : join(folderOf(facts.path), path);
  for (const candidate of [beside, explicit ? null : join("", path)])
    if (candidate !== null && candidate !== "" && tree.file(candidate))
      return candidate === facts.path ? null : { to: { at: "file", path: candidate }, resolution: "exact" };
  if (explicit) return null;
  const all = tree.named(path.slice(path.lastIndexOf("/") + 1)).filter((one) => one === path || one.endsWith(`/${path}`));
  const [only] = all;
  return all.length === 1 && only !== undefined && only !== facts.path ? { to: { at: "file", path: only }, resolution: "unique" } : null;
}
