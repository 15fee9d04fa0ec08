/**
 * Whether what a question is about is in the tree at all. Something always is nearest; this tells when it is only that.
 *
 * Five signs, put together by logistic regression (settings.presence, scripts/bench/absent.ts): how much of the question the best chunk covers, each
 * word weighing by how rare it is in code at large (a tree that has never heard of "kubernetes" knows nothing of how telling the word is); the cosine
 * of the nearest chunk; how well a file's name fits; whether the identifiers in the question are defined here; and the size of the tree, for in a large
 * one any words meet somewhere.
 */
import { presence as settings } from "../base/settings.ts";
import { splitIdentifier, stem } from "../base/words.ts";
import { builtInTable } from "../embed/static.ts";
import type { Store } from "../store/graph.ts";
import { chunkCount, type LexicalHit } from "../store/lexical.ts";
import { embeddedIdentifiers, type QueryWeights, softStemOverlap, stemOf, stemsSharing } from "./evidence.ts";

/** What speaks for a question's subject being here. */
export interface Signs {
  /** Share of the question's words that the best chunk has, by their rarity. */
  covered: number;
  /** Words that are no stop words. */
  words: number;
  /** Cosine of the nearest chunk; null where there are no vectors to compare with. */
  cosine: number | null;
  /** How well the name of one of the first files fits. */
  path: number;
  /** Identifiers of the question that are defined here, less those that are not; -1 to 1. */
  names: number;
  chunks: number;
}

export interface Presence {
  /** Log odds. */
  score: number;
  /** What was asked about is probably not here: the answer must say so. */
  absent: boolean;
  /** Not even the nearest is worth showing. */
  nothing: boolean;
  /** Words that stand nowhere in the tree, as written. */
  missing: string[];
  signs: Signs;
}

/** What retrieval has gathered of a question. */
export interface Gathered {
  text: string;
  /** As they were looked up, in order: `LexicalHit.words` counts them. */
  words: readonly string[];
  /** Those of them that are no whole identifiers beside their parts. */
  stems: readonly string[];
  hits: readonly LexicalHit[];
  cosine: number | null;
  /** Paths of the first files. */
  paths: readonly string[];
  query: QueryWeights;
  /** It is a report (mend.ts). */
  mends: boolean;
}

/** Judges a question of one tree, or of several together; null where it has no word to judge by. */
export function presenceOf(stores: readonly Store[], gathered: Gathered): Presence | null {
  if (gathered.stems.length === 0) return null;
  const signs: Signs = {
    covered: coveredBy(gathered),
    words: gathered.stems.length,
    cosine: gathered.cosine,
    path: Math.max(0, ...gathered.paths.map((path) => softStemOverlap(stemsSharing(stemOf(path), gathered.query), gathered.query))),
    names: namesOf(stores, gathered.text),
    chunks: stores.reduce((sum, store) => sum + store.counts().chunks, 0),
  };
  return {
    ...judged(signs, gathered.mends),
    missing: missingOf(
      gathered,
      stores.reduce((sum, { db }) => sum + chunkCount(db), 0),
    ),
  };
}

/** What the tree does not have at all. */
function missingOf({ text, stems, query, hits, words }: Gathered, chunks: number): string[] {
  const unheard = Math.log(1 + (chunks + 0.5) / 0.5) - 1e-9;
  const written = writtenAs(text);
  const met = new Set(hits.flatMap((hit) => hit.words.map((word) => words[word]!)));
  return stems.filter((word) => !met.has(word) && (query.idf.get(word) ?? 0) >= unheard).map((word) => written.get(word) ?? word);
}

/** The verdict on signs; of a report by other weights. */
export function judged(signs: Signs, mends = false): Omit<Presence, "missing"> {
  const { covered, words, cosine, path, names } = signs;
  const { least, most } = settings.chunks;
  const size = Math.log(Math.min(most, Math.max(least, signs.chunks)));
  const [near, worded] = mends ? [settings.report, settings.reportWorded] : [settings.weights, settings.worded];
  const to = cosine === null ? worded : near;
  const score =
    to.bias +
    to.covered * covered +
    to.words * Math.log(words) +
    to.cosine * (cosine ?? 0) +
    to.path * path +
    to.names * names +
    to.size * size;
  return { score, absent: score < to.absent, nothing: score < settings.nothing, signs };
}

