/**
 * The form of a row of the router's table, and the word lists that several rows share.
 */
import type { Intent, Operation, Strategy } from "../../base/types.ts";

export interface Signal {
  /** Unique; what `--explain` prints. */
  name: string;
  /** Groups: `symbol`, `target`, `keyword`, `about` (what a hybrid question describes). Linear: nothing repeated inside a repetition. */
  readonly pattern: RegExp;
  /**
   * Groups of stems: the question must contain one of each before the pattern is even compiled. In the table `a|b` is either, a space is
   * "and", `_` a blank.
   * Compiling is what costs: those of one question take a tenth of all patterns.
   */
  needs: string;
  strategy: Strategy;
  operation: Operation;
  /** How sure the row is, 0 to 1: it decides between rows and becomes the confidence. */
  weight: number;
  /** What a slot must hold: something that looks like code, or any single name. Default `name`. */
  slot?: "code" | "name";
  /** The strategy when the slot holds a description instead; without it the row then does not fire. */
  described?: Strategy;
  /** The description must be of a particular thing ("the …"). */
  definite?: boolean;
  /** Another operation when the symbol is a file, module or package. */
  onFile?: Operation;
  /** Instead of slots: the question mentions exactly this many symbols that look like code, anywhere, and asks for things. */
  mention?: 1 | 2;
  /** Only for keyword rows: a plain word without quotes ("the token bucket") is no exact text unless the question says so in these words. */
  quoted?: RegExp;
  /** Only for keyword rows: the text is one of the comment markers, or several joined by "and". */
  markers?: boolean;
  intent?: Intent;
}

export interface IntentSignal {
  name: string;
  readonly pattern: RegExp;
  /** As for a `Signal`. */
  needs: string;
  intent: Intent;
}

/** A pattern from pieces; blanks stand for any white space that the normalised question has (one space). */
export function pattern(source: string): RegExp {
  return new RegExp(source, "i");
}

/** A word of a noun phrase: any that is no auxiliary, pronoun or question. */
export const WORD =
  "(?!(?:does|do|did|is|are|was|can|could|would|will|should|has|have|i|we|you|what|who|which|where|how|why)\\b)[^ ,;?]{1,40}";
/** A noun phrase of up to four words: "public methods", "spots in the project". */
export const THING = `(?:${WORD} ){0,3}?${WORD}`;
/** Adverbs between subject and verb. */
export const ADVERBS = "(?:(?:\\w+ly|also|still|even|ever|or|can|will|would|could|might|may|does|do|itself|ends? up|happens? to) )*";
/** Who or what: a subject that asks. */
export const WHO = `(?:who(?:ever)?(?: else| all)?|what(?:ever)?(?: else| all)?|(?:which|how many|what(?! (?:happens|is|are|does|do|did|was|would|will|if|about|the|a)\\b)) ${THING}|(?:every|any)(?:thing|one|body)(?: else)?(?: (?:that|which|who))?)`;
/** Things with a relative clause or none: "functions that", "every method", "code", "unit tests". A verb follows. */
export const THAT = `(?!(?:how|why|explain|describe|when|if|where|because)\\b)(?:${WORD} ){0,2}?(?:(?!errors|crashes|bugs|issues|problems|fails|does\\b|is\\b|was\\b)[^ ,;?_.():]{0,39}s|code|every ${WORD}|any ${WORD}|${WORD} (?:that|which|who))(?: (?:that|which|who|where we))?`;
/** "where", "where exactly", "where in the code". */
export const WHERE = "where(?:abouts)?(?: exactly| all| else| in (?:the|our|this) \\w+)?";
export const WE =
  "(?:we|i|they|you|people|the code|our code|this code|the app|anyone|anybody|someone|anything|something|any code|any file|any of our code|the (?:project|codebase|repo|system|tests))";
export const CALLS = "(?:calls?|calling|invokes?|invoking)(?: into)?";
export const CALLED = "(?:called|invoked)";
export const USES = "(?:uses?|using|references?|referencing|consumes?|consuming|utili[sz]es?|refers? to|makes? use of|making use of)";
/** Pronouns that point back at what the question named before. */
export const ITS = "(?:its|their|the corresponding|the respective)";
export const IT = "(?:it|them|that|this|those|these)";
/** Words that tie a second half to the first. */
export const WITH = "(?:and|plus|with|including|incl\\.?|along with|together with|as well as|alongside|&|\\+|then|also)";
/** Fillers between the tie and the relation: "and all of its …", "with a list of its …". */
export const FILL = "(?:(?:also|then|all|any|every|of|the|a list of|list|show|see|me|tell me|find|both|direct|possible|known|its|their) )*";

