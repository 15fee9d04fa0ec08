import { language } from "../engine/written.ts";
import { python } from "../python/language.ts";
import { notebookParts } from "./notebook.ts";

export const jupyter = language({
  name: "jupyter",
  noModules: true,
  noUses: true,
  extensions: "ipynb",
  parts: notebookParts,
  holds: "julia markdown python r",
  family: python.family,
  documents: true,
});
