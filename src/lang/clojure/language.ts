import { language } from "../engine/language.ts";
import { clojure as family } from "./family.ts";

export const clojure = language({
  name: "clojure",
  extensions: "clj cljs cljc edn bb",
  reader: async () => (await import("./reader.ts")).readClojure,
  extracts: ["symbols", "docs", "imports", "supertypes", "calls"],
  shebangs: "bb clojure",
  family,
});
