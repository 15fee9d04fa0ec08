/**
 * Clojure, read as what it is: lists. A reader of its own, because the only packaged grammar is for an interface of tree-sitter that no
 * longer loads, and because a list's first word says what it is: no grammar says more.
 */

import { signatureLimit } from "../../base/limits.ts";
import type { FileFacts, RawBinding, RawImport, RawReference, RawSymbol, Spans, SymbolKind } from "../../base/types.ts";
import { commentText, dedent } from "../engine/comments.ts";
import { Lines } from "../engine/lines.ts";
import { CALLED } from "../engine/resolve/world.ts";
import { words } from "../engine/words.ts";

// Words of Clojure that mean something to who reads its lists: what defines, what binds, what is no call.

const KINDS: Record<string, SymbolKind> = {
  def: "variable",
  defonce: "variable",
  defn: "function",
  "defn-": "function",
  defmacro: "macro",
  defmulti: "function",
  defmethod: "function",
  defprotocol: "interface",
  definterface: "interface",
  defrecord: "class",
  deftype: "class",
  deftest: "function",
  defspec: "function",
};
/** A macro that begins so defines something, as a rule: `defhandler`. `(defaults-app request)` is a call. */
const DEFINES = /^def(?!ault)/;
const SPECIAL = words(`def if do let quote var fn loop recur throw try catch finally monitor-enter monitor-exit new set! ns let* fn* loop*
  letfn when when-not if-not if-let when-let cond case for doseq dotimes while and or not comment -> ->> some-> some->> cond-> cond->> as->
  doto binding with-open declare require use import is are testing reify proxy extend-type extend-protocol gen-class in-ns . .. & % = + - *
  / < > <= >= str`);
const THREADS = /^(?:some|cond)?->>?$/;
const BINDS = /^(?:let|loop|for|doseq|when-let|if-let|when-some|if-some|binding|with-open|dotimes|with-redefs|let\*)$/;

/** Parameters without what schemas say of their types (`x :- s/Int`). */
const parametersOf = (items: readonly Form[]): Form[] =>
  items.filter((item, i) => item.text !== "&" && item.text !== ":-" && items[i - 1]?.text !== ":-");

const plain = (word: string): string => word.slice(word.lastIndexOf("/") + 1);

