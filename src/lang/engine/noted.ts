/**
 * A note (src/notes) as a node of the graph: its front matter is the definition of its id, documents what it is about, and relates to other notes.
 * What the note says otherwise is a document like any other.
 */

import { NOTE_RELATIONS, type RawMention, type RawSymbol } from "../../base/types.ts";
import { frontMatter } from "./governing.ts";
import { symbolOf } from "./symbol.ts";

/** Keys that only notes have: an `id` alone is anybody's. */
const KEYS = ["tier", "triggers", ...NOTE_RELATIONS] as const;
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The note that a document is, with what it names; null where it is none. */
export function noteOf(text: string): { symbol: RawSymbol; mentions: Omit<RawMention, "scope">[] } | null {
  const front = frontMatter(text);
  const id = front.get("id")?.[0]?.text ?? "";
  if (!ID.test(id) || !KEYS.some((key) => front.has(key))) return null;
  const end = text.indexOf("\n---", 3) + 4;
  const title = front.get("title")?.[0]?.text ?? "";
  const lines = text.slice(0, end).split("\n").length;
  const symbol = symbolOf({ kind: "note", name: id, signature: title, start: 1, end: lines, from: 0, to: end });
  const about = (front.get("about") ?? []).map(({ text: said, line }) => ({ form: "heading" as const, name: subject(said), line }));
  const relations = NOTE_RELATIONS.flatMap((form) => (front.get(form) ?? []).map(({ text: name, line }) => ({ form, name, line })));
  return { symbol, mentions: [...about, ...relations].filter(({ name }) => name !== "") };
}

/** What an entry of `about` names, without its hash, lines and chunk: a definition where it has one, else a path. */
function subject(said: string): string {
  const plain = said.replace(/@[0-9a-f]{16}$/, "").replace(/^chunk_[0-9a-f]{16}\s+/, "");
  const at = plain.indexOf("#");
  return (at > 0 ? plain.slice(at + 1) : plain.replace(/:\d+(?:-\d+)?$/, "")).trim();
}
