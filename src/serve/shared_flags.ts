/** What `manifold fleet` takes for an index that is shared in PostgreSQL. */
import type { FlagDefs } from "./flags.ts";

/** Actions that need an address. */
export const SHARED_ACTIONS = ["publish", "verify", "withdraw", "migrate", "prune"] as const;
export type SharedAction = (typeof SHARED_ACTIONS)[number];

export const sharedFlags: FlagDefs = {
  text: { type: "boolean", description: "publish: the redacted text of files too, so that answers elsewhere quote lines" },
  readers: {
    type: "string",
    valueHint: "ROLE,…",
    description: "publish: roles that may read it; public is everybody there (default: as before, at first its publisher)",
  },
  dirty: { type: "boolean", description: "publish: with changes that are in no commit" },
  keep: { type: "string", valueHint: "N", description: "publish: how many states are kept (default 10)" },
  to: { type: "string", valueHint: "VERSION", description: "migrate: the version of the tables, 0 for none (default: the newest)" },
  servers: { type: "string", valueHint: "SERVER,…", description: "migrate: foreign servers (CREATE SERVER) that carry the partitions" },
  shard: { type: "boolean", description: "migrate: this server carries partitions for another" },
  writers: { type: "string", valueHint: "ROLE", description: "migrate: a role that may publish (default: the tables' owner alone)" },
  metrics: { type: "boolean", description: "status ADDRESS: numbers as OpenMetrics text" },
};

/** Does an action speak with a database? `status` does where it is given the address of one. */
export const isShared = (action: string, words: readonly string[]): boolean =>
  (SHARED_ACTIONS as readonly string[]).includes(action) || (action === "status" && /^postgres(?:ql)?:\/\//i.test(words[0] ?? ""));
