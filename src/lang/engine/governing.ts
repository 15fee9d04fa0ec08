/**
 * What a document says it governs, and whether it records a decision: front matter (`governs: src/auth/**`), fields ("Applies to: …"), sections of
 * that title, and the conventions of ADRs (Nygard's and adr-tools', MADR's, a folder of decisions).
 *
 * Paths and patterns become rules, which are matched when somebody asks; names become mentions, which are resolved like all others.
 */

import { NOTE_RELATIONS, type RawMention, type RawRule, type RawSymbol } from "../../base/types.ts";
import { Lines } from "./lines.ts";
import { FILE_ENDINGS, mentioned, sectionAt, withoutFences } from "./mentions.ts";
import { symbolOf } from "./symbol.ts";

export interface Governing {
  rules: RawRule[];
  mentions: RawMention[];
  /** Status of the decision that the document records, "unknown" where it says none; null: it records none. */
  decision: string | null;
}

/** Rules and names kept of one document. */
const LIMIT = 500;

// ---------------------------------------------------------------------------------------------- decisions

const DECISION_FOLDER =
  /^(?:adrs?|decisions?|decision[-_ ]?(?:records?|logs?)|(?:architecture|architectural|design|technical|engineering)[-_ ]decisions?(?:[-_ ]records?)?)$/i;
const NUMBERED = /^(?:(?:adr|dr|rfc|decision)[-_ ]?)?\d{1,8}[-_. ]/i;
const NAMED_DECISION = /^(?:adr|dr)[-_ ]?\d+(?:[-_. ]|$)/i;
const NOT_ONE = /^(?:readme|index|_?index|summary|toc|about|glossary|contributing|.*template.*|0*-?template)$/i;

/** Words by which a status is told, with the one under which it is kept. */
const STATUS: readonly [string, RegExp][] = [
  ["superseded", /^(?:partially )?supers?[ce]+ded|^replaced/i],
  ["deprecated", /^deprecated|^obsolete|^retired/i],
  ["rejected", /^rejected|^declined|^withdrawn|^abandoned|^not accepted/i],
  ["accepted", /^accept(?:ed)?\b|^approved|^adopted|^implemented|^decided|^active|^done|^final|^agreed|^in effect|^✅/i],
  ["proposed", /^propos(?:ed|al)|^draft|^pending|^open|^in (?:review|progress|discussion)|^under discussion|^rfc|^wip/i],
];

/** Statuses of what does not hold any more, or never did. */
export const NOT_IN_FORCE: ReadonlySet<string> = new Set(["superseded", "deprecated", "rejected"]);

