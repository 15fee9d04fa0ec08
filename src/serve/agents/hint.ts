/**
 * `manifold agents hint`: what the hook of an agent runs around its text searches. Where the search is after code (a name, a definition, calls), it says
 * in one line which question answers that; literal text is text search's own matter. It says so once in a while, never stops a tool, and loads nothing else.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, parse } from "node:path";
import { EXIT } from "../../base/errors.ts";
import { readInput } from "../input.ts";
import { agents } from "../limits.ts";

/** What a client hands over, as far as it is looked at. */
interface Call {
  hook_event_name?: unknown;
  session_id?: unknown;
  conversation_id?: unknown;
  cwd?: unknown;
  tool_name?: unknown;
  tool_input?: unknown;
}

/** Reads the call of a tool from standard input and answers as the client's kind of hook does. */
export async function hint(): Promise<number> {
  try {
    const call = JSON.parse((await readInput("-", agents.hintBytes)).toString("utf8")) as Call;
    const event = String(call.hook_event_name ?? "PreToolUse");
    const text = hintFor(call);
    const said = text !== null && isTree(folderOf(call)) && mayAgain(call) ? text : null;
    // Clients that hook in behind a tool want an object in any case.
    if (said !== null)
      process.stdout.write(
        `${JSON.stringify(event === "postToolUse" ? { additional_context: said } : { hookSpecificOutput: { hookEventName: event, additionalContext: said } })}\n`,
      );
    else if (event !== "PreToolUse") process.stdout.write("{}\n");
  } catch {
    // Whatever it was: the agent goes on.
  }
  return EXIT.ok;
}

/** What to say to a call; null where text search is right. */
export function hintFor({ tool_input: input }: Call): string | null {
  const given = (typeof input === "object" && input !== null ? input : {}) as Record<string, unknown>;
  const search = typeof given.pattern === "string" ? searchOf(given) : inShell([given.command].flat().join(" "));
  const target = search === null ? null : codeIn(search);
  if (target === null) return null;
  const { name, relation } = target;
  const [graph, command] = {
    definition: ["definition", "def"],
    calls: ["callers", "callers"],
    uses: ["references", "refs"],
  }[relation] as [string, string];
  const exact =
    name === null
      ? ""
      : ` for this one: MCP tool graph {"operation":"${graph}","symbol":"${name}"}, or the command manifold ${command} ${name}`;
  return `Manifold answers questions about this code from a graph instead of lines of text${exact}; how something works or where it is: MCP tool search, or manifold q "…". Text search stays right for literal strings.`;
}

// ---------------------------------------------------------------------------------------------- what is searched for

interface Search {
  pattern: string;
  /** Files or folders, and patterns of files. */
  where: string[];
}

/** The search of a tool for it. */
function searchOf({ pattern, path, dir_path: dir, glob, include, type }: Record<string, unknown>): Search {
  return {
    pattern: String(pattern),
    where: [path, dir, glob, include, type === undefined ? undefined : `*.${type}`].filter((one) => typeof one === "string"),
  };
}

/** Flags of the programs below that take a value which is no pattern. */
const VALUED =
  /^(?:-[ABCgmtTjEfr]|--(?:glob|iglob|type|type-not|include|exclude|exclude-dir|max-count|context|after-context|before-context|file|threads|max-depth|color))$/;

/** The search of a command line: one over a tree, at the head of its pipe. */
function inShell(line: string): Search | null {
  for (const command of commandsOf(line)) {
    const git = command[0] === "git" && command[1] === "grep";
    const [program = "", ...rest] = git ? command.slice(1) : command;
    if (!git && !/^(?:rg|ag|ack|e?grep)$/.test(program)) continue;
    const flags: string[] = [];
    const words: string[] = [];
    const where: string[] = [];
    let pattern: string | null = null;
    for (let at = 0; at < rest.length; at++) {
      const word = rest[at]!;
      if (word === "-e" || word === "--regexp") pattern = rest[++at] ?? "";
      else if (word === "-r" && program !== "rg") flags.push(word);
      else if (VALUED.test(word)) {
        const value = rest[++at] ?? "";
        if (/^-g|glob|include/.test(word)) where.push(value);
        else if (/^-t$|type/.test(word)) where.push(`*.${value}`);
      } else if (/^--(?:i?glob|include)=/.test(word)) where.push(word.slice(word.indexOf("=") + 1));
      else if (word.startsWith("-") && word !== "-") flags.push(word);
      else words.push(word);
    }
    const over = git || !/grep$/.test(program) || flags.some((flag) => /^-[a-zA-Z]*[rR]|^--(?:dereference-)?recursive$/.test(flag));
    if (!over || flags.some((flag) => /^-[a-zA-Z]*F|^--(?:fixed-strings|files)$/.test(flag))) return null;
    pattern ??= words.shift() ?? null;
    return pattern === null ? null : { pattern, where: [...where, ...words] };
  }
  return null;
}

