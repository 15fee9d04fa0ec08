/**
 * Further readings of a question (`--deep`): the words a developer, or this very repository, might use instead. All from what is at hand: the
 * identifier splitter, a vocabulary of abbreviations and synonyms, the acronyms that names of the tree spell out, and the words that the tree's own
 * embedding puts beside the question's.
 */
import { deep } from "../base/settings.ts";
import { queryWords, STOP_WORDS, splitIdentifier, stem } from "../base/words.ts";
import type { Store } from "../store/graph.ts";
import { idf } from "../store/lexical.ts";
import type { Semantics } from "./semantic.ts";
import { GROUPS } from "./vocabulary.ts";

/** A reading of a question and where its words come from. */
export interface ReadingOf {
  text: string;
  from: "question" | "vocabulary" | "repository";
}

/** The question first, then at most two readings that add words which the tree has. */
export function readingsOf(store: Store, text: string, semantics: Semantics | null): ReadingOf[] {
  const known = new Set(queryWords(text));
  const weigh = idf(store.db);
  const absent = weigh("");
  const here = (word: string): boolean => weigh(stem(word)) < absent;
  const fresh = (words: readonly string[]): string[] =>
    [...new Set(words)].filter((word) => word.split(" ").some((part) => !known.has(stem(part))) && word.split(" ").every(here));
  const plain = plainWords(text);
  const readings: ReadingOf[] = [{ text, from: "question" }];
  const vocabulary = fresh([...synonyms(plain), ...joined(plain)]).slice(0, deep.words);
  if (vocabulary.length > 0) readings.push({ text: `${text} ${vocabulary.join(" ")}`, from: "vocabulary" });
  const own = fresh([...acronyms(store, text, plain), ...(semantics?.neighbours(plain, deep.words) ?? [])]).slice(0, deep.words);
  if (own.length > 0) readings.push({ text: `${text} ${own.join(" ")}`, from: "repository" });
  return readings;
}

/** Words of a question taken apart as identifiers are, stop words left out, not stemmed. */
export function plainWords(text: string): string[] {
  return [...text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)]
    .flatMap((match) => splitIdentifier(match[0]))
    .filter((word) => !STOP_WORDS.has(word));
}

/** What the vocabulary has beside the question's words; of each group what it does not have already. */
export function synonyms(words: readonly string[]): string[] {
  const stems = new Set(words.map(stem));
  const text = ` ${words.join(" ")} `;
  return GROUPS.flatMap((group) => {
    const named = group.some((word) => (word.includes(" ") ? text.includes(` ${word} `) : stems.has(stem(word))));
    return named ? group.filter((word) => !stems.has(stem(word))) : [];
  });
}

/** Words that stand together as one identifier: "event loop" → eventloop. */
function joined(words: readonly string[]): string[] {
  return words.slice(1).map((word, i) => words[i]! + word);
}

/** Whether a name begins with an acronym's first letter and has the others in their order. */
function spells(name: string, acronym: string): boolean {
  if (!name.startsWith(acronym[0]!)) return false;
  let at = 0;
  for (const letter of name) if (letter === acronym[at]) at++;
  return at >= acronym.length;
}

/** Names of the tree that an acronym of the question spells ("TH" → TemplateHaskell), and acronyms that its words spell. */
function acronyms(store: Store, text: string, words: readonly string[]): string[] {
  const found: string[] = [];
  for (const [short] of text.matchAll(/\b\p{Lu}{2,5}\b/gu))
    for (const name of store.namesLike(short, deep.acronymLetters, (folded) => spells(folded, short.toLowerCase()))) {
      const parts = splitIdentifier(name);
      if (parts.length === short.length && parts.map((part) => part[0]).join("") === short.toLowerCase()) found.push(...parts);
      if (found.length >= deep.words) return found;
    }
  for (let length = 3; length >= 2; length--)
    for (let at = 0; at + length <= words.length; at++)
      found.push(
        words
          .slice(at, at + length)
          .map((word) => word[0])
          .join(""),
      );
  return found;
}
