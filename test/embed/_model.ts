/**
 * A small model of a real architecture, built from a seed: BERT as sentence-transformers exports it (MiniLM is the same with more layers),
 * written as ONNX protobuf, with a WordPiece tokenizer. And the same forward pass in plain TypeScript, to compare with. Not a test file.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onnx } from "onnx-proto";

const HIDDEN = 32;
const HEADS = 4;
const LAYERS = 2;
const INNER = 64;
const POSITIONS = 64;
const EPSILON = 1e-12;

const WORDS = `the a of to in is how does work where what user password hash check checks login session token parse parser file files
read write open close socket server client request response error handle handler list sort tree node graph index query search
auth ##enticate ##ing ##er ##ed ##s ##ion ##ize un ##able pre ##fix é naïve 数 据 ( ) { } [ ] . , ; : = + - * / < > ! ? _ " ' 0 1 2 3
a b c d e f g h i j k l m n o p q r s t u v w x y z ##a ##b ##c ##d ##e ##f ##g ##h ##i ##j ##k ##l ##m ##n ##o ##p ##q ##r ##s ##t ##u ##v ##w ##x ##y ##z`;
export const VOCABULARY: readonly string[] = [...new Set(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ...WORDS.split(/\s+/)])];

export type Precision = "fp32" | "fp16" | "int8";

/** One weight: its shape, and its numbers as the model of that precision has them. */
interface Weight {
  dims: number[];
  values: Float32Array;
}

type Weights = Map<string, Weight>;

/** Lehmer generator: the same weights on every machine. */
function weightsOf(seed: number, precision: Precision, head = 0): Weights {
  let state = seed;
  const uniform = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  const weights: Weights = new Map();
  const put = (name: string, dims: number[], scale: number, middle = 0): void => {
    const values = Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, () => middle + scale * uniform());
    weights.set(name, { dims, values: dims.length > 1 ? rounded(values, precision) : values });
  };
  put("word", [VOCABULARY.length, HIDDEN], 2);
  put("position", [POSITIONS, HIDDEN], 0.5);
  put("type", [2, HIDDEN], 0.2);
  const norm = (name: string): void => {
    put(`${name}.scale`, [HIDDEN], 0.2, 1);
    put(`${name}.shift`, [HIDDEN], 0.2);
  };
  norm("first");
  for (let layer = 0; layer < LAYERS; layer++) {
    for (const name of ["query", "key", "value", "output"]) {
      put(`${layer}.${name}.w`, [HIDDEN, HIDDEN], 0.6);
      put(`${layer}.${name}.b`, [HIDDEN], 0.1);
    }
    put(`${layer}.up.w`, [HIDDEN, INNER], 0.6);
    put(`${layer}.up.b`, [INNER], 0.1);
    put(`${layer}.down.w`, [INNER, HIDDEN], 0.6);
    put(`${layer}.down.b`, [HIDDEN], 0.1);
    norm(`${layer}.attention`);
    norm(`${layer}.final`);
  }
  if (head > 0) {
    put("head.w", [HIDDEN, head], 1);
    put("head.b", [head], 0.5);
  }
  return weights;
}

const scaleOf = (values: Float32Array): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;

/** What is left of weights in a precision. */
function rounded(values: Float32Array, precision: Precision): Float32Array {
  if (precision === "fp16") return Float32Array.from(Float16Array.from(values));
  if (precision === "fp32") return values;
  const scale = Math.fround(scaleOf(values));
  return values.map((value) => Math.round(value / scale) * scale);
}

const { FLOAT, FLOAT16, INT8, INT64 } = onnx.TensorProto.DataType;

