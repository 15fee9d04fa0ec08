/**
 * The semantic list: how near chunks are to a question in the index's embedding.
 *
 * A question touches little: the rows of its own tokens, and the vectors, which are mapped.
 */
import { embedQuestion } from "../embed/static.ts";
import { type EmbeddingState, embeddingState, tokenRow } from "../store/embedding.ts";
import type { Store } from "../store/graph.ts";
import { openVectors } from "../store/vectors/generation.ts";
import type { Match, VectorIndex } from "../store/vectors.ts";

/** The vectors of an open index. */
export class Semantics {
  readonly #questions = new Map<string, Float32Array>();

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

  /** Tells the vector of a question that only an asynchronous model can make. */
  prepare(text: string, vector: Float32Array): void {
    this.#questions.set(text, vector);
  }

  /** The vector of a question; zeros if nothing of it is known. */
  question(text: string): Float32Array {
    const prepared = this.#questions.get(text);
    if (prepared) return prepared;
    if (this.state.folder !== null) return new Float32Array(this.state.dimensions);
    return embedQuestion(text, this.state.adapted ? (token) => tokenRow(this.store.db, token) : () => null);
  }

  /**
   * The chunks nearest to a question, best first, and those asked for whatever their place.
   * @param also numbers of chunks to tell about too
   */
  near(text: string, k: number, also: readonly number[], filter?: (no: number) => boolean): Map<number, number> {
    const query = this.question(text);
    const found = new Map(this.vectors.search(query, k, filter).map(({ id, score }: Match) => [id, score]));
    const missing = also.filter((no) => !found.has(no));
    for (const { id, score } of this.vectors.scores(query, missing)) found.set(id, score);
    return found;
  }
}

const opened = new WeakMap<Store, Semantics | null>();

/** The vectors of an index, opened once. */
export function semanticsOf(store: Store): Semantics | null {
  let known = opened.get(store);
  if (known === undefined) {
    known = Semantics.open(store);
    opened.set(store, known);
  }
  return known;
}
