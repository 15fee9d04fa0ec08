/**
 * Contrastive training of token vectors (InfoNCE with in-batch negatives: van den Oord, Li, Vinyals 2018; lazy Adam: Kingma, Ba 2015).
 * The same code trains the table that is shipped and adapts it to a code base. The arithmetic is `kernel.as.ts`, compiled to WebAssembly:
 * the same input gives the same bits everywhere.
 */
import { kernelModule } from "./kernel/choose.ts";

interface KernelExports {
  embed(rows: number, offsets: number, tokens: number, weights: number, n: number, dim: number, out: number, norms: number): void;
  similarities(q: number, d: number, n: number, dim: number, scale: number, out: number): void;
  contrast(s: number, groups: number, n: number, scale: number): number;
  transpose(s: number, n: number, out: number): void;
  multiply(g: number, d: number, n: number, dim: number, out: number): void;
  throughNorm(dv: number, v: number, norms: number, n: number, dim: number): void;
  scatter(
    gradient: number,
    slots: number,
    touched: number,
    count: number,
    offsets: number,
    tokens: number,
    weights: number,
    dv: number,
    n: number,
    dim: number,
  ): number;
  adam(
    rows: number,
    first: number,
    second: number,
    gradient: number,
    slots: number,
    touched: number,
    count: number,
    dim: number,
    rate: number,
    fix1: number,
    fix2: number,
  ): void;
  frequencyWeights(out: number, n: number): void;
  heapBase(): number;
}

let compiled: WebAssembly.Module | null = null;

/** A fresh instance of the kernel with its own memory, and a bump allocator over it. */
export class Kernel {
  readonly run: KernelExports;
  #next: number;
  readonly #memory: WebAssembly.Memory;

