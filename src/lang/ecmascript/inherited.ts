/** How JavaScript's types were made before classes: what functions inherit, and members written as one object. */
import { closeBracket, splitList } from "../engine/lex.ts";
import type { ExtendRule, Supertype } from "../engine/rules/_rules.ts";
import { NAME, PATH, syntax } from "./lex.ts";

/** An object whose members become a type's. */
const MIXED = new RegExp(`^\\s*${PATH}\\s*$`, "u");

const above =
  (pattern: RegExp) =>
  (head: string): Supertype[] => {
    const type = pattern
      .exec(head)
      ?.slice(1)
      .find((one) => one !== undefined);
    return type ? [{ kind: "inherit", type }] : [];
  };
/** The first three by the arguments of a call. */
export const inherited: ExtendRule[] = [
  {
    role: "extend",
    needs: ["inherits"],
    owner: new RegExp(`(?<=\\binherits)\\(\\s*(${NAME})\\s*,`, "uy"),
    supers: above(new RegExp(`^\\(\\s*${NAME}\\s*,\\s*(${PATH})`, "u")),
  },
  {
    role: "extend",
    needs: ["setPrototypeOf"],
    owner: new RegExp(`(?<=\\bsetPrototypeOf)\\(\\s*(${NAME})\\.prototype\\s*,`, "uy"),
    supers: above(new RegExp(`,\\s*(${PATH})\\.prototype`, "u")),
  },
  {
    role: "extend",
    needs: ["prototype"],
    owner: new RegExp(`(?<=Object\\.assign)\\(\\s*(${NAME})\\.prototype\\s*,`, "uy"),
    supers: (head) =>
      splitList(head, 1, closeBracket(head, 0, head.length, syntax) - 1, syntax)
        .slice(1)
        .flatMap(([from, to]): Supertype[] =>
          MIXED.test(head.slice(from, to)) ? [{ kind: "inherit", type: head.slice(from, to).trim() }] : [],
        ),
  },
  { role: "extend", needs: ["prototype"], owner: new RegExp(`(${NAME})\\.prototype\\s*=\\s*\\{`, "uy") },
  {
    role: "extend",
    needs: ["prototype"],
    owner: new RegExp(`(${NAME})\\.prototype\\s*=\\s*(?:Object\\.create\\s*\\(|new\\s)`, "uy"),
    supers: above(new RegExp(`Object\\.create\\s*\\(\\s*(${PATH})\\.prototype|=\\s*new\\s+(${PATH})`, "u")),
  },
];
