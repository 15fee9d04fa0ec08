/** Contrastive training: its arithmetic against a plain version, its sameness, and what adaptation is for. */
import { describe, expect, test } from "bun:test";
import { compileKernel } from "../../scripts/train/kernel.ts";
import { adapt, BagBuilder, PairBuilder, TokenizedText } from "../../src/embed/adapt.ts";
import { KERNEL, PLAIN_KERNEL } from "../../src/embed/kernel/kernel.wasm.ts";
import { adapting } from "../../src/embed/limits.ts";
import { builtInTable, embedBags, embedQuestion, StaticEmbedder } from "../../src/embed/static.ts";
import { openTable, packTable, Tokenizer } from "../../src/embed/table.ts";
import { type Bags, Kernel, lots, type PairSet, Trainer } from "../../src/embed/trainer.ts";

const DIM = 16;

function bags(lists: number[][]): Bags {
  const builder = new BagBuilder(64);
  for (const list of lists) {
    builder.put(list);
    builder.close();
  }
  return builder.bags();
}

/** One InfoNCE step with plain SGD-free arithmetic: the loss, and its gradient by finite differences, from the definition. */
function loss(rows: Float64Array, pairs: PairSet, temperature: number): number {
  const embed = ({ offsets, tokens, counts }: Bags, damped: boolean) =>
    Array.from({ length: offsets.length - 1 }, (_, i) => {
      const sum = new Float64Array(DIM);
      for (let t = offsets[i]!; t < offsets[i + 1]!; t++)
        for (let k = 0; k < DIM; k++) sum[k]! += (damped ? 1 + Math.log(counts[t]!) : counts[t]!) * rows[tokens[t]! * DIM + k]!;
      const norm = Math.hypot(...sum);
      return sum.map((x) => x / norm);
    });
  const q = embed(pairs.queries, false);
  const d = embed(pairs.documents, true);
  let total = 0;
  for (const [i, query] of q.entries()) {
    const scores = d.map((document) => query.reduce((sum, x, k) => sum + x * document[k]!, 0) / temperature);
    const allowed = scores.filter((_, j) => j === i || pairs.groups[j] !== pairs.groups[i]);
    total += Math.log(allowed.reduce((sum, s) => sum + Math.exp(s), 0)) - scores[i]!;
  }
  return total / q.length;
}

describe("a training step", () => {
  const lot = lots(7);
  const list = () => Array.from({ length: 3 + (lot() % 5) }, () => lot() % 40);
  const pairs: PairSet = {
    queries: bags(Array.from({ length: 8 }, list)),
    documents: bags(Array.from({ length: 8 }, list)),
    groups: Uint32Array.of(0, 0, 1, 2, 3, 3, 4, 5),
  };
  const start = Float32Array.from({ length: 40 * DIM }, () => lot() / 2 ** 32 - 0.5);
  const options = { dimensions: DIM, batch: 8, temperature: 0.1, rate: 0.001 };
  const chosen = [0, 1, 2, 3, 4, 5, 6, 7];

  test("has the loss of its definition and moves every row against the gradient's sign", () => {
    const trainer = new Trainer(start, options);
    const exact = Float64Array.from(start);
    expect(trainer.step(pairs, chosen)).toBeCloseTo(loss(exact, pairs, 0.1), 4);
    const after = trainer.rows();
    let checked = 0;
    for (let at = 0; at < start.length; at += 7) {
      const moved = exact.slice();
      moved[at]! += 1e-4;
      const up = loss(moved, pairs, 0.1);
      moved[at]! -= 2e-4;
      const slope = (up - loss(moved, pairs, 0.1)) / 2e-4;
      // Adam's first step is the rate, against the sign of the gradient; a row that no text has stays.
      if (Math.abs(slope) > 1e-4) {
        expect(after[at]! - start[at]!).toBeCloseTo(-Math.sign(slope) * 0.001, 5);
        checked++;
      } else if (slope === 0) expect(after[at]).toBe(start[at]!);
    }
    expect(checked).toBeGreaterThan(40);
  });

  test("lowers the loss, and gives the same bits when it is made again", () => {
    const train = () => {
      const trainer = new Trainer(start, { ...options, rate: 0.02 });
      const losses = Array.from({ length: 60 }, () => trainer.step(pairs, chosen));
      return { losses, rows: trainer.rows() };
    };
    const first = train();
    expect(first.losses.at(-1)!).toBeLessThan(first.losses[0]! / 10);
    expect(train()).toEqual(first);
  });

  test("gives the same bits without SIMD, as on processors without AVX", () => {
    const train = (kernel: string) => {
      const trainer = new Trainer(start, { ...options, rate: 0.02 }, new Kernel(new WebAssembly.Module(Uint8Array.fromBase64(kernel))));
      const losses = Float64Array.from({ length: 40 }, () => trainer.step(pairs, chosen));
      return [new Uint32Array(trainer.rows().buffer), new Uint32Array(losses.buffer)];
    };
    expect(train(PLAIN_KERNEL)).toEqual(train(KERNEL));
  });
});

