import { language } from "../engine/written.ts";
import { haskell as family } from "./family.ts";

export const haskell = language({
  name: "haskell",
  extensions: "hs hs-boot",
  rules: async () => (await import("./rules.ts")).haskell,
  extracts: ["types"],
  family,
});
