import { throughHolder } from "../engine/resolve/_builtins.ts";
import { language } from "../engine/written.ts";
import { rust as family } from "./family.ts";

export const rust = language({
  name: "rust",
  extensions: "rs",
  rules: async () => (await import("./rules.ts")).rust,
  family,
  indexed: true,
  fieldsHold: true,
  callsGiven: throughHolder,
});