/** The model as the bytes of an .onnx file. */
function graphBytes(weights: Weights, precision: Precision, head = 0): Uint8Array {
  const nodes: onnx.INodeProto[] = [];
  const initializers: onnx.ITensorProto[] = [];
  let names = 0;
  const op = (opType: string, input: string[], attributes: Record<string, number | number[]> = {}, output = `v${names++}`): string => {
    const attribute = Object.entries(attributes).map(([name, value]): onnx.IAttributeProto => {
      if (Array.isArray(value)) return { name, type: onnx.AttributeProto.AttributeType.INTS, ints: value };
      const whole = Number.isInteger(value);
      return whole
        ? { name, type: onnx.AttributeProto.AttributeType.INT, i: value }
        : { name, type: onnx.AttributeProto.AttributeType.FLOAT, f: value };
    });
    nodes.push({ opType, input, output: [output], name: `n${nodes.length}`, attribute });
    return output;
  };
  const raw = (name: string, dataType: number, dims: number[], array: { buffer: ArrayBufferLike }): string => {
    initializers.push({ name, dataType, dims, rawData: new Uint8Array(array.buffer) });
    return name;
  };
  const whole = (...values: number[]): string => raw(`i${names++}`, INT64, [values.length], BigInt64Array.from(values, BigInt));
  const scalar = (value: number): string => raw(`f${names++}`, FLOAT, [], Float32Array.of(value));
  const weight = (name: string): string => {
    const { dims, values } = weights.get(name)!;
    if (dims.length === 1 || precision === "fp32") return raw(name, FLOAT, dims, values.slice());
    if (precision === "fp16") return op("Cast", [raw(name, FLOAT16, dims, Float16Array.from(values))], { to: FLOAT });
    const scale = Math.fround(scaleOf(values));
    const stored = raw(
      name,
      INT8,
      dims,
      Int8Array.from(values, (value) => Math.round(value / scale)),
    );
    return op("DequantizeLinear", [stored, scalar(scale), raw(`z${names++}`, INT8, [], Int8Array.of(0))]);
  };
  const linear = (input: string, name: string): string => op("Add", [op("MatMul", [input, weight(`${name}.w`)]), weight(`${name}.b`)]);
  const norm = (input: string, name: string, output?: string): string =>
    op("LayerNormalization", [input, weight(`${name}.scale`), weight(`${name}.shift`)], { axis: -1, epsilon: EPSILON }, output);
  const heads = (input: string): string =>
    op("Transpose", [op("Reshape", [input, whole(0, 0, HEADS, HIDDEN / HEADS)])], { perm: [0, 2, 1, 3] });

  const length = op("Gather", [op("Shape", ["input_ids"]), raw("one", INT64, [], BigInt64Array.of(1n))], { axis: 0 });
  const places = op("Range", [raw("zero", INT64, [], BigInt64Array.of(0n)), length, raw("step", INT64, [], BigInt64Array.of(1n))]);
  const words = op("Gather", [weight("word"), "input_ids"], { axis: 0 });
  const types = op("Gather", [weight("type"), "token_type_ids"], { axis: 0 });
  const positions = op("Gather", [weight("position"), places], { axis: 0 });
  let state = norm(op("Add", [op("Add", [words, types]), positions]), "first");
  const seen = op("Cast", [op("Unsqueeze", ["attention_mask", whole(1, 2)])], { to: FLOAT });
  const mask = op("Mul", [op("Sub", [scalar(1), seen]), scalar(-1e9)]);
  for (let layer = 0; layer < LAYERS; layer++) {
    const query = heads(linear(state, `${layer}.query`));
    const key = op("Transpose", [heads(linear(state, `${layer}.key`))], { perm: [0, 1, 3, 2] });
    const value = heads(linear(state, `${layer}.value`));
    const likeness = op("Div", [op("MatMul", [query, key]), scalar(Math.sqrt(HIDDEN / HEADS))]);
    const share = op("Softmax", [op("Add", [likeness, mask])], { axis: -1 });
    const mixed = op("Reshape", [op("Transpose", [op("MatMul", [share, value])], { perm: [0, 2, 1, 3] }), whole(0, 0, HIDDEN)]);
    state = norm(op("Add", [state, linear(mixed, `${layer}.output`)]), `${layer}.attention`);
    const up = linear(state, `${layer}.up`);
    const gelu = op("Mul", [op("Mul", [up, scalar(0.5)]), op("Add", [op("Erf", [op("Div", [up, scalar(Math.SQRT2)])]), scalar(1)])]);
    const final = layer === LAYERS - 1 && head === 0 ? "last_hidden_state" : undefined;
    state = norm(op("Add", [state, linear(gelu, `${layer}.down`)]), `${layer}.final`, final);
  }
  if (head > 0) {
    // The first token's state through a linear layer, as BERT's pooler-free classifiers have it.
    const first = op("Gather", [state, raw("start", INT64, [], BigInt64Array.of(0n))], { axis: 1 });
    op("Add", [op("MatMul", [first, weight("head.w")]), weight("head.b")], {}, "logits");
  }
  const shaped = (name: string, elemType: number, dims: (string | number)[]): onnx.IValueInfoProto => ({
    name,
    type: {
      tensorType: { elemType, shape: { dim: dims.map((dim) => (typeof dim === "string" ? { dimParam: dim } : { dimValue: dim })) } },
    },
  });
  const model: onnx.IModelProto = {
    irVersion: 8,
    opsetImport: [{ domain: "", version: 17 }],
    producerName: "manifold test",
    graph: {
      name: "bert",
      node: nodes,
      initializer: initializers,
      input: ["input_ids", "attention_mask", "token_type_ids"].map((name) => shaped(name, INT64, ["batch", "length"])),
      output: [head > 0 ? shaped("logits", FLOAT, ["batch", head]) : shaped("last_hidden_state", FLOAT, ["batch", "length", HIDDEN])],
    },
  };
  return onnx.ModelProto.encode(onnx.ModelProto.create(model)).finish();
}

