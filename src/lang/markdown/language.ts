import { language } from "../engine/written.ts";

export const markdown = language({
  name: "markdown",
  content: "document",
  noModules: true,
  noUses: true,
  extensions: "md markdown mdown mkd mdx mdc",
  reader: async () => (await import("./reader.ts")).readMarkdown,
  documents: true,
});
