import type { Operators } from "../engine/rules/_rules.ts";

/** Operators that types define, and the methods they call (lang/engine/operators.ts). */
export const operators: Operators = {
  names: {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "div",
    "%": "rem",
    "..": "rangeTo",
    "<": "compareTo",
    ">": "compareTo",
    "<=": "compareTo",
    ">=": "compareTo",
    "+=": ["plusAssign", "plus"],
    "-=": ["minusAssign", "minus"],
    "*=": ["timesAssign", "times"],
    "++": "inc",
    "--": "dec",
  },
  index: ["get", "set"],
  words: new Set("is as in if else to until downTo step and or xor shl shr by where when".split(" ")),
  bareFields: true,
  members: "small",
  wide: true,
};
