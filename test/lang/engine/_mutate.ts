/**
 * Real files made unreal: what editors, merges, crashes and vandals leave behind. A mutation is drawn by fast-check from a seed, so that every
 * input can be made again; it is applied to a window of a real file, which keeps the languages' own words in it.
 */
import fc from "fast-check";

/** One change. Places are shares of the text's length, so that the same change fits every text. */
type Change =
  | { do: "delete"; at: number; length: number }
  | { do: "duplicate"; at: number; length: number; to: number }
  | { do: "swap"; at: number; length: number; with: number }
  | { do: "truncate"; at: number }
  | { do: "insert"; at: number; text: string }
  | { do: "replace"; at: number; text: string }
  | { do: "repeat"; at: number; length: number; times: number; join: string }
  | { do: "splice"; at: number; from: number; length: number }
  | { do: "oneline" };

export interface Mutation {
  /** Which of the files, and where the window begins, as shares. */
  file: number;
  window: number;
  other: number;
  changes: Change[];
}

/** What opens, closes, quotes, comments or ends something in some language. */
const MARKS = [
  ..."(){}[]<>\"'`/\\#@$%&*-+=|~^:;,.?!\n\t",
  ..."\"\"\" ''' /* */ // -- {- -} --[[ ]] #| |# (* *) <!-- --> <% %> {{ }} ``` ~~~ << >> => -> :: ?. ... \r\n \r".split(" "),
  "${",
  ..."#{ \\( {% %} <?php ?> =begin =end __END__ <<EOF <<~A %w[ %q( $( $(( )) [[ ]] do end if fi then esac begin class def fn".split(" "),
  ...'function => struct enum trait impl where match case template<class typedef #if #endif #else #define r#" R"( @interface @end'.split(
    " ",
  ),
  ..."= (defn sub =pod =cut <script> </script> <style> </style> <template> --- +++ - > |".split(" "),
];
const UNICODE = [
  "é",
  "名前",
  "𝒳",
  "\u202e",
  "\ufeff",
  "\u2028",
  "\u0000",
  "\u001b[31m",
  "👩‍👩‍👧",
  "\ud800",
  "ﬁ",
  "İ",
  "a\u0301",
  "\u00a0",
  "٣",
];

const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const small = fc.double({ min: 0, max: 0.15, noNaN: true });
const mark = fc.constantFrom(...MARKS);
const flood = (most: number) =>
  fc
    .tuple(fc.array(mark, { minLength: 1, maxLength: 3 }), fc.integer({ min: 2, max: most }))
    .map(([marks, times]) => marks.join("").repeat(times));

/**
 * @param most how often a mark, a line or a piece is repeated at most
 */
function change(most: number): fc.Arbitrary<Change> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant("delete" as const), at: share, length: small }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("duplicate" as const), at: share, length: small, to: share }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("swap" as const), at: share, length: small, with: share }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("truncate" as const), at: share }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant("insert" as const), at: share, text: mark }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("replace" as const), at: share, text: mark }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("insert" as const), at: share, text: flood(most) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("insert" as const),
        at: share,
        text: fc.array(fc.constantFrom(...UNICODE), { minLength: 1, maxLength: 8 }).map((parts) => parts.join("")),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant("insert" as const),
        at: share,
        // Read as Latin-1: every byte once, and controls too.
        text: fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => String.fromCharCode(...bytes)),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("repeat" as const),
        at: share,
        length: fc.double({ min: 0, max: 0.03, noNaN: true }),
        times: fc.integer({ min: 2, max: Math.max(2, Math.floor(most / 4)) }),
        join: fc.constantFrom("", " ", "\n", "("),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("splice" as const), at: share, from: share, length: small }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("oneline" as const) }) },
  );
}

/** Mutations from a seed, always the same ones. */
export function mutations(seed: number, count: number, most: number): Mutation[] {
  const arbitrary = fc.record({
    file: share,
    window: share,
    other: share,
    changes: fc.array(change(most), { minLength: 1, maxLength: 4 }),
  });
  return fc.sample(arbitrary, { seed, numRuns: count });
}

const pick = <T>(list: readonly T[], at: number): T => list[Math.floor(at * list.length)]!;

/** Whole lines of a text, `size` characters or less, from a place on. */
function windowOf(text: string, at: number, size: number): string {
  if (text.length <= size) return text;
  const start = Math.floor(at * (text.length - size));
  const from = start === 0 ? 0 : text.indexOf("\n", start) + 1;
  return text.slice(from, from + size);
}

/**
 * The mutated text.
 * @param texts real files of one language
 * @param size characters of the window at most
 * @param limit characters of the result at most
 */
export function mutate(texts: readonly string[], mutation: Mutation, size: number, limit: number): string {
  let text = windowOf(pick(texts, mutation.file), mutation.window, size);
  const other = windowOf(pick(texts, mutation.other), mutation.window, size);
  for (const one of mutation.changes) text = apply(text, one, other).slice(0, limit);
  return text;
}

function apply(text: string, change: Change, other: string): string {
  const place = (at: number): number => Math.floor(at * text.length);
  if (change.do === "oneline") return text.replaceAll("\n", " ");
  const at = place(change.at);
  switch (change.do) {
    case "truncate":
      return text.slice(0, at);
    case "insert":
      return text.slice(0, at) + change.text + text.slice(at);
    case "replace":
      return text.slice(0, at) + change.text + text.slice(at + change.text.length);
    case "splice": {
      const from = Math.floor(change.from * other.length);
      return text.slice(0, at) + other.slice(from, from + Math.ceil(change.length * other.length)) + text.slice(at);
    }
  }
  const end = at + Math.ceil(change.length * text.length);
  const span = text.slice(at, end);
  switch (change.do) {
    case "delete":
      return text.slice(0, at) + text.slice(end);
    case "duplicate":
      return text.slice(0, place(change.to)) + span + text.slice(place(change.to));
    case "repeat":
      return text.slice(0, at) + Array(change.times).fill(span).join(change.join) + text.slice(end);
    case "swap": {
      const to = place(change.with);
      if (to < end) return text.slice(0, at) + text.slice(end) + span;
      const far = text.slice(to, to + span.length);
      return text.slice(0, at) + far + text.slice(end, to) + span + text.slice(to + far.length);
    }
  }
}