  /** @param module another build of it than the one for this processor (tests) */
  constructor(module?: WebAssembly.Module) {
    compiled ??= kernelModule();
    this.#memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
    const instance = new WebAssembly.Instance(module ?? compiled, { env: { memory: this.#memory } });
    this.run = instance.exports as unknown as KernelExports;
    this.#next = (this.run.heapBase() + 15) & ~15;
  }

  /** Address of fresh, zeroed bytes. Views taken before may be detached by it: take them anew. */
  allocate(bytes: number): number {
    const at = this.#next;
    this.#next = (at + bytes + 15) & ~15;
    const missing = this.#next - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / 65_536));
    return at;
  }

  floats(at: number, length: number): Float32Array {
    return new Float32Array(this.#memory.buffer, at, length);
  }

  integers(at: number, length: number): Uint32Array {
    return new Uint32Array(this.#memory.buffer, at, length);
  }
}

/** Bags of tokens, flat: bag i has `tokens[offsets[i] .. offsets[i + 1])`, each as often as `counts` says. */
export interface Bags {
  offsets: Uint32Array;
  tokens: Uint16Array | Uint32Array;
  counts: Uint16Array;
}

/** Pairs to learn from: query i belongs to document i. Pairs of one group are no negatives of each other. */
export interface PairSet {
  queries: Bags;
  documents: Bags;
  groups: Uint32Array;
}

/** How often a token may stand in a document before its weight stops growing. */
const MAX_COUNT = 4_096;

/** Weights by count: documents 1 + ln(tf) (index 0 is tf 1). Computed by the kernel: the same on every machine. */
export function frequencyWeights(): Float32Array {
  const kernel = new Kernel();
  const at = kernel.allocate(4 * MAX_COUNT);
  kernel.run.frequencyWeights(at, MAX_COUNT);
  return kernel.floats(at, MAX_COUNT).slice();
}

export interface TrainerOptions {
  dimensions: number;
  /** Pairs a step; a multiple of 4. */
  batch: number;
  temperature: number;
  rate: number;
}

/** Token vectors in training. */
export class Trainer {
  readonly #kernel: Kernel;
  readonly #weights = frequencyWeights();
  readonly #options: TrainerOptions;
  readonly #size: number;
  readonly #rows: number;
  readonly #first: number;
  readonly #second: number;
  readonly #slots: number;
  readonly #sides: { vectors: number; norms: number; gradient: number; offsets: number; tokens: number; weights: number; room: number }[];
  readonly #matrix: number;
  readonly #transposed: number;
  readonly #groups: number;
  readonly #touched: number;
  #gradient: number;
  #gradientRoom: number;
  /** What is left of the first moments by now: products, because powers are not the same on every machine. */
  #decay1 = 1;
  #decay2 = 1;

  /**
   * @param rows the vectors to start from, `size × dimensions`
   * @param kernel a fresh one
   */
  constructor(rows: Float32Array, options: TrainerOptions, kernel = new Kernel()) {
    const { dimensions, batch } = options;
    this.#options = options;
    this.#size = rows.length / dimensions;
    this.#kernel = kernel;
    this.#rows = kernel.allocate(4 * rows.length);
    kernel.floats(this.#rows, rows.length).set(rows);
    this.#first = kernel.allocate(4 * rows.length);
    this.#second = kernel.allocate(4 * rows.length);
    this.#slots = kernel.allocate(4 * this.#size);
    kernel.integers(this.#slots, this.#size).fill(0xffffffff);
    this.#touched = kernel.allocate(4 * this.#size);
    this.#sides = [0, 1].map(() => ({
      vectors: kernel.allocate(4 * batch * dimensions),
      norms: kernel.allocate(4 * batch),
      gradient: kernel.allocate(4 * batch * dimensions),
      offsets: kernel.allocate(4 * (batch + 1)),
      tokens: 0,
      weights: 0,
      room: 0,
    }));
    this.#matrix = kernel.allocate(4 * batch * batch);
    this.#transposed = kernel.allocate(4 * batch * batch);
    this.#groups = kernel.allocate(4 * batch);
    this.#gradientRoom = Math.min(this.#size, 4096);
    this.#gradient = kernel.allocate(4 * this.#gradientRoom * dimensions);
  }

  /** The vectors as they are now (a copy). */
  rows(): Float32Array {
    return this.#kernel.floats(this.#rows, this.#size * this.#options.dimensions).slice();
  }

  /**
   * One step on some pairs.
   * @param chosen `batch` numbers of pairs
   * @returns the mean loss
   */
  step(pairs: PairSet, chosen: ArrayLike<number>): number {
    const { dimensions: dim, batch: n, temperature, rate } = this.#options;
    const { run } = this.#kernel;
    const [q, d] = this.#sides as [Side, Side];
    const distinct = this.#load(q, pairs.queries, chosen, false) + this.#load(d, pairs.documents, chosen, true);
    this.#reserve(Math.min(this.#size, distinct));
    const groups = this.#kernel.integers(this.#groups, n);
    for (let i = 0; i < n; i++) groups[i] = pairs.groups[chosen[i]!]!;
    for (const side of [q, d]) run.embed(this.#rows, side.offsets, side.tokens, side.weights, n, dim, side.vectors, side.norms);
    run.similarities(q.vectors, d.vectors, n, dim, 1 / temperature, this.#matrix);
    const loss = run.contrast(this.#matrix, this.#groups, n, 1 / (temperature * n)) / n;
    run.transpose(this.#matrix, n, this.#transposed);
    run.multiply(this.#matrix, d.vectors, n, dim, q.gradient);
    run.multiply(this.#transposed, q.vectors, n, dim, d.gradient);
    let touched = 0;
    for (const side of [q, d]) {
      run.throughNorm(side.gradient, side.vectors, side.norms, n, dim);
      touched = run.scatter(
        this.#gradient,
        this.#slots,
        this.#touched,
        touched,
        side.offsets,
        side.tokens,
        side.weights,
        side.gradient,
        n,
        dim,
      );
    }
    this.#decay1 *= 0.9;
    this.#decay2 *= 0.999;
    run.adam(
      this.#rows,
      this.#first,
      this.#second,
      this.#gradient,
      this.#slots,
      this.#touched,
      touched,
      dim,
      rate,
      1 - this.#decay1,
      1 - this.#decay2,
    );
    return loss;
  }

  /** Copies the chosen bags of one side into the kernel's memory. @returns how many tokens they have */
  #load(side: Side, bags: Bags, chosen: ArrayLike<number>, damped: boolean): number {
    const { batch } = this.#options;
    let total = 0;
    for (let i = 0; i < batch; i++) total += bags.offsets[chosen[i]! + 1]! - bags.offsets[chosen[i]!]!;
    if (total > side.room) {
      side.room = total * 2;
      side.tokens = this.#kernel.allocate(4 * side.room);
      side.weights = this.#kernel.allocate(4 * side.room);
    }
    const offsets = this.#kernel.integers(side.offsets, batch + 1);
    const tokens = this.#kernel.integers(side.tokens, total);
    const weights = this.#kernel.floats(side.weights, total);
    let at = 0;
    for (let i = 0; i < batch; i++) {
      offsets[i] = at;
      const end = bags.offsets[chosen[i]! + 1]!;
      for (let t = bags.offsets[chosen[i]!]!; t < end; t++) {
        tokens[at] = bags.tokens[t]!;
        const count = bags.counts[t]!;
        weights[at++] = damped ? this.#weights[Math.min(count, MAX_COUNT) - 1]! : count;
      }
    }
    offsets[batch] = at;
    return total;
  }

  /** Room for the gradients of so many rows. */
  #reserve(rows: number): void {
    if (rows <= this.#gradientRoom) return;
    this.#gradientRoom = Math.min(this.#size, rows * 2);
    this.#gradient = this.#kernel.allocate(4 * this.#gradientRoom * this.#options.dimensions);
  }
}

interface Side {
  vectors: number;
  norms: number;
  gradient: number;
  offsets: number;
  tokens: number;
  weights: number;
  room: number;
}

/** Numbers in [0, 2^32), the same for the same seed (Steele, Vigna: SplitMix-style mixing, 32 bits). */
export function lots(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return (x ^ (x >>> 16)) >>> 0;
  };
}
