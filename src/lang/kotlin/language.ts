import { language } from "../engine/language.ts";
import { jvm as family } from "../jvm/family.ts";

export const kotlin = language({ name: "kotlin", extensions: "kt kts", rules: async () => (await import("./rules.ts")).kotlin, family });
