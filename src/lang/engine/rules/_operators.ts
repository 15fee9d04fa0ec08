/** Operators that types of each language can define, and the methods they call (lang/engine/operators.ts). */
import type { Operators } from "./_rules.ts";

/** A table of operators whose methods are called by them: `operator+`. */
function called(operators: string, prefix: string): Readonly<Record<string, string>> {
  return Object.fromEntries(operators.split(" ").map((one) => [one, prefix + one]));
}

export const cppOperators: Operators = {
  names: called("+ - * / % ^ & | < > <= >= == != << >> += -= *= /= %= <<= >>= <=>", "operator"),
  index: ["operator[]", "operator[]"],
  bareFields: true,
  wide: true,
  streams: true,
};

export const csharpOperators: Operators = {
  names: {
    ...called("+ - * / % ^ & | < > <= >= == != << >>", "operator"),
    "+=": "operator+",
    "-=": "operator-",
    "*=": "operator*",
    "/=": "operator/",
  },
  bareFields: true,
  wide: true,
  members: "capital",
};

export const dartOperators: Operators = {
  names: {
    ...called("+ - * / ~/ % ^ & | < > <= >= == << >>", "operator "),
    "+=": "operator +",
    "-=": "operator -",
    "*=": "operator *",
    "!=": "operator ==",
  },
  index: ["operator []", "operator []="],
  bareFields: true,
  wide: true,
  members: "small",
};

export const kotlinOperators: Operators = {
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

export const pythonOperators: Operators = {
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

export const rustOperators: Operators = {
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

export const scalaOperators: Operators = {
  names: "own",
  words: new Set("match if else extends with then do yield derives until to by eq ne".split(" ")),
  bareFields: true,
  bareMethods: true,
  wide: true,
};

export const swiftOperators: Operators = {
  names: {
    ...called("+ - * / % < > <= >= == += -= *= /= & | ^ << >> ...", ""),
    "!=": "==",
  },
  index: ["subscript", "subscript"],
  bareFields: true,
  wide: true,
  members: "small",
  bareConditions: true,
};
