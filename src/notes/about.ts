/** What a note is about, in the tree as it is now: finding it when the note is written, and telling later whether it is still the same. */
import { Refusal } from "../base/errors.ts";
import type { NoteState } from "../base/types.ts";
import { brief } from "../base/visible.ts";
import { look } from "../files/files.ts";
import { contentHash } from "../lang/engine/chunk.ts";
import { parseCitation, type Shown, show } from "../query/show.ts";
import { findSymbol } from "../query/walk/symbols.ts";
import type { Store, SymbolRow } from "../store/graph.ts";
import type { About, Note } from "./note.ts";

/** How something stands to what a note says of it. */
export interface Standing {
  target: string;
  state: NoteState;
  /** Where it is now; null where it is gone, or a folder. */
  path: string | null;
  start: number | null;
  end: number | null;
}

const TEXT = { context: 0 };

/**
 * What somebody names as a note's subject, as it is kept.
 * @param named a path, a folder, a symbol, `path:lines` or a citation, relative to the root
 * @throws Refusal `symbol-unknown`, `symbol-ambiguous`, `citation-unknown`, `bad-value`
 */
export function aboutFor(store: Store, named: string): About {
  const text = named.trim();
  if (text === "") throw new Refusal("bad-value", "--about was given no text.", "Give it a symbol, a path or a citation.");
  const target = targetFor(store, text);
  const found = lookUp(store, target);
  if (found === null) throw new Refusal("citation-unknown", `${brief(text)} is not in this index.`, "Name what is, or ask for it first.");
  return { target, hash: found.hash };
}

