/**
 * Sentences of the seven intents, from templates: what people write who do not use the words that the router's table knows. `{x}` is a subject,
 * `{c}` a cue of the intent. Templates are held out whole when accuracy is measured, and cues too, so that it is known what an unknown wording costs.
 */
import type { Intent } from "../../src/base/types.ts";

export const SUBJECTS = [
  "session token",
  "retry queue",
  "image upload",
  "search index",
  "payment webhook",
  "connection pool",
  "template renderer",
  "config loader",
  "rate limiter",
  "log formatter",
  "date parser",
  "cache eviction",
  "user profile page",
  "command line flags",
  "websocket client",
  "permission checks",
  "database migration",
  "file watcher",
  "event bus",
  "JSON encoder",
];

interface Wording {
  cues: readonly string[];
  templates: readonly string[];
}

const list = (text: string): string[] => text.split("|");

export const WORDINGS: Record<Intent, Wording> = {
  understand: {
    cues: list(
      "internals|inner workings|step by step|order of calls|sequence of steps|life|walkthrough|under the hood|interaction|relationship|from start to end|in plain words|stages|phases|journey",
    ),
    templates: [
      "{x} {c}",
      "{c} of the {x}",
      "the {c} in our {x}",
      "{x}, {c}, with the rest",
      "{c} between the {x} and its callers",
      "the whole {x} {c} please",
    ],
  },
  fix_bug: {
    cues: list(
      "returns null|returns undefined|loses data|missing output|unexpected result|no longer works|invalid value|garbage characters|ignores input|duplicate rows|off by one|blank screen|rejected valid input|corrupt data|stale value",
    ),
    templates: [
      "{x} {c}",
      "{c} in the {x}",
      "{c} from {x} after upgrade",
      "since yesterday the {x} {c}",
      "users report {x} {c}",
      "sometimes {c} with {x} on windows",
    ],
  },
  add_feature: {
    cues: list(
      "new option|second kind|another variant|custom hook|additional field|optional parameter|extra button|alternative backend|new endpoint|dark mode|plugin|export|extension point|new setting|third format",
    ),
    templates: [
      "{c} for the {x}",
      "we want a {c} on {x}",
      "let users have {c} in the {x}",
      "{x} should also offer {c}",
      "need {c} for our {x}",
      "provide {x} with {c}",
    ],
  },
  refactor: {
    cues: list(
      "split|untangle|tidy|consolidate|inline|merge|restructure|shrink|decouple|modularise|unify|flatten|isolate|rewrite|separate",
    ),
    templates: [
      "{c} the {x}",
      "{c} {x} into smaller pieces",
      "{c} the big {x} class",
      "time to {c} our {x} helpers",
      "{x}: {c} it without changing behaviour",
      "{c} tangled {x} modules",
    ],
  },
  find_definition: {
    cues: list(
      "class declaration|function signature|struct fields|interface source|type declaration|constructor body|declaration|prototype|enum values|constant value|type alias|method header|class body|source line|signature",
    ),
    templates: ["{x} {c}", "{c} of the {x}", "the {c} for {x}", "exact {c} of {x}", "{x} {c} source", "open the {x} {c}"],
  },
  find_decision: {
    cues: list(
      "history|pros and cons|alternatives considered|arguments|constraints|record|choice|justification|agreement|background|proposal|policy|vote|consensus|reasons",
    ),
    templates: [
      "{c} behind the {x}",
      "{c} for the {x} we have",
      "{c} that led to the {x}",
      "document with the {c} on {x}",
      "who settled the {x} {c}",
      "{x} {c} from the team",
    ],
  },
  explore: {
    cues: list(
      "over http requests|with timeouts|utilities|and retries|defaults|in javascript|registration|serialization|iteration|lookup|encoding|streaming|nested values|asynchronous|in memory|validation|middleware|headers|concurrency|iterator|thread pool|file system|error codes|type conversion|string operations",
    ),
    templates: ["{x}", "{x} {c}", "{c} {x}", "{c} for {x}", "{x} and {c}", "{x} {c} operations", "wrapping {x} {c}"],
  },
};

/**
 * Topics name things and doings of code in any combination: what most questions without a signal are, and what the other intents are about. Their
 * words (type, value, field, request …) are no cue of anything.
 */
const THINGS = list(
  "type|value|class|interface|field|parameter|argument|request|response|body|header|path|route|query|schema|model|object|array|string|number|boolean|enum|generic|template|token|parser|reader|writer|buffer|stream|socket|thread|task|timer|event|handler|callback|adapter|proxy|factory|builder|registry|plugin|module|package|namespace|function|method|closure|iterator|list|map|set|tree|graph|node|edge|row|column|table|index|key|record|document|file|folder|image|message|packet|frame|address|network|host|port|session|cookie|user|role|error|exception|warning|log|trace|metric|test|mock|fixture|version|date|time|zone|locale|unit|color|layout|widget|view|window|cursor|vector|matrix|tensor|kernel|lock|mutex|channel|signal|pipe|process|option|setting|flag|command|prompt|format|encoding|charset|digest|signature|certificate|secret|rule|policy|filter|constraint|transaction|migration|cache|queue|stack|heap|pool|page|memory",
);
const DOINGS = list(
  "parsing|binding|encoding|decoding|mapping|matching|routing|sorting|merging|splitting|joining|loading|saving|reading|writing|sending|receiving|opening|closing|locking|scheduling|polling|waiting|batching|chunking|hashing|signing|checking|validation|conversion|extraction|expansion|resolution|registration|iteration|comparison|construction|allocation|serialization|enumeration|compression|rendering|dispatch|lookup|handling|management|training|passing|specifying|wrapping|caching|pushing|pulling",
);
const TOPICS = [
  "{a} {b} {d}",
  "{d} {a} and {b}",
  "{a} for {d} {b}",
  "{a} and {b} {d}",
  "{d} of {a} {b} values",
  "custom {a} {d} with {b}",
  "{a} {d} on top of {b}",
  "lazy {a} {b} internals and {d}",
  "dynamic {a} {b}",
  "{a} type and {b} {d}",
  "{a} class for {b} {d}",
  "{a} option storage and {b} {d}",
] as const;

/** Sentences of nothing but a topic: each template with so many combinations. */
export function topics(each: number): { text: string; template: number; cue: number }[] {
  return TOPICS.flatMap((template, at) =>
    Array.from({ length: each }, (_, n) => {
      const pick = (words: readonly string[], step: number): string => words[(n * step + at * 31 + step) % words.length]!;
      const text = template.replace("{a}", pick(THINGS, 7)).replace("{b}", pick(THINGS, 11)).replace("{d}", pick(DOINGS, 5));
      return { text, template: at, cue: n };
    }),
  );
}
