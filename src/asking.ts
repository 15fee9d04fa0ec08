/** The whole read path, readable in one function: question → route → plan → retrieve → fuse → rank → answer. */
import type { Warning } from "./base/errors.ts";
import type { Answer } from "./base/schema.ts";
import type { Engine, Operation, Strategy } from "./base/types.ts";
import type { Store } from "./store/graph.ts";

/** An open index and what there is to know about it. */
export interface Session {
  root: string;
  store: Store;
  /** Changed files that the index does not have yet. */
  behind: number;
  warnings: Warning[];
}

/** What a question may be told besides its words. */
export interface AskOptions {
  operation?: Operation | undefined;
  strategy?: Strategy | undefined;
  /** The symbol of a structural command, as typed; without it the question's own words decide. */
  symbol?: string | undefined;
  target?: string | undefined;
  at?: { path: string; line: number } | undefined;
  depth?: number | undefined;
  k: number;
  /** Tokens of quoted text; 0 = no limit. */
  budget: number;
  paths: string[];
  excludes: string[];
  languages: string[];
  kinds: string[];
  engines?: Engine[] | undefined;
  explain: boolean;
  includePossible: boolean;
}
