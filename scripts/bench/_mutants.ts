/**
 * Changes that break a tree, made from its definitions: what is gone, called otherwise, hidden, demanded or asked for more. Whether one really breaks anything
 * a compiler says (`gate_replay.ts --proof`), so they need not be careful.
 */
import { dirname, join } from "node:path";
import type { Store, SymbolRow } from "../../src/store/graph.ts";

export interface Mutant {
  kind: string;
  /** `path:name`. */
  name: string;
  language: string;
  /** New texts by path; null = the file goes. */
  texts: Map<string, string | null>;
}

/** What stands for a type that no value has, and a body that fits any type, as each language writes them. */
const WORDS: Record<string, { type: string; body: string; param: (name: string) => string; extra: string }> = {
  go: { type: "struct{ Zz int }", body: '{ panic("zz") }', param: (name) => `${name} int`, extra: "ZzMore()" },
  java: {
    type: "StringBuilder",
    body: "{ throw new IllegalStateException(); }",
    param: (name) => `java.util.BitSet ${name}`,
    extra: "void zzMore();",
  },
  rust: { type: "[u8; 77]", body: "{ todo!() }", param: (name) => `${name}: [u8; 77]`, extra: "fn zz_more(&self);" },
  typescript: { type: "RegExp", body: "{ throw 0 }", param: (name) => `${name}: RegExp`, extra: "zzMore: RegExp" },
  c: { type: "struct zz { int z; }", body: "{ __builtin_trap(); }", param: (name) => `double *${name}`, extra: "" },
  cpp: { type: "struct zz", body: "{ throw 0; }", param: (name) => `double **${name}`, extra: "virtual void zzMore() = 0;" },
  python: { type: "'memoryview'", body: "", param: (name) => `${name}: 'memoryview'`, extra: "" },
  csharp: {
    type: "System.Text.StringBuilder",
    body: "=> throw new System.Exception();",
    param: (name) => `System.Text.StringBuilder ${name}`,
    extra: "void ZzMore();",
  },
  kotlin: { type: "StringBuilder", body: "{ TODO() }", param: (name) => `${name}: StringBuilder`, extra: "fun zzMore()" },
  swift: { type: "[[Int]]", body: "{ fatalError() }", param: (name) => `${name}: [[Int]]`, extra: "func zzMore()" },
  scala: { type: "StringBuilder", body: "= ???", param: (name) => `${name}: StringBuilder`, extra: "def zzMore(): Unit" },
  php: {
    type: "\\SplObjectStorage",
    body: "{ throw new \\Exception(); }",
    param: (name) => `\\SplObjectStorage $${name}`,
    extra: "public function zzMore(): void;",
  },
  dart: { type: "RegExp", body: "{ throw 0; }", param: (name) => `RegExp ${name}`, extra: "void zzMore();" },
};

