/** The text of a file of Clojure as the lists, vectors, maps and words it is made of. */

export interface Form {
  kind: "(" | "[" | "{" | "word" | "string";
  from: number;
  to: number;
  /** Words and strings as written; "" for brackets. */
  text: string;
  items: Form[];
  /** Quoted or in metadata: data, not code. */
  data: boolean;
  /** `^:private` and the like. */
  meta: string;
  /** In a template of a macro: what it defines is defined elsewhere. */
  template?: boolean;
}

const CLOSES: Record<string, string> = { "(": ")", "[": "]", "{": "}" };
/** Deeper nesting is left out: hostile files nest without end. */
const DEPTH = 500;

/** The forms of a text, comments aside. */
export function read(text: string, comments: [number, number][]): Form[] {
  const top: Form[] = [];
  const open: Form[] = [];
  /** Open brackets of each kind: looking for one that is not there would take quadratic time. */
  const waiting: Record<string, number> = { ")": 0, "]": 0, "}": 0 };
  const word = /[^\s,()[\]{}";]+/y;
  let data = false;
  let template = false;
  let discard = 0;
  let meta = "";
  const add = (form: Form): void => {
    if (discard > 0 && open.length === 0) {
      discard--;
      return;
    }
    if (discard > 0) {
      discard--;
      return;
    }
    (open.at(-1)?.items ?? top).push(form);
  };
  const skipped: Form[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (/[\s,]/.test(char)) continue;
    if (char === ";") {
      const end = text.indexOf("\n", i);
      const to = end < 0 ? text.length : end;
      comments.push([i, to]);
      i = to;
      continue;
    }
    if (char === '"' || (char === "#" && text[i + 1] === '"')) {
      const from = i;
      if (char === "#") i++;
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === "\\") i++;
      add({ kind: "string", from, to: Math.min(text.length, i + 1), text: text.slice(from, i + 1), items: [], data, meta });
      data = false;
      meta = "";
      continue;
    }
    if (char === "#" && text[i + 1] === "_") {
      discard++;
      i++;
      continue;
    }
    if (char === "'" || char === "`") {
      data = char === "'";
      template ||= char === "`";
      continue;
    }
    if (char === "~" || char === "@") continue;
    if (char === "^") {
      // Metadata: a word or a map, which belongs to what follows.
      const end = /\^(?:\{[^{}]*\}|:?[^\s,()[\]{}";]+|"[^"]*")/y;
      end.lastIndex = i;
      const found = end.exec(text)?.[0];
      if (found) {
        meta += found;
        i += found.length - 1;
      }
      continue;
    }
    if (char === "#" && /[({?'^=:]/.test(text[i + 1] ?? "")) {
      if (text.startsWith("#?@", i)) i += 2;
      else if (text[i + 1] === "?") i++;
      continue;
    }
    if (char === "(" || char === "[" || char === "{") {
      const form: Form = { kind: char, from: i, to: text.length, text: "", items: [], data: data || (open.at(-1)?.data ?? false), meta };
      if (template || open.at(-1)?.template) form.template = true;
      template = false;
      data = false;
      meta = "";
      if (discard > 0) skipped.push(form);
      else if (open.length < DEPTH) (open.at(-1)?.items ?? top).push(form);
      if (discard > 0) discard--;
      open.push(form);
      waiting[CLOSES[char]!]!++;
      continue;
    }
    if (char === ")" || char === "]" || char === "}") {
      // A bracket that closes nothing is passed over; one that closes something further out closes what is in it.
      const at = waiting[char] === 0 ? -1 : open.findLastIndex((form) => CLOSES[form.kind] === char);
      if (at >= 0)
        for (const form of open.splice(at)) {
          form.to = i + 1;
          waiting[CLOSES[form.kind]!]!--;
        }
      continue;
    }
    if (char === "\\") {
      const literal = /\\(?:[a-z]+|u[0-9a-fA-F]{4}|[\s\S])/y;
      literal.lastIndex = i;
      i += (literal.exec(text)?.[0].length ?? 1) - 1;
      continue;
    }
    word.lastIndex = i;
    const found = word.exec(text)?.[0] ?? char;
    add({ kind: "word", from: i, to: i + found.length, text: found, items: [], data: data || (open.at(-1)?.data ?? false), meta });
    data = false;
    // of a quoted word (`alts!) nothing is inside
    template = false;
    meta = "";
    i += found.length - 1;
  }
  return top;
}

/** What a map takes apart: `{:keys [a b]}`, `{a :a}`. */
export function takenApart(items: readonly Form[]): Form[] {
  const keys = items.findIndex((one) => /^:(?:[\w.-]+\/)?(?:keys|strs|syms)$/.test(one.text));
  return [...(keys >= 0 ? (items[keys + 1]?.items ?? []) : []), ...items.filter((one, i) => i % 2 === 0 && one.kind === "word")];
}
