/**
 * What stands in the slot of a relation: "callers of …". A symbol, or a description of code whose name the asker does not know?
 *
 * Every function looks at a string of at most `routing.maxExamined` characters and walks it once.
 */

import { letters } from "./text.ts";

/**
 * - `code`: looks like code (camelCase, snake_case, dotted, `a::b`, `f()`, a path, in backticks or quotes, a capital in mid-sentence);
 * - `name`: one plain word where a name is expected: "callers of authenticate", "the login function";
 * - `description`: anything else that names code by what it does: "the login handler";
 * - `pronoun`: "it", "them", "its": the slot is what was named before;
 * - `none`: nothing usable.
 */
export type SlotKind = "code" | "name" | "description" | "pronoun" | "none";

export interface Slot {
  kind: SlotKind;
  /** The symbol as written without quotes, backticks and call parentheses; for a description its words. */
  text: string;
  /** "the …", "our …": a particular thing of this code base, not a topic in general. */
  definite: boolean;
  /** A file, a module or a package. */
  file: boolean;
  /** What follows the slot in the same question: a second clause, a place. */
  rest: string;
}

/** How much the letter case of a question can be trusted: in headings and shouting a capital says nothing. */
export interface CaseTrust {
  capitals: boolean;
  /** Most words are in capitals only. */
  shouted: boolean;
}

const KIND =
  "functions?|func|fn|methods?|class(?:es)?|interfaces?|structs?|traits?|enums?|types?|constants?|const|variables?|var|macros?|modules?|packages?|files?|namespaces?|procedures?|fields?|property|attributes?|protocols?|symbols?|identifiers?|constructors?|decorators?|hooks?|subroutines?|routines?";
const FILE_KIND = /^(?:modules?|packages?|files?|namespaces?|crates?|librar(?:y|ies)|headers?)$/i;
const KIND_WORD = new RegExp(`^(?:${KIND})$`, "i");
/** Nouns that may follow a name that looks like code without making it a description: "the ToolRegistry helper". */
const CODE_NOUN =
  /^(?:components?|services?|helpers?|handlers?|objects?|instances?|endpoints?|api|apis|calls?|flags?|keys?|settings?|tables?|models?|middleware|controllers?|modules?|crates?|librar(?:y|ies)|headers?|source|code|implementation|signature|function|itself|now|anywhere|directly|indirectly|internally|today|currently|again|elsewhere|at all)$/i;
const ARTICLE =
  /^(?:(?:(?:all|any|each|every|some|both)(?: of)? )?(the|this|that|these|those|our|my|your|its|their|a|an)|all|any|each|every|some|both|existing)\s+/i;
const INDEFINITE = /^(?:a|an)$/i;
const NAMED_KIND = new RegExp(`^(?:(?:abstract|base|private|public|static|async) )?(?:${KIND}) (?:(?:called|named) )?(?=\\S)`, "i");
const PRONOUN = /^(?:it|its|them|their|theirs|they|itself|each of them|any of them|those|these)$/i;
/** "that code": a pronoun with a noun that adds nothing. */
const POINTING = /^(?:this|that|these|those) (?:code|functions?|methods?|class(?:es)?|logic|modules?|parts?|bits?|ones?|things?)[?!.]*$/i;
const NOTHING =
  /^(?:i|we|you|what|who|which|where|that|this|so|to|of|in|on|at|by|for|from|with|and|or|is|are|was|were|be|been|do|does|did|has|have|not|no|gets?|as|if|then|than|there|here|up|out|all|any|every|each|some|the|a|an|one|ones|something|anything|everything|things?|stuff|code|other|others|else|me|us|most|many|more|much|same|incoming|outgoing|direct|indirect|list|show|find|see)$/i;
const PREPOSITION =
  /^(?:in|from|inside|within|across|on|at|for|by|to|through|via|under|outside|throughout|directly|indirectly|internally|anywhere|elsewhere|now|today|currently|again|when|if|while|during|without|with|before|after|using|besides|other|as|it|itself|more|twice|most)$/i;