const TOKENIZER = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"].map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: [
      { SpecialToken: { id: "[CLS]", type_id: 0 } },
      { Sequence: { id: "A", type_id: 0 } },
      { SpecialToken: { id: "[SEP]", type_id: 0 } },
    ],
    pair: [
      { SpecialToken: { id: "[CLS]", type_id: 0 } },
      { Sequence: { id: "A", type_id: 0 } },
      { SpecialToken: { id: "[SEP]", type_id: 0 } },
      { Sequence: { id: "B", type_id: 1 } },
      { SpecialToken: { id: "[SEP]", type_id: 1 } },
    ],
    special_tokens: { "[CLS]": { id: "[CLS]", ids: [2], tokens: ["[CLS]"] }, "[SEP]": { id: "[SEP]", ids: [3], tokens: ["[SEP]"] } },
  },
  decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(VOCABULARY.map((word, id) => [word, id])),
  },
};

/**
 * The files of a model by path, in the layout of a sentence-transformers export.
 * @param head numbers that a classifier on top of it returns (a cross-encoder has one or two); 0 for hidden states
 */
export function modelFiles(seed = 7, precision: Precision = "fp32", head = 0): Record<string, string | Uint8Array> {
  const config = {
    architectures: ["BertModel"],
    model_type: "bert",
    hidden_size: HIDDEN,
    num_attention_heads: HEADS,
    num_hidden_layers: LAYERS,
    max_position_embeddings: POSITIONS,
    vocab_size: VOCABULARY.length,
  };
  const pooling = { word_embedding_dimension: HIDDEN, pooling_mode_cls_token: false, pooling_mode_mean_tokens: true };
  const name = { fp32: "model.onnx", fp16: "model_fp16.onnx", int8: "model_quantized.onnx" }[precision];
  return {
    "config.json": JSON.stringify(config),
    "tokenizer.json": JSON.stringify(TOKENIZER),
    "tokenizer_config.json": JSON.stringify({
      tokenizer_class: "BertTokenizer",
      model_max_length: POSITIONS,
      cls_token: "[CLS]",
      sep_token: "[SEP]",
      pad_token: "[PAD]",
      unk_token: "[UNK]",
      mask_token: "[MASK]",
    }),
    "1_Pooling/config.json": JSON.stringify(pooling),
    [`onnx/${name}`]: graphBytes(weightsOf(seed, precision, head), precision, head),
  };
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Record<string, string | Uint8Array>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

// ---------------------------------------------------------------------------------------------- the same by hand

/** What a classifier of `head` numbers says of a pair: token ids, and 1 for those of the second text. */
export function classify(ids: readonly number[], types: readonly number[], head: number, seed = 7): number[] {
  const weights = weightsOf(seed, "fp32", head);
  const [first] = forward(ids, seed, "fp32", types);
  const { values } = weights.get("head.w")!;
  return Array.from(weights.get("head.b")!.values, (b, j) => first!.reduce((sum, x, i) => sum + x * values[i * head + j]!, b));
}

/** Last hidden states of one sequence of token ids: a row a token, in double precision. */
export function forward(ids: readonly number[], seed = 7, precision: Precision = "fp32", types: readonly number[] = []): number[][] {
  const weights = weightsOf(seed, precision);
  const row = (name: string, at: number): number[] => [...weights.get(name)!.values.subarray(at * HIDDEN, (at + 1) * HIDDEN)];
  const linear = (input: number[], name: string): number[] => {
    const { dims, values } = weights.get(`${name}.w`)!;
    const bias = weights.get(`${name}.b`)!.values;
    return Array.from(bias, (b, j) => input.reduce((sum, x, i) => sum + x * values[i * dims[1]! + j]!, b));
  };
  const norm = (input: number[], name: string): number[] => {
    const mean = input.reduce((a, b) => a + b, 0) / input.length;
    const variance = input.reduce((sum, x) => sum + (x - mean) ** 2, 0) / input.length;
    const { values: scale } = weights.get(`${name}.scale`)!;
    const { values: shift } = weights.get(`${name}.shift`)!;
    return input.map((x, i) => ((x - mean) / Math.sqrt(variance + EPSILON)) * scale[i]! + shift[i]!);
  };
  const plus = (a: number[], b: number[]): number[] => a.map((x, i) => x + b[i]!);
  let state = ids.map((id, at) => norm(plus(plus(row("word", id), row("type", types[at] ?? 0)), row("position", at)), "first"));
  for (let layer = 0; layer < LAYERS; layer++) {
    const [query, key, value] = ["query", "key", "value"].map((name) => state.map((x) => linear(x, `${layer}.${name}`))) as [
      number[][],
      number[][],
      number[][],
    ];
    const width = HIDDEN / HEADS;
    const mixed = state.map((_, at) => {
      const out: number[] = [];
      for (let head = 0; head < HEADS; head++) {
        const part = (x: number[]): number[] => x.slice(head * width, (head + 1) * width);
        const likeness = key.map((other) => part(other).reduce((sum, x, i) => sum + x * part(query[at]!)[i]!, 0) / Math.sqrt(width));
        const most = Math.max(...likeness);
        const powers = likeness.map((x) => Math.exp(x - most));
        const total = powers.reduce((a, b) => a + b, 0);
        for (let i = 0; i < width; i++) out.push(value.reduce((sum, other, j) => sum + (powers[j]! / total) * part(other)[i]!, 0));
      }
      return out;
    });
    state = state.map((x, at) => norm(plus(x, linear(mixed[at]!, `${layer}.output`)), `${layer}.attention`));
    state = state.map((x) => norm(plus(x, linear(linear(x, `${layer}.up`).map(gelu), `${layer}.down`)), `${layer}.final`));
  }
  return state;
}

const gelu = (x: number): number => 0.5 * x * (1 + erf(x / Math.SQRT2));

/** Error function by its power series: exact to 1e-15 for the small arguments here. */
function erf(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n < 200; n++) {
    term *= -(x * x) / n;
    const next = term / (2 * n + 1);
    sum += next;
    if (Math.abs(next) < 1e-17) break;
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}
