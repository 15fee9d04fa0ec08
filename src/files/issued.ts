/**
 * Keys and tokens by the forms that their issuers document, as gitleaks keeps them (secret_rules.json, made by scripts/secret_rules.ts).
 *
 * A rule is tried only where its anchor stands: most begin with a prefix of their own (`glpat-`), the others are a value of some form that is
 * assigned to a name with the issuer's in it (`DATADOG_API_KEY=`). Every try looks at a window of bounded length, so redaction stays linear.
 */
import table from "./secret_rules.json";

/** Half-open, in UTF-16 units. */
export type Span = [start: number, end: number];

interface Rule {
  regex: string;
  flags: string;
  entropy: number;
  group: number;
  compiled?: RegExp;
}

/** Characters before an anchor at which a match may begin (`…Q~…`), and after it that a rule sees: the longest tokens have about a thousand. */
const BEFORE = 20;
const AFTER = 1_100;
/** Characters of the line before a value in which an issuer's name counts. */
const CONTEXT = 70;

/** Shannon entropy in bits a character. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

// ---------------------------------------------------------------------------------------------- by their own beginning

/** A separator with a long run after it: one place in 350 characters of source. Which anchor ends there is looked up. */
const SEPARATED = /[_.~-](?=[\w+/-]{16})/g;

/** By the part of an anchor up to its last separator, lower case: the rules. */
const byPrefix = new Map<string, Rule[]>();
let longest = 0;
/** Anchors without a separator, as they are written. */
const bare = new Map<string, Rule[]>();

for (const rule of table.rules as (Rule & { context: boolean; anchors: string[] })[]) {
  if (rule.context) continue;
  for (const anchor of rule.anchors) {
    const end = anchor.search(/[_.~-][^_.~-]*$/) + 1;
    if (end > 1) {
      const prefix = anchor.slice(0, end);
      byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), rule]);
      longest = Math.max(longest, prefix.length);
    } else {
      const at = rule.regex.toLowerCase().indexOf(anchor);
      const written = at < 0 ? anchor.toUpperCase() : rule.regex.slice(at, at + anchor.length);
      bare.set(written, [...(bare.get(written) ?? []), rule]);
    }
  }
}
/** Whether a prefix may end with this character before its separator, and how long such prefixes are. Bits. */
const lengthsByEnd = new Uint32Array(128);
for (const prefix of byPrefix.keys()) lengthsByEnd[prefix.charCodeAt(prefix.length - 2)]! |= 1 << Math.min(31, prefix.length);
const BARE = new RegExp(`(?:${[...bare.keys()].map((one) => RegExp.escape(one)).join("|")})(?=[\\w+/-]{8})`, "g");

// ---------------------------------------------------------------------------------------------- of issuers that nobody listed

/** What most issuers do: some short words, then letters and digits at random. */
const RUN = /[A-Za-z0-9]{20,520}(?![\w(-])/y;
/** A number of its own, where what stands before says that it is a key. */
const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/y;
const SECRET_WORDS = /(?:key|token|secret|pat|at|sk|pk|live|test|prod)[_-]$/;
/** The same in base 64 of addresses. */
const LONG_RUN = /[\w-]{27,200}(?![\w(])/y;
const WORDS = /(?<![\w./@%+-])[A-Za-z][A-Za-z0-9]{1,11}[_-](?:[A-Za-z][A-Za-z0-9]{0,11}[_-]){0,3}$/;
/** Hashes, and numbers of things that are no secrets. */
const NUMBERS =
  /^(?:sha\d*|md5|rev|ref|commit|hash|digest|etag|uid|uuid|id|ids|cus|pi|pm|sub|evt|ch|req|cs|in|price|prod|acct|msg|thread|asst|run|step|file|chatcmpl|resp|call|toolu|trace|span|img|image|chunk|sym|doc|page|item|node|user|usr|org|team|app|job|build|diff|bundle|asset|asciicast)[_-]/i;

/** Names of several words have digits in one of them at the most, and few letters alone between two others. */
const isMixed = (run: string): boolean =>
  run.split(/[-_]/).filter((part) => /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part)).length >=
  Math.min(2, run.split(/[-_]/).length);

const KEYED = /key|token|secret|pat|sign|auth|live|prod|sk[_-]/;

function isAtRandom(value: string, separator: string, words: string): boolean {
  const digits = value.replace(/\D/g, "").length;
  const turns = value.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g)?.length ?? 0;
  // Words of a name, though their first letters and digits change as often.
  const letters = value.match(/[a-z]{3,}/g)?.join("").length ?? 0;
  if (/[a-z]/.test(value) && /[A-Z]/.test(value))
    return (
      digits > 0 &&
      turns >= value.length * ((value.match(/\d+/g)?.length ?? 0) > 2 ? 0.34 : 0.42) &&
      letters < value.length * 0.4 &&
      entropy(value) > 3.5
    );
  // Behind a dash files are called after hashes of theirs, unless what stands before says key.
  if (/^[0-9a-f]+$/.test(value)) return (separator === "_" || KEYED.test(words)) && value.length >= 32 && digits >= 6 && entropy(value) > 3;
  return /^[a-z0-9]+$/.test(value) && digits >= 4 && turns >= value.length * 0.25 && entropy(value) > 3.4;
}

