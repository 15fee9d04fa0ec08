/** `manifold.json` at the root: what a project decides for everybody who works in it. */
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LocalModel } from "../asking/ollama.ts";
import { Refusal } from "../base/errors.ts";
import { git, gitTop } from "../base/git.ts";
import { FAIL_ON, type FailOn } from "../base/impact.ts";
import { gate, ollama } from "../base/limits.ts";
import { asking } from "../base/settings.ts";

/** The file's contents with every default filled in. */
export interface ProjectSettings {
  gate: {
    /** Symbols outside tests that a change may affect; null = no limit. */
    max_affected: number | null;
    /** null = not said: nothing for `manifold impact`, `risky` for a hook. */
    fail_on: FailOn[] | null;
    depth: number;
  };
  hook: {
    /** Seconds that a hook waits for an index that is being built. */
    wait: number;
  };
  feedback: {
    /** Whether questions are recorded in `.manifold` (serve/feedback.ts). */
    record: boolean;
  };
  /** A model on this machine that may compile questions the router is unsure of (asking/ollama.ts). */
  llm: {
    /** Asked at every question, without --llm. */
    enabled: boolean;
    model: string | null;
    url: string;
    timeout_ms: number;
  };
}

const LLM = { enabled: false, model: null, url: ollama.url, timeout_ms: ollama.timeoutMs };

const NAME = "manifold.json";

/**
 * The settings of a project; defaults where there is no file.
 * @throws Refusal `bad-settings` for anything in it that is not known or not allowed
 */
export async function projectSettings(root: string): Promise<ProjectSettings> {
  const text = read(root);
  if (text === null)
    return {
      gate: { max_affected: null, fail_on: null, depth: asking.defaultDepth },
      hook: { wait: gate.hookWaitSeconds },
      feedback: { record: true },
      llm: LLM,
    };
  // A question does not pay for zod where there is no file.
  const { z } = await import("zod");
  const schema = z.strictObject({
    $schema: z.string().optional(),
    gate: z
      .strictObject({
        max_affected: z.int().min(0).nullable().default(null),
        fail_on: z.array(z.enum(FAIL_ON)).nullable().default(null),
        depth: z.int().min(1).max(asking.maxDepth).default(asking.defaultDepth),
      })
      .default({ max_affected: null, fail_on: null, depth: asking.defaultDepth }),
    hook: z.strictObject({ wait: z.number().min(0).max(600).default(gate.hookWaitSeconds) }).default({ wait: gate.hookWaitSeconds }),
    feedback: z.strictObject({ record: z.boolean().default(true) }).default({ record: true }),
    llm: z
      .strictObject({
        enabled: z.boolean().default(LLM.enabled),
        model: z.string().min(1).max(200).nullable().default(LLM.model),
        url: z.string().max(200).default(LLM.url),
        timeout_ms: z.int().min(1).max(ollama.maxTimeoutMs).default(LLM.timeout_ms),
      })
      .default(LLM),
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw bad(`${NAME} is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const where = issue.path.length > 0 ? ` at "${issue.path.join(".")}"` : "";
  throw bad(`${NAME} is not understood${where}: ${issue.message}.`);
}

/**
 * The local model that a question may ask: where `--llm` or `"llm": {"enabled": true}` switched it on. A file that came with the repository
 * switches nothing on: a clone must not make this machine talk to anything, not even to itself.
 * @throws Refusal `bad-settings`, for an address outside this machine too
 */
export async function localModel(root: string, flag: boolean): Promise<LocalModel | undefined> {
  // A question that asks no model does not pay for the schema.
  if (!flag && !/"llm"/.test(read(root) ?? "")) return undefined;
  const { llm } = await projectSettings(root);
  if (!flag && (!llm.enabled || (await isTracked(root)))) return undefined;
  const { loopback } = await import("../asking/ollama.ts");
  loopback(llm.url);
  return { model: llm.model, url: llm.url, timeoutMs: llm.timeout_ms };
}

/** Does git have the file? Where git cannot tell, it might. */
async function isTracked(root: string): Promise<boolean> {
  if (gitTop(root) === null) return false;
  try {
    return (await git(root, ["ls-files", "--", NAME])).length > 0;
  } catch {
    return true;
  }
}

function bad(what: string): Refusal {
  return new Refusal(
    "bad-settings",
    what,
    `It may have "gate" (max_affected: number or null; fail_on: list of ${FAIL_ON.join(", ")}; depth: 1 to ${asking.maxDepth}) "hook" (wait: seconds), "feedback" (record: true or false) and "llm" (enabled, model, url, timeout_ms).`,
  );
}

function read(root: string): string | null {
  try {
    if (!lstatSync(join(root, NAME)).isFile()) throw bad(`${NAME} is not a plain file.`);
    return readFileSync(join(root, NAME), "utf8");
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw bad(`${NAME} cannot be read.`);
  }
}
