/** What belongs to a definition though it stands before it: modifiers, decorators, documentation. */
import { blockBefore, commentText } from "../comments.ts";
import type { RuleSet } from "../rules/_rules.ts";
import type { Pass, State } from "./state.ts";

const isLower = (code: number): boolean => code >= 97 && code <= 122;

const OPENING = /[\s:={]/;

/** A head without what opens its body: white space, `:`, `=`, `{`. By hand: a regular expression would try it at every blank. */
export function withoutOpening(head: string): string {
  let end = head.length;
  while (end > 0 && OPENING.test(head[end - 1]!)) end--;
  return head.slice(0, end);
}

/** What belongs to the definition that begins here though it stands before it? */
export class Attachments {
  pendingDoc: { text: string; from: number; to: number } | null = null;
  readonly attached: { from: number; to: number; references: number }[] = [];
  /** The last match that modifiers were asked for. */
  listed: { at: number; to: number; text: string } | null = null;
  private readonly modifiers: ReadonlySet<string>;

  private readonly text: string;
  private readonly rules: RuleSet;
  private readonly out: Pass;

  constructor(state: State) {
    ({ text: this.text, rules: this.rules, out: this.out } = state);
    this.modifiers = new Set(state.rules.modifiers ?? []);
  }

  /** Documentation that is code and stands before `from`, since the definition before. */
  takeDoc(from: number): { text: string; from: number; to: number } | null {
    const doc = this.pendingDoc;
    this.pendingDoc = null;
    return doc !== null && doc.to <= from ? doc : null;
  }

  /** The modifiers before `at`; behind a comma those of what stands before it: `export const a = 1, b = 2`. */
  modifiersOf(at: number, to: number): string {
    if (this.modifiers.size === 0) return "";
    if (this.listed?.at === at) return this.listed.text;
    const from = this.modifiersBefore(at);
    let text = this.text.slice(from, at);
    const { listed } = this;
    if (from === at && listed && listed.to <= at && /^\s*,\s*$/.test(this.text.slice(listed.to, Math.min(at, listed.to + 200))))
      text = listed.text;
    this.listed = { at, to, text };
    return text;
  }

  /** Start of the modifiers (`export const`) directly before `at`. */
  modifiersBefore(at: number): number {
    let from = at;
    if (this.rules.prefix) from = this.rules.prefix(this.text, from);
    if (this.modifiers.size === 0) return from;
    const across = this.rules.modifiersOnLine !== true;
    for (;;) {
      let i = from;
      while (i > 0 && (this.text[i - 1] === " " || this.text[i - 1] === "\t" || (across && this.text[i - 1] === "\n"))) i--;
      let start = i;
      while (start > 0 && i - start < 16 && isLower(this.text.charCodeAt(start - 1))) start--;
      if (start === i || !this.modifiers.has(this.text.slice(start, i))) return from;
      from = start;
    }
  }

  /** Extends a start over decorators and attributes before it, and finds the doc comment above (or among) them. */
  attachedBefore(declared: number): { from: number; doc: string; docSpan: [number, number] | null; references: number } {
    const { out, text } = this;
    let from = declared;
    let doc = "";
    let docSpan: [number, number] | null = null;
    let references = Number.POSITIVE_INFINITY;
    for (;;) {
      const last = this.attached[this.attached.length - 1];
      if (last && last.to <= from && !/\S/.test(text.slice(last.to, from))) {
        from = last.from;
        references = last.references;
        this.attached.pop();
        continue;
      }
      const block = blockBefore(out.comments, text, from);
      if (block < 0 || out.usedComments.has(block)) break;
      const comment = out.comments[block]!;
      if (!doc) {
        doc = commentText(text.slice(comment.from, comment.to));
        docSpan = [comment.from, comment.to];
        out.usedComments.add(block);
      }
      if (!last || last.to > comment.from || /\S/.test(text.slice(last.to, comment.from))) break;
      from = comment.from;
    }
    return { from, doc, docSpan, references };
  }
}
