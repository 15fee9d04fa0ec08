import type { FileFacts, RawReference } from "../../base/types.ts";
import { calledBy } from "../engine/operators.ts";
import { baseOf } from "../engine/resolve/paths.ts";
import type { Outcome } from "../engine/resolve/references.ts";
import type { Resolver } from "../engine/resolve/resolver.ts";
import { parseChain } from "../engine/resolve/text.ts";
import { isType } from "../engine/resolve/world.ts";
import type { Operators } from "../engine/rules/_rules.ts";

/** Operators that types define, and the methods they call (lang/engine/operators.ts). */
export const operators: Operators = {
  names: calledBy("+ - * / % ^ & | < > <= >= == != << >> += -= *= /= %= <<= >>= <=>", "operator"),
  index: ["operator[]", "operator[]"],
  bareFields: true,
  wide: true,
  streams: true,
};

/** A file's name without its folder and extensions. */
const stemOf = (path: string): string => baseOf(path).replace(/\..*$/, "");

/** Namespace of a full name: everything but the last segment. */
const spaceOf = (full: string): string => full.slice(0, Math.max(0, full.lastIndexOf(".")));

/**
 * The free operator that an expression with an operand of known type calls.
 *
 * Looked for where the language finds it by its argument, in the namespace of the type, and there only in the files of the type (`vec.hpp`, `vec.cpp`):
 * parameters of other files are not known here, and an operator for another type of the namespace usually stands with that.
 */
export function freeOperator({ name, receiver, line, scope }: RawReference, { tree, family, chains }: Resolver): Outcome {
  const links = receiver === null ? null : parseChain(receiver, false);
  const operand = links && chains.chain(links, scope, line)?.place;
  if (operand?.is !== "value") return "nothing";
  const { type } = operand;
  const stem = stemOf(type.path);
  const found = tree
    .definitions(name, family)
    .filter(
      ({ kind, arity, parentKind, full, path }) =>
        kind === "function" && arity === 2 && !isType(parentKind) && spaceOf(full) === spaceOf(type.full) && stemOf(path) === stem,
    );
  // of this file's own, by what they take, wherever they stand
  const own = tree
    .definitions(name, family)
    .find(({ id, kind, arity }) => id < 0 && kind === "function" && arity === 2 && takes(tree.facts, -1 - id, type.name));
  if (own) return { symbol: own, resolution: "typed" };
  // overloads have one name: the one that gives what it was given is the likelier
  const symbol = found.find(({ type: gives }) => gives === type.name) ?? found[0];
  return symbol ? { symbol, resolution: "typed" } : "nothing";
}

/** Has an operator of this file a parameter of a type? */
const takes = ({ bindings }: FileFacts, symbol: number, type: string): boolean =>
  bindings.some(
    (one) =>
      one.scope === symbol &&
      one.from === "annotation" &&
      one.type.slice(one.type.lastIndexOf(".") + 1).replace(/^const |\*$/g, "") === type,
  );
