/**
 * Tunables of making, keeping and serving an index, each with the reason for its value and the measurement behind it; the index version and
 * its history. What decides which answer comes first is in settings.ts.
 *
 * "dev" is NDCG@10 on the 21 development repositories of the retrieval benchmark (mean over languages).
 */

/** What each version of the index changed. A folder written by another version is rebuilt with a warning. */
export const INDEX_HISTORY = [
  { version: 1, change: "First release: files, symbols, edges, chunks, postings in one SQLite file." },
  { version: 2, change: "More secrets are blanked, and more files are left out by name: what an older index holds of them must go." },
  {
    version: 3,
    change:
      "Calls by key words of other languages, what locals of C++ hold and how its arguments are kept, name spaces with a body, types of Rust's constants and what its let binds, declarations of PHP's constants, and supertypes of classes without a name are stored otherwise.",
  },
  {
    version: 4,
    change:
      "C++: aliases of name spaces, what macros give, tests with parameters, options made where nothing is given, what gathers arguments.",
  },
  { version: 5, change: "Notes are nodes, which document what they are about and relate to each other." },
  { version: 6, change: "All rules and owners of a CODEOWNERS; commits whose date git cannot read are undated." },
  { version: 7, change: "Extensions of C# by their arguments; negated words of Ruby call, and modules are not made." },
  { version: 8, change: "Folders that name a package of the JVM make no example and no documentation (org/springframework/samples)." },
  {
    version: 9,
    change: "Members that a call names in its text (getattr, &:name), self::name of Rust, headers of C++ by their virtual members.",
  },
  {
    version: 10,
    change: "Decisions in a folder of their own; they govern nothing that they only name for instance, as a reason or as a word.",
  },
  { version: 11, change: "Properties of Kotlin whose annotations say what they annotate; locals of accessors are none." },
  {
    version: 12,
    change: "C++: templates whose argument must be written, class templates and their specialisations, functions that take a pack.",
  },
  { version: 13, change: "C++: tests with a title are functions, arrays and placement make objects, types of names keep their pointers." },
  { version: 14, change: "C#: what a project uses everywhere (global using, its project file) is seen by its files." },
  {
    version: 15,
    change:
      "Components of records (Java, C#, Scala), C# 14's blocks of extensions, what Dart's exports hide, and where Scala's imports from a package around lead.",
  },
  { version: 16, change: "Elixir: what one module of a file imports or uses, another beside it does not see." },
  { version: 17, change: "Supertypes and types of a head stand in the lines that they are written in." },
  {
    version: 18,
    change:
      "C and C++: names that a test's macro makes, aliases in functions, heads behind macros and conditions; small type arguments of Go.",
  },
  { version: 19, change: "Functions of other files that are kept, returned or stand in a table are references." },
  {
    version: 20,
    change:
      "Ruby: supertypes and made objects whose names begin at the top (::Queue::Adapter). TypeScript: functions that a type's properties hold are answered for.",
  },
  { version: 21, change: "Comments end no chain of calls; long branches of conditions in C and C++ are read." },
  {
    version: 22,
    change:
      "C++: casts, names of a lambda's own, lists that make objects, strings that are added, comments among parameters, forms of class templates, the outermost name space, inline ones, macros that begin small. Benchmarks are examples, and features in Gherkin tests.",
  },
  { version: 23, change: "What is said to be generated inside a declaration makes no file generated." },
] as const;
export const INDEX_VERSION: number = INDEX_HISTORY[INDEX_HISTORY.length - 1]!.version;

/** Version of the JSON output; later versions only add keys. */
export const OUTPUT_VERSION = 1;

/**
 * What only tests change: `rethrows` lets an unforeseen error in one file's resolution end the run, so that a mistake there is seen; outside
 * tests such a file keeps its references open, because no file may cost a tree its index.
 */
export const unforeseen = { rethrows: false };