/** Words that start a relative clause: what follows describes. */
const RELATIVE = /^(?:that|which|who|whose|where|responsible|doing|handling|for|to|in|with|of)$/i;
/** A plain word that names an activity or a quality, hardly ever a definition: "logging", "authentication". */
const ACTIVITY = /^(?!application$|string$)(?:[a-z]{4,}ing|[a-z]{5,}ation|security|concurrency|persistence|performance|parallelism)$/;

const PATH = /^(?:\.{1,2}\/|~\/|\/)?(?:[\w@.+-]+\/)*[\w@+-]*[\w-]\.[A-Za-z][A-Za-z0-9]{0,9}(?::\d+(?:[-:]\d+)?)?$/;
const EXTENSION =
  /\.(?:ts|tsx|mts|cts|js|jsx|mjs|cjs|py|pyi|go|rs|java|kt|kts|c|h|cc|cpp|cxx|hpp|hh|cs|rb|php|sh|bash|zsh|md|mdx|ipynb|rst|txt|json|jsonc|ya?ml|toml|ini|cfg|conf|lua|ex|exs|hs|scala|swift|m|mm|zig|vue|svelte|css|scss|less|html?|xml|sql|proto|gradle|dart|jl|r|pl|pm|el|clj|cljs|cljc|erl|ml|mli|nim|tf|tfvars|hcl|lock)(?::\d+(?:[-:]\d+)?)?$/i;
const WORDY = letters("^[$@:#]?[\\p{L}_$][\\p{L}\\p{N}_$]*[!]?$");
const LOWER = letters("[\\p{Ll}]");
const LETTER = letters("[\\p{L}]");
const LOWER_FIRST = letters("^[\\p{Ll}]");
const UPPER_FIRST = letters("^[\\p{Lu}]");
const CAPITAL = letters("^[\\p{Lu}][\\p{Ll}]");
const OPENERS = letters("^[\"'`([{<]+(?=[\\p{L}_$@/.:#~-])");
const NAME_WORDS = letters("[\\p{L}][\\p{L}\\p{N}_.]*", "g");
const CODE_PARTS = letters(
  [
    "^[$@][\\p{L}_][\\p{L}\\p{N}_.]*$",
    "[\\p{L}\\p{N}]_|_[\\p{L}\\p{N}]",
    "[\\p{Ll}]\\d*[\\p{Lu}]",
    "[\\p{Lu}]{2,}[\\p{Ll}]{2}",
    "[\\p{L}_][\\p{L}\\p{N}_]*(?:::|#|->)~?[\\p{L}_]",
    "^[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\[\\])?(?:[.:][\\p{L}_$#][\\p{L}\\p{N}_$]*)+$",
    "^[\\p{L}_$][\\p{L}\\p{N}_$]*<[\\p{L}\\p{N}_$,&*?[\\]]{1,60}>(?:(?:::|\\.|#)[\\p{L}_][\\p{L}\\p{N}_]*)?$",
    "^operator\\W+$",
  ].join("|"),
);

/** Whether a token looks like a file or a folder of a code base. */
export function looksLikePath(token: string): boolean {
  return (
    (PATH.test(token) && (token.includes("/") || EXTENSION.test(token))) || /^(?:\.{1,2}\/|@?[\w.-]+\/)(?:[\w@.+/-]*\w\/?)?$/.test(token)
  );
}

/** Whether a token, quotes and call parentheses already taken off, has the shape of code. `capital`: a capital first letter counts. */
export function looksLikeCode(token: string, capital: boolean): boolean {
  if (token.length < 2) return false;
  if (looksLikePath(token) || /^(?:adr|rfc)-\d+$/i.test(token)) return true;
  return CODE_PARTS(token).test(token) || (capital && CAPITAL(token).test(token) && WORDY(token).test(token));
}