/** The commands of a line that begin a pipe, as words without their quotes; substitutions are words. */
function commandsOf(line: string): string[][] {
  const found: string[][] = [[]];
  let word: string | null = null;
  let piped = false;
  const end = (): void => {
    if (word !== null && !piped) found.at(-1)!.push(word);
    word = null;
  };
  for (const [, single, double, escaped, sign, blank, plain] of line
    .slice(0, agents.hintLine)
    .matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|(&&|\|\||[|;\n&])|(\s+)|([^\s'"\\|;&]+)/gs)) {
    if (blank !== undefined) end();
    else if (sign !== undefined) {
      end();
      piped = sign === "|";
      if (!piped) found.push([]);
    } else word = (word ?? "") + (single ?? double?.replace(/\\(["$`\\])/g, "$1") ?? (escaped === undefined ? plain : escaped))!;
  }
  end();
  return found.filter((words) => words.length > 0);
}

interface Target {
  /** What the question would be about; null where it is more than one thing. */
  name: string | null;
  relation: "definition" | "calls" | "uses";
}

/** Files that hold no code, where only text can be searched. */
const TEXTS =
  /\.(?:md|mdx|rst|txt|adoc|json|jsonc|jsonl|ya?ml|toml|ini|cfg|conf|env|lock|log|csv|tsv|xml|html?|svg|css|scss|sql|po|properties)\b|(?:^|\/)(?:docs?|logs?|node_modules|dist|build|target|vendor)(?:\/|$)/i;
const DEFINING =
  /^(?:(?:export|default|async|public|private|protected|static|abstract|final|pub|override|inline)\s+)*(?:def|class|function|func|fn|fun|interface|struct|enum|trait|type|impl|module|namespace|record|sub|proc)\s+([A-Za-z_$][\w$]*)\s*[\s({:<]*$/;
const NAME = /^[A-Za-z_$][\w$]*$/;
/** A name that is no word of a sentence: it has humps, or words that are joined. */
const MADE = /^_*[a-z][a-z0-9]*[A-Z]|^[A-Z][a-z0-9]+[A-Z]|^_*[A-Za-z0-9]*[a-z][A-Za-z0-9]*_[A-Za-z0-9_]*[a-z]/;

/** What of the code a pattern is after; null where it is after text. */
function codeIn({ pattern, where }: Search): Target | null {
  const files = where.filter((one) => one !== "");
  // One file that is known already is read, not looked for.
  if (files.some((one) => TEXTS.test(one)) || (files.length > 0 && files.every((one) => /^[^*]*[^*/]\.\w+$/.test(one)))) return null;
  const parts = alternatives(pattern);
  if (parts === null) return null;
  const targets = parts.map(targetOf);
  if (targets.every((target) => target !== null)) return targets.length === 1 ? targets[0]! : { name: null, relation: "uses" };
  // Several plain words are a way of asking what the code has of something.
  return parts.length > 1 && parts.every((part) => /^[a-z]{3,}\w*$/i.test(part) && /[a-z]/.test(part))
    ? { name: null, relation: "uses" }
    : null;
}

/** The alternatives of an expression without what only anchors them; null where it is too much of one to tell. */
function alternatives(pattern: string): string[] | null {
  const plain = pattern
    .replace(/\\[bB<>]|^\^|\$$/g, "")
    .replace(/\\s[*+]|\[\[:space:\]\][*+]/g, " ")
    .replace(/^\(\?i\)/, "")
    .replace(/^\((?:\?:)?([^()]*)\)$/, "$1")
    .replaceAll("\\|", "|")
    .replace(/\\([().:$])/g, "$1");
  const parts = plain.split("|").map((part) => part.trim());
  return parts.length > 12 || parts.some((part) => part === "" || /[\\[\]*+?^'"`]/.test(part)) ? null : parts;
}

function targetOf(part: string): Target | null {
  const defined = DEFINING.exec(part)?.[1];
  if (defined !== undefined) return { name: defined, relation: "definition" };
  const called = /^\.?((?:[A-Za-z_$][\w$]*(?:\.|::|->))*[A-Za-z_$][\w$]*)\(\)?$/.exec(part)?.[1];
  if (called !== undefined) return { name: called, relation: "calls" };
  const joined = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)+$/.test(part);
  // `config.json` is a file.
  if (joined && !TEXTS.test(part)) return { name: part, relation: "uses" };
  return NAME.test(part) && MADE.test(part) ? { name: part, relation: "uses" } : null;
}

// ---------------------------------------------------------------------------------------------- where, and how often

const folderOf = ({ cwd }: Call): string => (typeof cwd === "string" && cwd !== "" ? cwd : process.cwd());

/** Is there a tree to ask about? */
function isTree(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git")) || existsSync(join(at, ".manifold"))) return true;
    if (at === parse(at).root || at === ".") return false;
  }
}

/** Has this conversation not been told for a while? Where that cannot be remembered nothing is said: it would be said every time. */
function mayAgain(call: Call): boolean {
  const now = Date.now();
  const state = process.env.XDG_STATE_HOME || join(process.env.HOME || homedir(), ".local/state");
  const path = join(state, "manifold", "hints.json");
  const conversation = Bun.SHA256.hash(String(call.session_id ?? call.conversation_id ?? folderOf(call)), "hex").slice(0, 16);
  const told = toldIn(path).filter(([, at]) => at <= now && now - at < agents.hintMs);
  if (told.some(([one]) => one === conversation)) return false;
  const next = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(next, JSON.stringify([...told.slice(1 - agents.hintConversations), [conversation, now]]), { flag: "wx", mode: 0o600 });
    renameSync(next, path);
    return true;
  } catch {
    rmSync(next, { force: true });
    return false;
  }
}

function toldIn(path: string): [string, number][] {
  try {
    const rows = JSON.parse(readFileSync(path, "utf8")) as unknown;
    return Array.isArray(rows) ? rows.filter((row): row is [string, number] => Array.isArray(row) && typeof row[1] === "number") : [];
  } catch {
    return [];
  }
}
