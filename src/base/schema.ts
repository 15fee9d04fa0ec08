/**
 * The JSON output contract, version 1, as zod schemas. Only `manifold schema` and the tests evaluate it:
 * everything else imports the inferred types, so that a question does not pay for loading zod.
 */
import { z } from "zod";
import {
  BREAK_REASONS,
  CHANGE_KINDS,
  CHUNK_KINDS,
  CHUNK_TAGS,
  EDGE_KINDS,
  FAIL_ON,
  IMPACT_SOURCES,
  INTENTS,
  NOTE_ACTIONS,
  NOTE_RELATIONS,
  NOTE_STATES,
  NOTE_TIERS,
  OPERATIONS,
  RESOLUTIONS,
  RISK_LEVELS,
  SEED_CHANGES,
  STRATEGIES,
  SYMBOL_KINDS,
  UNKNOWN_CODES,
} from "./types.ts";

const line = z.number().int().min(1);
const share = z.number().min(0).max(1);

export const routeSchema = z.object({
  strategy: z.enum(STRATEGIES),
  operation: z.enum(OPERATIONS),
  symbol: z.string().nullable(),
  target: z.string().nullable(),
  keyword: z.string().nullable(),
  intent: z.enum(INTENTS),
  confidence: share,
  reason: z.string(),
  signals: z.array(z.string()),
});

/** First and last line: two numbers. Validators of the clients' age take a tuple's own form for one without elements. */
const stretch = z.array(line).length(2) as unknown as z.ZodType<[number, number]>;

export const resultSchema = z.object({
  rank: z.number().int().min(1),
  score: z.number(),
  chunk: z.string(),
  path: z.string(),
  start: line,
  end: line,
  kind: z.string(),
  name: z.string(),
  qualified: z.string(),
  language: z.string().nullable(),
  strategies: z.array(z.enum(STRATEGIES)),
  depth: z.number().int().min(0),
  line: line.nullable(),
  confidence: share,
  resolution: z.enum(RESOLUTIONS).nullable(),
  /** The name of the tree that it is in, where several were asked. */
  repository: z.string().nullable(),
  /** Merely among the nearest: nothing establishes that it is what was asked about. */
  near: z.boolean(),
  /** Near-duplicates of it that are not listed. */
  duplicates: z.number().int().min(0),
  /** How what it is headed by is declared, on one line; "" where that is no definition. */
  signature: z.string(),
  /** Definitions that begin in it, by their qualified names. */
  definitions: z.array(z.string()),
  snippet: z.string(),
  /** First and last line of each stretch that the snippet is made of. */
  lines: z.array(stretch),
  truncated: z.boolean(),
});

export const nodeSchema = z.object({
  id: z.string(),
  kind: z.enum(SYMBOL_KINDS),
  name: z.string(),
  qualified: z.string(),
  path: z.string(),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  external: z.boolean(),
});

export const edgeSchema = z.object({
  from: z.string(),
  to: z.string(),
  kind: z.enum(EDGE_KINDS),
  line: z.number().int().min(0),
  resolution: z.enum(RESOLUTIONS),
  confidence: share,
});

/** How much of a change is known to be safe. `unknown`: something that may be affected could not be established. */
const riskSchema = z.object({ level: z.enum(RISK_LEVELS), reasons: z.array(z.string()) });

/** A definition that a change touches. */
export const seedSchema = z.object({
  /** Node id in the graph; null where the indexed tree does not have it (deleted, or only in the other tree). */
  id: z.string().nullable(),
  change: z.enum(SEED_CHANGES),
  kind: z.enum(SYMBOL_KINDS),
  name: z.string(),
  qualified: z.string(),
  /** Path and lines after the change; before it for a deleted definition. */
  path: z.string(),
  start: line,
  end: line,
  exported: z.boolean(),
  test: z.boolean(),
  signature: z.string(),
  /** The same definition before the change; null for an added one and in a question about a symbol. */
  before: z.object({ path: z.string(), qualified: z.string(), start: line, end: line, signature: z.string() }).nullable(),
});

