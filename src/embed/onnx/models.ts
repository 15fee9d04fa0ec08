/** The models on this machine: where they lie, what they are, whether they work, how fast they are. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { asRefusal, Refusal } from "../../base/errors.ts";
import type { Model } from "../../base/schema.ts";
import { onnx as settings } from "../limits.ts";
import { builtInTable, type Embedder, STATIC_MODEL, tableBytes } from "../static.ts";
import type { ModelLayout } from "./layout.ts";

/** Folder whose folders are models that can be named without a path: `$XDG_DATA_HOME/manifold/models`. Manifold only reads there. */
export function modelsFolder(): string {
  const data = process.env.XDG_DATA_HOME;
  return join(data && isAbsolute(data) ? data : join(process.env.HOME || homedir(), ".local", "share"), "manifold", "models");
}

/**
 * The path that a user means by `--model`: a folder or .onnx file, or the name of a folder in `modelsFolder`.
 * @param cwd where the user stands
 */
export function modelPath(named: string, cwd: string): string {
  const path = resolve(cwd, named);
  if (existsSync(path) || /[/\\]/.test(named)) return path;
  const known = join(modelsFolder(), named);
  if (existsSync(known)) return known;
  throw new Refusal(
    "model-missing",
    `There is no model ${named}: neither ${path} nor ${known} is there.`,
    `Put the model's folder (tokenizer.json, config.json, onnx/model.onnx) at ${known}; nothing is ever downloaded.`,
  );
}

/** Paths of the models in `modelsFolder`, sorted. */
export function installedModels(): string[] {
  const folder = modelsFolder();
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  } catch {
    return [];
  }
}

/** What is known of a model without running it. */
export type ModelFacts = Omit<Model, "hash" | "verified" | "speed">;

/** What is known of the model in the binary: it has no file, and no limit of tokens. */
export function builtInFacts(): ModelFacts {
  return {
    id: STATIC_MODEL,
    path: "built in",
    weights: null,
    bytes: tableBytes(),
    dimensions: builtInTable().dimensions,
    pooling: "mean",
    max_tokens: null,
    query_prefix: "",
    document_prefix: "",
    problem: null,
  };
}

/** Reads what lies in a model's folder. */
export async function factsOf(path: string): Promise<ModelFacts> {
  const none = { weights: null, bytes: null, dimensions: null, pooling: null, max_tokens: null, query_prefix: "", document_prefix: "" };
  try {
    const { readLayout } = await import("./layout.ts");
    const layout: ModelLayout = readLayout(path);
    return {
      id: layout.id,
      path: layout.folder,
      weights: layout.weights,
      bytes: [layout.weights, ...layout.external].reduce((sum, file) => sum + statSync(file).size, 0),
      dimensions: layout.dimensions,
      pooling: layout.pooling,
      max_tokens: layout.maxTokens,
      query_prefix: layout.queryPrefix,
      document_prefix: layout.documentPrefix,
      problem: null,
    };
  } catch (error) {
    const { what, fix } = asRefusal(error);
    return { id: path.split("/").at(-1) ?? path, path, ...none, problem: `${what} ${fix}` };
  }
}

/** Short texts of several kinds, for trying a model out. */
const SAMPLES = [
  "how does login work",
  "function authenticate(user, password) { return hash(password) === user.digest; }",
  "class Queue:\n    def push(self, item):\n        self.items.append(item)",
  "# Installation\n\nRun the installer and restart the server.",
  "",
];

/**
 * Runs a model on a few texts.
 * @returns what is wrong with its vectors; null if nothing is
 */
export async function verify(embedder: Embedder): Promise<string | null> {
  const first = await embedder.embedDocuments(SAMPLES);
  const second = await embedder.embedDocuments(SAMPLES);
  for (const [at, vector] of first.entries()) {
    if (vector.length !== embedder.dimensions) return `a vector has ${vector.length} numbers, not ${embedder.dimensions}`;
    if (!vector.every(Number.isFinite)) return "a vector has parts that are no numbers";
    const length = Math.hypot(...vector);
    if (length !== 0 && Math.abs(length - 1) > 1e-4) return `a vector has the length ${length}, not 1`;
    if (vector.some((value, i) => value !== second[at]![i])) return "the same text gives other vectors the second time";
  }
  const likeness = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  if (likeness(first[1]!, first[3]!) > 0.9999) return "different texts give the same vector";
  const query = await embedder.embedQuery(SAMPLES[0]!);
  return query.length === embedder.dimensions ? null : "a question's vector is of another length";
}

/**
 * Measures a model for about a second.
 * @param batch documents that it is given at a time
 */
export async function measure(embedder: Embedder, batch: number): Promise<NonNullable<Model["speed"]>> {
  const document = `${SAMPLES[1]}\n${SAMPLES[2]}\n`.repeat(3).slice(0, settings.benchCharacters);
  const spent = async (run: (round: number) => Promise<unknown> | unknown): Promise<number> => {
    await run(0);
    const started = performance.now();
    let rounds = 0;
    do await run(++rounds);
    while (performance.now() - started < settings.benchMs);
    return (performance.now() - started) / rounds;
  };
  const texts = (round: number): string[] => Array.from({ length: batch }, (_, i) => `${document} ${round}${i}`);
  const documents = await spent((round) => embedder.embedDocuments(texts(round)));
  const query = await spent((round) => embedder.embedQuery(`${SAMPLES[0]} ${round}`));
  return { documents_per_second: rounded((1_000 * batch) / documents), query_ms: rounded(query) };
}

const rounded = (value: number): number => Number(value.toPrecision(3));
