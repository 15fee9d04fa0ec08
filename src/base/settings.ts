/**
 * Tunables of answering, every ranking constant among them, each with the reason for its value and the measurement behind it. Those of the
 * index itself are in limits.ts.
 *
 * "dev" is NDCG@10 on the 21 development repositories of the retrieval benchmark (mean over languages).
 */
import type { Intent } from "./types.ts";

/** Asking. */
export const asking = {
  /** Longest question accepted, in characters; beyond it something was pasted by mistake. */
  maxQuestion: 100_000,
  defaultResults: 10,
  maxResults: 1_000,
  defaultBudget: 2_000,
  /** Fewer lines than this are not added to a definition that is cut anyway. */
  leastLines: 3,
  defaultDepth: 3,
  maxDepth: 8,
  /** Matching lines that are looked at for those of a kind (--kind): beyond it, no answer is better for more of them. */
  kindLimit: 10_000,
  /** How many of the first results are looked at for the symbol that a description means. */
  anchors: 5,
  /** Nodes of the subgraph around the results of a thick query: past it nobody reads on, and a hub of thousands of uses would cost as many rows. */
  maxSubgraph: 300,
  /** Below this confidence a relation is a guess: the router's loose rows, which have .63 to .68, take any wording. */
  guess: 0.7,
  /** Confidence of a route that the compiler's tables tell and the router's do not. */
  compiledConfidence: 0.85,
  /** Texts that one thick query may ask for at once. */
  maxKeywords: 20,
  /** RRF constant of Cormack, Clarke, Buettcher 2009 (SIGIR), the field's default. */
  rrfK: 60,
  /** Above this much changed source a terminal answers from the old index and says how far it is behind. */
  refreshLimitBytes: 8_000_000,
} as const;

/** Packs for a task (asking/context.ts). */
export const packing = {
  /** Places of a section that are named, and entry points whose surroundings are looked at. */
  most: { entry_points: 6, definitions: 8, callers: 6, tests: 5, documents: 4 },
  /** Definitions of an entry point whose surroundings are looked at. */
  symbols: 6,
  /** Share of the budget for naming places; the rest is for text. */
  named: 0.15,
} as const;

/**
 * Thick queries (asking/knowledge.ts): whether everything is filtered before it is ranked, or the ranking is gone down until enough passes, by what
 * either costs. Micros a file on the reference machine; only their ratios count.
 */
export const thick = {
  /** As `ranking.candidates` and `ranking.neighbours`, for each result wanted, of what passes conditions on text: each costs a look into a file. */
  candidates: 4,
  neighbours: 2,
  /** Share of a tree's files that have any word of a question, at most about: no others are looked at going down a ranking. */
  worded: 0.5,
  /** What going down a ranking costs more: it is asked for again and again, and files come in no order. */
  ordering: 1.5,
  /** A file whose bytes are searched for what must stand in it; a file that is read, blanked and matched. */
  prefilterMicros: 10,
  readMicros: 80,
  /** Files of a ranking that are looked at where everything passes: those of its candidates. */
  ranked: 50,
  /** Files that are looked at to estimate the share of those that pass. */
  sample: 32,
} as const;

/** Binding descriptions and composing relations (asking/ends.ts, asking/compose.ts; scripts/bench/multihop.ts). */
export const binding = {
  /** Chunks of the ranking whose definitions may be what a description means, and candidates kept. */
  chunks: 20,
  candidates: 12,
  /** What speaks for a definition: its chunk's place, its name, its documentation and signature, its lines. */
  chunk: 1,
  name: 1,
  told: 0.5,
  body: 0.5,
  /** A method's name with its class's before it, beside its own name. */
  owner: 0.9,
  /** A name whose parts only begin as words of the description do. */
  soft: 0.8,
  /** What developers call the same (query/readings.ts), in a name or text. */
  synonym: 0.5,
  /** Lines of a definition that are looked at. */
  lines: 120,
  /** Where a description may mean a function as well as a type, the function does more often. */
  typeShare: 0.8,
  /** The same where something is done ("sending a request"): of 427 multi-hop questions .918 are answered, .916 at .8. */
  doingShare: 0.5,
  /** What an alternative counts that the graph has no answer for, or only candidates. */
  empty: 0.3,
  possible: 0.75,
  /** Alternatives whose answers follow after the best one's, and how near they must come to it. */
  alternatives: 3,
  close: 0.85,
  /**
   * In a larger tree no chain is looked for that needs unresolved calls to mean what they may. The answer names the command
   * that does.
   */
  guessedSymbols: 50_000,
  /**
   * Ends of a path: what a candidate of a description costs, times the negative logarithm of its share of the best (6: one that fits .85 as well may
   * save a step), and the least share of one.
   */
  doubt: 6,
  least: 0.4,
  /** Candidates of one end from which those of the other are looked for, and how many symbols are looked at. */
  guides: 4,
  near: 150,
  /** How likely what has every word of a description in its name is meant by it, beside what lies outside. */
  calledSo: 0.85,
  /** An end that is less likely here is told as unknown, with so many of what comes nearest. */
  unlikely: 0.1,
  nearest: 3,
  /** Ends that are so likely make a path of words that may mean something else. */
  clear: 0.5,
  /** How likely a path is that is told: of eight below one was right. What its ends may be is told instead, beside a search nothing. */
  toldFrom: 0.2,
  /** What a word describes, where something is called so. */
  describedToo: 0.7,
  /** Words of a description that a name may be made of, and names that are looked at. */
  namedWords: 3,
  namedNames: 60,
  /** A definition whose own words hold so much of a description (2 is all of it, in its name too) shows that it is here. */
  present: 0.6,
  /** Other definitions of a name than the likeliest, as an end of a path: they are taken where they lie nearer. */
  namesake: 0.98,
  /** Types below one that is meant by an end, any of which is it; of more nobody means each. */
  below: 20,
  /**
   * The least of a description that the own words of an end of a path hold: of 150 right ends all but two have .2 and more, what is taken for things that
   * are not here mostly has none.
   */
  spoken: 0.15,
  /** Lines in which a literal that is an end is looked for. */
  literals: 60,
  /** What reads a flag beside what declares it. */
  readFlag: 0.9,
  /** What a definition in a test counts where no test is spoken of. */
  testShare: 0.6,
  /** The same where it is asked which tests reach it. */
  testTarget: 0.3,
  /** Symbols that an inner relation hands on, and starts that are shown among the results. */
  inner: 40,
  shown: 3,
  /** Search results before the relation's where the description is asked about too. */
  beside: 3,
} as const;