/** A symbol that the change can reach. */
export const affectedSchema = z.object({
  id: z.string(),
  kind: z.enum(SYMBOL_KINDS),
  name: z.string(),
  qualified: z.string(),
  path: z.string(),
  start: line,
  end: line,
  /** Distance from the nearest seed, 1 = it uses the seed itself. */
  depth: z.number().int().min(1),
  test: z.boolean(),
  /** How it reaches what it depends on: the edge's kind, its line in `path`, how sure it is, and the name at its other end. */
  by: z.object({
    kind: z.enum(EDGE_KINDS),
    line: line.nullable(),
    resolution: z.enum(RESOLUTIONS),
    confidence: share,
    to: z.string(),
  }),
});

/** What a change can reach: `manifold impact`. */
export const impactSchema = z.object({
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  source: z.object({
    kind: z.enum(IMPACT_SOURCES),
    /** As asked: the symbol, the revisions; "" for --staged and a patch. */
    of: z.string(),
    /** Commit (or tree) ids compared; null where there is none. `head` null = the work tree. */
    base: z.string().nullable(),
    head: z.string().nullable(),
  }),
  seeds: z.array(seedSchema),
  /** By depth, path and line; facts only. */
  affected: z.array(affectedSchema),
  /** What may be affected but could not be established; never counted as affected. */
  possible: z.array(affectedSchema),
  /** Test files that reach a seed. `how`: by edges of the graph, by being changed themselves, or only by their name. */
  tests: z.array(
    z.object({
      path: z.string(),
      how: z.enum(["changed", "reaches", "name"]),
      depth: z.number().int().min(0).nullable(),
      symbols: z.array(z.string()),
    }),
  ),
  /** Every file with something changed or affected, the changed ones first (depth 0). `exercised`: a changed test uses it, which makes it worth a look. */
  files: z.array(
    z.object({
      path: z.string(),
      role: z.enum(["changed", "affected", "exercised"]),
      depth: z.number().int().min(0).nullable(),
      symbols: z.number().int(),
      test: z.boolean(),
      package: z.string(),
    }),
  ),
  packages: z.array(z.object({ path: z.string(), files: z.number().int(), symbols: z.number().int() })),
  /** Documentation that speaks of a seed and did not change with it. */
  documents: z.array(z.object({ path: z.string(), line, mentions: z.array(z.string()) })),
  /** Documents that govern a seed or a changed file, and decisions (ADRs) that speak of a seed, with the status they give themselves; null: no decision. */
  decisions: z.array(
    z.object({
      path: z.string(),
      line,
      title: z.string(),
      status: z.string().nullable(),
      governs: z.boolean(),
      about: z.array(z.string()),
    }),
  ),
  /** Files that are usually changed together with one that is, and are not: commits that changed both, as a share of those of `with`. */
  co_changes: z.array(z.object({ path: z.string(), with: z.string(), support: z.number().int(), confidence: share })),
  /** What that was told by: the history in the index, which may be some commits behind; unread until `manifold index` or a question about it. */
  history: z.object({ state: z.enum(["read", "behind", "unread", "none"]), commits: z.number().int(), oldest: z.string().nullable() }),
  counts: z.object({
    changed_files: z.number().int(),
    seeds: z.number().int(),
    /** Symbols outside tests; what --max-affected limits. */
    affected: z.number().int(),
    affected_files: z.number().int(),
    tests: z.number().int(),
    possible: z.number().int(),
  }),
  risk: riskSchema,
  /** Uses that were resolved and that the change leaves behind: what they mean is gone, or takes other arguments. Each is a stop. */
  broken: z.array(
    z.object({
      path: z.string(),
      line,
      /** What stands around the use. */
      qualified: z.string(),
      by: z.enum(EDGE_KINDS),
      /** What was meant: a qualified name, or the path of a file; where it was, and what became of it. */
      what: z.string(),
      from: z.string(),
      why: z.enum(BREAK_REASONS),
      now: z.string().nullable(),
      test: z.boolean(),
      message: z.string(),
    }),
  ),
  /** Why something could not be established, with where to look. Empty = everything that the index can know is known. */
  unknowns: z.array(z.object({ code: z.enum(UNKNOWN_CODES), message: z.string(), path: z.string().nullable(), line: line.nullable() })),
  /** The verdict under --max-affected and --fail-on (or manifold.json); `exit` is 0, 4 (risky) or 5 (unknown). */
  gate: z.object({
    max_affected: z.number().int().nullable(),
    fail_on: z.array(z.enum(FAIL_ON)),
    verdict: z.enum(["pass", "risky", "unknown"]),
    exit: z.number().int(),
    reasons: z.array(z.string()),
  }),
  /** The walk was cut at a limit: there is more. */
  truncated: z.boolean(),
});