/** A kind word before the symbol of a row that ends with its relation: "class Order methods". */
export const OF_KIND = "(?:(?:class|struct|interface|trait|enum|type|module|file|function|method) )?";
/** A slot that runs to the end of the question. */
export const S = "(?<symbol>.+)";
/** A slot in the middle of a question. */
export const M = "(?<symbol>.+?)";
/** To change something, in any form. */
export const CHANGE =
  "(?:chang(?:e[ds]?|ing)|modif(?:y|ies|ied|ying)|renam(?:e[ds]?|ing)|remov(?:e[ds]?|ing)|delet(?:e[ds]?|ing)|edit(?:s|ed|ing)?|refactor(?:s|ed|ing)?|alter(?:s|ed|ing)?|updat(?:e[ds]?|ing)|touch(?:e[ds]|ing)?|mov(?:e[ds]?|ing)|drop(?:s|ped|ping)?|replac(?:e[ds]?|ing)|rewrit(?:e[s]?|ing)|rewrote|break(?:s|ing)?|broke|deprecat(?:e[ds]?|ing)|tweak(?:s|ed|ing)?|mess with|get rid of|getting rid of|kill(?:ed|ing)?|extract(?:ed|ing)?)";
/** What a change is made to, before the symbol: "the signature of". */
export const ASPECT =
  "(?:(?:(?:the|a) )?(?:signature|return type|return value|parameters?|arguments?|interface|api|name|behaviou?r|type|definition|implementation|body|default value|contract|changes?|modifications?|edits?) (?:of|to|in|for) )?";

type Extra = Partial<Omit<Signal, "name" | "pattern" | "needs" | "strategy" | "operation" | "weight">>;

/** A row whose pattern is compiled at its first use. */
function row(fields: Omit<Signal, "pattern">, source: string): Signal {
  let compiled: RegExp | undefined;
  return {
    ...fields,
    get pattern() {
      compiled ??= pattern(source);
      return compiled;
    },
  };
}

/** A question as stems are looked for in it: lower case, `_` for blanks. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll(" ", "_");
}

/** A group of stems, and whether the question last looked at has one of them: rows share groups. */
interface Group {
  stems: string[];
  folded: string;
  there: boolean;
}
const groupsOf = new Map<string, Group[]>();
const groups = new Map<string, Group>();

/**
 * Whether a question contains the stems that a row needs.
 * @param folded the normalised question, through `fold`
 */
export function mayFire(signal: { needs: string }, folded: string): boolean {
  const { needs } = signal;
  if (needs === "") return true;
  let all = groupsOf.get(needs);
  if (all === undefined) {
    all = needs.split(" ").map(groupOf);
    groupsOf.set(needs, all);
  }
  for (const group of all) {
    if (group.folded !== folded) {
      group.folded = folded;
      group.there = hasStem(folded, group.stems);
    }
    if (!group.there) return false;
  }
  return true;
}

function groupOf(text: string): Group {
  let group = groups.get(text);
  if (group === undefined) {
    group = { stems: text.split("|"), folded: "", there: false };
    groups.set(text, group);
  }
  return group;
}

function hasStem(folded: string, stems: string[]): boolean {
  for (const stem of stems) if (folded.includes(stem)) return true;
  return false;
}

/** A row for what the asker is up to. */
export function intent(name: string, needs: string, of: Intent, source: string): IntentSignal {
  let compiled: RegExp | undefined;
  return {
    name,
    needs,
    intent: of,
    get pattern() {
      compiled ??= pattern(source);
      return compiled;
    },
  };
}

/** A row for a relation of a symbol. */
export function relation(name: string, needs: string, operation: Operation, weight: number, source: string, extra: Extra = {}): Signal {
  return row({ name, needs, strategy: "structural", operation, weight, ...extra }, source);
}

/** A row for a description together with what belongs to it. */
export function companion(name: string, needs: string, operation: Operation, weight: number, source: string): Signal {
  return row({ name, needs, strategy: "hybrid", operation, weight }, source);
}

/** A row for an exact text. */
export function literal(name: string, needs: string, weight: number, source: string, extra: Extra = {}): Signal {
  return row({ name, needs, strategy: "keyword", operation: "search", weight, ...extra }, source);
}

/** A row for a question about behaviour or a topic. */
export function topic(name: string, needs: string, weight: number, source: string, extra: Extra = {}): Signal {
  return row({ name, needs, strategy: "semantic", operation: "search", weight, ...extra }, source);
}
