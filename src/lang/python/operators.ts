import type { Operators } from "../engine/rules/_rules.ts";

/** Operators that types define, and the methods they call (lang/engine/operators.ts). */
export const operators: Operators = {
  names: {
    "+": "__add__",
    "-": "__sub__",
    "*": "__mul__",
    "/": "__truediv__",
    "//": "__floordiv__",
    "%": "__mod__",
    "**": "__pow__",
    "@": "__matmul__",
    "|": "__or__",
    "&": "__and__",
    "^": "__xor__",
    "<<": "__lshift__",
    ">>": "__rshift__",
    "<": "__lt__",
    "<=": "__le__",
    ">": "__gt__",
    ">=": "__ge__",
    "==": "__eq__",
    "!=": ["__ne__", "__eq__"],
    "+=": ["__iadd__", "__add__"],
    "-=": ["__isub__", "__sub__"],
    "*=": ["__imul__", "__mul__"],
    "|=": ["__ior__", "__or__"],
  },
  index: ["__getitem__", "__setitem__"],
  property: true,
};