test("the kernel in the repository is the one that its source gives", () => {
  const text = compileKernel();
  expect(text).toContain(`"${KERNEL}"`);
  expect(text).toContain(`"${PLAIN_KERNEL}"`);
  expect(KERNEL).not.toBe(PLAIN_KERNEL);
});

describe("adaptation", () => {
  const WORDS = Array.from({ length: 400 }, (_, i) => `w${"abcdefghijklmnopqrst"[i % 20]}${"abcdefghijklmnopqrst"[Math.floor(i / 20)]}`);
  const lot = lots(3);
  const table = openTable(
    packTable(
      WORDS,
      Float32Array.from({ length: 400 * DIM }, () => lot() / 2 ** 32 - 0.5),
      DIM,
    ),
  );
  const tokenizer = new Tokenizer((word) => table.find(word));
  /** Pairs of 20 subjects whose descriptions and code have no word in common. */
  const mined = (count: number): PairSet => {
    const builder = new PairBuilder(table.size);
    const pick = lots(5);
    for (let i = 0; i < count; i++) {
      const subject = pick() % 20;
      const code = Array.from({ length: 8 }, () => WORDS[200 + subject * 10 + (pick() % 10)]).join(" ");
      const query = [0, 1, 2].map(() => subject * 10 + (pick() % 10));
      builder.add(query, TokenizedText.of(tokenizer, code), 0, code.length, 0, 0, i);
    }
    return builder.pairs();
  };

  test("brings descriptions and their code together", () => {
    const pairs = mined(1_000);
    const rows = adapt(table, pairs, { steps: 60, rate: 0.02 });
    const right = (adapted: typeof rows) => {
      const documents = embedBags(pairs.documents, adapted, table).slice(0, 20);
      return documents.filter((_, i) => {
        const { offsets, tokens } = pairs.queries;
        const words = [...tokens.subarray(offsets[i]!, offsets[i + 1]!)].map((token) => WORDS[token]).join(" ");
        const place = new Map([...(adapted?.tokens ?? [])].map((token, at) => [token, at]));
        const query = embedQuestion(
          words,
          (token) => {
            const at = place.get(token);
            return at === undefined || !adapted
              ? null
              : { scale: adapted.scales[at]!, row: adapted.rows.subarray(at * DIM, (at + 1) * DIM) };
          },
          table,
        );
        const scores = documents.map((document) => document.reduce((sum, x, k) => sum + x * query[k]!, 0));
        return scores[i]! > 0.5;
      }).length;
    };
    expect(right(null)).toBeLessThan(10);
    expect(right(rows)).toBeGreaterThan(17);
    expect(adapt(table, pairs, { steps: 60, rate: 0.02 })).toEqual(rows);
  });

  test("does not run without a batch of pairs, or without steps", () => {
    expect(adapt(table, mined(adapting.batch - 1))).toBeNull();
    expect(adapt(table, mined(2 * adapting.batch), { steps: 0 })).toBeNull();
    expect(adapt(table, mined(2 * adapting.batch), { steps: 1 })).not.toBeNull();
  });
});

describe("the built-in model", () => {
  const model = new StaticEmbedder();
  const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

  test("gives unit vectors, zeros for nothing, the same ones whatever stands beside", () => {
    const texts = ["function parseConfig(path: string)", "", "日本", "delete the user's session"];
    const all = model.embedDocuments(texts);
    for (const [i, text] of texts.entries()) expect(model.embedDocuments([text])[0]).toEqual(all[i]!);
    expect(all.map((vector) => Math.round(Math.hypot(...vector) * 1e5) / 1e5)).toEqual([1, 0, 0, 1]);
    expect(all[0]).toHaveLength(model.dimensions);
    expect(model.hash).toBe(builtInTable().hash);
  });

  test("a question and a document of the same words, each once, are the same", () => {
    expect(cosine(model.embedQuery("open the socket"), model.embedDocuments(["open the socket"])[0]!)).toBeCloseTo(1, 5);
  });

  test("knows words of one trade", () => {
    const near = (a: string, b: string) => cosine(model.embedQuery(a), model.embedQuery(b));
    for (const [word, friend, stranger] of [
      ["authenticate", "login", "matrix"],
      ["delete", "remove", "color"],
      ["socket", "connection", "paragraph"],
      ["mutex", "lock", "font"],
    ] as const)
      expect(near(word, friend)).toBeGreaterThan(near(word, stranger));
  });
});