/** A note that somebody wrote, beside an answer about code: quoted text, no citation of code. */
export const notedSchema = z.object({
  id: z.string(),
  title: z.string(),
  tier: z.enum(NOTE_TIERS),
  path: z.string(),
  /** ISO time; null where the file does not say. */
  created: z.string().nullable(),
  /** How strong it is now, 0 to 1. */
  strength: share,
  /** It speaks of what was asked, is about what was found, or is related to a note that does or is. */
  why: z.enum(["words", "about", "related"]),
  about: z.array(z.object({ target: z.string(), state: z.enum(NOTE_STATES) })),
  /** Ids of the notes that it superseded and that would have been here. */
  in_place_of: z.array(z.string()),
  text: z.string(),
  truncated: z.boolean(),
});

/** A path between two ends: its symbols in order, each with the use in the one before that leads to it. */
export const pathSchema = z.object({
  /** `asked`: from the first end to the second; `reverse`: from the second to the first; `meeting`: from somebody who reaches both to one of them. */
  kind: z.enum(["asked", "reverse", "meeting"]),
  /** No step of it is only possible. */
  certain: z.boolean(),
  /** Steps, each counted for more the less sure it is, and how little the ends fit what was described. */
  cost: z.number(),
  steps: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(SYMBOL_KINDS),
      qualified: z.string(),
      path: z.string(),
      start: line,
      /** null of the first. `text` is the line as it stands in `path`, which is the file of the symbol before; null of a step that no line makes. */
      by: z
        .object({
          kind: z.enum(EDGE_KINDS),
          path: z.string(),
          line: line.nullable(),
          text: z.string(),
          resolution: z.enum(RESOLUTIONS),
          confidence: share,
        })
        .nullable(),
    }),
  ),
});

export const answerSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  query: z.string(),
  /** What paths are relative to; of a fleet, whose trees lie anywhere, "": paths begin with the name of a tree then. */
  root: z.string(),
  /** The trees that were asked, where there are several: paths of their results begin with their names, but for "." */
  repositories: z.array(
    z.object({ name: z.string(), root: z.string(), origin: z.enum(["workspace", "submodule", "fleet"]), behind: z.number().int() }),
  ),
  route: routeSchema,
  /** What the answer is not, before what it is: none of it is what was asked about. */
  fallback: z.boolean(),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  results: z.array(resultSchema),
  /** Where a path was asked for: the paths that there are, the cheapest first. */
  paths: z.array(pathSchema),
  notes: z.array(notedSchema),
  graph: z.object({ nodes: z.array(nodeSchema), edges: z.array(edgeSchema) }),
  symbol: z.object({
    chosen: nodeSchema.nullable(),
    candidates: z.array(nodeSchema),
    resolved: z.number().int(),
    possible: z.number().int(),
    unresolved: z.number().int(),
    /** PageRank of the chosen symbol as a multiple of the mean of all symbols; only where its definition was asked for. */
    pagerank: z.number().nullable(),
    /** The relation was asked of all candidates together, not of the chosen one alone. */
    together: z.boolean(),
    /** Only such members of the relation were asked for. */
    only: z.enum(["tests", "code"]).nullable(),
  }),
  risk: riskSchema.nullable(),
  /** Only in answers of `manifold impact`. */
  impact: impactSchema.nullable(),
  evidence: z.object({ gap: z.boolean(), z: z.number().nullable() }),
  budget: z.object({
    /** Tokens (o200k_base) of the whole output in the form that was asked for. */
    tokens: z.number().int(),
    limit: z.number().int(),
    truncated: z.boolean(),
    /** What was not quoted: `path:start-end` of lines of the results; `chunk_… path:start-end` of results for which there was no room at all. */
    left_out: z.array(z.string()),
    /** Nodes of the graph that were left out, with their edges. */
    nodes_left_out: z.number().int(),
  }),
  freshness: z.object({ behind: z.number().int() }),
  suggestions: z.array(z.string()),
  /** The typed plan; only with --explain. */
  plan: z.record(z.string(), z.unknown()).nullable(),
  timings_ms: z.record(z.string(), z.number()),
});

