/**
 * What is known of languages is written with: lists of words as one text, and regular expressions with what a name is: `` re`^for\s+(${ID})` ``.
 *
 * Every character beyond ASCII counts as a letter, as in lexers that flex makes: a class of `\p{L}` has 650 ranges, which the engine compiles anew for each
 * place it stands in.
 */

/** A name; with `$` where that is a letter (ECMAScript, Java, Dart). */
export const ID = "[a-zA-Z\\x80-\\u{10FFFF}_][\\w\\x80-\\u{10FFFF}]*";
export const ID$ = "[a-zA-Z\\x80-\\u{10FFFF}_$][\\w\\x80-\\u{10FFFF}$]*";
/** A name with dots in it. */
export const DOTTED = "[a-zA-Z\\x80-\\u{10FFFF}_][\\w\\x80-\\u{10FFFF}.]*";
export const DOTTED$ = "[a-zA-Z\\x80-\\u{10FFFF}_$][\\w\\x80-\\u{10FFFF}$.]*";

/** One expression for each place in the source, made when it is first met: what stands in it must always be the same. */
function tag(flags: string): (text: TemplateStringsArray, ...parts: readonly string[]) => RegExp {
  const made = new WeakMap<TemplateStringsArray, RegExp>();
  return (text, ...parts) => {
    let one = made.get(text);
    if (!one) {
      one = new RegExp(String.raw(text, ...parts), flags);
      made.set(text, one);
    }
    return one;
  };
}

/** Anywhere in a text. */
export const re = tag("u");
/** At `lastIndex`. It remembers where it was: for what sets that first. */
export const sticky = tag("uy");
/** All matches, for `matchAll` and `replace`. */
export const every = tag("gu");

/** The words of a text. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.match(/\S+/g));
}

/** A table as a text: `a b, c d e` says "b" of a and "d e" of c. */
export function pairs(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(",").map((row) => {
      const [of = "", ...said] = row.match(/\S+/g) ?? [];
      return [of, said.join(" ")];
    }),
  );
}

/** Can be asked for words. */
export interface Words {
  has(word: string): boolean;
}

/** A set from a list of words, made when it is asked for the first time: most processes meet one or two languages. */
export function wordSet(text: string): Words {
  let known: ReadonlySet<string> | null = null;
  return {
    has(word) {
      known ??= words(text);
      return known.has(word);
    },
  };
}
