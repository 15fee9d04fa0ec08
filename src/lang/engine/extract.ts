/**
 * Rules → the facts of one file.
 *
 * One `findAll` of all the language's kinds; `pass.ts` reads the matches in document order, and this module gives the
 * result its final form: parents that are named rather than containing (`impl X`, Go receivers) are found, symbols put
 * in an order in which parents come first, exports and scopes settled.
 */

import { Refusal } from "../../base/errors.ts";
import type { FileFacts, RawFlow, RawImport, RawMention, RawSymbol, Spans, SymbolKind } from "../../base/types.ts";
import { commentText, isLicence } from "./comments.ts";
import { known, type Language, languageFor, languageNamed } from "./language.ts";
import { type Lines, lineStarts, linesOf } from "./lines.ts";
import { mentionsInDocs } from "./mentions.ts";
import { isFlood } from "./monotony.ts";
import { parseWith } from "./parser.ts";
import { disjoint, withParts } from "./parts/_parts.ts";
import { calledParameters } from "./pass/callbacks.ts";
import { flowsOf } from "./pass/flow.ts";
import { bindings, references } from "./pass/settle.ts";
import { type Pass, type Pending, runPass } from "./pass.ts";
import { reads } from "./reads.ts";
import { isDeclaring } from "./resolve/paths.ts";
import type { RuleSet } from "./rules/_rules.ts";
import { symbolOf } from "./symbol.ts";
import type { SyntaxNodes } from "./syntax.ts";

/** What holds others and is defined nowhere else. */
const OUTER: ReadonlySet<string> = new Set(["module", "namespace", "import"]);
const TYPE_KINDS: ReadonlySet<string> = new Set(["class", "struct", "interface", "trait", "enum", "type"]);

/**
 * Symbols, imports, references and bindings of one file.
 *
 * Never throws: where the language has no rules, its rules or its grammar are not loaded or parsing fails, the answer is the file's own
 * symbol (`damaged` in all cases but the first). Trees are freed by the garbage collector only between turns of the event loop: a caller that
 * extracts many files collects young garbage (`edenGC` of bun:jsc) and lets the loop turn every 100 kB or so.
 * @param text the redacted text, as decoded
 * @param row of languages.ts, null if unknown
 */
export function extract(path: string, text: string, row: Language | null): FileFacts {
  const language = languageIn(text, row);
  const facts: FileFacts = {
    path,
    language: language?.name ?? null,
    lines: countLines(text),
    symbols: [fileSymbol(path, text, "")],
    imports: [],
    references: [],
    bindings: [],
    spans: { comments: [], imports: [], signatures: [] },
    damaged: false,
  };
  if (!language) return facts;
  try {
    if (!language.parts) return own(facts, text, language);
    const held = language.parts(text, path);
    const host = own(facts, held.outer ?? text, language);
    return withParts(host, text, held, (part) => {
      const row = languageNamed(part.language);
      return row ? own({ ...facts, language: row.name, symbols: [fileSymbol(path, part.text, "")] }, part.text, row) : null;
    });
  } catch (error) {
    // That a library does not load is no fault of the file's.
    if (error instanceof Refusal) throw error;
    return { ...facts, damaged: true };
  }
}

/** Files of some extensions look as if they were of another language. */
function languageIn(text: string, row: Language | null): Language | null {
  const other = row?.other?.find(({ when }) => when.test(text));
  return other ? languageNamed(other.name) : row;
}

/** What the language's own rules (or reader) say of a text. */
function own(facts: FileFacts, text: string, language: Language): FileFacts {
  if (language.reader) {
    const read = language.reader.value;
    return read ? { ...facts, ...read(text, facts.symbols[0]!) } : { ...facts, damaged: true };
  }
  if (!language.rules || !language.grammar) return facts;
  const rules = language.rules.value;
  if (!rules || isNonsense(text, rules)) return { ...facts, damaged: true };
  const found = readRepaired(text, language.grammar, rules);
  if (found === null) return { ...facts, damaged: true };
  const assembled = assemble(facts, found.text, found.pass, rules);
  for (const { inStrings } of known()) if (inStrings) assembled.references.push(...inStrings(text, assembled.symbols));
  return { ...facts, ...assembled, damaged: found.pass.damage > 0 };
}