// ---------------------------------------------------------------------------------------------- by the issuer's name

/** A value that looks like a key: no word of letters alone, 11 characters at least. */
const VALUE = /[:=>,|][\s"'`]{0,4}([\w+/.~-]{11,200}={0,2})(?=["'`\s;\\]|$)/g;
const issuers = new Map<string, Rule[]>();
for (const rule of table.rules as (Rule & { context: boolean; anchors: string[] })[])
  if (rule.context) for (const anchor of rule.anchors) issuers.set(anchor, [...(issuers.get(anchor) ?? []), rule]);
const ISSUER = new RegExp([...issuers.keys()].map((one) => RegExp.escape(one)).join("|"), "gi");

/** What the table lets follow a key; in prose, markup and lists more does: anything that cannot be a part of it. */
const ENDS = /\(\?:\[\\x60'"\\s;\]\|\\\\\[nr\]\|\$\)$/;
const ENDED = "(?![\\w+/-])";

/** Where issuers' keys stand in a text, in no order; they may overlap. */
export function issuedSpans(text: string): Span[] {
  const spans: Span[] = [];
  SEPARATED.lastIndex = 0;
  for (let match = SEPARATED.exec(text); match !== null; match = SEPARATED.exec(text)) {
    const end = match.index + 1;
    if (end < (spans.at(-1)?.[1] ?? 0)) continue;
    RUN.lastIndex = end;
    UUIDS.lastIndex = end;
    LONG_RUN.lastIndex = end;
    const plain = RUN.exec(text)?.[0] ?? UUIDS.exec(text)?.[0];
    const run = plain ?? LONG_RUN.exec(text)?.[0];
    const words = run === undefined ? undefined : WORDS.exec(text.slice(Math.max(0, end - 60), end))?.[0];
    if (run !== undefined && words !== undefined && !NUMBERS.test(words) && (plain !== undefined || isMixed(run))) {
      if (run.length === 36 && run[8] === "-" ? SECRET_WORDS.test(words) : isAtRandom(plain ?? run.replace(/[-_]/g, ""), match[0], words))
        spans.push([end - words.length, end + run.length]);
    }
    const last = text.charCodeAt(match.index - 1);
    const lengths = lengthsByEnd[last >= 65 && last <= 90 ? last + 32 : last] ?? 0;
    if (lengths === 0) continue;
    const before = text.slice(Math.max(0, end - longest), end).toLowerCase();
    for (let length = 3; length <= before.length; length++) {
      if ((lengths & (1 << Math.min(31, length))) === 0) continue;
      for (const rule of byPrefix.get(before.slice(-length)) ?? []) tryRule(rule, text, end - length, spans);
    }
  }
  BARE.lastIndex = 0;
  for (let match = BARE.exec(text); match !== null; match = BARE.exec(text)) {
    const before = spans.length;
    for (const rule of bare.get(match[0])!) tryRule(rule, text, match.index, spans);
    if (spans.length > before) BARE.lastIndex = Math.max(BARE.lastIndex, spans.at(-1)![1]);
  }
  VALUE.lastIndex = 0;
  for (let match = VALUE.exec(text); match !== null; match = VALUE.exec(text)) {
    const value = match[1]!;
    if (!/\d/.test(value) || entropy(value) < 3) continue;
    const before = text.slice(Math.max(0, match.index - CONTEXT), match.index);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    ISSUER.lastIndex = 0;
    for (let issuer = ISSUER.exec(line); issuer !== null; issuer = ISSUER.exec(line)) {
      const at = match.index - line.length + issuer.index;
      for (const rule of issuers.get(issuer[0].toLowerCase()) ?? []) tryRule(rule, text, at, spans, match.index + match[0].length);
    }
  }
  return spans;
}

/**
 * Adds what a rule finds around its anchor.
 * @param until the end of the value that is meant, where one is
 */
function tryRule(rule: Rule, text: string, anchor: number, spans: Span[], until?: number): void {
  rule.compiled ??= new RegExp(rule.regex.replace(ENDS, ENDED), `y${rule.flags}`);
  const from = Math.max(0, anchor - BEFORE - 1);
  const window = text.slice(from, until === undefined ? anchor + AFTER : until + 1);
  for (let at = anchor - from; at >= 0; at--) {
    rule.compiled.lastIndex = at;
    const found = rule.compiled.exec(window);
    if (found === null || found.index + found[0].length <= anchor - from) continue;
    const value = found[rule.group] ?? found[1] ?? found[0];
    if (entropy(value) < rule.entropy) return;
    const start = from + found.index + found[0].indexOf(value);
    spans.push([start, start + value.length]);
    return;
  }
}
