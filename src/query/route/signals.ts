/** The router's whole table, in one place: what `--explain` prints and the tests check. */
import { hybridFamily } from "./hybrid.ts";
import { keywordFamily } from "./keyword.ts";
import { intentSignals, semanticFamily } from "./semantic.ts";
import { type Family, type IntentSignal, relation, type Signal } from "./signal.ts";
import { callFamilies } from "./structural-calls.ts";
import { changeFamilies } from "./structural-change.ts";
import { looseFamilies } from "./structural-loose.ts";
import { moduleFamilies } from "./structural-modules.ts";
import { typeFamilies } from "./structural-types.ts";

export { hybridFamily, intentSignals, keywordFamily, semanticFamily };

/**
 * Relations between definitions. The engine accepts a row only where nothing but neutral words ("show me all the …") or a finished clause
 * stands before the match.
 */
export const structuralFamilies: Family[] = [...callFamilies, ...typeFamilies, ...moduleFamilies, ...changeFamilies, ...looseFamilies];

/** A question that is a single token: something that looks like code or a path, or a plain word that may be a name. */
export const loneSignals = {
  code: relation("lone-code", "definition", 0.95, "^\\S+$", { slot: "code" }),
  word: relation("lone-word", "definition", 0.7, "^\\S+$"),
};

/** Every row, in table order. */
export function allSignals(): (Signal | IntentSignal)[] {
  return [
    loneSignals.code,
    loneSignals.word,
    ...keywordFamily.signals,
    ...structuralFamilies.flatMap((family) => family.signals),
    ...hybridFamily.signals,
    ...semanticFamily.signals,
    ...intentSignals,
  ];
}