function statusOf(written: string): string {
  const plain = written.replace(/^[\s*_`"'[({:|-]+/, "");
  return STATUS.find(([, pattern]) => pattern.test(plain))?.[0] ?? "unknown";
}

/** Titles that Nygard's and MADR's templates have. */
const DECIDES = /^(?:the )?(?:decision|decision outcome|decisions|resolution|outcome)$/i;
const BESIDE =
  /^(?:status|context|context and problem statement|consequences|considered options|decision drivers|alternatives(?: considered)?)$/i;

function isDecision(path: string, titles: readonly string[], front: Front): boolean {
  const parts = path.split("/");
  const stem = parts.pop()!.replace(/\.[^.]+$/, "");
  // what tools are told lies in folders of theirs
  if (parts.some((folder) => folder.startsWith("."))) return false;
  // a record with a folder of its own ("decision-records/2024-05-02-renaming/README.md"); of any other folder that file is the list
  const own = parts.length > 1 && NUMBERED.test(parts.at(-1)!) && parts.slice(0, -1).some((folder) => DECISION_FOLDER.test(folder));
  if (NOT_ONE.test(stem) && !(own && /^(?:readme|index)$/i.test(stem))) return false;
  if (NAMED_DECISION.test(stem)) return true;
  if (parts.some((folder) => DECISION_FOLDER.test(folder))) return true;
  if (NUMBERED.test(stem) && parts.some((folder) => /^rfcs?$/i.test(folder))) return true;
  if (titles.some((title) => DECIDES.test(title)) && titles.filter((title) => BESIDE.test(title)).length >= 2) return true;
  return front.has("status") && (front.has("deciders") || front.has("decision-makers"));
}

// ---------------------------------------------------------------------------------------------- front matter

export interface Value {
  text: string;
  line: number;
}
/** Values by key in small letters. */
export type Front = ReadonlyMap<string, Value[]>;

/** A front matter; longer ones are something else. */
const FRONT = /^\ufeff?(---|\+\+\+)[ \t]*\r?\n[\s\S]{0,20000}?\n\1/;

/**
 * The top level of a YAML or TOML front matter: scalars, lists in brackets, with commas, or of one line each. Line by line, for a pattern that begins
 * with an asterisk is written without quotes, which no parser of YAML reads.
 */
export function frontMatter(text: string): Front {
  const found = new Map<string, Value[]>();
  const [block] = FRONT.exec(text) ?? [];
  if (block === undefined) return found;
  let values: Value[] | null = null;
  for (const [at, raw] of block.split(/\r?\n/).slice(1, -1).entries()) {
    const line = at + 2;
    const field = /^([A-Za-z][\w -]*?)\s*[:=]\s*(.*)$/.exec(raw);
    if (field) {
      values = items(field[2]!).map((one) => ({ text: one, line }));
      found.set(field[1]!.toLowerCase(), values);
      continue;
    }
    const item = /^\s*-\s+(\S.*)$|^\s+(\S.*)$/.exec(raw);
    if (item) values?.push(...items(item[1] ?? item[2]!).map((one) => ({ text: one, line })));
    else if (raw.trim() !== "") values = null;
  }
  return found;
}

/** A scalar or a list in one line: commas outside braces and quotes separate. */
function items(written: string): string[] {
  const plain = written.replace(/^\s*\[|\]\s*,?\s*$/g, "").replace(/(?:^|\s)#.*$/, "");
  const parts = plain.match(/(?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^,])+/g) ?? [];
  return parts.map((part) => part.trim().replace(/^(["'])(.*)\1$/, "$2")).filter((part) => part !== "" && part !== "[" && part !== "]");
}

const FRONT_KEYS = ["governs", "applies-to", "applies_to", "applies to", "appliesto", "applyto", "globs", "affects"] as const;

// ---------------------------------------------------------------------------------------------- fields and sections

const SAYS = "appl(?:ies|y)[ _-]to|governs|governed (?:code|files|paths?)|applicability";
/** What only a decision means so. */
const SAYS_OF_DECISION = `${SAYS}|scope|affects|affected (?:code|components?|files?|modules?|packages?|paths?)|impacted (?:components?|files?|modules?)`;
/** A field of a list, in bold, of a field list (reStructuredText), an attribute (AsciiDoc) or a row of a table. */
const field = (names: string): RegExp =>
  new RegExp(
    `^[ \\t>]*(?:[-*+|][ \\t]+)?(?:\\*\\*|__|:|\\*)?(${names})(?:\\*\\*|__|\\*)?[ \\t]*(?:[:|]|::)(?:\\*\\*|__)?[ \\t]*(.*)$`,
    "gimu",
  );
const title = (names: string): RegExp => new RegExp(`^(?:${names})$`, "i");
const FORMS = [SAYS, SAYS_OF_DECISION].map((names) => ({ field: field(names), title: title(names) }));
const STATUS_FIELD = field("status");

/** Code and links of a text, and what stands alone between its commas and is a path or written as names of code are. */
function named(text: string): { text: string; at: number }[] {
  const found: { text: string; at: number }[] = [];
  const other = text.replace(/(?<!`)(`{1,2})(?!`)([^`\n]{2,200})\1(?!`)|\[[^\]\n]*\]\(([^()\s]{2,200})\)/g, (whole, _, code, link, at) => {
    found.push({ text: (code ?? link) as string, at: at as number });
    return " x x ".padEnd(whole.length, " ").slice(0, whole.length);
  });
  // a sentence also names what is not meant
  if ((other.replace(/ x x /g, "").match(/\p{L}{2,}/gu) ?? []).length > 3 + 3 * found.length && !/\n/.test(text.trim())) return [];
  for (const match of other.matchAll(/(?:\{[^{}\n]*\}|[^,;|\n])+/g)) {
    const word = match[0].trim().replace(/^(?:[-*+]|\d+\.)\s+|\.$/g, "");
    if (word === "" || /\s/.test(word)) continue;
    if (/[\p{L}\p{N}]/u.test(word) && (word.includes("/") || /^(?:symbol|file)$/.test(mentioned(word)?.form ?? "")))
      found.push({ text: word, at: match.index + match[0].search(/\S/) });
  }
  return found;
}

