/** Limits of the ways in, each with its reason. */

/** The MCP server (serve/mcp). */
export const mcp = {
  /**
   * Tokens of a whole tool result. Text and structured form each take at most half: a client that hands on one of them gets what `q` prints
   * by default (2,000), and one that hands on both still stays within it.
   */
  defaultBudget: 4_000,
  /** Fewer do not hold the frame of an answer; more than clients accept by default (Claude Code: 25,000) are of no use. */
  minBudget: 400,
  maxBudget: 20_000,
  defaultResults: 8,
  /** Paths that a reply tells. */
  paths: 3,
  maxResults: 200,
  /** A call that waits for an index answers "being built" after this: the official client gives up a request after 60 s. */
  indexWaitMs: 45_000,
  /** The same for a client that is told of progress, which most then take as a reason to wait on. */
  progressWaitMs: 10 * 60_000,
  /** How long a call waits for another process that writes the index before it answers from the old one and says so: agents take old for new. */
  lockWaitMs: 30_000,
  /** What was asked is recorded this long after, together with what else was asked by then. */
  recordMs: 250,
  /** Progress is told at most this often. */
  progressMs: 250,
  /** An index that nobody asked for this long is closed: an open one keeps other writers from folding their log into the file. */
  idleMs: 2_000,
  /** Calls after which an index is closed and opened anew, and memory collected: what a store keeps of the files it met only grows. */
  renewCalls: 1_000,
  /** Longest message taken, in bytes: a patch of many files. The rest of a longer one is thrown away unread. */
  maxMessageBytes: 16 * 2 ** 20,
  /** Calls that wait their turn; a client that sends more gets an error instead of a server without memory. */
  maxWaiting: 10_000,
  /** Once the client has closed its end, answers that are under way get this long. */
  lingerMs: 5_000,
  /** How often the server looks whether the process that started it is still there. */
  parentMs: 1_000,
  /** A client that says it has roots but does not name them in time is taken as having none. */
  rootsMs: 5_000,
  /** Where `--http` listens unless a port is said: no service is registered for it (IANA), and it lies below what systems hand out. */
  port: 7_428,
  /** Clients of `--http` at a time; each costs some 100 kB. Beyond that the one that was silent for longest makes room. */
  maxSessions: 64,
  /** A client of `--http` without an open stream that sends nothing for so long is forgotten: many never say that they go. */
  sessionIdleMs: 60 * 60_000,
  /** How often that is looked at. */
  sweepMs: 60_000,
  /** A shorter token could be tried out. */
  leastToken: 16,
  /** Trees with an open index at a time; the one unused for longest is closed. */
  maxTrees: 8,
  /** The same where a fleet or a workspace is asked: they are closed when nobody asks for a while. */
  maxFleet: 128,
  /** Chunks looked at for those that pass a filter which the engines do not know (tags, file endings, regular expressions, keywords). */
  filterPool: [60, 1_000],
  /** Characters of a report that a prompt hands on: what is said further down repeats it (logs, whole traces). */
  maxReport: 20_000,
  /** Nodes of the subgraph around the results; further ones are counted only. */
  maxNodes: 60,
} as const;

/** The language server (serve/lsp). */
export const lsp = {
  /** Definitions that a search for names lists: clients filter what they get once more and show some dozens. */
  symbols: 256,
  /** Definitions named in one hover. */
  candidates: 6,
  /** Characters of a signature and of documentation in a hover, which is a few lines high. */
  signature: 2_000,
  documentation: 4_000,
  /** An index that is brought up to date faster than this is not told of: nobody reads a bar that is gone again. */
  patienceMs: 400,
} as const;

/** `manifold agents hint` (serve/agents/hint.ts). */
export const agents = {
  /** A conversation hears it once in this long: often enough to be remembered over a compaction, too seldom to be noise. */
  hintMs: 20 * 60_000,
  /** Conversations that are remembered. */
  hintConversations: 64,
  /** A call of a tool with its answer: more is not looked at. */
  hintBytes: 8_000_000,
  /** Of a command line; searches stand at its beginning. */
  hintLine: 10_000,
} as const;