/** Reading files. */
export const reading = {
  /** Files above this are skipped as `too-large`: hand-written source above 2 MB is practically unknown, data files are common. */
  maxBytes: 2_000_000,
  /** More files than this that differ from git's index, or are not in it, are not kept as the state of a tree: each is looked at. */
  maxStateFiles: 1_000,
  /**
   * An index of so many files waits for git's index where that was written a moment ago rather than have every file looked at, now and by the next
   * question.
   */
  settleFiles: 2_000,
  /** Mean line length above this marks a text file of more than `minifiedMinBytes` as minified. */
  minifiedMeanLine: 500,
  minifiedMinBytes: 5_000,
  /** Files that differ between a judged revision and the work tree are read up to this number (of an old commit all do); above it, the answer says so. */
  maxDiffering: 200,
  /** How much of the start is searched for NUL bytes (git uses 8000 too). */
  binaryProbe: 8_000,
} as const;

/** Parsing files, in this process or in children. */
export const parsing = {
  /** Up to this much source is parsed here: starting a child and its grammars costs as much as parsing this. */
  inProcessBytes: 1_000_000,
  /** More changed files than this are said to be read before the first is, however small they are. */
  muchFiles: 250,
  /**
   * From this much changed source on more is compiled (`quicken`). For less it costs CPU and saves nothing: the compiler's thread slows the engine's own where
   * two processors share a core.
   */
  quickenBytes: 250_000,
  /**
   * A larger file goes to a child however little there is to do, and one that is larger than `anyShapeBytes` too if its shape is not that of a program
   * (`isMonotonous`): a parse here can be neither interrupted nor survived. What passes costs seconds at worst (`scripts/soak/hostile.ts --inside`), what
   * does not half a minute and gigabytes.
   */
  inProcessFileBytes: 64_000,
  anyShapeBytes: 4_000,
  /** Parsing here goes on in a child once it has taken so much CPU time: a megabyte of small files takes one to two seconds, on a small board thrice that. */
  inProcessCpuMs: 6_000,
  maxChildren: 4,
  /**
   * A batch is what a child gets at a time, with a collection after it: larger ones take less CPU and more memory (230 MB a child at 500 kB, 290 at 1 MB).
   */
  batchBytes: 1_000_000,
  batchFiles: 400,
  /**
   * After so much source what was allocated since the last time is collected, after `collectBytes` everything: young garbage is most of it and costs
   * little to find. `Bun.gc(true)` throws compiled code away as well.
   */
  youngBytes: 90_000,
  collectBytes: 1_000_000,
  /** From so many files on a second process helps with resolution. It spares a third of the wait and takes a quarter more work: both read all symbols and
   * compile the same code. */
  resolverFiles: 6_000,
  /**
   * From so many files to resolve on, and this share of all, an update takes all symbols in at once rather than name by name: that costs as much as the
   * look-ups of 200 files of 10,000.
   */
  loadFiles: 50,
  loadShare: 0.025,
  /** Of so many files of an update in which only lines changed the edges are kept while it lasts (7 kB each, of 500 files of the mixed tree); more are resolved again. */
  movedFiles: 500,
  /** A full build of so much source is done by a process of its own (indexing/build.ts), which compiles less. */
  apartBytes: 4_000_000,
  /** Between two reports of how far it is, in milliseconds. */
  reportMs: 100,
  /**
   * A child that has taken so much CPU time, and so much more for each megabyte, is given up; the slowest real files take a second (2 MB of Scala or
   * Haskell), a megabyte of small ones two. Less for each file that was given up, down to a fifth.
   */
  cpuMs: 4_000,
  cpuMsMegabyte: 6_000,
  lessCpu: 5,
  /** What takes no CPU time does not wait longer than this. */
  stuckMs: 60_000,
  /** How long a child may take to end once it has nothing more to parse, in milliseconds: it completes a file of what it keeps. */
  endingMs: 5_000,
  /** A child with more memory is given up too: 80 kB of slashes and stars in Python took its grammar 6 GB. Children take 290 MB with real files. */
  mostMemory: 1_000_000_000,
  /** Both are looked at so often, in milliseconds. */
  lookMs: 200,
} as const;

/** Text that repeats itself (`monotony.ts`), looked for before anything is parsed: of 10,000 mutated C++ files only such ones (26) took long,
 * some of them minutes. */
