/**
 * The semantic list: how near chunks are to a question in the index's embedding.
 *
 * A question touches little: the rows of its own tokens, and the vectors.
 */

import { Refusal } from "../base/errors.ts";
import { deep, ranking } from "../base/settings.ts";
import { stem } from "../base/words.ts";
import { embedders } from "../embed/onnx/opened.ts";
import { builtInTable, embedQuestion } from "../embed/static.ts";
import { DamagedIndex } from "../store/damage.ts";
import { type EmbeddingState, embeddingState, readTokenRows, tokenRow } from "../store/embedding.ts";
import type { Store } from "../store/graph.ts";
import { openVectors } from "../store/vectors/table.ts";
import type { Match, VectorIndex } from "../store/vectors.ts";
import { type Likeness, vectorLikeness } from "./diversity.ts";

/** The rows that a tree's adaptation has, and how alike they are. */
interface OwnWords {
  tokens: Uint16Array;
  place: Map<number, number>;
  like: Likeness;
}

function ownWords(store: Store): OwnWords {
  const { tokens, rows } = readTokenRows(store.db);
  const { dimensions } = builtInTable();
  const like = vectorLikeness([...tokens].map((_, i) => rows.subarray(i * dimensions, (i + 1) * dimensions)));
  return { tokens, place: new Map([...tokens].map((token, i) => [token, i])), like };
}

/** The vectors of an open index. */
export class Semantics {
  readonly #questions = new Map<string, Float32Array>();
  #last: { text: string; vector: Float32Array } | null = null;
  #ownWords: OwnWords | null = null;

  private constructor(
    private readonly store: Store,
    readonly state: EmbeddingState,
    readonly vectors: VectorIndex,
  ) {}

  /** @returns null if the index has none @throws DamagedIndex */
  static open(store: Store): Semantics | null {
    const state = embeddingState(store);
    const vectors = state && openVectors(store.root, store);
    return state && vectors ? new Semantics(store, state, vectors) : null;
  }

  /** Cosines from which a chunk is near by itself, or at least the nearest worth showing. What a local model calls near is not known. */
  get similarity(): { first: number; second: number } {
    return this.state.folder === null ? ranking.similarity : { first: 0, second: 0 };
  }

  /** Have its cosines been measured, so that they tell what is near? */
  get judges(): boolean {
    return this.state.folder === null;
  }

  /** Tells the vector of a question that only an asynchronous model can make. */
  prepare(text: string, vector: Float32Array): void {
    this.#questions.set(text, vector);
  }

  /** The vector of a question; zeros if nothing of it is known. */
  question(text: string): Float32Array {
    const prepared = this.#questions.get(text);
    if (prepared) return prepared;
    if (this.state.folder !== null) return new Float32Array(this.state.dimensions);
    if (this.#last?.text !== text)
      this.#last = { text, vector: embedQuestion(text, this.state.adapted ? (token) => tokenRow(this.store.db, token) : () => null) };
    return this.#last.vector;
  }

  /**
   * Words whose rows in the tree's own table are nearest to those of some words, nearest first; none where it has no table of its own.
   * @param foreign words that the tree does not have too
   */
  neighbours(words: readonly string[], count: number, foreign = false): string[] {
    if (this.state.folder !== null || !this.state.adapted) return [];
    const table = builtInTable();
    this.#ownWords ??= ownWords(this.store);
    const { tokens, place, like } = this.#ownWords;
    const asked = new Set(words.map(stem));
    const best = new Map<string, number>();
    for (const word of new Set(words)) {
      const token = table.find(word);
      const at = place.get(token);
      if (at === undefined && (token < 0 || !foreign)) continue;
      // What the tree never says has only the row that every tree begins with.
      const beside = at === undefined ? vectorLikeness([table.row(token), ...Array.from(tokens, (one) => table.row(one))]) : null;
      for (let i = 0; i < tokens.length; i++) {
        const cosine = beside ? beside(0, i + 1) : like(at!, i);
        const other = cosine >= deep.nearWord ? table.word(tokens[i]!) : "";
        // Pieces of words are no words.
        if (other.length < 3 || asked.has(stem(other))) continue;
        best.set(other, Math.max(best.get(other) ?? 0, cosine));
      }
    }
    return [...best]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, count)
      .map(([word]) => word);
  }

  /**
   * The chunks nearest to a question, best first, and those asked for whatever their place.
   * @param also numbers of chunks to tell about too
   * @param only which chunks: a condition; one that is too dear to ask of every chunk (it is asked from the nearest on); the least cosine
   */
  near(
    text: string,
    k: number,
    also: readonly number[],
    only: { filter?: ((no: number) => boolean) | undefined; passes?: ((no: number) => boolean) | null; floor?: number } = {},
  ): Map<number, number> {
    const { filter, passes = null, floor = Number.NEGATIVE_INFINITY } = only;
    const query = this.question(text);
    const found = new Map<number, number>();
    for (let limit = k; ; limit *= 4) {
      const nearest: Match[] = this.vectors.search(query, limit, filter);
      found.clear();
      for (const { id, score } of nearest) {
        if (found.size >= k || score < floor) break;
        if (passes === null || passes(id)) found.set(id, score);
      }
      if (passes === null || found.size >= k || nearest.length < limit || nearest.at(-1)!.score < floor) break;
    }
    const missing = also.filter((no) => !found.has(no));
    for (const { id, score } of this.vectors.scores(query, missing)) found.set(id, score);
    return found;
  }
}

/**
 * Embeds texts with the index's local model, if it has one, so that `question` knows them.
 * @throws Refusal `model-missing`, `model-unusable`
 */
export async function prepareQuestions(semantics: Semantics, texts: readonly string[]): Promise<void> {
  const { folder, hash } = semantics.state;
  if (folder === null) return;
  const model = await embedders.at(folder);
  if (model.hash !== hash)
    throw new Refusal(
      "model-unusable",
      `The model in ${folder} is not the one that this index was embedded with.`,
      "Put that model back, or run manifold index to embed everything with this one.",
    );
  for (const text of texts) semantics.prepare(text, await model.embedQuery(text));
}

const opened = new WeakMap<Store, Semantics | null>();

const broken = new WeakSet<Store>();

/** The vectors of an index, opened once; null where it has none or they are damaged: then the words answer. */
export function semanticsOf(store: Store): Semantics | null {
  let known = opened.get(store);
  if (known === undefined) {
    try {
      known = Semantics.open(store);
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      known = null;
      broken.add(store);
    }
    opened.set(store, known);
  }
  return known;
}

/** Could the vectors of an index not be opened? */
export function isBroken(store: Store): boolean {
  return broken.has(store);
}