/**
 * Ranking of files and chunks (RETRIEVAL.md, "The recipe"; measured there over 60 repositories by taking each part away).
 * Shares are of idf weight. Constants are the prototype's, chosen on the 21 development repositories.
 */
export const ranking = {
  /** Chunks that the lexical engine hands on. 400 chunks hold every file that can reach the first ten; fewer lose recall on long files. */
  candidates: 400,
  /**
   * Chunks nearest in meaning that join them, and what the nearest weighs beside the best by words. Dev .9202 at .25,
   * .9224 at .4, .9253 at .5 (RETRIEVAL.md: flat from .4 to 1.5). */
  neighbours: 200,
  /**
   * A chunk with none of the question's words joins from the first cosine on; where nothing has a word or reaches it, the nearest are shown from the
   * second on, with a warning. The nearest chunk of the 344 prose questions of dev lies at .34 or more in 95 %, that of questions about football and
   * bread at .35 or less in 90 %: between the two lies what may be either.
   */
  similarity: { first: 0.3, second: 0.17 },
  meaning: 0.5,
  /** How much the second, third and fourth best chunk of a file add to its best: several chunks a file, -.012 without. */
  nextChunks: [0.4, 0.2, 0.1],
  /**
   * What all chunks of a file have of the question together, the best of them for each word. Messages of fixes (scripts/bench/localise.ts, 65
   * fixes of 36 repositories), NDCG@10 of files: none .744, .5 .754, 1 .772, 2 .768, 3 .765; dev .9227 without, .9242 at .5, .9201 at 1.
   */
  whole: { topic: 0.5, mend: 1 },
  /** Chunks of the first files where something is to be mended: definitions@10 of 191 fixes .687 (2 each .615; 3, 2, 2 .659; 4, 3, 2 .693 with any@5 .885). */
  chunksAFile: [4, 3],
  /**
   * Words of a report: those of any report, and what a further mention of a word adds (log2). NDCG@10 of files, 373 messages of 191 fixes: .7147 without,
   * .7210 with the first, .724 with both; either half of the repositories gains.
   */
  report: { common: 0.5, repeated: 0.3 },
  /** Names of definitions in the file against the question (with the file stem, -.034 without both). */
  definitions: 0.5,
  /** File stem, exact stems. */
  fileStem: 0.4,
  /** File stem, soft: prefixes, common beginnings. */
  softStem: 1.0,
  soft: {
    equal: 1,
    /** One is a prefix (of at least 4 letters) of the other; a shorter prefix. */
    prefix: 0.7,
    shortPrefix: 0.5,
    /** The first five letters are the same. */
    common: 0.5,
    /**
     * Weight of a part of a name or stem that the question does not have: this share of the rarest word's idf. Its own idf would cost a
     * look-up for every part of every name (a third of a question's time) and is worth nothing (dev .8982, with its own .8994; .4 to 1: .8983).
     */
    unmatched: 0.7,
  },
  /** A symbol or single word as the question: an exact definition of it; then the same name as the file's stem. -.006 without. */
  symbol: 0.5,
  symbolStem: 0.6,
  /** Same name but for case and underscores, by what it names. */
  folded: 0.7,
  kindWeight: { type: 1, callable: 0.9, value: 0.6 },
  /** A file that the question names by its path: more than all its words can say. */
  pointed: 2,
  /** Identifiers in prose: where the file defines one (dev .9219 at .2, .9241 at .35, .9253 at .4, .9243 at .45); where its stem equals one. */
  embedded: 0.4,
  embeddedStem: 0.3,
  /**
   * Penalties multiply a file's score, unless the question asks for such files. -.007 without. One system's twin of a file that most systems
   * share (win/, aix.c): dev .9244 at .85, .9253 at .8, .9269 at .75, all of it libuv's; RETRIEVAL.md counts twins among the commonest faults.
   * Generated and built files say what their source says: half leaves them behind it wherever both fit (no committed output in dev: unchanged).
   * Tests, examples and what is no code where something is to be mended (`aside`): all files of a fix within five .73 as above, .77 at .3 and less.
   */
  penalties: {
    test: 0.6,
    example: 0.7,
    vendored: 0.7,
    generated: 0.5,
    compat: 0.7,
    barrel: 0.7,
    docs: 0.6,
    windows: 0.8,
    rareSystem: 0.8,
    aside: 0.3,
  },
  /**
   * Files whose activation spreads to what they call (query/rank.ts). Dev prose questions .8938 without; from the first alone .8918,
   * two .8936, three .8956, five .9009, eight .8987 (questions of our own .849; .857, .870, .870, .877, .867).
   */
  sources: 5,
  /**
   * Where something is to be mended, the first so many files lift what calls them, by so much, from the second place on. 340 messages of 175 fixes
   * (scripts/bench/results/localise.md): some file of five .857 to .874 whole, .794 to .812 masked; all of five .760 to .777 and .703 to .727; one to
   * five sources and weights of .2 to .5 differ by less than .006.
   */
  callers: { sources: 3, weight: 0.25 },
  /**
   * What history adds there (query/precedents.ts): shares of the most of any file. A commit counts less by e for every `span` that came after it; words of a
   * subject that the text has not weigh as if `unknown` commits had them. 827 messages of 424 fixes of 100 and more repositories, six-fold cross-validated over
   * repositories: some file of five .870 to .884 whole, .801 to .839 masked, all of five .745 to .757 and .702 to .722, the first .608 to .608 and .524 to
   * .556. Spans of 10 and 50, weights of .35 to .7 differ by less than .01; either alone gains half.
   */
  precedents: { span: 25, unknown: 3, lately: 0.5, alike: 0.5 },
  /** Which chunk of a file is shown: chunk score + this much of its own definitions' overlap + a definition of the asked symbol. */
  chunkDefinitions: 0.3,
  chunkSymbol: 1,
  /** The same for an identifier inside prose, as a share of `chunkSymbol`. */
  chunkIdentifier: 0.5,
  /** Further chunks of a file may follow after this rank (they use up ranks that other files could have). */
  oneAFile: 10,
  /**
   * Evidence gap: the z-score of the top among the ten best is below this (DESIGN.md). On the 344 prose questions of the dev set 5 % have one;
   * the first result is right for .72 of them and for .79 of the others. 1.75 would mark 13 % (.58 against .82), 2 28 % (.56, .88). Of 84 reports
   * it marks 6 % (.40, .62), told by files; by places, of which the first file has several, it marked 32 % (.59, .61).
   */
  gap: 1.5,
} as const;