/** `manifold map` (query/map/, serve/map/). */
export const map = {
  /** Points in one picture: an eye tells no more apart. */
  defaultPoints: 20_000,
  maxPoints: 100_000,
  /** Colours that can be told from each other. */
  modules: 12,
  /** UMAP's own defaults: 15 neighbours, points at least 0.1 apart. */
  neighbours: 15,
  minDistance: 0.1,
  /** Fewer points than this have too few neighbours for UMAP: they are placed by their principal axes. */
  leastForUmap: 40,
  /**
   * Of more points than this, these are arranged by UMAP and the others put among them: a third of the work and memory, and the same groups in the same places.
   */
  landmarks: 6_000,
  /** Landmarks whose mean a point gets, as far as they lie within this share of the map's half width of its nearest; how far beside it is put. */
  nearLandmarks: 6,
  group: 0.05,
  beside: 0.006,
  /** Characters of source a point, and of all points together: the page stays below 10 MB at 20,000 points. */
  snippetCharacters: 240,
  snippetsTotal: 3_000_000,
  /** Heaps of points that get a name: a screen holds about two dozen without crowding. One below both of the sizes says little of a tree. */
  clusters: 28,
  leastCluster: 6,
  leastClusterShare: 0.008,
  /** Two hills are one where the pass between them is higher than this share of the lower. */
  valley: 0.8,
  /** A folder names a heap that is of it in so large a part; a word tells of a heap from so large a part on; so many words stand in a name. */
  folderShare: 0.6,
  wordShare: 0.12,
  words: 3,
} as const;

/** Recording what was asked and used (serve/feedback/record.ts). */
export const feedback = {
  /** Questions kept; the oldest make room. With ten results each a record takes about 1 kB, so all of them 2 MB. */
  maxQueries: 2_000,
  /** Bytes that the file of records may have: eight times what they take, so that a long question or path is never lost. */
  maxBytes: 16_000_000,
  /** Results kept of an answer: what is used is among the first, and a replay looks at ten. */
  maxResults: 10,
  /** Characters kept of a question. */
  maxText: 300,
  /** How long a record waits for another process that records; then it is left out. */
  busyMs: 20,
  /** Latest questions among which the one is looked for whose answer named what is shown now. */
  shownWithin: 50,
  /** Past questions that are asked again for `stats --suggest`, the latest first, each some twenty times. */
  maxReplay: 100,
  /** An intent with fewer questions of which something was used says nothing about its weights. */
  leastReplay: 5,
  /** A mean reciprocal rank must rise by this much for a change to be proposed. */
  leastGain: 0.01,
} as const;

/** How much of a list is printed. */
export const rendering = {
  /** Characters of the line of a use: what follows is arguments. */
  use: 110,
  /** Lines of one list in text: a screen; JSON has all. */
  listed: 20,
  /** Paths that are told step by step: further ones are variations of these. */
  paths: 3,
  /** Rows of one table of a pull request comment: GitHub cuts comments at 65,536 characters, eight tables of these stay below. */
  markdownRows: 50,
} as const;

/** The commit gate. */
export const gate = {
  /** What a hook waits for an index that somebody builds, or builds itself, before it gives up and says so: longer nobody waits for a commit. */
  hookWaitSeconds: 10,
} as const;

/** What `manifold doctor` takes for wrong. */
export const doctor = {
  /** Less room than this on a disk is told: an index of ten thousand files and the libraries that are unpacked take about as much. */
  leastBytes: 200_000_000,
  /** Milliseconds for the child that loads all grammars; on a busy machine it took two seconds. */
  grammarMs: 30_000,
} as const;

/** `manifold watch`. */
export const watching = {
  /** Quiet for so long, a change is over: editors write a file in several steps, git checks out many. */
  quietMs: 200,
  /** Where it never is quiet (a build that writes), the index is at most so far behind. */
  longestMs: 2_000,
  /** After a failure (another writer, a full disk) it tries again. */
  againMs: 5_000,
} as const;