const IMPORT = /^\s*(?:import|from|use|using|require|include|#\s*include|local\s+\w+\s*=\s*require|const\s+.*=\s*require|alias)\b/;
const PACKAGE = /^\s*(?:package|namespace|module)\s+[\w.\\:]+/m;

/** All mutants of a tree, those of one kind in an order that only the tree decides. */
export function mutantsOf(store: Store, texts: ReadonlyMap<string, string>, languageOf: (path: string) => string | null): Mutant[] {
  const out: Mutant[] = [];
  const put = (kind: string, name: string, path: string, change: Iterable<readonly [string, string | null]>): void => {
    const now = new Map(change);
    if ([...now].every(([at, text]) => texts.get(at) === text)) return;
    out.push({ kind, name: `${path}:${name}`, language: languageOf(path)!, texts: now });
  };
  for (const [path, text] of texts) {
    const file = store.fileByPath(path);
    const language = languageOf(path);
    if (!file || language === null || file.tags.includes("test") || file.damaged) continue;
    const rows = text.split("\n");
    const words = WORDS[language === "tsx" || language === "javascript" ? "typescript" : language];
    const symbols = store.symbolsOfFile(file.id);
    const at = (changed: string[]): [string, string][] => [[path, changed.join("\n")]];
    for (const one of symbols) {
      if (!MUTABLE.test(one.kind) || one.declares || !/^[\p{L}_]\w+$/u.test(one.name)) continue;
      const { kind, name, start, end } = one;
      const what = groupOf(one, symbols);
      put(`delete ${what}`, name, path, at(rows.toSpliced(start - 1, end - start + 1)));
      const word = new RegExp(`(?<![\\w$])${name}(?![\\w$])`);
      const line = rows.findIndex((row, i) => i >= start - 1 && i < end && word.test(row));
      if (line < 0) continue;
      const head = rows[line]!;
      const write = (row: string): [string, string][] => at(rows.with(line, row));
      put(`rename ${what}`, name, path, write(head.replace(word, `${name}Zz`)));
      hide(language, head, (how, row) => put(`${how} ${what}`, name, path, write(row)));
      if (!words) continue;
      if (/function|method/.test(kind)) called(language, head, name, words, (how, row) => put(how, name, path, write(row)));
      if (/function|method/.test(kind) && words.body !== "")
        returned(rows, one, line, words, (text) => put("return type", name, path, at(text)));
      if (/interface|trait/.test(kind) || /\babstract class\b/.test(head)) {
        const open = rows.findIndex((row, i) => i >= line && i < end && row.includes("{"));
        if (open >= 0 && end > open + 1) put("demand added", name, path, at(rows.toSpliced(open + 1, 0, `  ${words.extra}`)));
      }
      if (/class|struct/.test(kind) && /\b(?:public|open) class\b/.test(head) && language === "java") {
        put("class final", name, path, write(head.replace("public class", "public final class")));
        put("class abstract", name, path, write(head.replace("public class", "public abstract class")));
      }
      if (/field|constant|variable/.test(kind)) {
        const typed = retyped(language, head, name, words.type);
        if (typed !== null) put("type of value", name, path, write(typed));
      }
      if (one.parent === symbols[0]?.id || one.parent === null) {
        const other = [...texts.keys()].find(
          (to) => dirname(to) !== dirname(path) && languageOf(to) === language && !store.fileByPath(to)?.tags.includes("test"),
        );
        if (other && /function|class|struct|interface|enum|type/.test(kind))
          put(`move ${what}`, name, path, [
            [path, rows.toSpliced(start - 1, end - start + 1).join("\n")],
            [other, `${texts.get(other)!}\n${rows.slice(start - 1, end).join("\n")}\n`],
          ]);
      }
    }
    for (const [i, row] of rows.entries())
      if (IMPORT.test(row) && !/\{\s*$|\(\s*$/.test(row)) put("import out", `${i + 1}`, path, at(rows.toSpliced(i, 1)));
    for (const [i, row] of rows.entries())
      if (/^\s*export\s*(?:\{.*\}|\*)|^\s*pub use |^\s*export default /.test(row))
        put("hands on no more", `${i + 1}`, path, at(rows.toSpliced(i, 1)));
    const package_ = PACKAGE.exec(text);
    if (package_) put("package renamed", package_[0].trim(), path, [[path, text.replace(package_[0], `${package_[0]}zz`)]]);
    const to = path.replace(/(\.\w+)$/, "_zz$1");
    put("file renamed", "", path, [
      [path, null],
      [to, text],
    ]);
    put("file moved", "", path, [
      [path, null],
      [join(dirname(path), "zz", path.slice(path.lastIndexOf("/") + 1)), text],
    ]);
    put("file deleted", "", path, [[path, null]]);
  }
  return out.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

const order = ({ kind, name }: Mutant): bigint => Bun.hash.wyhash(`${kind} ${name}`);
const MUTABLE = /^(?:function|method|class|struct|interface|trait|enum|constant|variable|field|type|macro)$/;

/** The kind of a definition, finer than its own: a case of an enumeration is none of the constants. */
function groupOf({ kind, parent, name }: SymbolRow, symbols: readonly SymbolRow[]): string {
  const owner = symbols.find((one) => one.id === parent);
  if (owner?.kind === "enum") return "enum case";
  return owner && owner.name === name ? "constructor" : kind;
}

/** Heads that others can use less of. */
function hide(language: string, head: string, put: (how: string, head: string) => void): void {
  const swap = (how: string, from: RegExp, to: string): void => {
    if (from.test(head)) put(how, head.replace(from, to));
  };
  swap("private", /\bpublic\b/, "private");
  swap("protected", /\bpublic\b/, "protected");
  swap("package", /\bpublic /, "");
  if (language === "rust") swap("private", /\bpub(?:\(\w+\))? /, "");
  if (/^(?:typescript|tsx|javascript)$/.test(language)) swap("private", /^export (?!default)/, "");
  if (language === "c" && !/^(?:static|#|\s)/.test(head)) put("private", `static ${head}`);
  if (/^(?:java|csharp|cpp|swift|kotlin|php|dart|scala|typescript)$/.test(language)) {
    swap("static out", /\bstatic /, "");
    if (/^\s+(?:public )?[\w<>[\]]+ \w+\(/.test(head)) swap("static in", /(?<=^\s+(?:public )?)(?=[\w<])/, "static ");
  }
  if (language === "csharp" || language === "php") swap("setter private", /\bset;/, "private set;");
  if (language === "cpp") swap("const out", /\)\s*const\b/, ")");
  if (language === "rust") swap("mut self", /&self\b/, "&mut self");
  if (language === "java") swap("throws", /\)\s*(?:throws [\w.]+ )?\{\s*$/, ") throws Exception {");
  if (/^(?:typescript|tsx|javascript)$/.test(language)) {
    swap("async", /(?<=^export )function/, "async function");
    swap("export default out", /^export default /, "");
  }
}

/** Heads that take something else. */
function called(
  language: string,
  head: string,
  name: string,
  words: (typeof WORDS)[string],
  put: (how: string, head: string) => void,
): void {
  const found = new RegExp(`(?<![\\w$])${name}(?:<[^<>()]*>)?\\((?:&?(?:'\\w+ )?(?:mut )?self\\b(?!:),? ?|cls\\b,? ?)?`).exec(head);
  if (!found) return;
  const at = found.index + found[0].length;
  const close = closing(head, at);
  if (close < 0) return;
  const list = split(head.slice(at, close));
  const write = (all: string[]): string => `${head.slice(0, at)}${all.join(", ")}${head.slice(close)}`;
  const open = /[(,] ?$/.test(found[0]) ? "" : ", ";
  if (open === "" || list.length === 0)
    put("parameter added", `${head.slice(0, at)}${open}${words.param("zzMore")}${list.length > 0 ? ", " : ""}${head.slice(at)}`);
  if (list.length === 0) return;
  put("parameter removed", write(list.slice(1)));
  put("parameter removed last", write(list.slice(0, -1)));
  if (list.length > 1) put("parameters reordered", write([list[1]!, list[0]!, ...list.slice(2)]));
  const id = /[A-Za-z_]\w*(?=\s*[:?])/.exec(list[0]!)?.[0] ?? /[A-Za-z_]\w*$/.exec(list[0]!)?.[0] ?? "x";
  put("parameter retyped", write([words.param(language === "go" ? (/^\w+/.exec(list[0]!)?.[0] ?? id) : id), ...list.slice(1)]));
  for (const [i, one] of list.entries()) {
    if (/=/.test(one)) put("default out", write(list.with(i, one.replace(/\s*=.*$/, ""))));
    if (/^\w+\?:/.test(one)) put("default out", write(list.with(i, one.replace("?:", ":"))));
  }
}

function returned(
  rows: readonly string[],
  { end, name }: SymbolRow,
  line: number,
  { type, body }: (typeof WORDS)[string],
  put: (text: string[]) => void,
): void {
  const head = rows[line]!;
  if (!/\{\s*$/.test(head) || end <= line + 1) return;
  const result = /(\)\s*(?:->|:)\s*)([^{]+?)(\s*\{\s*)$/.exec(head) ?? /(\)\s+)([\w*[\].]+)(\s*\{\s*)$/.exec(head);
  const before = new RegExp(
    `^(\\s*(?:(?:public|protected|private|static|final|inline|virtual)\\s+)*)([\\w<>\\[\\],.*&? ]+?)(\\s+${name}\\()`,
  ).exec(head);
  const made =
    result && !/throws/.test(head)
      ? head.slice(0, result.index) + result[1] + type + result[3]
      : before && before[2] !== "void"
        ? before[1] + type + head.slice(before[1]!.length + before[2]!.length)
        : null;
  if (made !== null) put([...rows.slice(0, line), made.replace(/\{\s*$/, body), ...rows.slice(end)]);
}

function retyped(language: string, head: string, name: string, type: string): string | null {
  if (language === "go")
    return new RegExp(`^(\\s+${name}\\s+)[\\w.*[\\]]+`).test(head)
      ? head.replace(new RegExp(`^(\\s+${name}\\s+)[\\w.*[\\]]+`), `$1${type}`)
      : null;
  const after = new RegExp(`(\\b${name}\\??\\s*:\\s*)[\\w<>.'&[\\] ]+`);
  if (after.test(head)) return head.replace(after, `$1${type}`);
  const front = new RegExp(`\\b([A-Z]\\w*(?:<[^<>]*>)?|int|char|boolean|long)(\\s+\\*?${name}\\s*;)`);
  return front.test(head) ? head.replace(front, `${type}$2`) : null;
}

function closing(text: string, from: number): number {
  for (let at = from, depth = 0; at < text.length; at++) {
    if ("([{<".includes(text[at]!)) depth++;
    else if (text[at] === ")" && depth === 0) return at;
    else if (")]}>".includes(text[at]!) && text[at - 1] !== "=" && text[at - 1] !== "-") depth--;
  }
  return -1;
}

function split(text: string): string[] {
  const out: string[] = [];
  let [depth, last] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    if ("([{<".includes(text[at]!)) depth++;
    else if (")]}>".includes(text[at]!)) depth--;
    else if (text[at] === "," && depth === 0) {
      out.push(text.slice(last, at).trim());
      last = at + 1;
    }
  }
  return [...out, text.slice(last).trim()].filter((one) => one !== "");
}
