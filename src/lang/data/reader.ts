/**
 * JSON, YAML and TOML: the first two levels of keys. Scanners of their own, because a grammar would make a node of every value of a file that is mostly values.
 */

import { signatureLimit } from "../../base/limits.ts";
import type { FileFacts, RawSymbol, Spans } from "../../base/types.ts";
import { Lines } from "../engine/lines.ts";
import { symbolOf } from "../engine/symbol.ts";

/** Keys kept of one file: configuration has dozens; more is a table. */
const KEY_LIMIT = 500;
const NAME_LIMIT = 200;

type Facts = Pick<FileFacts, "symbols" | "spans">;

class Keys {
  readonly symbols: RawSymbol[];
  readonly spans: Spans = { comments: [], imports: [], signatures: [] };
  private readonly lines: Lines;
  /** The key of the first level that is open. */
  private outer = 0;

  constructor(
    private readonly text: string,
    file: RawSymbol,
  ) {
    this.symbols = [file];
    this.lines = new Lines(text);
  }

  get full(): boolean {
    return this.symbols.length > KEY_LIMIT;
  }

  /** @returns its index, to be closed with `end`; 0 if it was not kept */
  add(level: 1 | 2, name: string, from: number, to: number): number {
    if (this.full || name === "" || name.length > NAME_LIMIT || (level === 2 && this.outer === 0)) return 0;
    const parent = level === 1 ? 0 : this.outer;
    const line = this.lines.at(from);
    const lineEnd = this.text.indexOf("\n", from);
    const signatureEnd = lineEnd < 0 ? this.text.length : lineEnd;
    const kind = level === 1 ? "variable" : "field";
    const qualified = parent === 0 ? name : `${this.symbols[parent]!.qualified}.${name}`;
    const head = signature(this.text.slice(from, Math.min(signatureEnd, from + signatureLimit)));
    this.symbols.push(symbolOf({ kind, name, qualified, parent, signature: head, start: line, end: line, from, to }));
    const index = this.symbols.length - 1;
    if (level === 1) this.outer = index;
    this.spans.signatures.push([from, to]);
    return index;
  }

  /** A first-level key that is not kept takes its members with it. */
  skip(level: number): void {
    if (level === 1) this.outer = 0;
  }

  end(index: number, to: number): void {
    const symbol = this.symbols[index];
    if (index === 0 || !symbol) return;
    symbol.to = Math.max(symbol.to, to);
    if (symbol.to < symbol.from + signatureLimit) symbol.signature = signature(this.text.slice(symbol.from, symbol.to).split("\n", 1)[0]!);
    symbol.end = this.lines.at(Math.max(symbol.from, symbol.to - 1));
  }
}

function signature(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[,{[\s]+$/, "")
    .trim();
}

/** Keys of a JSON document (comments and trailing commas are tolerated). Arrays hide what is in them. */
export function readJson(text: string, file: RawSymbol): Facts {
  const keys = new Keys(text, file);
  const open: { object: boolean; key: number }[] = [];
  const endKey = (at: number): void => {
    const top = open[open.length - 1];
    if (!top?.key) return;
    let to = at;
    while (to > 0 && /\s/.test(text[to - 1]!)) to--;
    keys.end(top.key, to);
    top.key = 0;
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) {
      const start = i;
      for (i++; i < text.length && text.charCodeAt(i) !== 34; i++) {
        const inside = text.charCodeAt(i);
        if (inside === 92) i++;
        else if (inside === 10) break;
      }
      const top = open[open.length - 1];
      if (!top?.object || open.length > 2 || open.some((one) => !one.object)) continue;
      const colon = /\s*:/y;
      colon.lastIndex = i + 1;
      if (!colon.test(text) || top.key) continue;
      keys.skip(open.length);
      top.key = keys.add(open.length as 1 | 2, unescaped(text.slice(start + 1, i)), start, i + 1);
    } else if (code === 123 || code === 91) {
      // Only the first levels are looked at; deeper ones are counted as depth alone.
      open.push({ object: code === 123, key: 0 });
    } else if (code === 125 || code === 93) {
      endKey(i);
      open.pop();
    } else if (code === 44) endKey(i);
    else if (code === 47 && (text.charCodeAt(i + 1) === 47 || text.charCodeAt(i + 1) === 42)) {
      const block = text.charCodeAt(i + 1) === 42;
      const end = text.indexOf(block ? "*/" : "\n", i + 2);
      const to = end < 0 ? text.length : block ? end + 2 : end;
      keys.spans.comments.push([i, to]);
      i = to - 1;
    }
  }
  return { symbols: keys.symbols, spans: keys.spans };
}

function unescaped(key: string): string {
  return key.includes("\\")
    ? key.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))).replace(/\\(.)/g, "$1")
    : key;
}