/**
 * Is what a question is about here at all (query/presence.ts)? Logistic regression over 42 trees of 47 to 12,618 chunks: 514 questions at their own
 * tree against 168 topics that are in none of them and 2,195 questions asked at a tree of another domain (scripts/bench/results/absent.md). With the weights
 * and the threshold fitted on one half of the trees: on the other half 98 % of the topics and 91 % of the foreign questions are told (82 % with those
 * that have an answer there too), and 2.2 % of those that are at home.
 */
export const presence = {
  weights: { bias: -2.7, covered: 12, words: 0, cosine: 11.5, path: 5.7, names: 1.9, size: -1.5, absent: -0.25 },
  /** Where there are no vectors, or those of a model whose cosines nobody has measured: 98.7 %, 91 % (78 %), and 2.3 %. */
  worded: { bias: -8.3, covered: 14.5, words: 3.8, cosine: 0, path: 6.7, names: 2.5, size: -1.05, absent: -0.45 },
  /**
   * The same of reports (query/mend.ts), which no chunk has a large share of: with the weights for questions half of 340 messages of fixes were told to be
   * about nothing here, of long ones .87. Fitted on those and 336 messages asked at another project's tree, cross-validated over projects: 4 % and
   * 42 %, with vectors and without.
   */
  report: { bias: -6, covered: 5.7, words: 1.2, cosine: 4.75, path: 3.4, names: 1.15, size: -0.22, absent: -1.3 },
  reportWorded: { bias: -4.6, covered: 6.3, words: 1.3, cosine: 0, path: 4.1, names: 1.2, size: -0.21, absent: -1.3 },
  /** Below it not even the nearest is shown: 71 % of the topics, 31 % of the foreign questions, none of those at home. */
  nothing: -5,
  /** What a relative of a word counts. */
  relative: 0.5,
  /** Sizes beyond those measured count as the nearest of them. */
  chunks: { least: 47, most: 12_618 },
  /** Files whose names are looked at, the first ones. */
  files: 10,
  /** Identifiers of a question that are looked up. */
  names: 8,
  /** A question in another language: how many of its function words tell it, and what a word of it that is here counts. */
  functionWords: 2,
  foreign: 0.5,
} as const;

