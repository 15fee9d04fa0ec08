/**
 * The user's fleet: trees anywhere on this machine, each under a name of its own, in `fleet.json` beside the user's settings. No file in a tree adds to it.
 */
import { basename, dirname } from "node:path";
import { Refusal } from "../base/errors.ts";
import { privateFolder, readOfUser, userFileNamed } from "../base/private.ts";
import { brief } from "../base/visible.ts";
import { alone } from "../store/lock.ts";
import { writeOwn } from "../store/own.ts";
import { fleet as limits } from "./limits.ts";
import type { Member } from "./member.ts";

type Environment = Record<string, string | undefined>;

/** A registered tree. */
export interface Registered {
  name: string;
  /** Absolute, real when it was added. */
  root: string;
}

const FILE = "fleet.json";
/** A thousand trees with long paths. */
const MAX_BYTES = 4_000_000;

const bad = (what: string): Refusal =>
  new Refusal(
    "bad-settings",
    what,
    'It has {"version": 1, "trees": [{"name": …, "root": …}]}; remove it to begin anew, and add trees with manifold fleet add DIR.',
  );

/** Where the fleet is written down. @throws Refusal `bad-settings` where there is no home folder */
export function fleetFile(env: Environment = process.env): string {
  const path = userFileNamed(FILE, env);
  if (path === null) throw new Refusal("bad-settings", "There is no home folder to keep a fleet in.", "Set HOME or XDG_CONFIG_HOME.");
  return path;
}

/** The registered trees, by name. @throws Refusal `bad-settings` for a file that is not understood or that others may write */
export function registered(env: Environment = process.env): Registered[] {
  const path = userFileNamed(FILE, env);
  const text = path === null ? null : readOfUser(path, MAX_BYTES, bad);
  if (text === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bad(`${path} is not JSON.`);
  }
  const { version, trees } = (value ?? {}) as { version?: unknown; trees?: unknown };
  if (version !== 1 || !Array.isArray(trees)) throw bad(`${path} is not understood.`);
  const found = trees.map((one: unknown): Registered => {
    const { name, root } = (one ?? {}) as { name?: unknown; root?: unknown };
    if (typeof name !== "string" || whyNoName(name) !== null || typeof root !== "string" || !root.startsWith("/"))
      throw bad(`${path} has a tree that is not understood.`);
    return { name, root };
  });
  if (new Set(found.map(({ name }) => name)).size < found.length) throw bad(`${path} has a name twice.`);
  return found.sort(byName);
}

const byName = (a: Registered, b: Registered): number => (a.name < b.name ? -1 : 1);

/** Why a name cannot be one; null where it can. It begins paths and stands behind flags. */
export function whyNoName(name: string): string | null {
  if (name.length === 0 || name.length > limits.name) return `takes 1 to ${limits.name} characters`;
  return /^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u.test(name)
    ? null
    : "is made of letters, digits and . _ - + @, and begins with a letter or digit";
}

/** The name of a tree that is given none: its folder's, and a number where that is taken. */
export function nameFor(root: string, taken: ReadonlySet<string>): string {
  const plain = basename(root)
    .replace(/[^\p{L}\p{N}._@+-]+/gu, "-")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, limits.name - 5);
  const base = plain === "" ? "tree" : plain;
  for (let at = 1; ; at++) {
    const name = at === 1 ? base : `${base}-${at}`;
    if (!taken.has(name)) return name;
  }
}

/**
 * Registers a tree.
 * @param root absolute, real
 * @param name null: that of its folder
 * @returns the tree; `there` if it was registered already, under that name
 * @throws Refusal `bad-value` for a name that is taken or cannot be one
 */
export function add(root: string, name: string | null, env: Environment = process.env): { tree: Registered; there: boolean } {
  const why = name === null ? null : whyNoName(name);
  if (why !== null)
    throw new Refusal("bad-value", `"${brief(name!)}" cannot be the name of a tree: it ${why}.`, "Give another: --name NAME.");
  return changed<{ tree: Registered; there: boolean }>(env, (trees) => {
    const same = trees.find((one) => one.root === root);
    if (same && (name === null || name === same.name)) return { trees, made: { tree: same, there: true } };
    const other = trees.find((one) => one.name === name);
    if (other)
      throw new Refusal(
        "bad-value",
        `The name ${name} is taken by ${other.root}.`,
        "Give another (--name NAME), or remove that one first.",
      );
    const rest = trees.filter((one) => one !== same);
    if (rest.length >= limits.members)
      throw new Refusal("bad-value", `A fleet has ${limits.members} trees at most.`, "Remove some: manifold fleet remove NAME.");
    const tree = { name: name ?? nameFor(root, new Set(rest.map((one) => one.name))), root };
    return { trees: [...rest, tree], made: { tree, there: false } };
  });
}

/** Takes a tree out of the fleet; nothing of it is touched. @param named its name, or its folder @returns null if there is none */
export const remove = (named: string, env: Environment = process.env): Registered | null =>
  changed(env, (trees) => {
    const tree = trees.find((one) => one.name === named) ?? trees.find((one) => one.root === named);
    return tree ? { trees: trees.filter((one) => one !== tree), made: tree } : { trees, made: null };
  });

/** Changes what is registered, while nobody else does. @param change the same list where nothing is to be written */
function changed<T>(env: Environment, change: (trees: Registered[]) => { trees: Registered[]; made: T }): T {
  const path = fleetFile(env);
  try {
    if (privateFolder(dirname(path)) === null) throw new Error(`others may write ${dirname(path)}`);
    return alone(`${path}.lock`, limits.waitMs, () => {
      const before = registered(env);
      const { trees, made } = change(before);
      if (trees !== before) writeOwn(path, `${JSON.stringify({ version: 1, trees: [...trees].sort(byName) }, null, 2)}\n`);
      return made;
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      "config-unwritable",
      `The fleet could not be written to ${path} (${error instanceof Error ? error.message : String(error)}).`,
      "Check the folder's owner and permissions.",
      { cause: error },
    );
  }
}

/**
 * The members of the fleet that are meant.
 * @param names all for none
 * @throws Refusal `bad-value` for a name that is not registered, or where nothing is
 */
export function fleetMembers(names: readonly string[] = [], env: Environment = process.env): Member[] {
  const trees = registered(env);
  if (trees.length === 0) throw new Refusal("bad-value", "No tree is registered in your fleet.", "Register some: manifold fleet add DIR…");
  for (const name of names)
    if (!trees.some((one) => one.name === name))
      throw new Refusal(
        "bad-value",
        `Your fleet has no tree "${brief(name)}".`,
        `It has ${trees
          .slice(0, 20)
          .map((one) => one.name)
          .join(", ")}${trees.length > 20 ? " …" : ""}: manifold fleet list.`,
      );
  const meant = names.length === 0 ? trees : trees.filter(({ name }) => names.includes(name));
  return meant.map((one) => ({ ...one, origin: "fleet" }));
}
