/** Methods of what holds others that call, before they return, what they are given by its name: who calls them calls that. */
import type { RawReference } from "../../../base/types.ts";
import { wordSet } from "./_family.ts";

/** Methods of lists, options and results, in lower case without `_`. */
const THROUGH =
  wordSet(`map foreach filter filternot flatmap any all every some find findlast first firstornull last lastornull none count sumof sumby
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