export const monotony = {
  /** The longest piece whose repetition is noticed. */
  period: 48,
  /** Signs repeated over so many characters are not parsed at all. Of 13,000 real files only a test of floods has such a run. */
  flood: 1_000,
  /** Rulers (`-----`) become floods from here on: many dashes in a row keep the grammar of Haskell busy. */
  ruler: 10_000,
  /** With a run of anything this long a file is parsed in a child, where it can be interrupted: it costs the start of one. 8 of 13,000 real files. */
  wary: 256,
  /**
   * Of so many tokens in a row a program has at least so many different threes (a word, whatever word, is one token): the files of 21 repositories 50 at the
   * median and fewer than 24 in 5 %, mostly tables. Attacks that have as many take a tenth of the time of those that have not.
   */
  window: 256,
  threes: 24,
} as const;

/** History as git has it (git/history.ts, indexing/history.ts). */
export const past = {
  /**
   * The newest commits that are read, and how old they may be beside the newest, in seconds: what is older says little of who knows code or of what
   * is changed together today. 5,000 commits of aiohttp are 1 % of its index.
   */
  commits: 5_000,
  seconds: 2 * 365.25 * 86_400,
  /** Files that come and go in one commit and are compared for renames by likeness (its square); git's own limit is 1,000 and takes seconds for one. */
  renames: 200,
  /** Files of a commit that are kept; of a larger one renames only, so many. It says nothing of what belongs together, and git is asked whether it touched a path. */
  files: 500,
  moved: 20_000,
  /**
   * Of a message: bytes that are looked at for its subject, characters of that that are kept, and of the rest, which git is asked for when it is shown: most of
   * its time would go into the search for secrets. Characters of a name.
   */
  message: 1_000,
  subject: 300,
  body: 2_000,
  author: 100,
  /** Bytes of patches of one file that are read to follow lines back: past it the newest commits must do. 3,000 commits of a changelog have 5 MB. */
  patches: 16_000_000,
  /** Milliseconds for the one git that reads all; Linux takes ten seconds. */
  timeout: 120_000,
} as const;

/** The store. */
export const store = {
  /** How long `index` waits for another writer before it refuses, and how long a question does that could answer from the old index. */
  lockWaitMs: 60_000,
  refreshWaitMs: 3_000,
} as const;

/** The cache by content (store/cache.ts). */
export const caching = {
  /** Room for it unless the user says otherwise. What is kept of a tree is about as much as its index: of some ten trees of 10,000 files all stays. */
  megabytes: 1_000,
  maxMegabytes: 100_000,
  /** A pack gets no more entries from here on, and no larger one is opened: offsets have 32 bits, and the least recently used goes pack by pack. */
  packBytes: 250_000_000,
  /** What is made of 2 MB of source has under 8. */
  entryBytes: 16_000_000,
  /** From so many packs on the small ones are put together: each is opened and searched by whoever asks. */
  manyPacks: 32,
  smallPack: 4_000_000,
  /** More are not opened. */
  mostPacks: 256,
  /** Trees that are remembered as indexed here, and how many of them are compared with one that has no index. */
  mostTrees: 64,
  comparedTrees: 8,
  /** An index is begun with another's if so much of it stays: resolving the rest as an update costs a third more than a full build does. */
  sameShare: 0.5,
  /** Bytes of a path. */
  mostPath: 8_192,
  /** An unfinished pack of this age, in milliseconds, was left by a writer that died. */
  unfinishedMs: 86_400_000,
} as const;

/** Signatures longer than this are cut: beyond it they are parameter lists nobody reads whole. */
export const signatureLimit = 300;

/** Stored documentation of a symbol is cut here: the first sentence stays, the rest is in the source. At 160 the index is 1 % larger, at 300 3 %. */
export const docLimit = 120;