/**
 * How likely a result is right: what scores say (query/likelihood.ts; scripts/bench/scores.ts, results/scores.md). One feature, the log odds of a file's
 * evidence among the ten best, and a logistic curve over it: on 381 questions of 27 repositories, each read by constants of the others, ECE .005 of all
 * results and .032 of the first ones. With the rank, the evidence itself, its gap to the next or the signs of `presence` besides, log loss falls by less
 * than .002 of .170, or rises.
 */
export const likelihood = {
  /** Of the softmax: ECE .0050 at 2, .0027 at 2.5, .0038 at 3, .0094 at 4; log loss .1701, .1703, .1709, .1722. */
  sharpness: 2.5,
  among: 10,
  /** What stands against a file that is the only one: evidence of nought. */
  alone: 1,
  search: { slope: 1.24, bias: 0.88 },
  /** Of 137 messages of fixes of 34 repositories, a file that the fix changed: right are .52 of the first, of questions .84. */
  report: { slope: 1.04, bias: 0.2 },
  /**
   * Added to the log odds of `presence`, which took both cases for equally frequent: with 2, where one question of ten is about nothing here, what is
   * there is told .0056 apart, with 0 .0096. What the answer itself calls merely near: of that nothing is known to be right, 7 % if one of ten is absent.
   */
  present: 2,
  near: 0.1,
  /**
   * Edges that compilers have too: 11,915 exact, 18,251 typed of seven repositories in Go and Java (`scripts/bench/callers.ts`). Of `unique` those trees have
   * none, and what only may arrive by dispatch no compiler says: both as in limits.ts.
   */
  resolution: { exact: 0.99, typed: 0.98, unique: 0.8, dispatch: 0.7, ambiguous: 0.3, external: 0.99, contract: 0.8 },
  /** A name as the question: its first definition is meant in 97 of 98, a further one in 2 of 28, what the search has beside it in 3 of 900. */
  definition: { first: 0.98, other: 0.1, beside: 0.05 },
  /**
   * That an end of a path is here, as log odds: how much of its description the best candidate's own words hold, the log odds that retrieval gives it, and
   * whether a name, signature or comment has all of it. 198 ends of twelve repositories against 2,016 topics that are not there and 730 ends of
   * others, each repository by constants of the rest: told .8 to .9 .81 are right, from .9 on .96 (`scripts/bench/results/multihop.md`).
   */
  end: { bias: -3.83, fit: 3.25, most: 1.2, presence: 0.43, clear: 6, told: 1.04, joined: 1.1 },
  /** That a description was bound to the symbol it means (`binding`): of 141 relations told at .8 and more .96 are right, 64 of them never seen before. */
  bound: 0.85,
  /**
   * That the first path is the one that was asked for. 111 paths of seventeen repositories, each by constants of the others: log loss .442 (.539 of the ends
   * alone, .502 with the doubt), of 53 told at .8 and more .92 are right (`scripts/bench/results/multihop.md`). Its length says nothing besides.
   */
  path: { bias: -0.17, ends: 0.69, doubt: -0.49, gap: { weight: 0.95, most: 3 }, clear: 0.99, most: 6 },
  /** A place that holds a pasted message: .947 of 150 (results/verbatim.md). */
  verbatim: 0.95,
} as const;

/** What is near to a question that found nothing (asking/broader.ts). */
export const broader = {
  /** Words of the question that are looked at. */
  words: 12,
  /** Names and words that are told, places of the shorter question. */
  most: 4,
  places: 3,
  /** A shorter word is near to any name. Edits that a name may be away: the fifth of the word's letters, or mistyped names become anything. */
  named: 5,
  edits: 5,
  /** How often one more word is left out: each is a search. */
  tries: 3,
} as const;

/** Results that repeat each other (query/diversity.ts). */
export const diversity = {
  /** Results whose order is weighed: comparing them with each other costs its square. */
  most: 20,
  /** Cosine of stored vectors from which one chunk repeats another. At .97 twins for two systems collapse, which are two answers: dev .0009 less. */
  repeats: 0.99,
  /** The same of word counts, where an index has no vectors. */
  repeatsTerms: 0.97,
  /** Characters of a chunk whose words are compared there. */
  termCharacters: 1_000,
  /** Results asked for beyond those wanted, to take the places of collapsed ones. */
  spare: 5,
} as const;

/** Further readings of a question (query/readings.ts, asking/deep.ts). */
export const deep = {
  /** Words that a reading adds at most: more make it another question. */
  words: 8,
  /** Letters that a name may have beyond those of its acronym. */
  acronymLetters: 24,
  /** Cosine of two words in the tree's own embedding from which one is read for the other. */
  nearWord: 0.5,
  weights: { question: 1, vocabulary: 0.3, repository: 0.3 },
  /** Files of each reading that count as found by it, and what being found by all adds to a score of at most 1. */
  agreeing: 10,
  bonus: 0.1,
} as const;

