/** What a question may be told besides its words: the flags of a command, the arguments of a tool. */
import type { Warning } from "../base/errors.ts";
import { asking } from "../base/settings.ts";
import type { EdgeKind, Engine, Operation, Strategy } from "../base/types.ts";
import type { RegexFilter } from "../query/plan.ts";
import type { Store } from "../store/graph.ts";
import type { Form } from "./fit.ts";
import type { LocalModel } from "./ollama.ts";

/** An open index and what there is to know about it. */
export interface Session {
  root: string;
  store: Store;
  /** Changed files that the index does not have yet. */
  behind: number;
  /** The index stays as it is, whatever is asked (`--no-refresh`). */
  frozen?: boolean;
  warnings: Warning[];
  /** Where notes are, relative to the root, and the time by which they fade (asking/noted.ts); without it there are none. */
  notes?: { folder: string; now: number } | undefined;
}

export interface AskOptions {
  operation?: Operation | undefined;
  strategy?: Strategy | undefined;
  /** The symbol of a structural command, as typed; without it the question's own words decide. */
  symbol?: string | undefined;
  target?: string | undefined;
  at?: { path: string; line: number } | undefined;
  /** The other end of a path, or which of several it is. */
  toAt?: { path: string; line: number } | undefined;
  depth?: number | undefined;
  k: number;
  /** No number of results was asked for: after the first `k`, as many more as something is worth printing of. */
  open?: boolean | undefined;
  /** Tokens of the whole output; 0 = no limit. */
  budget: number;
  /** How the answer will be printed, which is what the budget counts; one line of JSON unless said. */
  form?: Form | undefined;
  paths: string[];
  excludes: string[];
  languages: string[];
  kinds: string[];
  /** See `Filters` (query/filter.ts). */
  prefixes?: string[] | undefined;
  types?: string[] | undefined;
  tags?: string[] | undefined;
  engines?: Engine[] | undefined;
  explain: boolean;
  includePossible: boolean;
  /** Name of the structural command that asks. */
  command?: string | undefined;
  /** How much results should differ from each other, 0 to 1; by intent unless told. */
  diversity?: number | undefined;
  /** Ask in further readings of the question too. */
  deep?: boolean | undefined;
  /** Folder of a cross-encoder that orders the first results of a search. */
  rerank?: string | undefined;
  /** A plan as text, in place of the question's own. */
  plan?: string | undefined;
  /** What results must hold besides: an expression (RE2) on their path or lines, texts. Without a question they are the question. */
  regex?: RegexFilter | undefined;
  keywords?: string[] | undefined;
  /** The subgraph around the results: hops and relations followed. Given either, or filters, there is one. */
  hops?: number | undefined;
  edges?: EdgeKind[] | undefined;
  /** A model on this machine that may compile what the router is unsure of; only where the user switched it on. */
  local?: LocalModel | undefined;
}

/** A question of which nothing is told: ten results, everything quoted. */
export const PLAIN: Readonly<AskOptions> = {
  k: asking.defaultResults,
  budget: 0,
  paths: [],
  excludes: [],
  languages: [],
  kinds: [],
  explain: false,
  includePossible: false,
};
