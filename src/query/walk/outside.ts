/**
 * Uses of what nothing in the tree defines: who calls `os.path.join`, what implements `Serializable`, what uses `OrderedDict`.
 *
 * No edge leads there (an edge to the outside ends at the package), so it is read from the text of the code, without comments and strings: every line
 * in which the name stands like a call, like what is inherited from, or at all. That is known by name alone, and said so.
 */
import { walking } from "../../base/settings.ts";
import type { EdgeKind, Operation } from "../../base/types.ts";
import { type Language, languageFor } from "../../lang/languages.ts";
import type { Store, SymbolRow } from "../../store/graph.ts";
import { externalKey } from "../../store/symbols.ts";
import { searchKeyword } from "../keyword.ts";
import { Graph } from "./graph.ts";
import { unreadCode } from "./symbols.ts";
import type { StructuralAnswer, StructuralHit } from "./types.ts";
import { BROUGHT_IN, codeLines } from "./unexplained.ts";

/** Lines looked at. */
const MOST_LINES = 2_000;
/** The head of a definition is not longer, in lines. */
const HEAD = 8;
const OF_TYPES: ReadonlySet<string> = new Set(["class", "struct", "interface", "trait", "enum"]);
const HOLDERS: ReadonlySet<string> = new Set([...OF_TYPES, "module"]);
/** A name, or several with what joins them: `join`, `os.path.join`, `std::fmt::Display`. */
const NAME = /^(?:(?<of>[\p{L}\p{N}_$]+(?:(?:\.|::|->|#|\\)[\p{L}\p{N}_$]+)*)(?:\.|::|->|#|\\))?(?<last>[\p{L}_$][\p{L}\p{N}_$]*[?!]?)$/u;

/** How a line uses a name. */
interface Use {
  line: number;
  kind: EdgeKind;
  /** Who does: null for the innermost definition around the line. */
  who: SymbolRow | null;
}

/**
 * @param typed what nothing in the tree defines
 * @param answer as a walk gives it for such a name
 * @returns null where the relation is another one, or no line of code has the name in such a place
 */
export function outsideUses(store: Store, operation: Operation, typed: string, answer: StructuralAnswer): StructuralAnswer | null {
  const { of, last } = NAME.exec(typed.replace(/\(\s*\)$|\.prototype(?=\.)/g, ""))?.groups ?? {};
  const read = READERS[operation];
  if (last === undefined || last.length < 2 || !read) return null;
  // As a whole word it is found by postings: only the files that have it are read.
  const found = searchKeyword(store, /^[\p{L}\p{N}_]+$/u.test(last) ? `/\\b${last}\\b/` : last, {
    limit: MOST_LINES,
    accept: (_, language) => {
      const { content, documents, noUses } = languageFor(language);
      return language !== null && content === undefined && !documents && !noUses;
    },
  });
  const graph = new Graph(store);
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${RegExp.escape(last)}(?![\\p{L}\\p{N}_$])`, "u");
  const hits = new Map<string, StructuralHit>();
  for (const { path, language, lines } of found.files) {
    const code = codeLines(store, path);
    if (code === null) continue;
    const meant = of === undefined ? null : ofHolder(code, of, last);
    const near = lines.flatMap(({ line }) => {
      const text = code[line - 1] ?? "";
      return word.test(text) && (operation === "subclasses" || !BROUGHT_IN.test(text)) && (meant === null || meant(text)) ? [line] : [];
    });
    for (const { line, kind, who } of read({ store, path, code, near, name: last, word, language: languageFor(language) })) {
      const symbol = who ?? store.symbolAt(path, line);
      if (!symbol || hits.has(`${symbol.id} ${kind}`)) continue;
      const edge = {
        depth: 1,
        path,
        line,
        kind,
        resolution: "external" as const,
        confidence: of === undefined ? BY_NAME : OF_ITS_HOLDER,
        via: null,
      };
      hits.set(`${symbol.id} ${kind}`, { symbol, ...edge, test: graph.isTest(symbol) });
    }
  }
  if (hits.size === 0) return null;
  const all = [...hits.values()].sort(graph.inOrder);
  const chosen = outsider(typed);
  return {
    ...answer,
    choice: { chosen, candidates: [chosen], reason: `Nothing here defines ${typed}.`, suggestions: answer.choice.suggestions },
    hits: all.slice(0, walking.maxVisited),
    counts: { resolved: all.length, possible: 0, unresolved: 0 },
    truncated: found.more || all.length > walking.maxVisited,
    beyond: [
      {
        code: "by-name",
        message: `Nothing in this tree defines ${typed}, as far as it can be read: these are the places that name it so. Where it comes from is not known.${unreadCode(store)}`,
      },
    ],
  };
}

/** What is certain is the name, not what it belongs to; less open where the code says that too. No measurement: nothing here tells what is outside. */
const BY_NAME = 0.5;
const OF_ITS_HOLDER = 0.9;

/** What stands for the name in the answer: nothing of the index. */
function outsider(name: string): SymbolRow {
  const nowhere = { file: null, path: "", language: null, at: 0, parent: null, start: 0, end: 0 };
  const known = {
    kind: "external",
    name,
    qualified: name,
    signature: "",
    doc: "",
    exported: true,
    arity: null,
    type: null,
    declares: false,
  } as const;
  return { id: -1, key: `sym_${externalKey(name)}`, ...nowhere, ...known };
}

interface Read {
  store: Store;
  path: string;
  code: readonly string[];
  /** Lines with the name, from 1. */
  near: readonly number[];
  name: string;
  word: RegExp;
  language: Language;
}

const READERS: Partial<Record<Operation, (read: Read) => Use[]>> = {
  callers: ({ code, near, name, language }) => {
    const call = new RegExp(`(?<![\\p{L}\\p{N}_$])${RegExp.escape(name)}!?\\s*(?:<[^;{}()]*>\\s*)?(?:\\?\\.)?\\(`, "u");
    // Where a call needs no brackets, a name is one wherever it stands.
    const called = near.filter((line) => call.test(code[line - 1]!));
    const calls = language.bracketed || (called.length > 0 && !language.bareCalls) ? called : near;
    return calls.map((line) => ({ line, kind: "calls", who: null }));
  },
  references: ({ near }) => near.map((line) => ({ line, kind: "uses", who: null })),
  subclasses: inheriting,
};

/** Types whose head names it behind their own name, and what says elsewhere that a type has it (`impl Display for Shop`, `instance Show Shop`). */
function inheriting({ store, path, code, near, name, word }: Read): Use[] {
  const file = store.fileByPath(path);
  if (!file) return [];
  const types = store.symbolsOfFile(file.id).filter(({ kind }) => OF_TYPES.has(kind));
  const escaped = RegExp.escape(name);
  const elsewhere = new RegExp(
    `^\\s*(?:unsafe\\s+)?impl\\b.*?(?<![\\p{L}\\p{N}_])${escaped}\\b(?:<.*>)?\\s+for\\s+(?:[\\w]+::)*(?<rust>\\w+)|^\\s*instance\\b.*?\\b${escaped}\\s+\\(?(?<haskell>\\w+)`,
    "u",
  );
  const own = /^\s*(?:@behaviour|@derive|use|include|prepend|extend|with|deriving)\b|^\s*#\[derive\(/;
  return near.flatMap((line): Use[] => {
    const text = code[line - 1]!;
    const of = elsewhere.exec(text)?.groups;
    const subject = of?.rust ?? of?.haskell;
    if (subject !== undefined) return types.filter((type) => type.name === subject).map((who) => ({ line, kind: "implements", who }));
    if (own.test(text)) {
      const below = text.trimStart().startsWith("#[") ? types.find(({ start }) => start >= line && start <= line + HEAD) : undefined;
      const around = store.symbolsOfFile(file.id).findLast(({ kind, start, end }) => HOLDERS.has(kind) && start < line && line <= end);
      const who = below ?? around;
      return who ? [{ line, kind: "implements", who }] : [];
    }
    if (BROUGHT_IN.test(text)) return [];
    const who = types.findLast((type) => type.start <= line && line < type.start + HEAD && line <= type.end);
    if (!who || who.name === name) return [];
    const head = headOf(code, who);
    return head !== null && word.test(head)
      ? [{ line, kind: /\bimplements\b/.test(head.slice(0, head.search(word))) ? "implements" : "inherits", who }]
      : [];
  });
}

/** What stands behind a type's own name up to its body, without what is in angle or square brackets, or in the brackets of a constructor; null without a name. */
function headOf(code: readonly string[], type: SymbolRow): string | null {
  const text = code.slice(type.start - 1, Math.min(type.end, type.start - 1 + HEAD)).join("\n");
  const at = new RegExp(`(?<![\\p{L}\\p{N}_$])${RegExp.escape(type.name)}(?![\\p{L}\\p{N}_$])`, "u").exec(text);
  if (!at) return null;
  let rest = text.slice(at.index + type.name.length);
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(/<[^<>]*>|\[[^[\]]*\]/g, "");
  }
  // `class A:` begins a body that is indented, unless braces come.
  if (/^\s*:\s*\n/.test(rest) && (!/^[^{=]*\{/.test(rest) || /\bdef\b/.test(rest))) return null;
  // Python's bases stand in brackets; elsewhere these hold a constructor's parameters, or what the superclass is made with.
  const bases = /^\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*:\s*(?:\n|$|\.\.\.|pass\b|"""|#)/.exec(rest);
  if (bases) return bases[1]!.replace(/\w+\s*=[^,]*/g, "");
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\([^()]*\)/g, "");
  }
  const head = /^[^{;=]*/.exec(rest)![0].split(/\n\s*\n|\bwhere\b/)[0]!;
  return /^\s*(?:extends|implements|with|inherits|:(?!:)|<(?!<)|\n\s*(?:extends|implements|:))/.test(head) ? head : null;
}

/** Does a line have the name as one of what it was asked for: written so, or alone where the file brings it in from there? */
function ofHolder(code: readonly string[], of: string, last: string): (text: string) => boolean {
  const holder = of.split(/\W+/).at(-1)!;
  const [outer, inner] = [holder, last].map((name) => `(?<![\\p{L}\\p{N}_$])${RegExp.escape(name)}(?![\\p{L}\\p{N}_$])`);
  const written = new RegExp(`${outer}\\s*(?:\\?\\.|\\.|::|->|#|\\\\)\\s*${inner}`, "u");
  const [holds, has] = [new RegExp(outer!, "u"), new RegExp(inner!, "u")];
  const brought = code.some((line) => BROUGHT_IN.test(line) && has.test(line) && holds.test(line));
  const alone = new RegExp(`(?<!(?:\\.|::|->|#|\\\\)\\s*)${inner}`, "u");
  return (text) => written.test(text) || (brought && alone.test(text));
}
