/** Functions of the languages themselves that call, before they return, what they are given by its name: who calls them calls that. */
import type { RawReference } from "../../../base/types.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.match(/\S+/g));

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

const OCAML =
  words(`iter iteri map mapi filter filter_map fold_left fold_right fold exists for_all find find_opt find_map partition sort stable_sort
  sort_uniq concat_map map2 iter2 init update bind value_map to_seq split_map`);
const CLOJURE =
  words(`map mapv map-indexed mapcat filter filterv remove keep keep-indexed reduce reduce-kv some every? not-every? not-any? group-by sort-by
  run! apply partition-by take-while drop-while split-with update update-in swap! iterate repeatedly max-key min-key frequencies-by juxt-map doto pmap
  reductions into-map update-vals update-keys`);
const R =
  /^(?:[lsvmt]?apply|rapply|Reduce|Filter|Map|Find|Position|do\.call|outer|(?:i?map2?|p?walk|keep|discard|reduce|accumulate|detect)(?:_\w+)?)$/;
const JULIA =
  /^(?:map!?|filter!?|reduce|foldl|foldr|mapreduce|foreach|any|all|count|findall|findfirst|sum|maximum|minimum|broadcast|argmin|argmax|mapslices|pmap|accumulate|ntuple)$/;
const PHP =
  /^(?:array_(?:map|filter|walk|reduce|find|any|all|walk_recursive)|u[ak]?sort|usort|call_user_func(?:_array)?|preg_replace_callback|iterator_apply)$/;

/** Does a call, which leads to no definition of the tree, call the functions that are its arguments? */
export function callsGiven({ name, receiver }: Pick<RawReference, "name" | "receiver">, language: string | null): boolean {
  switch (language) {
    case "rust":
    case "java":
    case "kotlin":
    case "csharp":
    case "swift":
    case "scala":
    case "dart":
    case "groovy":
    case "ruby":
      return receiver !== null && THROUGH.has(name.toLowerCase().replaceAll("_", ""));
    case "python":
      return (receiver === null && /^(?:map|filter|sorted|min|max|reduce)$/.test(name)) || (receiver === "functools" && name === "reduce");
    case "elixir":
      return /^(?:Enum|Stream|Map|Keyword|List|Kernel)$/.test(receiver ?? "") || (receiver === null && (name === "then" || name === "tap"));
    case "ocaml":
      return /^(?:List|Array|Option|Result|Hashtbl|Seq|String|Fun|[A-Z]\w*(?:Map|Set))$/.test(receiver ?? "") && OCAML.has(name);
    case "clojure":
      return receiver === null && CLOJURE.has(name);
    case "r":
      return R.test(name);
    case "julia":
      return receiver === null && JULIA.test(name);
    case "php":
      return receiver === null && PHP.test(name);
    case "lua":
      return (
        (receiver === null && /^x?pcall$/.test(name)) ||
        (receiver === "table" && name === "sort") ||
        (receiver === "string" && name === "gsub")
      );
    case "go":
      return (receiver === "slices" && name.endsWith("Func")) || (receiver === "strings" && /^(?:Map|\w+Func)$/.test(name));
    case "c":
      return receiver === null && /^(?:qsort|bsearch|lfind)$/.test(name);
    case "cpp":
      return (
        (receiver === "std" || receiver === "std.ranges" || receiver === "std::ranges") &&
        /^(?:sort|stable_sort|for_each|transform|find_if|count_if|any_of|all_of|none_of|remove_if|accumulate|generate|copy_if|partition|max_element|min_element)$/.test(
          name,
        )
      );
    case "zig":
      return /^std(?:\.mem)?$/.test(receiver ?? "") && name === "sort";
    default:
      return false;
  }
}
