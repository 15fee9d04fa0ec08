import type { RawReference } from "../../base/types.ts";
import { syntax } from "../cfamily/cdecl.ts";
import { c as family, sees } from "../cfamily/family.ts";
import { language } from "../engine/written.ts";
import { CppOverloads } from "./overloads.ts";

/** Algorithms that call what they are given. */
const ALGORITHMS =
  /^(?:sort|stable_sort|for_each|transform|find_if|count_if|any_of|all_of|none_of|remove_if|accumulate|generate|copy_if|partition|max_element|min_element)$/;

const callsGiven = ({ name, receiver }: Pick<RawReference, "name" | "receiver">): boolean =>
  /^std(?:(?:\.|::)ranges)?$/.test(receiver ?? "") && ALGORITHMS.test(name);

export const cpp = language({
  name: "cpp",
  casesFree: true,
  unspoken: /^(?:begin|end|cbegin|cend|get|await_\w+|initial_suspend|final_suspend|promise_type|operator.*)$/,
  inherent: /^operator\s*=$/,
  bracketed: true,
  preprocessed: true,
  madePlainly: true,
  overrides: /\boverride\b/,
  demands: ({ signature }) => /=\s*0\s*;?$/.test(signature),
  lacksQuietly: true,
  hides: true,
  extensions: "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp ixx cppm cu cuh ino",
  rules: async () => (await import("./rules.ts")).cpp,
  syntax,
  family,
  overloading: (resolver) => new CppOverloads(resolver, (symbol) => sees(resolver.tree, symbol)),
  indexed: true,
  counted: true,
  callsGiven,
});
