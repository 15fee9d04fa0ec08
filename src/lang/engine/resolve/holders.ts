/**
 * Types outside the tree that hold values of types in it: lists, maps, options, results, futures. What an accessor of theirs gives, by its name.
 *
 * Names are compared in lower case without `_`, so that one table serves all languages. A name that is in no list gives nothing.
 */

import type { RawReference } from "../../../base/types.ts";
import { ID, re, words } from "../words.ts";
import type { Place } from "./place.ts";
import { closing, splitTop } from "./text.ts";

/** Give one of the values held. */
const ITEM =
  words(`@each @element emplaceback emplacefront begin cbegin rbegin first last front back at top get getorelse unwrap expect unwrapor unwraporelse unwrapordefault pop popfront popback peek poll next remove
  removefirst removelast removeat find findfirst findlast findany orelse orelsethrow orelseget getornull getorthrow getordefault getorput firstornull
  lastornull singleornull firstordefault single singleordefault lastordefault firstwhere lastwhere singlewhere elementat elementatordefault head
  headornull getvalue value result max min maxby minby maxbyornull minbyornull lock borrow borrowmut read write upgrade getmut getorinsertwith
  orinsert orinsertwith ordefault unwrapunchecked nth firstmut lastmut lastoption element randomelement random computeifabsent popleft popfirst poplast
  removevalue elementatornull item firstasync firstordefaultasync singleasync singleordefaultasync findasync join await findone current load`);

/** Give the same kind of holder again. */
const SAME =
  words(`@it iter itermut intoiter filter filternot filternotnull filterisinstance where sorted sortedby sortedbydescending sortedwith
  sortby sortwith sort reversed reverse rev skip take takewhile skipwhile dropwhile drop dropfirst droplast distinct distinctby stream parallelstream
  collect tolist tomutablelist toarray toset tomutableset tohashset toseq tovector asenumerable asqueryable assequence asiterable asreversed list
  clone cloned copied asref asmut asderef asderefmut ok okor okorelse values orderby orderbydescending thenby thenbydescending concat plus minus
  sublist slice limit prefix suffix lazy shuffled chain iterator drain retain tail init headoption lastoption lastornone findoption firstoption
  peekable inspect withfilter copy copywith add addall append union intersect orempty asflow onEach oneach also tap async configureawait`);

/** Nothing is ever called on these themselves: whatever is, is called on what they hold. */
const TRANSPARENT = words(
  "option result box rc arc ref refmut mutexguard optional future task promise deferred completablefuture lazy cell",
);

/** Their arguments are not what they hold. */
const OPAQUE = words(
  "pair triple tuple tuple2 tuple3 function func action consumer bifunction predicate callable class type fn fnmut fnonce keypath",
);

/** The first argument is what is held, not the last. */
const FIRST = words(
  "result try flow vector list forwardlist deque set multiset unorderedset unorderedmultiset array span stack queue priorityqueue initializerlist",
);
/** The second is. */
const SECOND = words("map multimap unorderedmap unorderedmultimap hashmap");

const plain = (name: string): string => name.toLowerCase().replaceAll("_", "");

/** The member of a result that is what it holds where something failed. */
export const FAILURE = "@err";

export type Accessor = "item" | "same" | "through" | null;

const CHANNEL = "chan";

/** What the member of a holder gives. */
export function accessor(holder: string, name: string): Accessor {
  // Go: one name of a `range` is a key, but what a channel gives
  if (name === "@received") return holder === CHANNEL ? "item" : null;
  const word = plain(name);
  if (ITEM.has(word)) return "item";
  if (SAME.has(word)) return "same";
  return TRANSPARENT.has(plain(holder)) ? "through" : null;
}

/** Must the held value be asked for members that a wrapper lacks? */
export function isTransparent(holder: string): boolean {
  return TRANSPARENT.has(plain(holder));
}

/** Types in a container of C++ that are as what it holds: an iterator is used as what it stands at. */
const OF_CONTAINER = /^(?:(?:const_)?(?:reverse_)?iterator|value_type|mapped_type|(?:const_)?reference)$/;

/** What a type in a container is of that name. */
export function ofContainer(container: Place, name: string): Place | null {
  if (container.is !== "held" || !OF_CONTAINER.test(name)) return null;
  return container.parts && name !== "mapped_type" ? { ...container, name: "pair" } : container.item();
}

export interface Held {
  /** Name of the holder; "[]" for the arrays and slices of the language. */
  name: string;
  /** The type of what it holds, as written. */
  item: string;
  /** The type of what it holds where something failed. */
  failure?: string;
}

