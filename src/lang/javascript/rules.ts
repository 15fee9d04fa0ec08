/** JavaScript, JSX included. */

import { arrowGives, bindProperty } from "../ecmascript/flow.ts";
import { valueAt, valueKind } from "../ecmascript/lex.ts";
import { base, extendsOf, jsx, methodRule, nodes, RETURNS, VALUE } from "../ecmascript/rules.ts";
import type { Role, RuleSet } from "../engine/rules/_rules.ts";

const isMethod = (text: string): boolean => {
  const plain = text.replace(/^(?:static|accessor)\s+(?=[a-zA-Z\x80-\u{10FFFF}_$#])/u, "");
  const at = valueAt(plain);
  return at > 0 && valueKind(plain, at) === "function";
};

/** A field, or a method if a function is assigned. */
const property: Role[] = [
  { role: "bind", parse: bindProperty },
  { role: "define", as: (text) => (isMethod(text) ? null : "field"), name: "property", where: "type", until: [" = ", "\n"] },
  {
    role: "define",
    as: (text) => (isMethod(text) ? "method" : null),
    name: "property",
    where: "type",
    params: new RegExp(VALUE, "uy"),
    until: ["=>", "{"],
    type: RETURNS,
    gives: arrowGives,
  },
];

const own: RuleSet["nodes"] = {
  class_declaration: { role: "define", as: "class", name: "name", body: "body", supers: ({ tail }) => extendsOf(tail) },
  field_definition: property,
  method_definition: methodRule,
};

export const javascript: RuleSet = {
  ...base,
  nodes: Object.fromEntries(Object.entries({ ...nodes, ...jsx, ...own }).sort(([a], [b]) => (a < b ? -1 : 1))),
};