/** Takes quotes, backticks, a call's parentheses, a possessive and closing punctuation off a token. */
export function bare(token: string): string {
  let name = token.replace(OPENERS(token), "").replace(/[?!.,;:"'`]+$/, "");
  const open = name.indexOf("(");
  if (open > 0 && !/^operator/.test(name)) name = name.slice(0, open);
  return name
    .replace(/['’]s$/i, "")
    .replace(/["'`)\]}>,;:.?!]+$/, (tail) => (/^(?:>|\]|\}>)/.test(tail) && /[<[]/.test(name) ? tail.replace(/["'`,;:.?!]+$/, "") : ""));
}

/** Whether a plain word rather names a topic than a definition. */
export function isActivity(word: string): boolean {
  return ACTIVITY.test(word);
}

/** Whether a plain word is an abstract noun: "functions that use recursion" describes, "functions that use decode" names. */
export function isQuality(word: string): boolean {
  return /^[a-z]{3,}(?:[st]ion|ics|ism|ity|ness|[ae]nce|[ae]ncy)$/i.test(word);
}

/** Whether a lone token can be the name of a definition or a file. */
export function isIdentifier(token: string): boolean {
  return (
    /^[\x21-\x7e\u00c0-\u024f]+$/.test(token) &&
    /[A-Za-z\u00c0-\u024f_$]/.test(token) &&
    (WORDY(token).test(token) || looksLikeCode(token, true))
  );
}

/** Reads case trust off a question: none where most words are capitalised or nothing is in lower case. */
export function caseTrust(text: string): CaseTrust {
  const words = text.match(NAME_WORDS(text)) ?? [];
  if (words.length < 3) return { capitals: LOWER(text).test(text), shouted: false };
  let capitals = 0;
  let shouted = 0;
  for (const word of words) {
    if (!UPPER_FIRST(word).test(word)) continue;
    if (word.length > 1 && !LOWER(word).test(word)) shouted++;
    else capitals++;
  }
  // "WHAT CALLS Session": in a shouted question a name in mixed case stands out as one in lower case does elsewhere.
  if (shouted * 2 > words.length) return { capitals: capitals <= 2, shouted: true };
  return { capitals: capitals + shouted <= Math.max(2, words.length * 0.55), shouted: false };
}

/** Where a slot ends: at punctuation that closes a clause, or at a conjunction that opens one. */
const BOUNDARY =
  /[?!;]|,(?=\s)|\.(?=\s)|\s[-–—](?=\s)|\s(?:and|but|because|so|then|or|along|together|plus|as well|including)\s(?=(?:then |also )?(?:why|how|what|who|where|which|when|explain|describe|show|list|find|tell|see|give|its|their|it|is|are|does|do|with|as|all|whether|everything)\b)|\s(?:but|because|so that|since|while|whereas|when|whenever)\s/i;
const LITERAL = /^([`"'])(.+?)\1(?=$|[\s?!.,;:)])/;
const CALL = /^[^\s()"'`]+\([^()\n]*\)/;

function slot(kind: SlotKind, text: string, rest: string, definite = false, file = false): Slot {
  return { kind, text, definite, file, rest: rest.trim() };
}

/**
 * Reads the slot of a relation.
 * @param raw everything after the relation's own words, original case
 */
export function readSlot(raw: string, trust: CaseTrust): Slot {
  let text = raw.trim().replace(/^(?:to|of|in) (?=\S)/i, "");
  if (POINTING.test(text)) return slot("pronoun", text, "");
  let definite = false;
  const article = ARTICLE.exec(text);
  if (article && text.length > article[0].length) {
    definite = article[1] !== undefined && !INDEFINITE.test(article[1]);
    text = text.slice(article[0].length);
  }
  // "the most memory" measures, it names nothing.
  if (definite && /^(?:most|least|fewest)\b/i.test(text)) return slot("none", "", "");
  text = text.replace(/^(?:instances?|objects?) of (?:(?:type|class) )?(?=\S)/i, "");
  let named = NAMED_KIND.exec(text);
  if (named) {
    const next = /^\S+/.exec(text.slice(named[0].length))?.[0] ?? "";
    // "the function that writes", "type checker": a description, unless the word after the kind can be a name and ends the phrase.
    // "the hooks module" names its first word.
    if (RELATIVE.test(next) || NOTHING.test(next) || KIND_WORD.test(bare(next))) named = null;
    else if (
      !looksLikeCode(bare(next), trust.capitals) &&
      !/^["'`]/.test(next) &&
      text
        .slice(named[0].length)
        .replace(/[?!.,;].*$/s, "")
        .trim() !== next
    )
      named = null;
  }
  const file = named !== null && FILE_KIND.test(named[0].trim());
  if (named) text = text.slice(named[0].length);

  const literal = LITERAL.exec(text);
  if (literal) {
    const inside = literal[2] ?? "";
    const rest = text.slice(literal[0].length);
    return /\s/.test(inside)
      ? slot("description", inside, rest, definite)
      : slot("code", bare(inside), rest, definite, file || looksLikePath(inside));
  }
  const cut = BOUNDARY.exec(text);
  let rest = cut ? text.slice(cut.index) : "";
  if (cut) text = text.slice(0, cut.index);
  text = text.trim();
  if (text === "") return slot("none", "", rest);
  if (PRONOUN.test(text)) return slot("pronoun", text, rest);

  const first = CALL.exec(text)?.[0] ?? /^\S+/.exec(text)?.[0] ?? text;
  const token = bare(first);
  const after = text.slice(first.length).trim();
  const next = /^\S+/.exec(after)?.[0] ?? "";
  const called = first.includes("(") && first.indexOf("(") > 0;
  const strict = called || looksLikeCode(token, false);
  const code = strict || looksLikeCode(token, trust.capitals);
  if (named || code) {
    if (token === "" || NOTHING.test(token)) return slot("none", "", rest);
    const joined = /^(?:and|or|&|,)$/i.test(next);
    const noun = CODE_NOUN.test(after) || KIND_WORD.test(after);
    const nounThen = /^\S+\s+(\S+)/.exec(after);
    const nounPlace =
      nounThen !== null &&
      (KIND_WORD.test(next) || CODE_NOUN.test(next)) &&
      (PREPOSITION.test(nounThen[1] ?? "") || /^(?:and|or)$/i.test(nounThen[1] ?? ""));
    if (after === "" || named || strict || joined || noun || nounPlace || PREPOSITION.test(next)) {
      rest = `${after} ${rest}`;
      return slot(code ? "code" : "name", token, rest, definite, file || FILE_KIND.test(next) || looksLikePath(token));
    }
    return slot("description", text, rest, definite);
  }
  if (after === "") {
    if (NOTHING.test(token) || token === "" || !LETTER(token).test(token)) return slot("none", "", rest);
    if (definite || article || isActivity(token)) return slot("description", token, rest, definite);
    return slot("name", token, rest, false, false);
  }
  // "the Comparable interface" names one, "the cache interface" describes one; lower-case functions and classes are common.
  if (
    KIND_WORD.test(next) &&
    !(
      /^(?:interface|trait|protocol)s?$/i.test(next) &&
      (LOWER_FIRST(token).test(token) || ((trust.shouted || !trust.capitals) && !LOWER(token).test(token)))
    )
  ) {
    const behind = after.slice(next.length).trim();
    const follow = /^\S+/.exec(behind)?.[0] ?? "";
    if (
      (behind === "" || PREPOSITION.test(follow) || /^(?:and|or)$/i.test(follow)) &&
      !NOTHING.test(token) &&
      !/^(?:base|abstract|helper|utility|main|core|parent|child)$/i.test(token)
    )
      return slot("name", token, `${behind} ${rest}`, definite, FILE_KIND.test(next));
  }
  if (!article && (PREPOSITION.test(next) || /^(?:and|or|&)$/i.test(next)) && !NOTHING.test(token) && !isActivity(token))
    return slot("name", token, `${after} ${rest}`);
  return slot("description", text, rest, definite);
}
