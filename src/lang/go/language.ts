import { language } from "../engine/language.ts";
import { go as family } from "./family.ts";

export const go = language({ name: "go", extensions: "go", rules: async () => (await import("./rules.ts")).go, family });
