import { language } from "../engine/written.ts";

export const markdown = language({
  name: "markdown",
  extensions: "md markdown mdown mkd mdx",
  reader: async () => (await import("./reader.ts")).readMarkdown,
  documents: true,
});
