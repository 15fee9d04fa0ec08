import { language } from "../engine/language.ts";
import { jvm as family } from "../jvm/family.ts";

export const java = language({ name: "java", extensions: "java jav", rules: async () => (await import("./rules.ts")).java, family });