/** `manifold cycles --json`. */
export const cyclesSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  kind: z.enum(["imports", "calls"]),
  cycles: z.array(
    z.object({
      size: z.number().int().min(2),
      /** By path and line. */
      members: z.array(nodeSchema),
      /** One of the shortest ways round; `from` and `to` are node ids. */
      path: z.array(z.object({ from: z.string(), to: z.string(), file: z.string(), line: z.number().int().min(0) })),
    }),
  ),
  /** Cycles that were left out by -k. */
  more: z.number().int(),
});

/** `manifold unused --json`. */
export const unusedSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  candidates: z.array(z.object({ symbol: nodeSchema, confidence: share, reason: z.string() })),
  more: z.number().int(),
  /** Definitions that no edge reaches and that are not claimed, by why. */
  held: z.object({
    open: z.number().int(),
    mentioned: z.number().int(),
    entry: z.number().int(),
    override: z.number().int(),
    published: z.number().int(),
    unsure: z.number().int(),
  }),
});

/** How much of a history has been read: the newest commits, at most so many and so old. */
const windowSchema = z.object({
  commits: z.number().int(),
  /** Dates of the newest and the oldest; "" without any. */
  newest: z.string(),
  oldest: z.string(),
  /** These are all there are. */
  whole: z.boolean(),
  shallow: z.boolean(),
  head: z.string(),
});

/** `manifold history --json`. */
export const historySchema = z.object({
  version: z.literal(1),
  root: z.string(),
  subject: z.object({
    kind: z.enum(["tree", "folder", "file", "symbol"]),
    name: z.string(),
    path: z.string().nullable(),
    start: line.nullable(),
    end: line.nullable(),
  }),
  /** Names that the file had before, the latest first. */
  former: z.array(z.string()),
  /** Newest first. */
  commits: z.array(
    z.object({
      id: z.string(),
      /** The author's, as 2024-05-31. */
      date: z.string(),
      author: z.string(),
      /** Only with --email. */
      email: z.string().nullable(),
      subject: z.string(),
      /** The message behind its subject; only with --messages. */
      body: z.string().nullable(),
      merge: z.boolean(),
      files: z.number().int(),
      /** What it did to the file; null of a definition or a folder, and where it changed a great many. */
      change: z.enum(CHANGE_KINDS).nullable(),
      was: z.string().nullable(),
      /** Lines that the definition has today and that are this commit's; null of a file. */
      lines: z.number().int().nullable(),
      /** Tests that it touched. */
      tests: z.array(z.string()),
    }),
  ),
  /** Commits that were left out by -k. */
  more: z.number().int(),
  /** Whoever made the commits, by their number. */
  authors: z.array(
    z.object({
      name: z.string(),
      email: z.string().nullable(),
      commits: z.number().int(),
      lines: z.number().int().nullable(),
      first: z.string(),
      last: z.string(),
    }),
  ),
  /** Of a definition: its lines, those that no commit has, those that are older than what was read. */
  lines: z.object({ total: z.number().int(), uncommitted: z.number().int(), older: z.number().int() }).nullable(),
  window: windowSchema,
  /** Where this is not the whole story. */
  notes: z.array(z.string()),
});

/** `manifold hotspots --json`. */
export const hotspotsSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  /** By `score`, which is `commits` times `dependents`. */
  hotspots: z.array(
    z.object({
      path: z.string(),
      score: z.number().int(),
      /** Commits that changed it, those of more than a hundred files left out. */
      commits: z.number().int(),
      /** Files that use something of it. */
      dependents: z.number().int(),
      authors: z.number().int(),
      last: z.string(),
    }),
  ),
  more: z.number().int(),
  window: windowSchema,
});

