/**
 * What a name, a receiver or a type turns out to be: the vocabulary of all answers.
 *
 * `null` instead of a place is "nobody here knows", and nobody guesses.
 */
import { isType, type WorldSymbol } from "./world.ts";

/**
 * An instance of a type; `above`: looked at from the supertypes on (`super`); `self`: the object the code itself runs on, maybe of a subtype; `args`: what
 * its type arguments are, by position.
 */
export interface Value {
  is: "value";
  type: WorldSymbol;
  above?: boolean;
  self?: boolean;
  args?: (position: number) => Place | null;
  /** The same as written. */
  written?: string;
  /** It was taken out of a holder of that name, or is meant where such a one is written: what it lacks itself may be asked of the holder. */
  holder?: string;
}

/** What an expression or a name stands for. */
export type Place =
  /** A definition itself: a function, a type, a variable; `on`: the value it is a member of. */
  | { is: "symbol"; symbol: WorldSymbol; on?: Value }
  | Value
  /** Something whose names are its members: files, and the folder its submodules live in. */
  | { is: "module"; files: string[]; folder: string | null }
  /** A package or namespace known only by its dotted name. */
  | { is: "space"; name: string }
  | { is: "external"; name: string }
  /**
   * A value of a type outside the tree that holds values of others (a list, an option): what it holds, once asked, and what it holds instead where
   * something failed; `outer`: what it is itself; `parts`: what it holds by position, of a pair or of what a map's loop gives.
   */
  | {
      is: "held";
      name: string;
      item: () => Place | null;
      outer: Place;
      failure?: () => Place | null;
      parts?: (position: number) => Place | null;
    }
  /** A function outside the tree, or a place that stands for itself when it is called: what calling it gives. */
  | { is: "gives"; place: Place; outer?: Place }
  /** An object or list written out, or the one a function writes and returns: its members are fields and symbols of `of` called `name.x`. */
  | { is: "record"; path: string; of: string; name: string; scope: number }
  /** One of these, none of them the other. */
  | { is: "several"; places: Place[] }
  /** A value of a type that the tree does not define and nobody imported: the language's own (`String`, `URL`). */
  | { is: "foreign"; name?: string }
  /** Bound, but to what the text does not tell. It shadows. `imported`: by an import whose target was not found in the tree. */
  | { is: "unknown"; imported?: true };

/** Where an import leads. */
export type Located =
  | {
      is: "files";
      files: string[];
      folder: string | null;
      /** A whole package: only files that are really used become edges. */
      whole?: boolean;
      /** The path goes on inside the file: a type, an inline module. */
      inner?: string[];
    }
  | { is: "space"; name: string }
  | { is: "external"; name: string }
  | { is: "nowhere" };

/** A place, and whether the type of some value had to be known to get there. */
export interface Found {
  place: Place;
  typed: boolean;
}

/** Where an expression is written: in this file (a symbol's index and a line), or in what is called `of` of another file. */
export interface Site {
  path: string;
  of: string;
  /** -1 in other files. */
  scope: number;
  line: number;
}

export const UNKNOWN: Place = { is: "unknown" };
export const FOREIGN: Place = { is: "foreign" };

/** The name of an object that has none, as seen from one of its methods. */
export const BESIDE = "@beside";

/** More possible values than this are no knowledge. */
export const MOST_PLACES = 12;

/** An instance of the type a place is; itself where it already is a value or leaves the tree. */
export function instance(place: Place): Place | null {
  if (place.is === "symbol") return isType(place.symbol.kind) ? { is: "value", type: place.symbol } : null;
  return place.is === "value" || place.is === "external" || place.is === "held" ? place : null;
}

/** Tells places apart; "" of what is not known. Symbols go round in circles, so that only their numbers are taken. */
function keyOf(place: Place): string {
  switch (place.is) {
    case "symbol":
      return `s${place.symbol.id}`;
    case "value":
      return `v${place.type.id}`;
    case "unknown":
      return "";
    case "held":
      return `h${place.name} ${keyOf(place.outer)}`;
    case "gives":
      return `g${keyOf(place.place)}`;
    case "several":
      return `m${place.places.map(keyOf).join(" ")}`;
    default:
      return JSON.stringify(place);
  }
}

/** Distinct places of several as one; null when there is none, or too many. */
export function several(places: readonly (Place | null)[]): Place | null {
  const out: Place[] = [];
  const seen = new Set<string>();
  for (const place of places.flatMap((one) => (one?.is === "several" ? one.places : one ? [one] : []))) {
    const key = keyOf(place);
    if (key === "" || seen.has(key)) continue;
    seen.add(key);
    out.push(place);
  }
  if (out.length === 0 || out.length > MOST_PLACES) return null;
  return out.length === 1 ? out[0]! : { is: "several", places: out };
}