const KEY =
  /^( *)(- +)?("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'{}[\],&*!|>%@`-](?:[^:#\n]|:(?=\S)|(?<=\S)#)*?|-[^\s:#](?:[^:#\n]|:(?=\S)|(?<=\S)#)*?|<<)\s*:(?:\s+(.*))?$/;

/** Keys of a YAML stream by indentation: column 0, and the first indentation below it. Lists and block scalars hide what is in them. */
export function readYaml(text: string, file: RawSymbol): Facts {
  const keys = new Keys(text, file);
  /** Indentation of the second level below the open key, -1 while unknown. */
  let inner = -1;
  let current = [0, 0];
  /** Indentation of the key whose block scalar is open, -1 outside. */
  let scalar = -1;
  let lastEnd = 0;
  const close = (level: number): void => {
    for (let i = level; i <= 2; i++) {
      keys.end(current[i - 1]!, lastEnd);
      current[i - 1] = 0;
    }
  };
  for (let at = 0; at < text.length; ) {
    let end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    const start = at;
    at = end + 1;
    const line = text.slice(start, Math.min(end, start + 2_000)).trimEnd();
    const indent = line.length - line.trimStart().length;
    if (line.trim() === "") continue;
    if (scalar >= 0) {
      if (indent > scalar) {
        lastEnd = end;
        continue;
      }
      scalar = -1;
    }
    if (line.trimStart()[0] === "#") {
      keys.spans.comments.push([start + indent, end]);
      continue;
    }
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(line)) {
      close(1);
      inner = -1;
      continue;
    }
    const match = KEY.exec(line);
    if (match && !match[2] && /^[|>][+\-0-9]*(?:\s+#.*)?$/.test(match[4] ?? "")) scalar = indent;
    else if (match?.[2] && /^[|>][+\-0-9]*$/.test(match[4] ?? "")) scalar = indent;
    const from = start + indent;
    const name = match ? match[3]!.replace(/^(["'])([\s\S]*)\1$/, "$2").trim() : "";
    if (indent === 0) {
      close(1);
      inner = -1;
      keys.skip(1);
      if (match && !match[2]) current = [keys.add(1, name, from, start + line.length), 0];
    } else if (current[0] !== 0) {
      if (inner < 0) inner = match && !match[2] && !/^\s*- /.test(line) ? indent : Number.POSITIVE_INFINITY;
      if (indent === inner && match && !match[2]) {
        close(2);
        current[1] = keys.add(2, name, from, start + line.length);
      }
    }
    lastEnd = start + line.length;
  }
  close(1);
  return { symbols: keys.symbols, spans: keys.spans };
}

const TOML_KEY = /^[ \t]*((?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')(?:[ \t]*\.[ \t]*(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'))*)[ \t]*=/;
const TOML_TABLE = /^[ \t]*\[{1,2}[ \t]*([^[\]\n]+?)[ \t]*\]{1,2}[ \t]*(?:#.*)?$/;

/** `a . "b.c"` as it is read: `a.b.c`. */
const tomlName = (path: string): string =>
  path.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|[ \t]+/g, (_, basic?: string, literal?: string) =>
    basic === undefined ? (literal ?? "") : basic.replace(/\\(.)/g, "$1"),
  );

/** Keys of a TOML document: the keys before the first table, the tables, the keys of each. Values over several lines hide what is in them. */
export function readToml(text: string, file: RawSymbol): Facts {
  const keys = new Keys(text, file);
  let table = 0;
  let key = 0;
  let lastEnd = 0;
  /** What closes the value that is open, "" outside. */
  let inside = "";
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    let end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    const start = at;
    at = end + 1;
    const line = text.slice(start, Math.min(end, start + 2_000)).trimEnd();
    if (inside !== "") {
      if (line.includes(inside)) inside = "";
      lastEnd = start + line.length;
      continue;
    }
    const bare = line.trimStart();
    if (bare === "") continue;
    const from = start + line.length - bare.length;
    if (bare[0] === "#") {
      keys.spans.comments.push([from, Math.max(from + 1, start + line.length)]);
      continue;
    }
    if (depth === 0) {
      const header = TOML_TABLE.exec(line);
      const pair = header ? null : TOML_KEY.exec(line);
      if (header || pair) keys.end(key, lastEnd);
      if (header) {
        keys.end(table, lastEnd);
        keys.skip(1);
        table = keys.add(1, tomlName(header[1]!), from, start + line.length);
        key = 0;
      } else if (pair) {
        if (table === 0) keys.skip(1);
        key = keys.add(
          table === 0 && keys.symbols.every((symbol) => !symbol.signature.startsWith("[")) ? 1 : 2,
          tomlName(pair[1]!),
          from,
          start + line.length,
        );
      }
    }
    const single = bare.replace(/"""[\s\S]*?"""|'''[\s\S]*?'''/g, "");
    const open = /"""|'''/.exec(single)?.[0];
    const value = single.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "").replace(/#.*$/, "");
    if (open) inside = open;
    else if (!TOML_TABLE.test(line))
      depth = Math.max(0, depth + (value.match(/[[{]/g)?.length ?? 0) - (value.match(/[\]}]/g)?.length ?? 0));
    lastEnd = start + line.length;
  }
  keys.end(key, lastEnd);
  keys.end(table, lastEnd);
  return { symbols: keys.symbols, spans: keys.spans };
}