/** `manifold config`. */
export const configSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  index: z.string(),
  files: z.object({ repository: z.string(), user: z.string().nullable() }),
  settings: z.array(
    z.object({
      key: z.string(),
      value: z.unknown(),
      from: z.enum(["default", "user", "repository", "environment", "flag"]),
      variable: z.string().describe("The environment variable that says it"),
    }),
  ),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })).describe("What manifold.json has and may not say"),
});

/** A setting, what it is, and who says so. */
export type Setting = z.infer<typeof configSchema>["settings"][number];

/** `manifold doctor --json`. */
export const doctorSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  healthy: z.boolean().describe("Nothing is wrong, or all of it has been mended"),
  program: z.object({
    version: z.string(),
    platform: z.string(),
    path: z.string(),
    on_path: z.string().nullable().describe("What a shell starts as manifold"),
    built: z.boolean().describe("false where it runs from source"),
  }),
  grammars: z.array(z.object({ name: z.string(), package: z.string(), version: z.string().nullable(), loads: z.boolean() })),
  embedding: z.object({ model: z.string(), dimensions: z.number().int().nullable(), folder: z.string(), models: z.array(z.string()) }),
  index: z.object({
    folder: z.string(),
    kind: z.enum(["tree", "chosen", "cache"]),
    outside: z.string().nullable().describe("Why it is in the cache"),
    bytes: z.number().int(),
    state: z
      .enum(["none", "good", "being written", "foreign", "damaged", "version", "locked"])
      .describe("good: sealed here, by this user, complete"),
    writer: z.number().int().nullable(),
    watcher: z.number().int().nullable().describe("The process that keeps it fresh (manifold watch)"),
    schema: z.string().nullable(),
    program: z.string().nullable().describe("The version of Manifold that wrote it"),
    files: z.number().int().nullable(),
    chunks: z.number().int().nullable(),
    symbols: z.number().int().nullable(),
    edges: z.number().int().nullable(),
    languages: z.record(z.string(), z.number().int()),
    skipped: z.record(z.string(), z.number().int()).describe("Files left out, by reason"),
    model: z.string().nullable(),
    behind: z.number().int().nullable().describe("Changed files that it does not have; the next question reads them"),
    history: z.string().nullable(),
    verified: z.boolean().nullable().describe("With --verify: is it what a fresh one would be?"),
  }),
  hooks: z.array(z.object({ hook: z.string(), installed: z.boolean(), file: z.string(), how: z.string() })),
  agents: z.array(z.object({ client: z.string(), scope: z.string(), path: z.string(), state: z.string() })),
  settings: configSchema.shape.settings,
  disk: z.array(z.object({ what: z.string(), path: z.string(), free: z.number().nullable() })),
  findings: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      fix: z.string(),
      mended: z.string().nullable().describe("What --repair did"),
    }),
  ),
});
export type DoctorReport = z.infer<typeof doctorSchema>;

/** `manifold hook install|uninstall|status --json`. */
export const hookSchema = z.object({
  version: z.literal(1),
  top: z.string(),
  hooks_path: z.string(),
  kind: z.enum(["own", "tree", "husky", "shared", "elsewhere"]).describe("Whose folder of hooks it is"),
  hooks: z.array(
    z.object({
      hook: z.enum(["pre-commit", "pre-push"]),
      installed: z.boolean(),
      file: z.string().describe("The file that calls the check"),
      how: z.enum(["own", "chained", "block", "lefthook", "none"]),
      notes: z.array(z.string()),
    }),
  ),
});

export type InstalledHook = z.infer<typeof hookSchema>["hooks"][number];

/** `manifold trust --json`. */
export const trustSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  trusted: z.literal(true),
  own: z.boolean().describe("It was made here, and would have been believed anyway"),
});

/** `manifold agents status --json`. */
export const agentsSchema = z.object({
  version: z.literal(1),
  command: z.array(z.string()).describe("How the server is started"),
  clients: z.array(
    z.object({
      client: z.string(),
      scope: z.enum(["user", "project"]),
      path: z.string(),
      used: z.boolean().describe("The client is there: it has this file, or a folder of its own"),
      state: z.enum(["installed", "other", "absent", "no-config", "invalid"]),
      why: z.string().nullable(),
    }),
  ),
});

/** `manifold sql --json`: bytes are hexadecimal digits. */
export const sqlSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  /** There are more rows than -k let through. */
  more: z.boolean(),
});

