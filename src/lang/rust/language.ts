import { language } from "../engine/language.ts";
import { rust as family } from "./family.ts";

export const rust = language({ name: "rust", extensions: "rs", rules: async () => (await import("./rules.ts")).rust, family });
