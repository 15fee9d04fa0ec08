/**
 * A local model as a second compiler: asked only about questions that the router is unsure of, and only where the user switched it on.
 *
 * The one place of the program that opens a connection: HTTP to an Ollama on this machine. The host is checked here and connected to as a
 * loopback address whatever it was called, no proxy is used (`node:http` knows none, unlike `fetch`) and no redirect followed.
 */
import { request } from "node:http";
import { Refusal } from "../base/errors.ts";
import { ollama as settings } from "../base/limits.ts";
import type { Plan } from "../query/plan.ts";

export interface LocalModel {
  /** As Ollama names it, for example `qwen2.5-coder:3b`; null = none was named. */
  model: string | null;
  /** `http://127.0.0.1:PORT` or `http://localhost:PORT`. */
  url: string;
  timeoutMs: number;
}

/** What a model may decide of a plan. */
export type Proposal = Partial<Pick<Plan, "strategy" | "operation" | "symbol" | "target" | "keyword" | "description" | "relation">>;

/**
 * The loopback address of a URL.
 * @throws Refusal `bad-settings` for anything but plain HTTP to 127.0.0.1, localhost or ::1
 */
export function loopback(url: string): { host: string; port: number } {
  const fix = 'Write for example "url": "http://127.0.0.1:11434".';
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch (error) {
    throw new Refusal("bad-settings", `The address of the local model is no URL: ${JSON.stringify(url)}.`, fix, { cause: error });
  }
  const host = { "127.0.0.1": "127.0.0.1", localhost: "127.0.0.1", "[::1]": "::1" }[parsed.hostname];
  if (parsed.protocol !== "http:" || host === undefined || parsed.username !== "" || parsed.password !== "")
    throw new Refusal(
      "bad-settings",
      `A model is only asked on this machine, over http: ${parsed.protocol}//${parsed.hostname} is not.`,
      fix,
    );
  return { host, port: parsed.port === "" ? 80 : Number(parsed.port) };
}

const asked = new Map<string, Promise<Proposal>>();

/**
 * Compiles a question with a local model; the same question once a process.
 * @returns what the model decides, checked against the plan's schema
 * @throws Error with the reason, for everything that can go wrong with it; Refusal `bad-settings` for an address elsewhere
 */
export function compileLocally(question: string, local: LocalModel): Promise<Proposal> {
  const key = JSON.stringify([question, local]);
  let proposal = asked.get(key);
  if (!proposal) {
    proposal = propose(question, local);
    asked.set(key, proposal);
  }
  return proposal;
}

async function propose(question: string, { model, url, timeoutMs }: LocalModel): Promise<Proposal> {
  const place = loopback(url);
  if (model === null) throw new Error('no model is named: add {"llm": {"model": "NAME"}} to ~/.config/manifold/config.json');
  const [{ z }, { proposalSchema }] = await Promise.all([import("zod"), import("../query/plan_schema.ts")]);
  const body = JSON.stringify({
    model,
    stream: false,
    format: z.toJSONSchema(proposalSchema, { io: "input" }),
    options: { temperature: 0, seed: 1 },
    messages: [
      { role: "system", content: INSTRUCTION },
      { role: "user", content: question.slice(0, settings.maxQuestion) },
    ],
  });
  const reply = await post(place, body, timeoutMs);
  let plan: unknown;
  try {
    plan = JSON.parse((JSON.parse(reply) as { message: { content: string } }).message.content);
  } catch {
    throw new Error("it did not answer with a plan");
  }
  const parsed = proposalSchema.safeParse(plan);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`its plan is wrong at "${issue?.path.join(".") ?? ""}": ${issue?.message ?? "unknown"}`);
}

/** One request, one reply, nothing else: no redirect, no cookie, no second connection. */
function post({ host, port }: { host: string; port: number }, body: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body), connection: "close" };
    const sent = request({ host, port, path: "/api/chat", method: "POST", headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on("data", (part: Buffer) => {
        size += part.length;
        if (size > settings.maxReply) fail(new Error("its answer is too long"));
        else parts.push(part);
      });
      response.on("end", () => {
        clearTimeout(timer);
        if (response.statusCode === 200) resolve(Buffer.concat(parts).toString("utf8"));
        else reject(new Error(`it answered with status ${response.statusCode}`));
      });
      response.on("error", fail);
    });
    const fail = (error: Error): void => {
      clearTimeout(timer);
      sent.destroy();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Error(`it took longer than ${timeoutMs} ms`)), timeoutMs);
    sent.on("error", () => fail(new Error(`nothing answers at ${host}:${port}`)));
    sent.end(body);
  });
}

const INSTRUCTION = `You turn a question about a code base into a query plan, as one JSON object with the keys
strategy: "semantic" (meaning), "structural" (relation of a named symbol), "hybrid" (relation of something described), "keyword" (exact text);
operation: "search", or the relation asked for: definition, references, callers, callees, subclasses, superclasses, imports, importers, members, blast_radius, path, similar;
symbol: the exact identifier the question names, else null; target: the other end of a path, else null; keyword: the exact text to look for, else null;
description: the words to search for;
relation: for hybrid {"operation": …, "of": {"symbol": "name"} or {"description": "what it does"} or {"relation": …}, "to": the other end of a path or null, "only": "tests" or null}, else null.
Examples:
"which tests touch the retry logic" -> {"strategy":"hybrid","operation":"callers","symbol":null,"target":null,"keyword":null,"description":"retry logic","relation":{"operation":"callers","of":{"description":"retry logic"},"to":null,"only":"tests"}}
"how is a session stored" -> {"strategy":"semantic","operation":"search","symbol":null,"target":null,"keyword":null,"description":"session stored","relation":null}
Answer with the object only. Never invent identifiers.`;
