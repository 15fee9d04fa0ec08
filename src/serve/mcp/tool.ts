/** What a tool is to the server: its words, its schemas, and a function from checked arguments to a reply. */
import { z } from "zod";
import type { AskOptions } from "../../asking.ts";
import { Refusal } from "../../base/errors.ts";
import type { Answer } from "../../base/schema.ts";
import { STRUCTURAL } from "../../query/walk.ts";
import type { Asked } from "./asked.ts";
import type { Reply } from "./reply.ts";

export interface ToolSpec<Input extends z.ZodObject, Output> {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: z.ZodObject;
  /** It changes files of the tree; all others only read. */
  writes?: boolean;
  /** Answers on an index, or several, that are as the trees are now. */
  run(asked: Asked, args: z.infer<Input>): Promise<Reply<Output>>;
}

/** A tool with its types forgotten: arguments come in as JSON. */
export interface Tool {
  name: string;
  /** What `tools/list` says. */
  listed: Record<string, unknown> & { name: string; inputSchema: { type: "object" } };
  /** Of its structured content. */
  output: z.ZodObject;
  /** @throws Refusal `bad-value` naming the argument that is wrong */
  check(args: unknown): {
    root: string | undefined;
    /** Trees of the fleet by name, [] for all; undefined where one tree is meant. */
    fleet: string[] | undefined;
    run(asked: Asked): Promise<Reply>;
  };
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
      // No schema of what comes out: models read the text, and programs look it up once (`manifold schema mcp`).
      inputSchema: schemaOf(input),
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
        fleet: (checked as { fleet?: string[] }).fleet,
        run: async (asked) => (await spec.run(asked, checked)) as Reply,
      };
    },
  };
}

/** Bounds that are told by the error of whoever exceeds them. */
const BOUNDS = ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "pattern"] as const;

/** A JSON Schema in few words: most clients hand all of it to their model, at the start of every conversation. */
function schemaOf(schema: z.ZodObject): { type: "object" } {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => {
      for (const bound of BOUNDS) delete jsonSchema[bound];
      // Of several forms the first one is told.
      const [first] = jsonSchema.anyOf ?? [];
      if (typeof first === "object") {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { ...first, ...jsonSchema });
      }
      // What is as in another tool is told there.
      if (/^As of /.test(jsonSchema.description ?? "")) delete jsonSchema.properties;
      // Another argument than these is refused by name.
      delete jsonSchema.additionalProperties;
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

/** An answer whose next steps, and whose warnings, speak of calls and arguments of these tools instead of commands and flags. @param k what the tool calls its most results */
export function withCalls(answer: Answer, k = "top_k"): Answer {
  return {
    ...answer,
    suggestions: answer.suggestions.flatMap((suggestion) => asCall(suggestion) ?? []),
    warnings: answer.warnings.map((warning) => ({ ...warning, message: asArguments(warning.message, k) })),
  };
}

/** A flag as the argument that does the same. */
const ARGUMENTS: readonly [RegExp, string][] = [
  [/--budget and -k show more/g, "a larger budget or K shows more"],
  [/, -k shows more/g, ", a larger K shows more"],
  [/ask for more with -k\b/g, "ask for more with a larger K"],
  [/Ask for fewer with -k, or for more tokens with --budget/g, "Ask for fewer with K, or for more tokens with budget"],
  [/--include-possible\b/g, "include_possible"],
  [/\(--path, --lang, --kind …\)/g, "(path, language, kind …)"],
  [/ask for it: manifold q NAME\b/g, "ask `search` for it"],
  [/leave files out with --exclude\b/g, "leave files out with exclude"],
];

/** What is said to a person at a command line, as it is for a client of the tools. */
export function asArguments(message: string, k = "top_k"): string {
  const worded = ARGUMENTS.reduce((text, [flag, argument]) => text.replace(flag, argument.replace("K", k)), message);
  return worded.replace(/manifold (?:def|refs|callers|callees) [^\s."']+/g, (command) => asCall(command) ?? command);
}

/** A command as a call; as it is where no tool does the same; null for one that would be the call that was just made: with a flag that no tool has. */
function asCall(suggestion: string): string | null {
  const [, verb = "", rest = "", note = ""] = /^manifold (\S+)(.*?)(\s{2}\(.*\)\s*)?$/s.exec(suggestion) ?? [];
  const words = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/gs)].map(([, double, single, bare]) => double ?? single ?? bare!);
  const flags = words.filter((word) => word.startsWith("--"));
  const [first, second] = words.filter((word) => !word.startsWith("--"));
  if (!CALLED.has(verb) || first === undefined) return suggestion;
  const operation = OPERATION_OF[verb] ?? verb;
  // A path of which one end is a guess, and the other one is not said.
  if (flags.some((flag) => flag !== "--include-possible") || (operation === "path" && second === undefined)) return null;
  const possible = flags.length > 0 ? { include_possible: true } : {};
  const call =
    verb === "q"
      ? `search ${JSON.stringify({ query: first })}`
      : verb === "show"
        ? `read_chunk ${JSON.stringify({ citation: first })}`
        : `graph ${JSON.stringify({ operation, symbol: first, ...(second === undefined ? {} : { target: second }), ...possible })}`;
  return call + note.trimEnd();
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

/** Commands that a tool answers as well. */
const CALLED: ReadonlySet<string> = new Set(["q", "show", "similar", ...STRUCTURAL, ...Object.keys(OPERATION_OF)]);
