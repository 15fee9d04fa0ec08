import { language } from "../engine/language.ts";
import { jvm as family } from "../jvm/family.ts";

export const scala = language({
  name: "scala",
  extensions: "scala sc sbt",
  rules: async () => (await import("./rules.ts")).scala,
  shebangs: "scala amm",
  family,
});
