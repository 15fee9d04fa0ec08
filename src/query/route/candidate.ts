/**
 * From a row of the table and a question to a candidate route: does the row fire, what is in its slots, and which strategy follows.
 */

import type { Operation, Strategy } from "../../base/types.ts";
import { asideSignals } from "./beside.ts";
import { hybridSignals } from "./hybrid.ts";
import { keywordSignals } from "./keyword.ts";
import { intentSignals, semanticSignals } from "./semantic.ts";
import { type IntentSignal, relation, type Signal } from "./signal.ts";
import { bare, type CaseTrust, isActivity, isIdentifier, isQuality, looksLikeCode, looksLikePath, readSlot, type Slot } from "./slot.ts";
import { callSignals, changeSignals, documentSignals, looseSignals, moduleSignals, typeSignals } from "./structural.ts";
import { isNeutral, letters, stripLead, tieBefore } from "./text.ts";

export interface Candidate {
  signal: Signal;
  strategy: Strategy;
  operation: Operation;
  symbol: string | null;
  target: string | null;
  keyword: string | null;
  description: string;
  confidence: number;
  /** What the relation is asked of, and the other end of a path, where at least one is described instead of named. */
  operands?: { of: string; to: string | null } | undefined;
  /** Where in the question it matched, and whether only neutral words stand before. */
  at: number;
  neutral: boolean;
  reason: string;
}

/** A single token: an identifier or a path is looked up, a topic word is searched. */
export function loneToken(text: string): Candidate | null {
  const token = bare(text);
  const pronounced = /^[`("']/.test(text) || /[().:_/#]/.test(text);
  if (!isIdentifier(token) || /^["'/]/.test(text) || /^(?:https?|ftp|file):\/\//i.test(text)) return null;
  if (/^(?:todo|fixme|hack|xxx)s?$/i.test(token) && (token === token.toUpperCase() || /s$/i.test(token))) return null;
  if (!pronounced && isActivity(token)) return null;
  const signal = looksLikeCode(token, true) ? loneSignals.code : loneSignals.word;
  return {
    signal,
    strategy: "structural",
    operation: "definition",
    symbol: token,
    target: null,
    keyword: null,
    description: token,
    confidence: signal.weight,
    at: 0,
    neutral: true,
    reason: `The question is nothing but ${looksLikePath(token) ? "a path" : "an identifier"}.`,
  };
}

const PLAIN_WORD = letters("^[\\p{L}][\\p{Ll}]*$");

export function keywordCandidate(signal: Signal, text: string): Candidate | null {
  const match = signal.pattern.exec(text);
  const raw = match?.groups?.keyword;
  if (!match || raw === undefined || !isNeutral(text.slice(0, match.index).replace(/["'`]$/, ""))) return null;
  if (signal.quoted && !signal.quoted.test(match[0])) {
    // In a shouted question a word in capitals is as plain as any.
    const word = text === text.toUpperCase() ? raw.toLowerCase() : raw;
    if (PLAIN_WORD(word).test(word)) return null;
  }
  const keyword = signal.markers ? markers(raw) : unquote(raw);
  if (keyword === "") return null;
  return {
    signal,
    strategy: signal.strategy,
    operation: signal.operation,
    symbol: null,
    target: null,
    keyword,
    description: keyword,
    confidence: signal.weight,
    at: match.index,
    neutral: true,
    reason: "It asks for an exact text.",
  };
}

