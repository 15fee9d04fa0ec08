import { language } from "../engine/written.ts";
import { go as family } from "./family.ts";

export const go = language({
  name: "go",
  extensions: "go",
  rules: async () => (await import("./rules.ts")).go,
  family,
  indexed: true,
  fieldsHold: true,
  callsGiven: ({ name, receiver }) =>
    (receiver === "slices" && name.endsWith("Func")) || (receiver === "strings" && /^(?:Map|\w+Func)$/.test(name)),
});
