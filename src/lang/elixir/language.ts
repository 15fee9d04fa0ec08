import { language } from "../engine/written.ts";
import { elixir as family } from "./family.ts";

export const elixir = language({
  name: "elixir",
  extensions: "ex exs",
  shebangs: "elixir",
  rules: async () => (await import("./rules.ts")).elixir,
  family,
  callsGiven: ({ name, receiver }) =>
    /^(?:Enum|Stream|Map|Keyword|List|Kernel)$/.test(receiver ?? "") || (receiver === null && (name === "then" || name === "tap")),
});