interface Read {
  text: string;
  pass: Pass;
}

function read(text: string, found: SyntaxNodes, rules: RuleSet, written = text): Read {
  const pass = runPass(text, found.nodes, rules);
  if (found.cut) pass.damage++;
  rules.finish?.(pass, text, written);
  return { text, pass };
}

/** What the rules say; where the language knows a repair, of the text that parses with less damage. */
function readRepaired(written: string, grammar: string, rules: RuleSet): Read | null {
  const { repair } = rules;
  const text = rules.respelled?.(written) ?? written;
  const early = repair !== undefined && rules.repairWhen?.test(text) === true ? repair(text) : text;
  const tried = early === text ? null : parseWith(grammar, early, rules);
  if (tried?.damage === 0) return read(early, tried, rules, text);
  const found = parseWith(grammar, text, rules);
  if (!found) return null;
  if (tried) return tried.damage <= found.damage ? read(early, tried, rules, text) : read(text, found, rules);
  // Where errors are rare the pass is needed anyway; where they are not, it would often be for nothing.
  const first = rules.oftenDamaged ? null : read(text, found, rules);
  const before = first?.pass.damage ?? found.damage;
  if (!repair || before === 0) return first ?? read(text, found, rules);
  const repaired = repair(text);
  const second = repaired === text ? null : parseWith(grammar, repaired, rules);
  if (second && second.damage < before) return read(repaired, second, rules, text);
  return first ?? read(text, found, rules);
}

/** Lines of a text; a last line without its newline counts. An empty file has one. */
export function countLines(text: string): number {
  const { length } = lineStarts(text);
  return text.endsWith("\n") ? length - 1 : length;
}

/** A string with nothing in it that a grammar looks into: one token, however long. */
const PLAIN_STRING = /"(?:[^"\\\n$]|\\.|\$(?![({]))*"/g;

/** A text that this grammar would take minutes over. Parsing cannot be interrupted, so this is told by its shape. */
function isNonsense(text: string, { lineLimit, limits }: RuleSet): boolean {
  if (isFlood(text)) return true;
  if (lineLimit && longestLine(text) > lineLimit && longestLine(text.replace(PLAIN_STRING, '""')) > lineLimit) return true;
  return (
    limits?.some(({ pattern, most }) => {
      pattern.lastIndex = 0;
      let count = 0;
      while (count <= most && pattern.test(text)) count++;
      pattern.lastIndex = 0;
      return count > most;
    }) === true
  );
}

function longestLine(text: string): number {
  let longest = 0;
  let from = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
    longest = Math.max(longest, at - from);
    from = at + 1;
  }
  return Math.max(longest, text.length - from);
}

/** The symbol every file has. */
export function fileSymbol(path: string, text: string, doc: string): RawSymbol {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const place = { start: 1, end: countLines(text), from: 0, to: text.length };
  return symbolOf({ kind: "file", name, qualified: path, parent: -1, signature: "", doc, ...place });
}

type Assembled = Pick<FileFacts, "symbols" | "imports" | "references" | "bindings" | "spans"> & {
  mentions: RawMention[];
  flows: RawFlow[];
};