/** `--rerank`: a local cross-encoder (asking/rerank.ts). Off unless asked for: others measured it net-negative on code, and it reads each text anew. */
export const reranking = {
  /** Results that it orders. */
  most: 20,
} as const;

/** What a question's intent changes in the ranking of its answer. */
export interface IntentWeights {
  /** What a file gets for an activation of 1, on the scale of `ranking.definitions` and its neighbours. */
  spread: number;
  /** Weights of the lists of different strategies where they are fused by reciprocal ranks (k = `asking.rrfK`). */
  semantic: number;
  structural: number;
  /** 1 - λ of maximal marginal relevance. */
  diversity: number;
}

/**
 * By intent, what ranking weighs. Spreading, NDCG@10 on dev / our own questions: none .9167 / .896, .1 for all .9190 / .910, .15 .9189 / .910,
 * .2 .9197 / .915, .25 .9190 / .916. How-questions (understand) gain most, architecture .8590 to .8811; of topics (explore) 0 to .2 lie within
 * .002. A definition is what it is, whatever it calls.
 *
 * Diversity, NDCG@10 on dev: none .9253; understand .15 and explore .1, as here, .9245; .2 and .15 .9238; .3 and .1 .9231; fix_bug .15 alone
 * .0004, .3 .0008, where the one place at fault is wanted: it and a definition have none. Of the other intents dev has no questions.
 *
 * The lists of two strategies weigh alike: only questions that are answered both ways are fused, dev has none of them (.5, 1 and 2 leave it at
 * .9236), so nothing here would be measured.
 */
export const intents: Record<Intent, IntentWeights> = {
  understand: { spread: 0.2, semantic: 1, structural: 1, diversity: 0.15 },
  explore: { spread: 0.15, semantic: 1, structural: 1, diversity: 0.1 },
  fix_bug: { spread: 0.2, semantic: 1, structural: 1, diversity: 0 },
  add_feature: { spread: 0.2, semantic: 1, structural: 1, diversity: 0.15 },
  refactor: { spread: 0.15, semantic: 1, structural: 1, diversity: 0.1 },
  find_definition: { spread: 0, semantic: 1, structural: 1, diversity: 0 },
  find_decision: { spread: 0, semantic: 1, structural: 1, diversity: 0.15 },
};

/** The lexical index: BM25F over the fields of a chunk (RETRIEVAL.md, "The recipe") and the upkeep of its rows. */
export const lexical = {
  /** Saturation: between the usual 1.2 and 2.0 for prose and more, because one chunk repeats its subject's name many times. */
  k1: 2.2,
  /**
   * Length normalisation of the fields body, comment, import and signature, each by its own mean.
   * Chunks alone, without the structural terms, on dev: .848; all fields by the chunk's whole length .839; b = .5 .845.
   */
  b: 0.75,
  /**
   * Path signals together are worth .059 on 60 repositories, comment text .015. Comments as much as code: dev .8969 at .5, .9017 at .75,
   * .9024 at 1 (what a module is for stands in its comments; RETRIEVAL.md found 1 no worse). Signatures 1, stem 5: within .002.
   */
  weights: { body: 1, comment: 1, import: 0.3, signature: 1.5, directory: 2, stem: 8, enclosing: 0.5 },
  relatives: {
    /**
     * What a relative's posting counts beside an exact one; expansion is worth .004-.007. It counts with the idf of the word it
     * stands for: chunks alone on dev .848, with its own idf .840, without relatives .844; weight .3 .847, .7 .843.
     */
    weight: 0.5,
    /** Letters a term may add to the stem. */
    extension: 6,
    /** Stems shorter than this have no extensions: `id` would claim every word that starts with it. */
    minimumStem: 3,
    /** A term that is a prefix of the word: at least this long and at least this share of it. */
    minimumPrefix: 4,
    prefixShare: 0.5,
    /** A term that shares the word's first max(5, n - 2) letters and has at most 2 more (6 more: the same .848, more to read). */
    minimumShared: 5,
    sharedTail: 2,
  },
  /** Words of a question that are looked up, in order; more come only from pasted text and would cost memory without telling more. */
  maxWords: 64,
  /** Rows up to this many bytes are always appended to: a new row costs about 20 bytes of keys. */
  smallRow: 128,
  /** Bytes of postings that updates set aside before a merge: some 200 files. One file dirtied 158 pages of the large table, so 2; ten 591, so 6. */
  recentBytes: 262_144,
  /**
   * Rows of a full build have at most this many bytes: with a term of usual length they stay below the 4,086 bytes that SQLite keeps in a page of
   * 16,384. Table of 5,000 Ruby files at 300: 6.26 MB, 900: 6.13, 2,000: 6.05, 4,000: 5.98, 8,000: 7.98.
   */
  rowBytes: 3_900,
  /** Bytes of postings an update cleans at least while dead chunks are swept out. */
  sweepBytes: 65_536,
  /** A sweep starts when dead chunks pass this share of the live ones, and this number. */
  sweepShare: 0.1,
  sweepMinimum: 256,
} as const;

