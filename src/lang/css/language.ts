import { language } from "../engine/written.ts";
import { css as family } from "./family.ts";

export const css = language({ name: "css", extensions: "css", rules: async () => (await import("./rules.ts")).css, family });