function targetFor(store: Store, text: string): string {
  const [path, qualified] = splitTarget(text);
  if (qualified !== null && store.fileByPath(path) !== null) return text;
  const bare = text.replace(/^\.\//, "");
  const folder = `${bare.replace(/\/+$/, "")}/`;
  if (store.fileByPath(bare) !== null) return bare;
  if (folder !== "/" && store.filesHolding(folder).some((file) => file.path.startsWith(folder))) return folder;
  const citation = parseCitation(text);
  if (citation.start !== null || citation.chunk !== null) {
    const [shown] = show(store, text, TEXT) as [Shown];
    return shown.chunk === null || citation.chunk === null ? `${shown.path}:${shown.start}-${shown.end}` : shown.citation;
  }
  const { chosen, candidates, suggestions } = findSymbol(store, { name: text.replace(/\(\)$/, "") });
  if (chosen === null || chosen.file === null)
    throw new Refusal(
      "symbol-unknown",
      `Nothing is defined under the name ${brief(text)}, and no file has that path.`,
      suggestions.length > 0 ? `Nearest names: ${suggestions.join(", ")}.` : "Check the spelling, or ask for it: manifold q NAME.",
    );
  if (chosen.kind === "file") return chosen.path;
  const named = [...new Set(candidates.map(targetOf))];
  // A class and its constructor have one name: the class is meant.
  const all = named.filter((one) => !named.some((outer) => one.startsWith(`${outer}.`)));
  if (all.length > 1)
    throw new Refusal(
      "symbol-ambiguous",
      `${brief(text)} is defined ${all.length} times.`,
      `Name one of them: ${all.slice(0, 5).join(", ")}.`,
    );
  return all[0]!;
}

const targetOf = ({ path, qualified }: SymbolRow): string => `${path}#${qualified}`;

/** `path#Qualified.name` taken apart; null where there is no name. */
export function splitTarget(target: string): [path: string, qualified: string | null] {
  const at = target.indexOf("#");
  return at > 0 ? [target.slice(0, at), target.slice(at + 1)] : [target, null];
}

interface LookedUp {
  hash: string;
  path: string | null;
  start: number | null;
  end: number | null;
}

/** What a target is now; null where there is none. */
function lookUp(store: Store, target: string): LookedUp | null {
  if (target.endsWith("/")) {
    const files = store.filesHolding(target).filter(({ path }) => path.startsWith(target));
    const hash = contentHash(files.map((file) => `${file.path} ${file.hash}`).join("\n"));
    return files.length === 0 ? null : { hash, path: null, start: null, end: null };
  }
  const [path, qualified] = splitTarget(target);
  try {
    if (qualified === null || qualified === "") return joined(show(store, target, TEXT).slice(0, 1));
    const all = store.symbolsByQualified(qualified).filter((symbol) => symbol.qualified === qualified && symbol.file !== null);
    const here = all.filter((symbol) => symbol.path === path);
    // Where the file was renamed, the one definition of that name is meant.
    const meant = here.length > 0 ? here : all.length === 1 ? all : [];
    // Its own lines: whether its comment stands in a chunk with it depends on what is around.
    return joined(
      meant.flatMap(({ key, start }) =>
        show(store, key, TEXT).map((shown) => ({ ...shown, start, lines: shown.lines.slice(start - shown.first) })),
      ),
    );
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function joined(shown: readonly Shown[]): LookedUp | null {
  const [first] = shown;
  if (first === undefined) return null;
  const hash = contentHash(shown.map(({ lines }) => lines.join("\n")).join("\n"));
  return { hash, path: first.path, start: first.start, end: first.end };
}

/**
 * How everything that a note is about stands to it.
 * @param most how many are looked up, each a look into a file; the others are unchecked
 */
export function standingsOf(store: Store, note: Note, most: number): Standing[] {
  return note.about.map(({ target, hash }, at) => {
    if (at >= most) return { target, state: "unchecked", path: null, start: null, end: null };
    const { text, id } = chunkless(target);
    // A chunk's own id knows its content again, wherever it has moved.
    const there = id === null ? lookUp(store, text) : (shownAsCited(store, target) ?? lookUp(store, text));
    const found = there === null || hash === null || there.hash === hash || id !== null ? there : (movedFrom(store, text, hash) ?? there);
    // Of what is not in the index, outside the tree or left out of it, nothing is known.
    if (found === null) return { target, state: isElsewhere(store, text) ? "unchecked" : "gone", path: null, start: null, end: null };
    const state = hash === null ? "unchecked" : found.hash === hash ? "same" : "changed";
    return { target, state, path: found.path, start: found.start, end: found.end };
  });
}

/** Does a target name what no index of this tree has: a place outside it, an address, a file that is there and left out? */
function isElsewhere(store: Store, target: string): boolean {
  const path = splitTarget(target)[0]
    .replace(/:\d+(?:-\d+)?$/, "")
    .replace(/\/$/, "");
  if (/^(?:~|\/|[A-Za-z]:[\\/]|\w+:\/\/)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path)) return true;
  return store.fileByPath(path) === null && look(store.root, path).kind !== "missing";
}

/** Where lines that were named by their numbers stand now, if they stand in that file still. */
function movedFrom(store: Store, place: string, hash: string): LookedUp | null {
  const [, path, from, to] = /^(.+):(\d+)-(\d+)$/s.exec(place) ?? [];
  if (path === undefined || store.fileByPath(path) === null) return null;
  const { lines } = show(store, path, TEXT)[0]!;
  const length = Number(to) - Number(from) + 1;
  for (let start = 0; start + length <= lines.length && start * length < MOST_LINES; start++)
    if (contentHash(lines.slice(start, start + length).join("\n")) === hash) return { hash, path, start: start + 1, end: start + length };
  return null;
}

/** Lines hashed while a place is looked for: all of a file of some thousands. */
const MOST_LINES = 200_000;

function chunkless(target: string): { id: string | null; text: string } {
  const cited = /^(chunk_[0-9a-f]{16})\s+(.*)$/s.exec(target);
  return cited ? { id: cited[1]!, text: cited[2]! } : { id: null, text: target };
}

function shownAsCited(store: Store, target: string): LookedUp | null {
  try {
    return joined(show(store, target, TEXT));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Something that an answer shows: a place, and what is defined there. */
export interface Place {
  path: string;
  start: number;
  end: number;
  qualified: string;
  definitions: readonly string[];
}

/** Is a note about what stands at a place? Told by names and lines alone, without a look at the index. */
export function isAbout(note: Note, place: Place): boolean {
  return note.about.some(({ target }) => {
    const { text } = chunkless(target);
    const [path, qualified] = splitTarget(text);
    if (qualified !== null && qualified !== "") {
      const named = [place.qualified, ...place.definitions].some((name) => name === qualified || name.startsWith(`${qualified}.`));
      return path === place.path && named;
    }
    if (text.endsWith("/")) return place.path.startsWith(text);
    const lines = /^(.+):(\d+)-(\d+)$/s.exec(text);
    if (lines) return lines[1] === place.path && Number(lines[2]) <= place.end && place.start <= Number(lines[3]);
    if (text === place.path) return true;
    // Written by hand: a name alone.
    return !text.includes("/") && [place.qualified, ...place.definitions].includes(text);
  });
}