function assemble({ path, language }: FileFacts, text: string, pass: Pass, rules: RuleSet): Assembled {
  const owners = adopt(pass.symbols);
  const order = parentsFirst(pass.symbols);
  const place = new Int32Array(order.length);
  order.forEach((old, index) => {
    place[old] = index;
  });
  const lines = linesOf(text);
  const publics = publicNames(pass);
  const declaring = isDeclaring(path);
  const symbols: RawSymbol[] = [fileSymbol(path, text, fileDoc(pass, text))];
  for (let i = 1; i < order.length; i++) symbols.push(settle(pass.symbols[order[i]!]!, symbols, place, lines, publics, text, declaring));

  const scopeOf = (scope: number, owner: string | null): number => place[owner === null ? scope : (owners.get(owner) ?? scope)]!;
  const imports: RawImport[] = pass.imports.map((one) => ({
    form: one.form,
    source: one.source,
    names: one.names,
    reexport: one.reexport === true,
    line: one.line,
    scope: place[one.scope]!,
    relative: one.relative === true,
  }));
  const known = knownNames(symbols, imports);
  for (const read of reads(text, pass, rules)) pass.references.push(read);
  const { list, positions } = references(pass, known, symbols, owners, place, rules);
  return {
    symbols,
    imports,
    references: list,
    bindings: [
      ...bindings(pass, scopeOf, symbols, imports),
      ...calledParameters(pass, list, symbols, place, {
        members: rules.flows === true && rules.syntax.templates === true,
        callsGiven: (reference) => languageFor(language).callsGiven?.(reference) ?? false,
      }),
    ],
    mentions: mentionsInDocs(text, docs(pass, order), new Set([...known, ...symbols.map(({ name }) => name)])),
    flows: flowsOf(text, pass, rules.tailReturns === true).flatMap(({ from, to }) => {
      const ends = { from: positions[from]!, to: to === null ? null : positions[to]! };
      return ends.from < 0 || ends.to === -1 ? [] : [ends];
    }),
    spans: spans(pass),
  };
}

/** Names that a plain name in this file may mean: its own definitions at the top, and what it imports. */
function knownNames(symbols: readonly RawSymbol[], imports: readonly RawImport[]): Set<string> {
  const known = new Set<string>();
  for (const symbol of symbols) {
    const outer = symbols[symbol.parent]?.kind;
    if (outer === "file" || ((outer === "module" || outer === "namespace") && (symbol.kind === "function" || symbol.kind === "method")))
      known.add(symbol.name);
  }
  for (const one of imports) for (const { local } of one.names) known.add(local);
  return known;
}

/** Where documentation stands, with the symbol it belongs to. */
function docs(pass: Pass, order: readonly number[]): { from: number; to: number; scope: number }[] {
  const found: { from: number; to: number; scope: number }[] = [];
  for (const [scope, old] of order.entries()) {
    const span = scope === 0 ? pass.fileDocSpan : pass.symbols[old]!.docSpan;
    if (span) found.push({ from: span[0], to: span[1], scope });
  }
  return found;
}

/** Finds the symbol of each owner that is only named, and hangs the members under it. */
function adopt(symbols: Pending[]): Map<string, number> {
  const owners = new Map<string, number>();
  for (let i = 1; i < symbols.length; i++) {
    const symbol = symbols[i]!;
    if (TYPE_KINDS.has(symbol.kind) && !owners.has(symbol.name)) owners.set(symbol.name, i);
  }
  for (let i = 1; i < symbols.length; i++) {
    const symbol = symbols[i]!;
    if (symbol.owner === null) continue;
    const owner = owners.get(symbol.owner);
    if (owner !== undefined && owner !== i && !descends(symbols, owner, i)) {
      symbol.parent = owner;
      symbol.owner = null;
    }
  }
  return owners;
}

function descends(symbols: readonly Pending[], from: number, ancestor: number): boolean {
  for (let i = from; i > 0; i = symbols[i]!.parent) if (i === ancestor) return true;
  return false;
}

/** Document order, except that a parent named further down comes before its first member. */
function parentsFirst(symbols: readonly Pending[]): number[] {
  const order: number[] = [];
  const done = new Uint8Array(symbols.length);
  for (let i = 0; i < symbols.length; i++) {
    const chain: number[] = [];
    for (let at = i; at >= 0 && !done[at]; at = symbols[at]!.parent) {
      done[at] = 1;
      chain.push(at);
    }
    for (let k = chain.length - 1; k >= 0; k--) order.push(chain[k]!);
  }
  return order;
}

/** Longer qualified names (100,000 functions inside one another) are not made longer: what lies deeper is named as if it stood beside. */
const QUALIFIED_LIMIT = 1_000;

const shortened = (qualified: string): string =>
  qualified.length <= QUALIFIED_LIMIT ? qualified : qualified.slice(0, Math.max(QUALIFIED_LIMIT / 2, qualified.lastIndexOf(".")));

/** Kinds whose declared name may be a path. */
const CONTAINERS: ReadonlySet<SymbolKind> = new Set(["module", "namespace", "class", "struct", "interface", "trait", "enum", "type"]);