/** `manifold communities --json`. */
export const communitiesSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  communities: z.array(
    z.object({
      name: z.string(),
      size: z.number().int(),
      cohesion: share,
      files: z.array(z.string()),
      /** Its most used symbols. */
      symbols: z.array(nodeSchema),
    }),
  ),
  more: z.number().int(),
});

/** One tree in the report of `manifold index`. */
const indexReport = {
  version: z.literal(1),
  root: z.string(),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  files: z.number().int(),
  indexed: z.number().int(),
  parsed: z.number().int(),
  reused: z.number().int().describe("Files that were not parsed because the cache knew their content"),
  skipped: z.record(z.string(), z.number().int()),
  chunks: z.number().int(),
  symbols: z.number().int(),
  edges: z.number().int(),
  languages: z.record(z.string(), z.number().int()),
  graph_hash: z.string(),
  grammars: z.array(z.string()),
  model: z.string().nullable(),
  incremental: z.boolean(),
  begun_from: z
    .string()
    .nullable()
    .describe(
      "The tree (a work tree of the repository, or another that you indexed here) whose index this one began with; null where it began with nothing, or was there",
    ),
  ms: z.number(),
};

const treeReportSchema = z.object(indexReport);

/** What became of one tree of several: its report, or why there is none. */
const memberReportSchema = z.object({
  name: z.string(),
  root: z.string(),
  origin: z.enum(["workspace", "submodule", "fleet"]),
  report: treeReportSchema.nullable(),
  failed: z.object({ code: z.string(), message: z.string() }).nullable(),
});

/** `manifold index --json`: with the repositories that the tree holds. */
export const indexReportSchema = z.object({ ...indexReport, repositories: z.array(memberReportSchema) });

/** `manifold fleet index --json`. */
export const fleetIndexSchema = z.object({ version: z.literal(1), repositories: z.array(memberReportSchema) });

/** `manifold fleet list|status|add|remove --json`. */
export const fleetSchema = z.object({
  version: z.literal(1),
  /** Where the fleet is written down. */
  file: z.string(),
  trees: z.array(
    z.object({
      name: z.string(),
      root: z.string(),
      /** Only of `status`: `fresh`, `behind` (changed files), `missing` (no folder), `none` (no index yet), or the code of what is wrong. */
      state: z.string().nullable(),
      /** Changed files that its index does not have. */
      behind: z.number().int().nullable(),
      files: z.number().int().nullable(),
      message: z.string().nullable(),
    }),
  ),
});

/** A line of `manifold chunks`. */
export const chunkRowSchema = z.object({
  id: z.string(),
  path: z.string(),
  start: line,
  end: line,
  hash: z.string(),
  tags: z.array(z.enum(CHUNK_TAGS)),
  kind: z.enum(CHUNK_KINDS),
  name: z.string(),
  qualified: z.string(),
  language: z.string().nullable(),
  /** Estimated from its characters. */
  tokens: z.number().int(),
  /** Documentation of the symbol that it is (a part of), markers taken off; "" for none. */
  doc: z.string(),
  /** Parameters of that function as they are declared; null: no function, or it has no list of them. */
  parameters: z.array(z.string()).nullable(),
  /** Which of the chunks of that symbol (of the file, where there is none) it is, from 1, and how many there are. */
  part: z.object({ number: z.number().int(), of: z.number().int() }),
});

const sizes = z.object({
  chunks: z.number().int(),
  /** Estimated; in all, of the median and the 95th of a hundred, of the largest. */
  tokens: z.number().int(),
  p50: z.number().int(),
  p95: z.number().int(),
  most: z.number().int(),
});

/** `manifold chunks --stats --json`. */
export const chunkStatsSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  warnings: answerSchema.shape.warnings,
  all: sizes,
  /** Functions, methods and macros, and those of them that lie in one chunk. */
  functions: z.object({ all: z.number().int(), whole: z.number().int() }),
  languages: z.array(sizes.extend({ name: z.string() })),
  kinds: z.array(sizes.extend({ name: z.string() })),
});

const packItem = z.object({
  citation: z.string(),
  kind: z.string(),
  name: z.string(),
  why: z.string(),
  snippet: z.string(),
  truncated: z.boolean(),
});

