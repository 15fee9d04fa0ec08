import type { Operators } from "../engine/rules/_rules.ts";

/** Operators that types define, and the methods they call (lang/engine/operators.ts). */
export const operators: Operators = {
  names: "own",
  words: new Set("match if else extends with then do yield derives until to by eq ne".split(" ")),
  bareFields: true,
  bareMethods: true,
  wide: true,
};