/** What `lib::Store` is inside `namespace lib { namespace in {`: its own spaces are said again. */
function withinSpace(owner: string, around: string): string {
  const parts = owner.split(".");
  const spaces = around.split(".");
  for (let at = 0; at < spaces.length; at++) {
    const again = spaces.slice(at);
    if (again.length < parts.length && again.every((space, i) => space === parts[i])) return parts.slice(again.length).join(".");
  }
  return owner;
}

function settle(
  pending: Pending,
  settled: readonly RawSymbol[],
  place: Int32Array,
  lines: Lines,
  publics: ReadonlySet<string> | null,
  text: string,
  declaring: boolean,
): RawSymbol {
  const parent = place[pending.parent]!;
  const container = settled[parent]!;
  const prefix = [
    ...(container.kind === "file" ? [] : [shortened(container.qualified)]),
    ...(pending.owner === null ? [] : [container.kind === "namespace" ? withinSpace(pending.owner, container.qualified) : pending.owner]),
  ];
  const hidden = container.kind === "function" || container.kind === "method" || !container.exported;
  const declared =
    publics !== null && container.kind === "file" && pending.owner === null && pending.kind !== "module"
      ? publics.has(pending.name) || (pending.exported && !publics.has(""))
      : pending.exported;
  let to = pending.to;
  while (to > pending.from && /\s/.test(text[to - 1]!)) to--;
  // `defmodule Plug.Conn`, `class A::B`, `namespace A.B`: what lies inside A is called B. A selector (`.a > .b:not(.c)`) is no such path.
  const segments =
    CONTAINERS.has(pending.kind) && !/[\s([]/.test(pending.name)
      ? pending.name.split(/\.|::|\\/).filter((segment) => segment !== "")
      : [pending.name];
  return {
    kind: pending.kind,
    name: segments.at(-1) ?? pending.name,
    qualified: [...prefix, ...segments].join("."),
    parent,
    signature: pending.signature,
    doc: pending.doc,
    start: lines.at(pending.from),
    end: lines.at(Math.max(pending.from, to - 1)),
    from: pending.from,
    to,
    exported: declared && !hidden,
    arity: pending.arity,
    type: pending.type,
    ...(pending.declares || (declaring && !OUTER.has(pending.kind)) ? { declares: true } : undefined),
  };
}

/**
 * Names the file makes public by a list. An explicit list (`__all__`) decides alone, marked by "" among the names;
 * `export { a }` adds to what is declared public.
 */
function publicNames(pass: Pass): ReadonlySet<string> | null {
  if (pass.publics) return new Set([...pass.publics, ""]);
  const names = new Set<string>();
  for (const one of pass.imports) if (one.reexport && one.source === "") for (const { name } of one.names) names.add(name);
  return names.size > 0 ? names : null;
}

/** Comments for tools. */
const MAGIC =
  /^(?:#|\/\/|\/\*|--|;+)\s*(?:frozen_string_literal|-\*-|(?:en)?coding[:=]|vim?:|eslint|prettier|biome|@ts-|@flow|swift-tools-version|clang-format|luacheck|pylint|type: ignore|shellcheck|rubocop)/;

/** The first comment of the file that documents nothing else and is no licence, or the module's docstring. */
function fileDoc(pass: Pass, text: string): string {
  if (pass.fileDoc) return pass.fileDoc;
  let end = text.startsWith("#!") ? text.indexOf("\n") + 1 : 0;
  for (let i = 0; i < pass.comments.length; i++) {
    const block = pass.comments[i]!;
    const comment = text.slice(block.from, block.to);
    if (block.from < end) continue;
    if (/\S/.test(text.slice(end, block.from).replace("\ufeff", ""))) break;
    end = block.to;
    if (pass.usedComments.has(i) || isLicence(comment) || MAGIC.test(comment)) continue;
    pass.fileDocSpan = [block.from, block.to];
    return commentText(comment);
  }
  return "";
}

function spans(pass: Pass): Spans {
  return {
    comments: disjoint([...pass.comments.map((block): [number, number] => [block.from, block.to]), ...pass.docstrings]),
    imports: disjoint(pass.importSpans),
    signatures: disjoint(pass.symbols.slice(1).map((symbol) => symbol.signatureSpan)),
  };
}