/** `manifold context --json`. */
export const packSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  task: z.string(),
  root: z.string(),
  intent: z.enum(INTENTS),
  warnings: answerSchema.shape.warnings,
  sections: z.object({
    entry_points: z.array(packItem),
    definitions: z.array(packItem),
    callers: z.array(packItem),
    tests: z.array(packItem),
    documents: z.array(packItem),
  }),
  notes: z.array(notedSchema),
  /** Places that had no room even for their citation. */
  omitted: z.number().int(),
  budget: answerSchema.shape.budget,
  freshness: answerSchema.shape.freshness,
  suggestions: z.array(z.string()),
});

const statsRow = z.object({
  name: z.string(),
  queries: z.number().int(),
  /** Mean of the router's. */
  confidence: share,
  /** Share of the questions of whose results at least one was used. */
  utilisation: share,
  /** Mean reciprocal rank of the first result used, over the questions with one; null where there is none. */
  first_used: share.nullable(),
  /** Questions without any result. */
  empties: z.number().int(),
  gaps: z.number().int(),
  fallbacks: z.number().int(),
  latency_ms: z.object({ p50: z.number(), p90: z.number(), p95: z.number(), p99: z.number(), max: z.number() }),
});

/** `manifold stats --json`. */
export const statsSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  recording: z.boolean(),
  queries: z.number().int(),
  used: z.number().int(),
  /** ISO dates of the oldest and latest record; null where there is none. */
  since: z.string().nullable(),
  until: z.string().nullable(),
  strategies: z.array(statsRow),
  intents: z.array(statsRow),
  commands: z.array(statsRow),
});

const noteRow = z.object({
  id: z.string(),
  title: z.string(),
  tier: z.enum(NOTE_TIERS),
  path: z.string(),
  created: z.string().nullable(),
  about: z.array(
    z.object({ target: z.string(), state: z.enum(NOTE_STATES), path: z.string().nullable(), start: line.nullable(), end: line.nullable() }),
  ),
  triggers: z.array(z.string()),
  relations: z.object(
    Object.fromEntries(NOTE_RELATIONS.map((name) => [name, z.array(z.string())])) as Record<
      (typeof NOTE_RELATIONS)[number],
      z.ZodArray<z.ZodString>
    >,
  ),
  /** Ids of the notes that took its place. */
  superseded_by: z.array(z.string()),
  text: z.string(),
  strength: share,
  memory: z.object({
    stability: z.number(),
    difficulty: z.number(),
    /** Strength as the last recall left it. */
    strength: share,
    last_recall: z.string().nullable(),
    recalls: z.number().int(),
  }),
  problems: z.array(z.string()),
  /** Only where notes were searched. */
  found: z
    .object({
      score: z.number(),
      words: z.number(),
      relevance: z.number(),
      walk: z.array(z.string()),
      with: z.string().nullable(),
      in_place_of: z.array(z.string()),
    })
    .nullable(),
  /** Only in `review`: what there is to look at. */
  reasons: z.array(z.string()),
});

/** `manifold note … --json`. */
export const notesSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  /** Relative to the root. */
  folder: z.string(),
  action: z.enum(NOTE_ACTIONS),
  /** The time that strengths are of. */
  now: z.string(),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  notes: z.array(noteRow),
  /** Files of the folder that are read as none. */
  problems: z.array(z.string()),
});

const means = z.object({ questions: z.number().int(), mrr: share, ndcg: share, recall: share });

/** What `manifold eval --write-baseline` writes; `--json` adds the questions, bad lines and what is worse. */
export const evalSchema = z.object({
  version: z.literal(1),
  k: z.number().int(),
  all: means,
  strategies: z.record(z.string(), means),
  intents: z.record(z.string(), means),
  categories: z.record(z.string(), means),
});

