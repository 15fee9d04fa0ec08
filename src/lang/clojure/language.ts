import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { clojure as family } from "./family.ts";

/** Functions of the language that call what they are given. */
const CALLING =
  wordSet(`map mapv map-indexed mapcat filter filterv remove keep keep-indexed reduce reduce-kv some every? not-every? not-any? group-by sort-by
  run! apply partition-by take-while drop-while split-with update update-in swap! iterate repeatedly max-key min-key frequencies-by juxt-map doto pmap
  reductions into-map update-vals update-keys`);

const syntax: Syntax = { separators: [], quotes: '"', lineComments: [";"], blockComments: [] };

export const clojure = language({
  name: "clojure",
  extensions: "clj cljs cljc edn bb",
  shebangs: "bb clojure",
  reader: async () => (await import("./reader.ts")).readClojure,
  syntax,
  extracts: ["symbols", "docs", "imports", "supertypes", "calls"],
  family,
  callsGiven: ({ name, receiver }) => receiver === null && CALLING.has(name),
});
