import { language } from "../engine/written.ts";

export const rst = language({
  name: "rst",
  content: "prose",
  noModules: true,
  noUses: true,
  extensions: "rst rest",
  reader: async () => (await import("./reader.ts")).readRst,
  documents: true,
});