/** Routing a question. */
export const routing = {
  /** Characters that are looked at: nobody asks a relation after a page of pasted text, and every pattern stays linear in it. */
  maxExamined: 400,
  /** Polite openings that are taken off one after another; chains of four are common in chat, eight are not. */
  maxFillers: 8,
  /**
   * How much nearer the nearest intent must be than the next (query/intent.ts; log odds). Right of 4,395 generated sentences in which no signal fires,
   * whole templates held out: 68 % at 0, 88 % at 2, 93 % at 3 (of those that get another intent than explore 83 %); words for the intent held out:
   * 78, 95 and 98 %. Of 119 such questions of dev, all of them topics, 2 get another intent at 3.
   */
  intentMargin: 3,
} as const;

/** Exact matching (query/pattern.ts, query/keyword.ts). */
export const keywords = {
  /** Longest text or expression, in characters: nobody types more, and cost grows with length times text. */
  maxLength: 1_000,
  /** Marked stretches in one line; a line with more is shown in full anyway. */
  stretches: 20,
  /** Literals in one list of the pre-filter; above this searching for them costs as much as matching. */
  alternatives: 64,
} as const;

/**
 * Pasted messages (query/verbatim.ts). Measured by scripts/bench/verbatim.ts, which makes messages from literals: their holes filled, asked as they are.
 */
export const verbatim = {
  /** What is looked at of a pasted text: a message is shorter, and every step stays linear in it. */
  maxLength: 2_000,
  maxWords: 160,
  /** A text of fewer words is a name or a topic. */
  leastWords: 3,
  /** Chunks that are read, those with most of the text's rare words. */
  chunks: 240,
  /** Those with less than this of what the text has (of words that are here) are not read. */
  nearly: 0.35,
  /** The same where nothing but such a chunk speaks for a message: a topic in bare words must not cost what a message does. */
  few: 60,
  wholly: 0.95,
  /** Lines after the first shared words that a literal may go on for. */
  span: 5,
  maxLine: 2_000,
  maxSource: 400,
  maxRuns: 400,
  /** A word in every chunk counts this much of one that is in none. */
  leastWeight: 0.1,
  /** What it costs to go on after a hole, and each word in it; a hole of more words is none. */
  gap: { open: 0.15, word: 0.02 },
  hole: 14,
  /** In quotes: longest run, share of the text's weight. Elsewhere (a snippet, a sentence of a document) nearly all of it must stand there. */
  run: 3,
  share: 0.4,
  /** The same of a short message, which is all of its literal. */
  shortRun: 2,
  shortShare: 0.9,
  plainRun: 4,
  plainShare: 0.8,
  /** Lines that stand before what else is found. */
  shown: 3,
  /** Order of those that hold it: a literal before a comment, source before tests (steps of keyword.ts); those so much worse than the best are left out. */
  inLiteral: 0.2,
  away: 0.02,
  close: 0.15,
} as const;

/** Questions about history (asking/history.ts, query/past.ts). What is read of it at all is in limits.ts. */
export const history = {
  /** Commits, authors and tests that are shown: whoever wants more asks `manifold history` with -k, or git. */
  shown: 8,
  authors: 5,
  tests: 4,
  /** Characters of a message behind its subject that an answer to "why" quotes. */
  why: 400,
  /** Files of a topic whose commits are told. */
  files: 3,
  /**
   * How likely the best file of a described topic must be for its history to be told without a word of doubt. Fourteen topics asked of serilog, puma and
   * hono: of what is there .36 and more (22), of what is not .02, .05 and .16, the others told as not found before.
   */
  sure: 0.2,
  /** Names of one file that are followed back: real ones have had five. */
  renames: 50,
  /** Files of a commit that say something of any one of them: a larger one is a release, a rename, another formatter. */
  churn: 100,
  /**
   * Files that change together. A commit of n files counts 1 / log2(1 + n). The newest 400 commits of eight repositories (aiohttp, tmux, git, werkzeug, fmt,
   * fastify, clap, ktor) by what came before: where one file of a commit is held back and something is told, it is among that in .589 (recall .256), and
   * something is told of .267 of whole commits. Confidence from .3: .540, .315, .483; from .7: .625, .214, .137. Each commit as much: .556, .291, .372.
   */
  together: {
    /** Commits of more files say nothing of two of them; files of a change that are looked at; how many are told. */
    files: 30,
    seeds: 50,
    shown: 8,
    /** Fewer commits, or less than half of them, are not "usually". */
    support: 3,
    confidence: 0.5,
  },
} as const;

/** Stack traces (query/trace.ts). */
export const trace = {
  /** What is read of a paste: forty blocks of chained causes have less, and a log that holds one goes on for ever. */
  maxLength: 60_000,
  /** What is looked at to tell whether it is one at all: every question pays for that. */
  sniffed: 8_000,
  /** A shorter text holds no frame. */
  least: 12,
  maxFrames: 400,
  /** Messages of the chain that are looked for. */
  messages: 4,
} as const;

