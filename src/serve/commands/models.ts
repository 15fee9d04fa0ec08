/** `manifold models`: the embedding models that are there, whether they work, and how fast they are. */
import { asRefusal, EXIT } from "../../base/errors.ts";
import type { Model } from "../../base/schema.ts";
import { onnx } from "../../embed/limits.ts";
import type { OnnxEmbedder } from "../../embed/onnx/embedder.ts";
import {
  builtInFacts,
  factsOf,
  installedModels,
  type ModelFacts,
  measure,
  modelPath,
  modelsFolder,
  verify,
} from "../../embed/onnx/models.ts";
import { STATIC_MODEL, StaticEmbedder } from "../../embed/static.ts";
import { command } from "../command.ts";
import { outputFlags } from "../question.ts";
import { visible } from "../render/visible.ts";
import { printReport } from "../report.ts";

export default command({
  name: "models",
  about: "List the local embedding models, try whether they work, and measure them; nothing is ever downloaded",
  flags: {
    model: {
      type: "positional",
      description: "A model's folder, one of its .onnx files, or its name; without it all in the models folder",
    },
    verify: { type: "boolean", description: "Load each model and check its vectors (a named one always is)" },
    bench: { type: "boolean", description: "Measure how fast each is on this machine" },
    ...outputFlags,
  },
  async run(flags) {
    const named = flags.word("model");
    const bench = flags.on("bench");
    const run = flags.on("verify") || bench || named !== undefined;
    const rows: Model[] = [];
    if (named === undefined || named === STATIC_MODEL) rows.push(await examine(builtInFacts(), run, bench));
    const paths = named === undefined ? installedModels() : named === STATIC_MODEL ? [] : [modelPath(named, process.cwd())];
    for (const path of paths) rows.push(await examine(await factsOf(path), run, bench));
    const exit = rows.some((row) => row.problem !== null) ? EXIT.nothing : EXIT.ok;
    const others = `${paths.length > 0 ? "Other models" : "No other models. They"} are folders in ${visible(modelsFolder())}`;
    printReport(flags, { folder: modelsFolder(), models: rows }, (paint) => [
      ...rows.flatMap((row) => [
        `${paint.name(visible(row.id))}  ${describe(row)}`,
        `    ${paint.dim(visible(row.weights ?? row.path))}`,
        ...(row.problem === null ? [] : [`    ${paint.warn(`! ${visible(row.problem)}`)}`]),
      ]),
      ...(named === undefined ? [`${others} (tokenizer.json, config.json, onnx/model.onnx).`] : []),
    ]);
    return exit;
  },
});

/** @param run load it and look at its vectors */
async function examine(facts: ModelFacts, run: boolean, bench: boolean): Promise<Model> {
  const row: Model = { ...facts, hash: null, verified: null, speed: null };
  if (!run || facts.problem !== null) return row;
  try {
    const model = facts.id === STATIC_MODEL && facts.weights === null ? new StaticEmbedder() : await opened(facts.weights ?? facts.path);
    try {
      const wrong = await verify(model);
      const batch = model instanceof StaticEmbedder ? onnx.staticBatch : onnx.benchBatch;
      const speed = bench && wrong === null ? await measure(model, batch) : null;
      const problem = wrong === null ? null : `It does not work: ${wrong}.`;
      return { ...row, dimensions: model.dimensions, hash: model.hash, verified: wrong === null, speed, problem };
    } finally {
      if ("close" in model) await model.close();
    }
  } catch (error) {
    const { what, fix } = asRefusal(error);
    return { ...row, verified: false, problem: `${what} ${fix}` };
  }
}

async function opened(path: string): Promise<OnnxEmbedder> {
  return (await import("../../embed/onnx/embedder.ts")).OnnxEmbedder.open(path);
}

function describe(row: Model): string {
  const parts = [
    row.dimensions === null ? null : `${row.dimensions} dimensions`,
    row.pooling === null ? null : `${row.pooling} pooling`,
    row.max_tokens === null ? null : `${row.max_tokens} tokens`,
    row.bytes === null ? null : `${(row.bytes / 1e6).toFixed(1)} MB`,
    row.verified === true ? "works" : null,
    row.speed === null ? null : `${row.speed.documents_per_second} documents/s, ${row.speed.query_ms} ms a question`,
  ];
  return parts.filter((part) => part !== null).join(", ");
}
