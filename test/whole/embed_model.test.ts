/** An index embedded with a local model: pinned, updated text by text, never mixed with another model. */
import { afterEach, expect, spyOn, test } from "bun:test";
import { renameSync } from "node:fs";
import { type AskOptions, ask, PLAIN } from "../../src/asking.ts";
import { OnnxEmbedder } from "../../src/embed/onnx/embedder.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { index } from "../../src/indexing.ts";
import { embeddingState } from "../../src/store/embedding.ts";
import { modelFiles, writeFiles } from "../embed/_model.ts";
import { opened, removeTemporary, temporary, vectors, write } from "../store/_tree.ts";

afterEach(removeTemporary);

const definition = (name: string) => `export function ${name}(user: string): string {\n  return read("${name}", user).trim();\n}\n`;
const options: AskOptions = { ...PLAIN, k: 4 };

async function local(folder: string) {
  return { steps: 0, model: { path: folder, embedder: await OnnxEmbedder.open(folder) } };
}

function state(root: string) {
  const store = opened(root);
  try {
    return { state: embeddingState(store), vectors: vectors(store) };
  } finally {
    store.close();
  }
}

test("the model is pinned; an edit embeds only its own text; another model embeds everything anew", async () => {
  const root = temporary();
  const folder = writeFiles(`${temporary()}/model`, modelFiles());
  write(root, { "src/login.ts": definition("login"), "src/list.ts": definition("list"), "src/query.ts": definition("query") });
  const report = await index(root, { quiet: true, embedding: await local(folder) });
  const first = state(root);
  expect(report.model).toBe(first.state!.model);
  expect(first.state).toMatchObject({ folder, hash: expect.stringMatching(/^[0-9a-f]{16}$/), adapted: false });
  expect(first.vectors?.rows).toHaveLength(3);

  // The update finds the model by itself, and asks it for one text.
  const asked = spyOn(OnnxEmbedder.prototype, "embedDocuments");
  try {
    write(root, { "src/list.ts": `${definition("list")}\n`, "src/query.ts": definition("querySorted") });
    const { store } = await refresh(root, { quiet: true });
    const answer = await ask({ root, store, behind: 0, warnings: [] }, "read the user list", {
      ...options,
      engines: ["vectors"],
      strategy: "semantic",
    });
    store.close();
    // Near-duplicates are shown as one.
    expect(answer.results.length).toBeGreaterThan(0);
    expect(asked.mock.calls.flatMap(([texts]) => texts)).toEqual([expect.stringContaining("querySorted")]);
  } finally {
    asked.mockRestore();
  }
  const updated = state(root);
  expect((await index(root, { quiet: true, full: true, embedding: await local(folder) })).model).toBe(report.model);
  expect(state(root).vectors).toEqual(updated.vectors);

  const other = writeFiles(`${temporary()}/other`, modelFiles(8));
  expect((await index(root, { quiet: true, embedding: await local(other) })).incremental).toBe(false);
  const changed = state(root);
  expect(changed.state!.hash).not.toBe(first.state!.hash);
  expect(changed.vectors?.rows).not.toEqual(updated.vectors?.rows);
}, 60_000);

test("where the model is gone, questions are answered by words with a warning, and an update says where it must be", async () => {
  const root = temporary();
  const folder = writeFiles(`${temporary()}/model`, modelFiles());
  write(root, { "src/login.ts": definition("login") });
  await index(root, { quiet: true, embedding: await local(folder) });
  renameSync(folder, `${folder}-gone`);
  const { store } = await refresh(root, { skip: true });
  // Another path than any test has loaded a model from.
  const answer = await ask({ root, store, behind: 0, warnings: [] }, "how does the login work", options);
  store.close();
  expect(answer.results[0]?.path).toBe("src/login.ts");
  expect(answer.warnings).toContainEqual({ code: "model-missing", message: expect.stringContaining("Answered by words") });
  write(root, { "src/login.ts": definition("signIn") });
  expect(index(root, { quiet: true })).rejects.toThrow(folder);
  expect((await index(root, { quiet: true, embedding: { steps: 0 } })).model).toBe("manifold-static");
}, 60_000);
