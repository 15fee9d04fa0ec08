import type { Operators } from "../engine/rules/_rules.ts";

/** Operators that types define, and the methods they call (lang/engine/operators.ts). */
export const operators: Operators = {
  names: {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "%": "rem",
    "&": "bitand",
    "|": "bitor",
    "^": "bitxor",
    "<<": "shl",
    ">>": "shr",
    "+=": "add_assign",
    "-=": "sub_assign",
    "*=": "mul_assign",
    "/=": "div_assign",
    "==": "eq",
    "!=": "eq",
    "<": "partial_cmp",
    ">": "partial_cmp",
    "<=": "partial_cmp",
    ">=": "partial_cmp",
  },
  index: ["index", "index_mut"],
  wide: true,
};
