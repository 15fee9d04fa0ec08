/** Words of Clojure that mean something to who reads its lists: what defines, what binds, what is no call. */
import type { SymbolKind } from "../../base/types.ts";
import { dedent } from "../engine/comments.ts";
import type { Form } from "./forms.ts";

export const KINDS: Record<string, SymbolKind> = {
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
export const DEFINES = /^def(?!ault)/;
export const SPECIAL = new Set(
  (
    "def if do let quote var fn loop recur throw try catch finally monitor-enter monitor-exit new set! ns let* fn* loop* letfn when when-not if-not if-let " +
    "when-let cond case for doseq dotimes while and or not comment -> ->> some-> some->> cond-> cond->> as-> doto binding with-open declare require use import " +
    "is are testing reify proxy extend-type extend-protocol gen-class in-ns . .. & % = + - * / < > <= >= str"
  ).split(" "),
);
export const THREADS = /^(?:some|cond)?->>?$/;
export const BINDS = /^(?:let|loop|for|doseq|when-let|if-let|when-some|if-some|binding|with-open|dotimes|with-redefs|let\*)$/;

/** Parameters without what schemas say of their types (`x :- s/Int`). */
export const parametersOf = (items: readonly Form[]): Form[] =>
  items.filter((item, i) => item.text !== "&" && item.text !== ":-" && items[i - 1]?.text !== ":-");

export const plain = (word: string): string => word.slice(word.lastIndexOf("/") + 1);

/** A chain of names is read by letters, digits and `_` only: an alias's hyphens are written so on both sides. */
export const munged = (name: string): string => name.replace(/[^\w\x80-\u{10FFFF}.$]/gu, "_");
export const plainSpace = (name: string): string => name.replace(/^'/, "");
export const unquoted = (text: string): string => dedent(text.replace(/^#?"|"$/g, "").replace(/\\(["\\])/g, "$1")).slice(0, 4_000);

/** Spans that begin inside the one before are left out. */
export function apart(list: [number, number][]): [number, number][] {
  const out: [number, number][] = [];
  for (const one of list) if (one[0] >= (out.at(-1)?.[1] ?? 0) && one[1] > one[0]) out.push(one);
  return out;
}
