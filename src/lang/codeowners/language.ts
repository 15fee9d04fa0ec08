import { language } from "../engine/written.ts";

export const codeowners = language({
  name: "codeowners",
  content: "data",
  noModules: true,
  noUses: true,
  filenames: "CODEOWNERS",
  reader: async () => (await import("./reader.ts")).readCodeowners,
});
