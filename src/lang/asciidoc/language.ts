import { language } from "../engine/written.ts";

export const asciidoc = language({
  name: "asciidoc",
  content: "prose",
  noModules: true,
  noUses: true,
  extensions: "adoc asciidoc asc",
  reader: async () => (await import("./reader.ts")).readAsciidoc,
  documents: true,
});