/**
 * Rules and names of what a document governs.
 * @param symbols the document's own and its sections, in order
 */
export function governing(source: string, symbols: readonly RawSymbol[]): Governing {
  const path = symbols[0]!.qualified;
  const front = frontMatter(source);
  // Offsets stay: front matter was read, and what is fenced is an example.
  const text = withoutFences(source.replace(FRONT, (block) => block.replace(/[^\n]/g, " ")));
  const titles = symbols.slice(1).map(({ name }) => name);
  const isOne = isDecision(path, titles, front);
  const found = new Found(path);
  for (const key of FRONT_KEYS)
    for (const value of front.get(key) ?? []) if (isOne || key !== "affects") found.add(value.text, value.line, 0);
  const { field: fields, title: heads } = FORMS[isOne ? 1 : 0]!;
  const lines = new Lines(text);
  for (const match of text.matchAll(fields)) {
    const end = match.index + match[0].length;
    const value = match[2]!.trim() === "" ? listBehind(text, end) : match[2]!;
    const from = match[2]!.trim() === "" ? end : end - match[2]!.length;
    for (const one of named(value))
      if (!isDocument(one.text)) found.add(one.text, lines.at(from + one.at), sectionAt(symbols, match.index));
  }
  for (const [at, symbol] of symbols.entries()) {
    if (at === 0 || !heads.test(symbol.name)) continue;
    const from = text.indexOf("\n", symbol.from);
    if (from < 0) continue;
    const to = symbols[at + 1]?.from ?? symbol.to;
    for (const one of named(text.slice(from, to))) if (!isDocument(one.text)) found.add(one.text, lines.at(from + one.at), at);
  }
  return { ...found, decision: isOne ? statusIn(text, symbols, front) : null };
}