/**
 * What of the results is printed (asking/passages.ts). Changed lines of 37 real fixes of 26 repositories that 1,000, 2,000 and 4,000 tokens of `q` show:
 * .455, .557, .659; place twice as heavy .439, .544, .659; words twice as heavy .414, .550, .661; pieces of 25 lines .436, .524, .638, of 60 .460,
 * .537, .664; tests and documents as source .455, .550, .651; ten results instead of thirty .401, .492, .499 (before places of one file came together).
 */
export const passages = {
  /** Words of a question that are looked for: a pasted log has thousands. */
  words: 400,
  /** What the place of its result and the match of its own words count, each 1 for the best. */
  prior: 1,
  match: 1,
  /** A score in its fourth root falls down the ranking as the evidence does that it is made of: .07 apart in the mean on dev (.10 at .3, .07 at .2). */
  flat: 0.25,
  bm25: { k1: 1.2, b: 0.5, length: 120 },
  /** How often the names of its definition count as words of a passage. */
  name: 2,
  /** A passage of a test or a document beside one of source, where the question does not ask for it. */
  test: 0.5,
  docs: 0.4,
  /** A result of so few lines, of which one is a use or a match, is not taken apart, and stands before what is found by words. */
  use: 3,
  useScore: 3,
  /** Lines outside functions that make one passage. */
  stretch: 30,
  /** Lines of a passage that are printed at a time, and what each further piece of a longer one is worth beside the one before. */
  whole: 40,
  further: 0.5,
  /** Lines around a match, and conditions above it. */
  around: 4,
  conditions: 5,
  /** Results whose text shares the budget, where no number of them is asked for, and the share of it for naming those of which nothing is printed. */
  pool: 30,
  named: 0.08,
  /** The same of a relation: each has the line of its use and the signature of what it stands in. */
  related: 60,
  relatedShare: 1,
  relatedTokens: 16,
} as const;

/** Quoting source in answers. */
export const quoting = {
  /** A longer line is cut with an ellipsis: minified code or data would flood the answer. */
  maxLine: 400,
  /** Lines quoted from a place in a log on. */
  useLines: 3,
  /** Characters of a signature: what follows is parameters nobody chooses by. */
  signature: 120,
  /** Those of them behind the name in text: forty callers are read in 1,500 tokens. */
  takes: 40,
  /** Definitions that a result is said to cover, in text. */
  named: 6,
} as const;

/** Walking the graph (query/walk.ts). */
export const walking = {
  /** Symbols of one walk that are listed: beyond it nobody reads the answer. */
  maxVisited: 5_000,
  /** Those that are counted: from 20 on a risk is high, and nobody needs to know 100,000 to the last. The answer says that there are more. */
  maxCounted: 10_000,
  /** Definitions of a name that are tried as an end of a path: a tree of examples has a `main` in each. */
  maxEnds: 400,
  /** Chains of the same length that `trace` tells: more are variations nobody compares. */
  maxChains: 5,
  /** Definitions listed as candidates of one open call; with more the name says nothing. */
  maxCandidates: 5,
  /** Definitions of one name of which it is asked which is used most. */
  comparedByUse: 1_000,
  /** Names proposed for one that does not exist. */
  suggestions: 5,
  /** Risk of a change by what it reaches outside tests: symbols and files. Hand-set, until the commit gate measures them. */
  risk: { medium: { symbols: 4, files: 3 }, high: { symbols: 20, files: 10 } },
} as const;

/** Ends of a path that lie outside of the tree (query/walk/resources.ts), as likely as a definition whose name is the description is 1. */
export const ends = {
  /** A package that is called so; one that is known to do what the word says, and one that does much else; a file that brings one in where no call of it is known. */
  package: 0.95,
  resource: 0.9,
  broad: 0.7,
  broughtIn: 0.8,
  /** A type that is named for such a package; a definition with a line of code that does it. */
  type: 0.8,
  code: 0.9,
  /** Files of a package, types that are named for it, lines that do it, and files that are read for these. */
  files: 20,
  names: 40,
  lines: 200,
  read: 400,
  /** Types that may share a word which means something outside: of an HTTP client every type is called so. */
  ownWord: 8,
} as const;

/** Paths between two ends (query/walk/paths.ts). A step costs one and what is said here. */
export const paths = {
  /** How much less sure an edge of a resolution is: a call that only may mean something comes after any chain of others that a reader follows. */
  resolution: { exact: 0, typed: 0, unique: 0.25, dispatch: 0.25, ambiguous: 20, external: 0.25, contract: 0.25 },
  /** What is handed over, held, passed on or inherited happens less surely than what is called; a function inside another is mostly run by it. */
  kind: { calls: 0, contains: 0.5, uses: 1, dataflow: 0, inherits: 1, implements: 1, imports: 1 },
  /** To begin or end with a part of what is meant instead of with itself; of a type whose name says only a part of the description, or nothing of it. */
  inside: 0.3,
  insidePart: 0.6,
  insideUnnamed: 2,
  /** Other definitions of a name than the likeliest are taken where they lie nearer. */
  namesake: 0.1,
  /** Paths that cost so much more than the cheapest are detours. */
  slack: 3,
  /** Symbols on either side among which somebody is looked for who reaches both ends. */
  meeting: 3_000,
} as const;