export type Answer = z.infer<typeof answerSchema>;
export type Noted = z.infer<typeof notedSchema>;
export type Result = z.infer<typeof resultSchema>;
export type GraphNode = z.infer<typeof nodeSchema>;
export type GraphEdge = z.infer<typeof edgeSchema>;
export type ImpactReport = z.infer<typeof impactSchema>;
export type ImpactSeed = z.infer<typeof seedSchema>;
export type ImpactHit = z.infer<typeof affectedSchema>;
export type HistoryReport = z.infer<typeof historySchema>;
export type Hotspots = z.infer<typeof hotspotsSchema>;
export type ChunkStats = z.infer<typeof chunkStatsSchema>;
/** Of one tree. */
export type IndexReport = z.infer<typeof treeReportSchema>;
export type Stats = z.infer<typeof statsSchema>;
export type StatsRow = Stats["strategies"][number];
export type EvalReport = z.infer<typeof evalSchema>;
export type FleetTree = z.infer<typeof fleetSchema>["trees"][number];

// What is listed rather than answered, as zod schemas: the output of `show`, `graph`, `languages` and `models` with --json, version 1. Loaded by
// `manifold schema` and the tests only, as schema.ts is.

/** A line, or 0 where something has none. */
const anyLine = z.number().int().min(0);

/** `manifold show --json`. */
export const showSchema = z.object({
  version: z.literal(1),
  root: z.string(),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  shown: z.array(
    z.object({
      /** The full citation as it is now: `chunk_… path:start-end`. */
      citation: z.string(),
      chunk: z.string().nullable(),
      path: z.string(),
      language: z.string().nullable(),
      start: anyLine,
      end: anyLine,
      /** The line asked for, where only one was. */
      mark: anyLine.nullable(),
      /** Number of the first of `lines`, which have the context around the citation. */
      first: anyLine,
      lines: z.array(z.string()),
      kind: z.string(),
      qualified: z.string(),
      sameness: z.enum(["unchanged", "moved", "edited", "unchecked"]),
      /** By what it was found. */
      by: z.enum(["id", "content", "symbol", "place"]),
      /** What the reader must know, in a sentence. */
      note: z.string().nullable(),
    }),
  ),
});

/** What a citation means, as it stands on disk now. */
export type Shown = z.infer<typeof showSchema>["shown"][number];

/** `manifold graph --format json`. */
export const graphSchema = z.object({ version: z.literal(1), nodes: z.array(nodeSchema), edges: z.array(edgeSchema) });

/** `manifold languages --json`. */
export const languagesSchema = z.object({
  version: z.literal(1),
  languages: z.array(
    z.object({
      name: z.string(),
      extensions: z.array(z.string()),
      filenames: z.array(z.string()),
      extracts: z.array(z.string()),
      /** Can this build parse it? Else it is text. */
      parser: z.boolean(),
    }),
  ),
});

/** `manifold licenses --json`. */
export const licensesSchema = z.object({
  version: z.literal(1),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      kind: z.enum(["package", "grammar", "library", "runtime", "data"]),
      /** SPDX expression, or the words of whoever made it. */
      licence: z.string(),
      /** Where it can be had. */
      purl: z.string().nullable(),
      /** Of the licence, and notices with it. */
      text: z.string(),
      /** Embedded files that come from it. */
      files: z.array(z.string()).optional(),
    }),
  ),
});
/** One thing inside the program. */
export type LicensedComponent = z.infer<typeof licensesSchema>["components"][number];

/** `manifold models --json`. */
export const modelsSchema = z.object({
  version: z.literal(1),
  /** Where models are looked for. */
  folder: z.string(),
  models: z.array(
    z.object({
      id: z.string(),
      /** Of the model in the binary, the first one listed: `built in`. */
      path: z.string(),
      /** The file of weights, and its bytes with everything that lies beside it; null where a file is missing. */
      weights: z.string().nullable(),
      bytes: z.number().nullable(),
      dimensions: z.number().int().nullable(),
      pooling: z.string().nullable(),
      max_tokens: z.number().int().nullable(),
      query_prefix: z.string(),
      document_prefix: z.string(),
      /** What is missing or wrong, and how to mend it. */
      problem: z.string().nullable(),
      /** With --verify or --bench, or where a model was named. */
      hash: z.string().nullable(),
      verified: z.boolean().nullable(),
      /** Documents of about 128 tokens a second, and milliseconds a question. */
      speed: z.object({ documents_per_second: z.number(), query_ms: z.number() }).nullable(),
    }),
  ),
});
export type Model = z.infer<typeof modelsSchema>["models"][number];
