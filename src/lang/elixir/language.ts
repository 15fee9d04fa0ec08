import { language } from "../engine/language.ts";
import { elixir as family } from "./family.ts";

export const elixir = language({
  name: "elixir",
  extensions: "ex exs",
  rules: async () => (await import("./rules.ts")).elixir,
  shebangs: "elixir",
  family,
});
