/**
 * The form of a row of the router's table, and the word lists that several rows share.
 */
import type { Intent, Operation, Strategy } from "../../base/types.ts";

export interface Signal {
  /** Unique; what `--explain` prints. */
  name: string;
  /** Groups: `symbol`, `target`, `keyword`, `about` (what a hybrid question describes). Linear: nothing repeated inside a repetition. */
  pattern: RegExp;
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
  /** Only for keyword rows: the text is one of the comment markers, or several joined by "and". */
  markers?: boolean;
  intent?: Intent;
}

/** Rows that can only fire where the gate does: one cheap look saves the rest. */
export interface Family {
  gate: RegExp | null;
  signals: Signal[];
}

export interface IntentSignal {
  name: string;
  pattern: RegExp;
  intent: Intent;
}

/** A pattern from pieces; blanks stand for any white space that the normalised question has (one space). */
export function pattern(source: string): RegExp {
  return new RegExp(source, "i");
}

const NOUN =
  "(?:functions?|methods?|code paths?|code|places?|spots?|files?|modules?|class(?:es)?|components?|tests?|things?|parts?|routines?|types?|structs?|handlers?|services?|packages?|endpoints?|scripts?|tasks?|objects?|interfaces?|traits?|enums?|helpers?|lines?|callers?|symbols?|procedures?|subroutines?|controllers?|objects|plugins?|crates?|commands?|pages?|views?|screens?|hooks?|locations?|subsystems?|models?|adapters?)";
/** "function", "public methods", "test files". */
export const THING = `(?:(?:other|public|private|internal|existing|test|source|all|different|more|concrete) )?${NOUN}(?: (?:in|of|from|across|within) (?:(?:the|this|our|my)(?: whole| entire)? )?\\S+)?`;
/** Adverbs between subject and verb. */
export const ADVERBS =
  "(?:(?:directly|indirectly|actually|also|still|currently|eventually|transitively|ever|even|really|internally|ends? up|might|could|can|will|would|does|do|or|itself|explicitly|happens? to) )*";
/** Who or what: a subject that asks. */
export const WHO = `(?:who(?:ever)?(?: else| all)?|what(?:ever)?(?: else| all)?|(?:which|what|how many)(?: of the| of our)?(?: other)? ${THING}|(?:every|any)(?:thing|one|body)(?: else)?(?: (?:that|which|who))?)`;
/** A thing with a relative clause: "functions that", "every method", "all classes which". */
export const THAT = `${THING}(?: (?:that|which|who|where we))?`;
/** "where", "where exactly", "where in the code". */
export const WHERE = "where(?:abouts)?(?: exactly| all| else| in (?:the|our|this) \\w+)?";
export const WE =
  "(?:we|i|they|you|people|the code|our code|this code|the app|anyone|anybody|someone|anything|something|any code|any file|any of our code|the (?:project|codebase|repo|system|tests))";
export const CALLS = "(?:calls?|calling|invokes?|invoking)";
export const CALLED = "(?:called|invoked)";
export const USES = "(?:uses?|using|references?|referencing|consumes?|consuming|utili[sz]es?|refers? to|makes? use of|making use of)";
/** Pronouns that point back at what the question named before. */
export const ITS = "(?:its|their|the corresponding|the respective)";
export const IT = "(?:it|them|that|this|those|these)";
/** Words that tie a second half to the first. */
export const WITH = "(?:and|plus|with|including|incl\\.?|along with|together with|as well as|alongside|&|\\+|then|also)";
/** Fillers between the tie and the relation: "and all of its …", "with a list of its …". */
export const FILL = "(?:(?:also|then|all|any|every|of|the|a list of|list|show|see|me|tell me|find|both|direct|possible|known|its|their) )*";

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

type Extra = Partial<Omit<Signal, "name" | "pattern" | "strategy" | "operation" | "weight">>;

/** A row for a relation of a symbol. */
export function relation(name: string, operation: Operation, weight: number, source: string, extra: Extra = {}): Signal {
  return { name, pattern: pattern(source), strategy: "structural", operation, weight, ...extra };
}

/** A row for a description together with what belongs to it. */
export function companion(name: string, operation: Operation, weight: number, source: string): Signal {
  return { name, pattern: pattern(source), strategy: "hybrid", operation, weight };
}

/** A row for an exact text. */
export function literal(name: string, weight: number, source: string, extra: Extra = {}): Signal {
  return { name, pattern: pattern(source), strategy: "keyword", operation: "search", weight, ...extra };
}

/** A row for a question about behaviour or a topic. */
export function topic(name: string, weight: number, source: string, extra: Extra = {}): Signal {
  return { name, pattern: pattern(source), strategy: "semantic", operation: "search", weight, ...extra };
}