/** A type as written, if it holds values of another one: `Vec<Book>`, `[]Line`, `map[string]*Order`, `[Order]`, `Order[]`. */
export function heldType(text: string): Held | null {
  let rest = text.trim();
  for (;;) {
    const before = rest;
    rest = rest.replace(
      /^(?:&'?\w*\s*mut\b|&'\w+|[*&]|mut\b|dyn\b|impl\b|const\b|final\b|readonly\b|in\b|out\b|inout\b|any\b|some\b)\s*/,
      "",
    );
    rest = rest.replace(/[?!&\s]+$/, "").replace(/\s*\|\s*(?:None|null|undefined)$|^["']|["']$/, "");
    if (rest === before) break;
  }
  // Go: `[]T`, `[4]T`, `map[K]V`, `chan T`, `<-chan T`
  const go = /^(?:\[[^[\]:;,]*\]|(?:<-\s*)?chan(?:\s*<-)?\s)\s*(?=[a-zA-Z\x80-\u{10FFFF}*[])/u.exec(rest);
  if (go) return { name: go[0].includes("chan") ? CHANNEL : "[]", item: rest.slice(go[0].length) };
  if (rest.startsWith("map[")) {
    const end = closing(rest, 3);
    return end > 0 ? { name: "map", item: rest.slice(end) } : null;
  }
  if (rest.endsWith("[]")) return { name: "[]", item: rest.slice(0, -2) };
  // Swift and Rust: `[T]`, `[K: V]`, `[T; 3]`
  if (rest[0] === "[" && closing(rest, 0) === rest.length) {
    const inner = rest.slice(1, -1);
    const pair = splitTop(inner, ":");
    if (pair.length === 2) return { name: "map", item: pair[1]! };
    return { name: "[]", item: splitTop(inner, ";")[0]! };
  }
  const head = re`^(?:::)?${ID}(?:\s*(?:\.|::)\s*${ID})*\s*(?=[<[])`.exec(rest);
  if (!head || closing(rest, head[0].length) !== rest.length) return null;
  const name = re`${ID}\s*$`.exec(head[0])![0].trim();
  if (OPAQUE.has(plain(name))) return null;
  const parts = splitTop(rest.slice(head[0].length + 1, -1), ",").filter((part) => !/^\s*'/.test(part));
  for (const [i, part] of parts.entries()) parts[i] = part.replace(/^\s*(?:Item|Output|Target)\s*=\s*/, "");
  const item = FIRST.has(plain(name)) ? parts[0] : SECOND.has(plain(name)) && parts.length > 2 ? parts[1] : parts[parts.length - 1];
  if (item === undefined) return null;
  const failure = plain(name) === "result" ? parts[1] : undefined;
  return { name, item: item.replace(/^\s*(?:out|in|\?\s*extends|\?\s*super)\s/, ""), ...(failure === undefined ? {} : { failure }) };
}

/** Methods of lists, options and results, in lower case without `_`. */
const THROUGH =
  words(`map foreach filter filternot flatmap any all every some find findlast first firstornull last lastornull none count sumof sumby
  maxby minby maxbyornull minbyornull maxof minof sortedby sortedbydescending sortedwith groupby groupingby associateby associatewith partition forall
  exists where select selectmany orderby orderbydescending thenby thenbydescending tolookup todictionary firstordefault lastordefault singleordefault
  removeif removeall removewhere anymatch allmatch nonematch maptoint maptolong maptodouble maptoobj peek ifpresent ifpresentorelse takewhile dropwhile
  skipwhile filtermap inspect retain position compactmap firstwhere lastwhere singlewhere expand mapnotnull oneach distinctby mapvalues indexwhere
  foreachordered sortby sortbykey maxbykey minbykey collect collectfirst fold foldleft foldright reduce aggregate scan maperr andthen mapor maporelse
  okorelse orelse unwraporelse orelseget let also takeif takeunless sorted sort sortwith contains comparing thencomparing tomap computeifabsent
  computeifpresent flatten tapeach zipwith transform foreachindexed mapindexed filterindexed sumby`);

/** Is a method called that has such a name? For languages whose lists have methods; a language says so as its `callsGiven`. */
export function throughHolder({ name, receiver }: Pick<RawReference, "name" | "receiver">): boolean {
  return receiver !== null && THROUGH.has(name.toLowerCase().replaceAll("_", ""));
}