/** In a text a link to another document is to be read, not governed. */
const isDocument = (written: string): boolean => /\.(?:md|mdx|markdown|rst|adoc)(?:#.*)?$/i.test(written);

/** The list that follows a field without a value. */
const listBehind = (text: string, from: number): string =>
  /^(?:\r?\n[ \t]*(?:[-*+]|\d+\.)[ \t][^\n]*)+/.exec(text.slice(from, from + 4_000))?.[0] ?? "";

/** The status that a decision says of itself: in its front matter, a field, or the section of that title. */
function statusIn(text: string, symbols: readonly RawSymbol[], front: Front): string {
  const [said] = front.get("status") ?? [];
  if (said) return statusOf(said.text);
  STATUS_FIELD.lastIndex = 0;
  const inField = STATUS_FIELD.exec(text)?.[2];
  if (inField) return statusOf(inField);
  const at = symbols.findIndex(({ kind, name }) => kind === "section" && /^status$/i.test(name));
  if (at < 0) return "unknown";
  const { from } = symbols[at]!;
  const end = symbols[at + 1]?.from ?? text.length;
  const lines = text
    .slice(from, Math.min(end, from + 2_000))
    .split(/\r?\n/)
    .slice(1);
  // adr-tools writes one line more each time: "Accepted", then "Superseded by …"
  const told = lines.map(statusOf).filter((one) => one !== "unknown");
  return told.find((one) => NOT_IN_FORCE.has(one)) ?? told[0] ?? "unknown";
}

class Found {
  readonly rules: RawRule[] = [];
  readonly mentions: RawMention[] = [];
  readonly #seen = new Set<string>();

  constructor(private readonly path: string) {}

  add(written: string, line: number, scope: number): void {
    const text = written.trim().replace(/^["'`]|["'`]$/g, "");
    if (text === "" || text.length > 300 || this.#seen.has(text) || this.#seen.size >= LIMIT || /^(?:[a-z][a-z+.-]*:|#|\/\/)/i.test(text))
      return;
    this.#seen.add(text);
    const isPattern = /[*?{]/.test(text);
    const base = text.slice(text.lastIndexOf("/") + 1);
    const isFile = !isPattern && FILE_ENDINGS.has(base.slice(base.lastIndexOf(".") + 1)) && base.includes(".");
    const mention = isPattern ? null : mentioned(text);
    // a bare word may be the name of a folder as well
    const isPath = isPattern || (text.includes("/") && !isFile) || (mention?.form !== "symbol" && !isFile && /^[\w.-]+$/.test(text));
    if (isPath) this.rules.push({ pattern: this.#glob(text), line, by: [scope], part: null });
    if (isPattern || (text.includes("/") && !isFile)) return;
    const name = isFile ? text.replace(/^\/+/, "") : mention?.name;
    if (name !== undefined) this.mentions.push({ form: "governs", name, line, scope });
  }

  /** A pattern as it is written in documents, from the root; what begins with a dot is beside the document. */
  #glob(written: string): string {
    let pattern = written.replace(/^\/+/, "").replace(/[#?]L?\d+$/, "");
    if (/^\.{1,2}\//.test(pattern)) {
      const folders = this.path.split("/").slice(0, -1);
      for (; /^\.{1,2}\//.test(pattern); pattern = pattern.slice(pattern.indexOf("/") + 1)) if (pattern.startsWith("..")) folders.pop();
      pattern = [...folders, pattern].join("/");
    }
    if (!pattern.includes("/") && pattern.startsWith("*") && !/^\*+$/.test(pattern)) pattern = `**/${pattern}`;
    if (/^\*+$/.test(pattern)) pattern = "**";
    pattern = pattern.replace(/\[/g, "\\[").replace(/\]/g, "\\]");
    if (pattern.endsWith("/")) return `${pattern}**`;
    return /[*?][^/]*$/.test(pattern) ? pattern : `${pattern}{,/**}`;
  }
}

// A note (src/notes) as a node of the graph: its front matter is the definition of its id, documents what it is about, and relates to other notes.
// What the note says otherwise is a document like any other.

/** Keys that only notes have: an `id` alone is anybody's. */
const KEYS = ["tier", "triggers", ...NOTE_RELATIONS] as const;
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The note that a document is, with what it names; null where it is none. */
export function noteOf(text: string): { symbol: RawSymbol; mentions: Omit<RawMention, "scope">[] } | null {
  const front = frontMatter(text);
  const id = front.get("id")?.[0]?.text ?? "";
  if (!ID.test(id) || !KEYS.some((key) => front.has(key))) return null;
  const end = text.indexOf("\n---", 3) + 4;
  const title = front.get("title")?.[0]?.text ?? "";
  const lines = text.slice(0, end).split("\n").length;
  const symbol = symbolOf({ kind: "note", name: id, signature: title, start: 1, end: lines, from: 0, to: end });
  const about = (front.get("about") ?? []).map(({ text: said, line }) => ({ form: "heading" as const, name: subject(said), line }));
  const relations = NOTE_RELATIONS.flatMap((form) => (front.get(form) ?? []).map(({ text: name, line }) => ({ form, name, line })));
  return { symbol, mentions: [...about, ...relations].filter(({ name }) => name !== "") };
}

/** What an entry of `about` names, without its hash, lines and chunk: a definition where it has one, else a path. */
function subject(said: string): string {
  const plain = said.replace(/@[0-9a-f]{16}$/, "").replace(/^chunk_[0-9a-f]{16}\s+/, "");
  const at = plain.indexOf("#");
  return (at > 0 ? plain.slice(at + 1) : plain.replace(/:\d+(?:-\d+)?$/, "")).trim();
}
