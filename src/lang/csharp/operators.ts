import { calledBy } from "../engine/rules/_operators.ts";
import type { Operators } from "../engine/rules/_rules.ts";

/** Operators that types define, and the methods they call (lang/engine/operators.ts). */
export const operators: Operators = {
  names: {
    ...calledBy("+ - * / % ^ & | < > <= >= == != << >>", "operator"),
    "+=": "operator+",
    "-=": "operator-",
    "*=": "operator*",
    "/=": "operator/",
  },
  bareFields: true,
  wide: true,
  members: "capital",
};