/** "TODO and FIXME" as a pattern; a single marker as itself, in capitals as such comments are written. */
function markers(raw: string): string {
  const names = raw
    .split(/[\s,/&|]+/)
    .filter((word) => word !== "" && !/^(?:and|or)$/i.test(word))
    .map((word) =>
      word
        .replace(/^to-do/i, "todo")
        .replace(/'?s$/i, "")
        .toUpperCase(),
    );
  return names.length > 1 ? `/${[...new Set(names)].join("|")}/` : (names[0] ?? "");
}

/** The text between the outer quotes, a `/regex/flags` as it is, else the words without what says where to look. */
function unquote(raw: string): string {
  const text = raw.trim();
  const quoted = /^(["'`])(.+?)\1(?=$|[\s,;:.)])/.exec(text);
  if (quoted?.[2] !== undefined) return quoted[2];
  if (/^\/.+\/[a-z]*$/.test(text)) return text;
  return text.replace(/ (?:in|across|inside|within|throughout|under) (?:the|this|our|all|my|any|every|src|lib|[\w.-]+\/)\b.*$/i, "").trim();
}

/** Where a second question begins: "what does flush do and what does it call". */
const SECOND_QUESTION = /[ ,;]+(?:and|then|plus|also|but)[ ,]+(?:also )?(?=(?:what|who|which|where|how)\b)/i;

/** A match whose slot does not run from one question into the next: if it would, that of the next. */
function inOneClause(pattern: RegExp, text: string): RegExpExecArray | null {
  const match = pattern.exec(text);
  const slot = match?.groups?.symbol;
  // A slot that runs to the end of a question holds what comes after the symbol too, and is read as such.
  if (!match || slot === undefined || match[0].endsWith(slot)) return match;
  const cut = SECOND_QUESTION.exec(slot);
  if (!cut) return match;
  const from = text.indexOf(slot, match.index) + cut.index + cut[0].length;
  const next = pattern.exec(text.slice(from));
  if (next) next.index += from;
  return next;
}

export function relationCandidate(signal: Signal, text: string, trust: CaseTrust): Candidate | null {
  const match = inOneClause(signal.pattern, text);
  if (match && signal.mention !== undefined) return mentionCandidate(signal, match, text);
  const raw = match?.groups?.symbol;
  if (!match || raw === undefined) return null;
  const before = text.slice(0, match.index);
  const neutral = isNeutral(before);
  const clause = neutral ? null : tieBefore(before);
  if (!neutral && clause === null) return null;

  const slot = readSlot(raw, trust);
  const rest = `${slot.rest} ${text.slice(match.index + match[0].length)}`.trim();
  if (slot.kind === "none") return null;
  if (slot.kind === "pronoun") {
    if (clause === null) return null;
    const subject = mentions(clause, trust);
    // "I have a function named emit_metrics. Who calls it?": the first half only names the symbol.
    if (subject.length === 1 && !ASKING.test(clause))
      return made(
        signal,
        match.index,
        false,
        "structural",
        signal.operation,
        subject[0] ?? null,
        null,
        clause,
        -0.1,
        "It names a symbol and asks for a relation of it.",
      );
    return made(
      signal,
      match.index,
      neutral,
      "hybrid",
      signal.operation,
      mention(clause, trust) ?? explained(clause),
      null,
      stripLead(clause),
      -0.05,
      "It describes something and asks for a relation of it.",
    );
  }
  const other = match.groups?.target === undefined ? null : readSlot(match.groups.target, trust);
  if (other && (other.kind === "none" || other.kind === "pronoun")) return null;
  const symbolic = fits(signal, slot, other) && !(signal.described === "semantic" && slot.kind === "name" && isQuality(slot.text));
  const operation = slot.file && signal.onFile ? signal.onFile : signal.operation;
  const target = other?.text ?? null;
  const beyond = other ? other.rest : rest;
  if (!symbolic) {
    if (!signal.described || (signal.definite && !slot.definite && other === null)) return null;
    const described = signal.described === "semantic" ? "semantic" : "hybrid";
    const words = [slot.kind === "description" ? slot.text : "", other?.kind === "description" ? other.text : ""]
      .filter((word) => word !== "")
      .join(" ");
    const reason = described === "hybrid" ? "It asks for a relation of something it describes." : "It describes what it looks for.";
    const named = slot.kind === "description" ? null : slot.text;
    const worded = (one: Slot) => `${one.kind === "description" && one.definite ? "the " : ""}${one.text}`;
    const operands = { of: worded(slot), to: other && worded(other) };
    if (described === "semantic") return made(signal, match.index, neutral, "semantic", "search", null, null, text, -0.1, reason);
    return made(
      signal,
      match.index,
      neutral,
      "hybrid",
      operation,
      named,
      other && other.kind !== "description" ? target : null,
      words,
      -0.1,
      reason,
      operands,
    );
  }
  if (clause !== null)
    return made(
      signal,
      match.index,
      neutral,
      "hybrid",
      operation,
      slot.text,
      target,
      stripLead(clause),
      -0.05,
      "It describes something and asks for a relation of a symbol.",
    );
  const second = SECOND_CLAUSE.exec(beyond);
  if (second) {
    const asked = beyond.slice(second.index + second[0].length - (second[1]?.length ?? 0));
    return made(
      signal,
      match.index,
      neutral,
      "hybrid",
      operation,
      slot.text,
      target,
      asked,
      -0.05,
      "It asks for a relation of a symbol and about behaviour.",
    );
  }
  return made(
    signal,
    match.index,
    neutral,
    signal.strategy,
    operation,
    slot.text,
    target,
    slot.text,
    slot.kind === "code" ? 0 : -0.05,
    `It asks for a relation of ${slot.text}.`,
  );
}

/** What makes the rest of a question a second question, about behaviour. */
const SECOND_CLAUSE =
  /(?:(?:^|[\s,;?!.])(?:and|but|also|plus|then|or)|[,;?!.]) ?(?:(?:also|then|please|tell me|show me) )?((?:why|how|when|(?:under|in|for|at|on|with|by) (?:what|which)|(?:an? |the )?(?:explanation|reason)|explain|describe|what happens|what (?:does|do|is|are) (?:it|they|that|this)|what for|walk me|where (?:do|does|is|are) (?:we|it)|summari[sz]e|understand)\b.*)/i;

/** Whether the slots hold what the row can look up in the graph. */
function fits(signal: Signal, slot: Slot, other: Slot | null): boolean {
  const named = (one: Slot) => one.kind === "code" || one.kind === "name";
  if (!named(slot) || (other && !named(other))) return false;
  if (signal.slot !== "code") return true;
  return slot.kind === "code" || other?.kind === "code";
}

function made(
  signal: Signal,
  at: number,
  neutral: boolean,
  strategy: Strategy,
  operation: Operation,
  symbol: string | null,
  target: string | null,
  description: string,
  shift: number,
  reason: string,
  operands?: Candidate["operands"],
): Candidate {
  const confidence = Math.round((signal.weight + shift) * 100) / 100;
  return { signal, strategy, operation, symbol, target, keyword: null, description, confidence, operands, at, neutral, reason };
}

export function hybridCandidate(signal: Signal, text: string, trust: CaseTrust): Candidate | null {
  const match = signal.pattern.exec(text);
  const about = match?.groups?.about;
  if (!match || about === undefined || !isNeutral(text.slice(0, match.index))) return null;
  const description = stripLead(about);
  if (description === "") return null;
  return made(
    signal,
    match.index,
    true,
    signal.strategy,
    signal.operation,
    mention(about, trust),
    null,
    description,
    0,
    "It describes something and asks what belongs to it.",
  );
}

/** What a question must look like to ask for things: a question word or an imperative opens one of its clauses. */
const ASKING =
  /(?:^|[,.;:!?] |\b(?:and|wondering|but) )(?:what|which|who|whose|where|is|are|does|do|did|can|could|will|would|list|show|find|give|get|any|every\w*|all|how (?:many|often|far|much|risky|safe)|tell|count|locate|in which|from where|explain|describe|how|why)\b/i;
/** Questions about behaviour: a relation word in them is part of the story. */
const TELLING =
  /\b(?:why|examples?|samples?|how (?!many|often|far|much|risky|safe)|explain\w*|describe|what happens|what (?:does \S+ do|is \S+ (?:for|about))\b|what (?:causes?|could cause)|walk me)/i;

/** A row of the loosest kind: it fires on the symbols that the question mentions, wherever they stand. */
function mentionCandidate(signal: Signal, { 0: matched, index: at }: RegExpExecArray, text: string): Candidate | null {
  const short = text.split(" ").length <= 4;
  if (!(short || ASKING.test(text)) || TELLING.test(text)) return null;
  // "read/write", "client/server": two words are no symbol.
  const found = mentions(text, { capitals: false, shouted: false }).filter((name) => !/^[\w-]+\/[\w-]+$/.test(name));
  if (found.length !== signal.mention) return null;
  const [symbol = null, target = null] = found;
  if (
    short &&
    !ASKING.test(text) &&
    symbol !== null &&
    bare(text.split(" ")[0] ?? "") !== symbol &&
    !text.includes(symbol, text.length - symbol.length - 2)
  )
    return null;
  // "ToStringBuilder reflection exclude fields": with other words of its own it is a topic, whatever it mentions.
  const others = text.replace(matched, " ").split(/[ :,]+/);
  if (short && !ASKING.test(text) && !others.every((word) => found.includes(bare(word)) || isNeutral(word) || isRelationWord(signal, word)))
    return null;
  const operation = symbol && signal.onFile && looksLikePath(symbol) ? signal.onFile : signal.operation;
  return made(signal, at, true, signal.strategy, operation, symbol, target, text, 0, `It mentions ${symbol} and a relation.`);
}

/** "What does flush do", "what is decode for": a plain word there is a name too. */
function explained(clause: string): string | null {
  const name = EXPLAINED.exec(clause)?.[1];
  return name !== undefined && isIdentifier(bare(name)) ? bare(name) : null;
}
const EXPLAINED =
  /^(?:what|how) (?:does|is) (?:the )?(?:(?:function|method|class|macro|struct) )?(?!(?:it|this|that|the|a|an|code|everything)\b)(\S+)(?: (?:function|method|class|macro|struct))? (?:do|for|work|about|mean)$/i;

/** Is a word one of those that a row is about? */
const isRelationWord = (signal: Signal, word: string): boolean =>
  signal.needs.split(/[ |]/).some((stem) => stem !== "" && word.toLowerCase().includes(stem)) ||
  /^(?:of|to|in|from|and|or|by|on|sites?|spots?|hierarchy|tree|graph|list|count)$/i.test(word);

/** The distinct symbols that a clause mentions: tokens that look like code. */
function mentions(clause: string, trust: CaseTrust): string[] {
  const found = new Set<string>();
  const tokens = clause.split(" ");
  for (const [index, token] of tokens.entries()) {
    const name = bare(token);
    if (/\w\(/.test(token) || /^`[^`]+`/.test(token) || looksLikeCode(name, trust.capitals && (index > 0 || tokens.length === 1)))
      found.add(name);
  }
  return [...found];
}

/** The one symbol that a clause mentions, if it is exactly one. */
function mention(clause: string, trust: CaseTrust): string | null {
  const found = mentions(clause, trust);
  return found.length === 1 ? (found[0] ?? null) : null;
}

export function topicCandidate(signal: Signal, text: string): Candidate | null {
  if (!signal.pattern.test(text)) return null;
  return made(signal, 0, true, "semantic", "search", null, null, text, 0, "It asks about behaviour or a topic.");
}

// The router's whole table, in one place: what `--explain` prints and the tests check.

export { hybridSignals, intentSignals, keywordSignals, semanticSignals };

/**
 * Relations between definitions. The engine accepts a row only where nothing but neutral words ("show me all the …") or a finished clause
 * stands before the match.
 */
export const structuralSignals: Signal[] = [
  ...documentSignals,
  ...callSignals,
  ...typeSignals,
  ...moduleSignals,
  ...changeSignals,
  ...looseSignals,
];

/** A question that is a single token: something that looks like code or a path, or a plain word that may be a name. */
export const loneSignals = {
  code: relation("lone-code", "", "definition", 0.95, "^\\S+$", { slot: "code" }),
  word: relation("lone-word", "", "definition", 0.7, "^\\S+$"),
};

/** Every row, in table order. */
export function allSignals(): Pick<Signal | IntentSignal, "name" | "needs" | "pattern">[] {
  return [
    loneSignals.code,
    loneSignals.word,
    ...asideSignals,
    ...keywordSignals,
    ...structuralSignals,
    ...hybridSignals,
    ...semanticSignals,
    ...intentSignals,
  ];
}