/** A chain of names is read by letters, digits and `_` only: an alias's hyphens are written so on both sides. */
const munged = (name: string): string => name.replace(/[^\w\x80-\u{10FFFF}.$]/gu, "_");
const plainSpace = (name: string): string => name.replace(/^'/, "");
const unquoted = (text: string): string => dedent(text.replace(/^#?"|"$/g, "").replace(/\\(["\\])/g, "$1")).slice(0, 4_000);

/** Spans that begin inside the one before are left out. */
function apart(list: [number, number][]): [number, number][] {
  const out: [number, number][] = [];
  for (const one of list) if (one[0] >= (out.at(-1)?.[1] ?? 0) && one[1] > one[0]) out.push(one);
  return out;
}

class Reader {
  readonly symbols: RawSymbol[];
  readonly imports: RawImport[] = [];
  readonly references: RawReference[] = [];
  readonly bindings: RawBinding[] = [];
  readonly spans: Spans = { comments: [], imports: [], signatures: [] };
  private readonly lines: Lines;
  /** Bodies of methods, to be walked in the method's own scope. */
  private bodies: { items: Form[]; scope: number }[] = [];
  private readonly words: { name: string; at: number; scope: number }[] = [];
  /** Parameters of functions, and words among the arguments of calls, by the call's place among the references. */
  private readonly parameters: { name: string; position: number; scope: number }[] = [];
  private readonly given = new Map<number, string[]>();

  constructor(
    private readonly text: string,
    file: RawSymbol,
  ) {
    this.symbols = [file];
    this.lines = new Lines(text);
  }

  run(): void {
    const forms = read(this.text, this.spans.comments);
    const first = this.spans.comments[0];
    if (first && this.text.slice(0, first[0]).trim() === "") {
      let to = first[1];
      for (const [from, end] of this.spans.comments.slice(1)) {
        if (!/^\s*$/.test(this.text.slice(to, from)) || /\n\s*\n/.test(this.text.slice(to, from))) break;
        to = end;
      }
      const doc = commentText(this.text.slice(first[0], to));
      if (!/licen[sc]e|copyright/i.test(doc)) this.symbols[0] = { ...this.symbols[0]!, doc };
    }
    this.walk(forms, 0);
    const known = new Set(this.symbols.slice(1).map((symbol) => symbol.name));
    for (const one of this.imports) for (const { local } of one.names) known.add(local);
    const local = new Set(this.bindings.map((one) => `${one.scope} ${one.name}`));
    for (const { name, at, scope } of this.words) {
      const slash = name.indexOf("/");
      if (slash > 0) {
        const space = munged(name.slice(0, slash));
        if (known.has(space)) this.refer("use", name.slice(slash + 1), at, scope, null, space);
      } else if (known.has(name) && !local.has(`${scope} ${name}`)) this.refer("use", name, at, scope, null);
    }
    this.callbacks(known, local);
  }

  /** Functions given by name, and calls of parameters (pass/callbacks.ts). */
  private callbacks(known: ReadonlySet<string>, local: ReadonlySet<string>): void {
    for (const [at, words] of this.given) {
      const reference = this.references[at]!;
      const kept = words.map((word) => {
        const slash = word.indexOf("/");
        if (slash > 0) return known.has(munged(word.slice(0, slash))) ? `${munged(word.slice(0, slash))}.${word.slice(slash + 1)}` : "";
        return known.has(word) && !local.has(`${reference.scope} ${word}`) && !/[.,:]/.test(word) ? word : "";
      });
      while (kept.at(-1) === "") kept.pop();
      if (kept.length > 0) reference.args = kept.join(",");
    }
    const seen = new Set<string>();
    const positions = new Map(this.parameters.map(({ name, position, scope }) => [`${scope} ${name}`, position]));
    for (const { kind, name, receiver, scope, line } of this.references) {
      const position = kind === "call" && receiver === null ? positions.get(`${scope} ${name}`) : undefined;
      if (position === undefined || seen.has(`${scope} ${name}`)) continue;
      seen.add(`${scope} ${name}`);
      this.bindings.push({ name: CALLED, type: `${position} ${name}`, from: "annotation", scope, line });
    }
  }

  /** All forms, outer before inner, without recursion into the stack of the host. */
  private walk(forms: Form[], scope: number): void {
    const rest: { form: Form; scope: number }[] = forms.map((form) => ({ form, scope })).reverse();
    const push = (items: Form[], inner: number): void => {
      for (let i = items.length - 1; i >= 0; i--) rest.push({ form: items[i]!, scope: inner });
    };
    for (let next = rest.pop(); next; next = rest.pop()) {
      const { form } = next;
      if (form.data) continue;
      if (form.kind === "word") {
        if (/^[a-zA-Z\x80-\u{10FFFF}*_+!?<>=-]/u.test(form.text) && !form.text.startsWith("->"))
          this.words.push({ name: form.text, at: form.from, scope: next.scope });
        continue;
      }
      const head = form.kind === "(" ? form.items[0] : undefined;
      if (head?.kind !== "word") {
        push(form.items, next.scope);
        continue;
      }
      const word = plain(head.text);
      if (word === "comment") continue;
      if (word === "ns" || word === "in-ns") {
        this.space(form);
        continue;
      }
      if (word === "require" || word === "use" || word === "import") {
        for (const item of form.items.slice(1)) this.required(word, item);
        continue;
      }
      if (form.template && DEFINES.test(word)) {
        push(form.items.slice(2), next.scope);
        continue;
      }
      if (DEFINES.test(word) && form.items[1]?.kind === "word" && !/^[:"\d]/.test(form.items[1].text)) {
        const index = this.define(form, word, next.scope);
        const { kind } = this.symbols[index]!;
        if (kind !== "class" && kind !== "interface") push(form.items.slice(2), index);
        for (const body of this.bodies.splice(0).reverse()) push(body.items, body.scope);
        continue;
      }
      if (word === "extend-type" || word === "extend-protocol" || word === "reify" || word === "proxy") {
        const extended = word === "extend-type" ? form.items[1]?.text : undefined;
        this.methods(form.items.slice(1), next.scope, extended);
        for (const body of this.bodies.splice(0).reverse()) push(body.items, body.scope);
        continue;
      }
      this.called(form, head, word, next.scope);
      push(form.items.slice(1), next.scope);
    }
  }

  private called(form: Form, head: Form, word: string, scope: number): void {
    const vector = form.items[1];
    if (word === "fn" || BINDS.test(word)) {
      const params = form.items.slice(1, 3).find((item) => item.kind === "[");
      if (params) this.bind(word === "fn" ? params.items : params.items.filter((_, i) => i % 2 === 0), scope);
    }
    if (word === "letfn" && vector?.kind === "[")
      this.bind(
        vector.items.flatMap((item) => item.items.slice(0, 1)),
        scope,
      );
    if (THREADS.test(word)) {
      for (const step of form.items.slice(2))
        if (step.kind === "word" && !/^[:"\d]/.test(step.text)) this.callee(step.text, step.from, scope, null);
      return;
    }
    if (SPECIAL.has(head.text) || /^[:"\d]/.test(head.text)) return;
    const arity = form.items.length - 1;
    const before = this.references.length;
    this.callee(head.text, head.from, scope, arity, vector);
    const words = form.items
      .slice(1, 13)
      .map((item) => (item.kind === "word" && !item.data && /^[a-zA-Z\x80-\u{10FFFF}*_+!?<>=-]/u.test(item.text) ? item.text : ""));
    if (this.references.length > before && words.some((word) => word !== "")) this.given.set(before, words);
  }

  private callee(written: string, at: number, scope: number, arity: number | null, first?: Form): void {
    if (/^\.[^.]/.test(written)) {
      const receiver = first?.kind === "word" && /^[a-zA-Z\x80-\u{10FFFF}_]/u.test(first.text) ? first.text : "?";
      this.refer("call", written.slice(1).replace(/^-/, ""), at, scope, arity === null ? null : Math.max(0, arity - 1), receiver);
      return;
    }
    if (/^[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}.$]*\.$/u.test(written)) {
      const path = written.slice(0, -1);
      const dot = path.lastIndexOf(".");
      this.refer("new", path.slice(dot + 1), at, scope, arity, dot > 0 ? path.slice(0, dot) : null);
      return;
    }
    // `->Order`, `order/map->Order`: constructors of a record
    const made = /^(?:([^/]+)\/)?(?:map)?->(\p{Lu}[\w\x80-\u{10FFFF}]*)$/u.exec(written);
    if (made) {
      this.refer("new", made[2]!, at, scope, arity, made[1] === undefined ? null : munged(made[1]));
      return;
    }
    const slash = written.indexOf("/");
    if (slash > 0 && slash < written.length - 1)
      this.refer("call", written.slice(slash + 1), at, scope, arity, munged(written.slice(0, slash)));
    else this.refer("call", written, at, scope, arity);
  }

  private refer(
    kind: RawReference["kind"],
    name: string,
    at: number,
    scope: number,
    arity: number | null,
    receiver: string | null = null,
  ): void {
    if (name) this.references.push({ kind, name, receiver: receiver?.slice(0, 120) ?? null, arity, line: this.lines.at(at), scope });
  }

  /** @returns index of the symbol */
  private define(form: Form, word: string, scope: number): number {
    const target = form.items[1]!;
    const rest = form.items.slice(2);
    const vector =
      rest.find((item) => item.kind === "[") ?? rest.find((item) => item.kind === "(" && item.items[0]?.kind === "[")?.items[0];
    const value = rest.at(-1);
    // `(def add (fn [a b] …))`, `(def twice #(* 2 %))`
    const assigned =
      word === "def" && value?.kind === "(" && (value.items[0]?.text === "fn" || value.text === "#" || this.text[value.from - 1] === "#");
    const kind = assigned
      ? "function"
      : (KINDS[word] ?? (vector && !/^def(?:state|component|struct)$/.test(word) ? "function" : "variable"));
    const isFunction = kind === "function" || kind === "macro";
    const map = rest[0]?.kind === "{" ? rest[0] : rest[1]?.kind === "{" ? rest[1] : undefined;
    const documented = map?.items.findIndex((item) => item.text === ":doc") ?? -1;
    const string =
      rest[0]?.kind === "string" && (rest.length > 1 || isFunction) ? rest[0] : documented >= 0 ? map?.items[documented + 1] : undefined;
    const doc = string?.kind === "string" ? unquoted(string.text) : "";
    const name = plain(target.text);
    const head = isFunction && vector ? vector.to : target.to;
    const index = this.add(
      kind,
      name,
      form,
      scope,
      doc,
      head,
      !/^(?:defn-)$/.test(word) && !/:private/.test(target.meta),
      isFunction && vector ? parametersOf(vector.items).length : null,
    );
    if (isFunction) {
      for (const list of [vector, ...rest.filter((item) => item.kind === "(" && item.items[0]?.kind === "[").map((item) => item.items[0])])
        if (list) {
          const items = parametersOf(list.items);
          for (const [position, { kind, text }] of items.entries())
            if (kind === "word") this.parameters.push({ name: text, position, scope: index });
          this.bind(items, index);
        }
    }
    if (kind === "class" || kind === "interface") {
      if (vector && kind === "class") {
        for (const field of vector.items) if (field.kind === "word") this.add("field", field.text, field, index, "", field.to, true, null);
      }
      this.methods(
        rest.filter((item) => item !== vector),
        index,
      );
    }
    if (word === "defmethod") this.refer("use", name, target.from, index, null);
    return index;
  }

  /**
   * Methods inside a protocol, record or extension: lists that begin with a name and have a vector; words between are what they implement.
   * @param extended the type that is extended, whose methods they are
   */
  private methods(items: Form[], owner: number, extended?: string): void {
    const symbol = this.symbols[owner]!;
    const type = symbol.kind === "class" || symbol.kind === "interface";
    for (const item of items) {
      if (item.kind === "word" && type && symbol.kind === "class" && /^[\p{Lu}]|\/|\./u.test(item.text)) {
        const dot = Math.max(item.text.lastIndexOf("."), item.text.lastIndexOf("/"));
        this.refer("implement", item.text.slice(dot + 1), item.from, owner, null, dot > 0 ? munged(item.text.slice(0, dot)) : null);
      }
      const name = item.items[0];
      const vector = item.items[1];
      if (item.kind !== "(" || name?.kind !== "word" || vector?.kind !== "[") continue;
      if (!type && (extended === undefined || symbol.kind !== "file" || !/^\p{Lu}[\w\x80-\u{10FFFF}]*$/u.test(extended))) {
        this.bind(vector.items, owner);
        this.bodies.push({ items: item.items.slice(2), scope: owner });
        continue;
      }
      const doc = item.items.find((one) => one.kind === "string");
      const index = this.add(
        "method",
        name.text,
        item,
        owner,
        symbol.kind === "interface" && doc ? unquoted(doc.text) : "",
        vector.to,
        true,
        Math.max(0, vector.items.length - 1),
      );
      if (!type) this.symbols[index]!.qualified = `${extended}.${name.text}`;
      this.bind(vector.items, index);
      this.bodies.push({ items: item.items.slice(2), scope: index });
    }
  }

  private add(
    kind: SymbolKind,
    name: string,
    form: Form,
    parent: number,
    doc: string,
    head: number,
    exported: boolean,
    arity: number | null,
  ): number {
    const container = this.symbols[parent]!;
    const inside = container.kind === "file" ? name : `${container.qualified}.${name}`;
    const local = container.kind === "function" || container.kind === "method";
    this.symbols.push({
      kind,
      name: kind === "namespace" ? name.slice(name.lastIndexOf(".") + 1) : name,
      qualified: inside,
      parent,
      signature: this.text.slice(form.from, head).replace(/\s+/g, " ").trim().slice(0, signatureLimit),
      doc,
      start: this.lines.at(form.from),
      end: this.lines.at(form.to - 1),
      from: form.from,
      to: form.to,
      exported: exported && !local && container.exported,
      arity,
      type: null,
    });
    this.spans.signatures.push([form.from, head]);
    return this.symbols.length - 1;
  }

  private bind(items: readonly Form[], scope: number): void {
    for (const item of items) {
      if (item.kind === "word" && item.text !== "&" && !item.text.startsWith(":"))
        this.bindings.push({ name: item.text, type: "", from: "unknown", scope, line: this.lines.at(item.from) });
      else if (item.kind === "[") this.bind(item.items.slice(0, 50), scope);
      else if (item.kind === "{") this.bind(takenApart(item.items), scope);
    }
  }

  // ------------------------------------------------------------------------------------------ name spaces

  private space(form: Form): void {
    const name = form.items[1];
    if (name?.kind !== "word") return;
    const doc = form.items[2]?.kind === "string" ? unquoted(form.items[2].text) : "";
    this.add("namespace", plainSpace(name.text), form, 0, doc, name.to, true, null);
    this.spans.imports.push([Math.min(name.to, form.to - 1), form.to]);
    this.spans.signatures.pop();
    for (const clause of form.items.slice(2)) {
      const word = clause.items[0]?.text;
      if (clause.kind !== "(" || !word) continue;
      if (/^:(?:require|require-macros|use|use-macros|import)$/.test(word))
        for (const item of clause.items.slice(1)) this.required(word.slice(1).replace("-macros", ""), item);
    }
  }

  private required(word: string, item: Form, prefix = ""): void {
    const line = this.lines.at(item.from);
    const push = (form: RawImport["form"], source: string, names: RawImport["names"]): void => {
      this.imports.push({ form, source, names, reexport: false, line, scope: 0, relative: false });
    };
    if (item.kind === "word") {
      if (/^[:"]/.test(item.text)) return;
      const source = prefix + item.text;
      if (word === "import") {
        const dot = source.lastIndexOf(".");
        if (dot > 0) push("named", source.slice(0, dot), [{ name: source.slice(dot + 1), local: source.slice(dot + 1) }]);
      } else if (word === "use") push("wildcard", source, []);
      else push("namespace", source, [{ name: "*", local: munged(source) }]);
      return;
    }
    const head = item.items[0];
    if (head?.kind !== "word") return;
    if (word === "import") {
      for (const one of item.items.slice(1)) push("named", head.text, [{ name: one.text, local: one.text }]);
      return;
    }
    // `(my.app [a :as b] c)`: a prefix for several.
    if (item.kind === "(") {
      for (const one of item.items.slice(1)) this.required(word, one, `${head.text}.`);
      return;
    }
    const source = prefix + head.text;
    const option = (name: string): Form | undefined => {
      const at = item.items.findIndex((one) => one.text === name);
      return at > 0 ? item.items[at + 1] : undefined;
    };
    const alias = option(":as") ?? option(":as-alias");
    if (alias?.kind === "word") push("namespace", source, [{ name: "*", local: munged(alias.text) }]);
    const named = option(":refer") ?? option(":only") ?? option(":refer-macros");
    if (named?.kind === "[" || named?.kind === "(")
      push(
        "named",
        source,
        // a record's constructor is the record
        named.items.flatMap((one) =>
          [/^(?:map)?->(\p{Lu}\S*)$/u.exec(one.text)?.[1] ?? [], one.text].flat().map((name) => ({ name, local: name })),
        ),
      );
    else if (named?.text === ":all" || (word === "use" && !named)) push("wildcard", source, []);
    else if (!alias) push("namespace", source, [{ name: "*", local: munged(source) }]);
  }
}

/** Facts of a file of Clojure. */
export function readClojure(text: string, file: RawSymbol): Pick<FileFacts, "symbols" | "imports" | "references" | "bindings" | "spans"> {
  const reader = new Reader(text, file);
  reader.run();
  const { symbols, imports, references, bindings, spans } = reader;
  spans.signatures.sort((a, b) => a[0] - b[0]);
  return { symbols, imports, references, bindings, spans: { ...spans, signatures: apart(spans.signatures) } };
}

// The text of a file of Clojure as the lists, vectors, maps and words it is made of.

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