/** The largest share of the question that a chunk has; a relative of a word counts half of it. */
function coveredBy({ text, words, stems, hits }: Gathered): number {
  const weights = rarities(text, stems);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  const place = new Map(stems.map((word, i) => [word, i]));
  const at = words.map((word) => place.get(word) ?? -1);
  let most = 0;
  for (const hit of hits) {
    let sum = 0;
    for (let i = 0; i < hit.words.length; i++) {
      const word = hit.words[i]!;
      if (at[word]! >= 0) sum += weights[at[word]!]! * (hit.terms[i] === words[word] ? 1 : settings.relative);
    }
    most = Math.max(most, sum);
  }
  return (most / total) * (isForeign(text) ? settings.foreign : 1);
}

/** Stems of a text with the words that they are of. */
function writtenAs(text: string): Map<string, string> {
  const written = new Map<string, string>();
  for (const [name] of text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) for (const part of splitIdentifier(name)) written.set(stem(part), part);
  return written;
}

/** How rare words are in code at large, 0 to 1: by their place in the embedding's vocabulary, which is in the order of frequency. */
export function rarities(text: string, stems: readonly string[]): number[] {
  const written = writtenAs(text);
  const table = builtInTable();
  return stems.map((word) => {
    const token = table.find(written.get(word) ?? word);
    return token < 0 ? 1 : Math.log(1 + token) / Math.log(1 + table.size);
  });
}

/** What is written as an identifier says more than a capital in mid-sentence. */
function namesOf(stores: readonly Store[], text: string): number {
  let sum = 0;
  for (const name of embeddedIdentifiers(text).slice(0, settings.names)) {
    const weight = /\p{Ll}\p{Lu}|_/u.test(name) ? 1 : 0.5;
    const known = stores.some((store) => store.symbolsByName(name, true).some(({ file, kind }) => file !== null && kind !== "import"));
    sum += known ? weight : -weight;
  }
  return Math.max(-1, Math.min(1, sum));
}

/**
 * Function words of languages that questions are asked in and code is not written in: in a sentence of one of them a word that equals a name here is a
 * chance ("die", "war", "list"). Those that English has too, with or without another meaning, are left out.
 */
const FUNCTION_WORDS = new Set(
  (
    "der das ist sind wird werden wurde wie wo wer wann warum welche welcher welches und oder nicht mit auf für von zu zum zur ein eine einen einem einer dem den des im beim nach über wenn kann können gibt es ich wir sich auch bei aus noch " +
    "le les des est sont comment où qui quand pourquoi quel quelle quels quelles et ou avec pour dans une un du de la au aux sur ce cette il elle nous vous pas que par " +
    "el los las del es son cómo dónde quién cuándo por qué cuál y o con para en una uno al se lo su este esta está no están si " +
    "il lo gli della delle dei è sono come dove chi quando perché quale e con per nel nella una un al si che di da " +
    "os as da dos das é são onde quem quando porque qual com para em na nas um uma não se que " +
    "de het een is zijn hoe waar wie wanneer waarom welke en met voor van niet wordt worden op aan bij " +
    "jest są jak gdzie kto kiedy dlaczego który która i oraz z dla w na nie się do"
  ).split(" "),
);
/** Of these, words that stand in English sentences or name what programmers write: no evidence of another language. */
for (const word of [
  "is",
  "as",
  "on",
  "no",
  "do",
  "of",
  "in",
  "at",
  "to",
  "by",
  "den",
  "des",
  "en",
  "la",
  "de",
  "e",
  "i",
  "o",
  "y",
  "w",
  "z",
  "a",
  "na",
  "da",
  "se",
  "si",
  "un",
  "op",
  "al",
  "os",
  "le",
  "es",
  "el",
  "lo",
  "im",
  "per",
  "con",
  "come",
  "para",
  "van",
  "per",
  "do",
  "su",
  "ce",
  "son",
  "por",
  "ou",
])
  FUNCTION_WORDS.delete(word);

/** Is a question written in another language than English? */
export function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters > 0 && latin < letters / 2) return true;
  const words = text.match(/\p{L}+/gu) ?? [];
  // A name of several words that only happens to have one of them is none ("der encoding").
  return words.filter((word) => FUNCTION_WORDS.has(word.toLowerCase())).length >= settings.functionWords;
}