/** Chunks. RETRIEVAL.md: shape hardly matters (1,500-character AST siblings, 50-line windows and definitions lie within .01). */
export const chunking = {
  targetCharacters: 1_500,
  /** A definition above this is split at its own children. */
  maxCharacters: 3_000,
  /** DESIGN.md: no chunk over 400 lines. */
  maxLines: 400,
  /** A line above this is a chunk of its own. */
  longLine: 5_000,
  /** Characters a token, by content. */
  charactersPerToken: { prose: 4.0, code: 3.1, mixed: 3.5 },
} as const;

/** Pairs of a description and what it describes, mined from files for training and adaptation (lang/engine/pairs.ts). In characters. */
export const pairing = {
  /** Documentation and comments are cut here: what something does stands in the first sentences. */
  maxQuery: 600,
  /** Described code is cut here, about 2,000 words (EMBEDDING.md). */
  maxDocument: 10_000,
  /** Less code than this is described by its own name already. */
  minDocument: 40,
  /** What a comment or the title of a test stands above. */
  maxBlock: 800,
} as const;

/** A local model that compiles questions (asking/ollama.ts), where the user switched it on. */
export const ollama = {
  url: "http://127.0.0.1:11434",
  /** A model of 3 billion parameters on a CPU takes seconds to begin; who asks for more should say so in the settings. */
  timeoutMs: 10_000,
  maxTimeoutMs: 120_000,
  /** Routes below this are unsure: what nothing in the table recognises has .5, the weakest rows .7. */
  unsure: 0.7,
  /** Confidence of what a model compiled: more than of what nothing recognised, less than of any row. */
  confidence: 0.65,
  maxQuestion: 2_000,
  maxReply: 200_000,
} as const;

/** Confidence of an edge by how it was established (DESIGN.md, "edge"). An order, not yet a calibrated probability: the accuracy bench replaces it. */
export const edges = {
  confidence: {
    /** Scope, same file, import binding, same package: the language itself says so. */
    exact: 1,
    /** The receiver's type is known; an override or a shadow the text does not show may still answer. */
    typed: 0.95,
    /** The only definition of that name in the tree among callables of the language: a global of a library could have the same name. */
    unique: 0.8,
    /** An implementation of the interface's (trait's, abstract class's) method that is called: one of them answers, or another tree's. */
    dispatch: 0.7,
    /** A candidate, never a fact. */
    ambiguous: 0.3,
    /** Leaves the tree; that it leaves is sure. */
    external: 1,
    /** A request and a route whose literal texts fit (lang/engine/contracts.ts): another host may answer the same path. */
    contract: 0.8,
  },
  /** Hops of a re-export chain or a class hierarchy that are followed; real ones have under 10, a cycle would have no end. */
  maxHops: 24,
  /**
   * Steps (names looked up, members, calls, values followed) that the resolution of one file may take; what is left then stays unresolved. The most
   * that a file of the packages of scripts/bench/accuracy.ts, of trpc, flask, express, gson and tokio takes is 3,600 (2 a reference): a limit of a
   * hundred times that takes a second or two, and is there for values that hold one another without end.
   */
  maxSteps: 500_000,
  /**
   * Implementations of a called interface method. Names with more definitions than `maxSameName` (`get`, `run` in a large tree) are not looked
   * through, and of more than `maxTargets` implementations none is an edge: each call would have as many, and say nothing about any of them.
   */
  dispatch: { maxSameName: 300, maxTargets: 12 },
} as const;

/** Nearest vectors (scripts/bench/vectors.ts). */
export const vectors = {
  /**
   * Chunks from which a graph (HNSW) is kept beside the rows and searched instead of them: 405 bytes a chunk beside 132. A process that asks once is faster
   * without it at any size; here an exact search would take longer than a live answer may.
   */
  graphFrom: 1_000_000,
  /** HNSW: links a node, candidates while building and while searching. recall@10 on 209,976 real chunks: ef 64 .902, 256 .966, 512 .984. */
  connectivity: 16,
  expansionAdd: 128,
  expansionSearch: 256,
  /** Share of the rows that are not in the graph, or gone from it, above which it is not used: it is made by full builds only. */
  graphDrift: 0.3,
  /** Asked of the graph beyond what is wanted, for the exact scores to order. */
  graphMargin: 22,
} as const;
