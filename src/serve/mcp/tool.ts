/** What a tool is to the server: its words, its schemas, and a function from checked arguments to a reply. */
import { z } from "zod";
import type { AskOptions, Session } from "../../asking.ts";
import { Refusal } from "../../base/errors.ts";
import type { Answer } from "../../base/schema.ts";
import type { Reply } from "./reply.ts";

export interface ToolSpec<Input extends z.ZodObject, Output> {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: z.ZodObject;
  /** It changes files of the tree; all others only read. */
  writes?: boolean;
  /** Answers on an index that is as the tree is now. */
  run(session: Session, args: z.infer<Input>): Promise<Reply<Output>>;
}

/** A tool with its types forgotten: arguments come in as JSON. */
export interface Tool {
  name: string;
  /** What `tools/list` says. */
  listed: Record<string, unknown> & { name: string; inputSchema: { type: "object" } };
  /** Of its structured content. */
  output: z.ZodObject;
  /** @throws Refusal `bad-value` naming the argument that is wrong */
  check(args: unknown): { root: string | undefined; run(session: Session): Promise<Reply> };
}

export function tool<Input extends z.ZodObject, Output>(spec: ToolSpec<Input, Output>): Tool {
  const { name, title, description, input, output, writes = false } = spec;
  return {
    name,
    output,
    listed: {
      name,
      title,
      description,
      inputSchema: schemaOf(input),
      // What is in it `manifold schema mcp` prints: models read the text, programs look it up once.
      outputSchema: { type: "object" },
      annotations: writes
        ? { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
        : { readOnlyHint: true, openWorldHint: false },
    },
    check(args) {
      const parsed = input.safeParse(args ?? {});
      if (!parsed.success) throw wrong(name, parsed.error);
      const checked = parsed.data as z.infer<Input>;
      return {
        root: (checked as { root?: string }).root,
        run: async (session) => (await spec.run(session, checked)) as Reply,
      };
    },
  };
}

/** Bounds that are told by the error of whoever exceeds them. */
const BOUNDS = ["minLength", "maxLength", "minItems", "maxItems", "maximum", "pattern"] as const;

/** A JSON Schema in few words: most clients hand all of it to their model, at the start of every conversation. */
function schemaOf(schema: z.ZodObject): { type: "object" } {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema, path }) => {
      for (const bound of BOUNDS) delete jsonSchema[bound];
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // Of several forms the first one is told.
      const [first] = jsonSchema.anyOf ?? [];
      if (typeof first === "object") {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { ...first, ...jsonSchema });
      }
      if (path.length > 0) delete jsonSchema.additionalProperties;
    },
  });
  return { ...made, type: "object" };
}

function wrong(name: string, error: z.ZodError): Refusal {
  const said = error.issues.slice(0, 3).map((issue) => `${issue.path.length > 0 ? issue.path.join(".") : "arguments"}: ${issue.message}`);
  return new Refusal("bad-value", `The arguments of ${name} are wrong: ${said.join("; ")}.`, "Correct them and call again.");
}

/** Filters as the tools take them. */
export interface Filters {
  path?: string[] | undefined;
  exclude?: string[] | undefined;
  language?: string[] | undefined;
  kind?: string[] | undefined;
}

/** Options of a question: everything quoted in full, because the reply is cut to its budget as a whole. */
export function options(k: number, filters: Filters | undefined, more: Partial<AskOptions> = {}): AskOptions {
  return {
    k,
    budget: 0,
    paths: filters?.path ?? [],
    excludes: filters?.exclude ?? [],
    languages: filters?.language ?? [],
    kinds: filters?.kind ?? [],
    explain: false,
    includePossible: false,
    ...more,
  };
}

/** An answer whose next steps are calls of these tools instead of commands. */
export function withCalls(answer: Answer): Answer {
  return { ...answer, suggestions: answer.suggestions.map(asCall) };
}

function asCall(suggestion: string): string {
  const command = /^manifold (\S+) ("(?:[^"\\]|\\.)*"|'[^']*'|\S+)(.*)$/s.exec(suggestion);
  if (!command) return suggestion;
  const [, verb, word, rest] = command as unknown as [string, string, string, string];
  const bare = word.startsWith('"') || word.startsWith("'") ? word.slice(1, -1) : word;
  const note = /\(.*\)\s*$/.exec(rest)?.[0] ?? "";
  const call =
    verb === "q"
      ? `search ${JSON.stringify({ query: bare })}`
      : verb === "show"
        ? `read_chunk ${JSON.stringify({ citation: bare })}`
        : `graph ${JSON.stringify({ operation: OPERATION_OF[verb] ?? verb, symbol: bare, ...(rest.includes("--include-possible") ? { include_possible: true } : {}) })}`;
  return note === "" ? call : `${call}  ${note}`;
}

/** Commands whose operation has another name. */
const OPERATION_OF: Record<string, string> = {
  def: "definition",
  refs: "references",
  trace: "path",
  impact: "blast_radius",
  docs: "documents",
  "governed-by": "governed_by",
};
