import { c as family } from "../cfamily/family.ts";
import { language } from "../engine/language.ts";

export const cpp = language({
  name: "cpp",
  extensions: "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp ixx cppm cu cuh ino",
  rules: async () => (await import("./rules.ts")).cpp,
  family,
});
