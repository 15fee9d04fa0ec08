/**
 * Blocks of members that extend a type (C# 14): `extension(Command command) { public Task Run() … }`.
 *
 * The grammar takes one for a constructor. Head and end of a block are blanked before it is parsed, and what stands in it is told afterwards as what the
 * compiler makes of it: methods of the class around whose first parameter is the receiver.
 */
import { EXTENDS } from "../../files/kinds.ts";
import { closeBracket } from "../engine/lex.ts";
import type { Pass } from "../engine/pass/state.ts";
import { skipModifiers } from "../engine/rules/_declared.ts";
import { syntax } from "./language.ts";

interface Block {
  from: number;
  open: number;
  close: number;
  type: string;
  /** The receiver's name; null where only the type is extended. */
  name: string | null;
}

/** Text that may have such blocks. */
export const EXTENSION = /(?<=^[ \t]*)extension\s*(?:<[^<>{}();]*>\s*)?\([^(){};]*(?:\([^(){};]*\)[^(){};]*)*\)\s*(?:where\b[^{};]*)?\{/m;

function blocksOf(text: string): Block[] {
  const found: Block[] = [];
  for (const match of text.matchAll(new RegExp(EXTENSION, "gm"))) {
    const from = match.index;
    const open = from + match[0].length - 1;
    const close = closeBracket(text, open, text.length, syntax) - 1;
    const inside = match[0].slice(match[0].indexOf("(") + 1, match[0].lastIndexOf(")")).replace(/^\s*(?:\[[^\]]*\]\s*)*/, "");
    const receiver = /^([\s\S]*?[\s>\])?])(@?[\p{L}_][\p{L}\p{N}_]*)\s*$/u.exec(inside);
    const written = (receiver?.[1] ?? inside).trim();
    const type = written.slice(skipModifiers(written, /(?:this|params|ref|out|in|scoped|readonly)\b/y, syntax));
    if (close > open && type !== "") found.push({ from, open, close, type, name: receiver?.[2] ?? null });
  }
  return found;
}

/** The text without heads and ends of such blocks; of the same length, with the same lines. */
export function opened(text: string): string {
  let out = text;
  const blank = (from: number, to: number): void => {
    out = out.slice(0, from) + out.slice(from, to).replace(/[^\r\n]/g, " ") + out.slice(to);
  };
  for (const { from, open, close } of blocksOf(text)) {
    blank(from, open + 1);
    blank(close, close + 1);
  }
  return out;
}

/** What stands in blocks extends their types. @param written the text before they were opened */
export function extended(pass: Pass, written: string): void {
  if (!EXTENSION.test(written)) return;
  for (const { open, close, type, name } of blocksOf(written))
    for (const [index, symbol] of pass.symbols.entries()) {
      if (symbol.from <= open || symbol.from >= close || !/^(?:method|field)$/.test(symbol.kind)) continue;
      if (name === null || /\bstatic\b/.test(symbol.signature)) continue;
      const line = written.slice(0, symbol.from).split("\n").length;
      const plain = type.replace(/<[\s\S]*$|\?$/g, "");
      pass.bindings.push({
        name: symbol.name,
        type: `${EXTENDS}${plain}`,
        from: "annotation",
        scope: symbol.parent,
        line,
        owner: symbol.owner,
      });
      pass.bindings.push({ name, type, from: "annotation", scope: index, line, owner: null });
      if (symbol.kind !== "method") continue;
      if (symbol.arity !== null) symbol.arity++;
      for (const binding of pass.bindings)
        if (binding.name === "()=" && binding.scope === index) binding.type = [`${name}:${type}`, binding.type].filter(Boolean).join("\t");
    }
}
