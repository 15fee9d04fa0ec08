import { language } from "../engine/language.ts";

export const swift = language({ name: "swift", extensions: "swift", rules: async () => (await import("./rules.ts")).swift });
