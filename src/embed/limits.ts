/** Limits of embedding, each with its reason. */

/** Embedding of chunks. */
export const embedding = {
  /** Whether an index has vectors unless told otherwise. */
  enabled: true,
  /** Texts that a local model gets at a time: enough to find some of equal length, few enough to see progress and Ctrl-C. */
  batchTexts: 64,
} as const;

/**
 * Adaptation of the built-in embedding to a code base (embed/adapt.ts). Vectors alone, one chunk a file, no ranking rules: dev .727 without,
 * .829 with it; whole pipeline .9092 and .9153 (.9030 without vectors). EMBEDDING.md: 300 steps at .015 were too much (-.02).
 * Denoising (TSDAE: Wang, Reimers, Gurevych 2021) in place of pairs: .9138; both: .9175, no difference that would show elsewhere.
 */
export const adapting = {
  steps: 200,
  /** Most steps that may be asked for: more only wear the general knowledge down. */
  maxSteps: 10_000,
  batch: 256,
  rate: 0.006,
  temperature: 0.08,
  seed: 1,
  /** A tree of fewer chunks is not adapted to: there are hardly more pairs than one batch. */
  leastChunks: 100,
  /**
   * Pairs are taken of about this much source; of a larger tree only a share, drawn evenly: 200 steps of 256
   * draw some 50,000, about two of each. */
  sourceBytes: 4_000_000,
  /** An index is built anew, adaptation included, once this share of the chunks has come or gone since. */
  driftShare: 0.5,
  /** Tokens of a description and of what is described that count, and how many the latter must have. */
  queryTokens: 64,
  /** Vectors alone: .832 with 400, .829 with 2,000. */
  documentTokens: 400,
  /** Tokens of a chunk that are embedded: all but those of data lines. */
  chunkTokens: 2_000,
  leastTokens: 5,
} as const;

/** Local ONNX models (embed/onnx/embedder.ts). */
export const onnx = {
  /** Tokens of a text that are embedded: a chunk of 1,500 characters has about 480, and the time grows faster than the length. */
  maxTokens: 512,
  /** Characters that are looked at before that: no tokenizer makes tokens of more than 16 on average. */
  maxCharacters: 16_384,
  /** Tokens in one run of the model: more give no speed on one thread, and the memory of the intermediate numbers grows with them. */
  batchTokens: 2_048,
  /** `manifold models --bench`: a document of about 128 tokens, and how long each of the two measurements takes at least. */
  benchCharacters: 400,
  benchMs: 500,
  /** Documents at a time there: of a transformer, and of the built-in table, which unpacks its rows once a batch. */
  benchBatch: 8,
  staticBatch: 1_000,
} as const;