/** PageRank (query/graph/pagerank.ts). */
export const centrality = {
  /** Of Brin and Page. */
  damping: 0.85,
  /** After ten rounds the order of the first hundred no longer changes. */
  rounds: 10,
  /** A question that finds changed files works ranks out only in graphs up to so many edges; else whoever needs them does, or the next `index`. */
  hurriedEdges: 20_000,
} as const;

/** Candidates for unused definitions (query/graph/unused.ts). Hand-set by what the text cannot show: an order, no probability. */
export const unused = {
  confidence: { hidden: 0.95, exported: 0.7, member: 0.6, package: 0.4 },
  /** What is less sure is only counted. */
  least: 0.5,
} as const;

/** What a change can reach (query/impact). */
export const impact = {
  /** Left-over definitions on each side that are compared for renames: their product is the work, and larger commits are reorganisations. */
  renameCandidates: 200,
  /** Share of equal lines from which a deleted and an added definition are one: git's own default for files is .5. */
  movedLikeness: 0.5,
  renamedLikeness: 0.6,
  renamedElsewhereLikeness: 0.85,
  /** Types looked at above or below one in a hierarchy; real ones have dozens. */
  maxHierarchy: 200,
  /** Chunks in which a name is looked up: a name that stands in more says nothing about who uses it. */
  maxNamingChunks: 400,
  /** Files whose open references of a changed name are looked at: a name open in more (`get`, `run`) is unknown after the first. */
  maxOpenFiles: 60,
  /** Letters from which a name is looked for in text: shorter ones stand everywhere. */
  tellingName: 4,
  /** Files left out of the index that are searched for a changed name. */
  maxSkippedLooks: 50,
  /** Files whose uses of what is gone are looked at, a millisecond each. */
  maxLossFiles: 400,
  /** Changed names that are looked for in documentation, and documents listed: more nobody reads. */
  maxDocumentNames: 100,
  maxDocuments: 20,
} as const;

/**
 * Notes (src/notes, decisions/notes.md). The weights, the factors of relations and the ends of the row of tiers are issue 25's; what is between them
 * and the rest is hand-set until somebody has notes of years to measure on.
 */
export const notes = {
  /** MiniSearch's boosts: what a note is called says what it is about, a trigger is what somebody will ask, a file is where. */
  weights: { title: 10, triggers: 5, files: 2, body: 1 },
  /** What a relation does to the relevance that goes over it, by how much whoever finds one end wants the other. */
  relations: { supersedes: 1.5, caused: 1.3, supports: 1.1, contradicts: 0.8 },
  /** Relations of one walk, and those of one note that are followed: past them everything is related to everything. */
  hops: 3,
  neighbours: 30,
  /** Notes that walks begin at, the best ones. */
  starts: 50,
  /**
   * Multipliers of the decay: `new = old · (1 - decay · m)`. What is never recalled has after a year (FSRS: R = .459) and gets to nothing after:
   * constitutional .946, never; critical .838, never; important .675, never; normal .459, never; temporary 0, 209 days; scratch 0, 31 days.
   */
  tiers: {
    /** What the project is built on: breaking it is a mistake in ten years too. */
    constitutional: 0.1,
    /** What costs data, money or a night if it is forgotten. */
    critical: 0.3,
    /** What shapes how one works here. */
    important: 0.6,
    /** As people forget. */
    normal: 1,
    /** True for a release or a migration. */
    temporary: 2,
    /** A note to oneself: a month. */
    scratch: 3,
  },
  /** Share of the missing strength that a recall gives back: one chance meeting does not make a faded note new, three nearly do. */
  recall: 0.5,
  /** Notes written so near each other come from the same piece of work; what the one that is found lends them. */
  coactivation: { withinMs: 3_600_000, share: 0.1 },
  /** Weaker than this a note stays out of answers to questions about code, and `note review` asks what is to become of it. */
  faded: 0.1,
  /**
   * From this likeness on a new note is too like an old one. Pairs told alike (scripts/bench/notes.ts):
   *
   *     threshold                          .35  .40  .43  .46  .48  .50  .57
   *     the same in other words, of 37      36   35   35   35   33   31   26
   *     another of the same subject, of 39  12    5    3    1    1    1    0
   *
   * and none of 15 of other subjects. Chosen by the other facts, read on each: 35 and 2; thresholds of .455 to .465.
   */
  alike: 0.46,
  /** Notes beside an answer about code. */
  answer: {
    /** At most so many, and this share of the budget. */
    most: 3,
    share: 0.15,
    /** Characters of one. */
    characters: 600,
    /** Results whose place or definition a note may be about. */
    results: 5,
    /**
     * Share of a question's words, by a power of how rare they are in code, that a note must have to speak of what is asked; what only its text has
     * counts as said in passing. Ten notes of this repository: of thirteen questions that they answer eleven are met, of thirty
     * others one (these were looked at while it was set).
     */
    covered: 0.55,
    rarity: 3,
    passing: 0.6,
  },
} as const;
