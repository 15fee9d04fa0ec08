/** The router's whole table, in one place: what `--explain` prints and the tests check. */
import { asideSignals } from "./beside.ts";
import { hybridSignals } from "./hybrid.ts";
import { keywordSignals } from "./keyword.ts";
import { intentSignals, semanticSignals } from "./semantic.ts";
import { type IntentSignal, relation, type Signal } from "./signal.ts";
import { callSignals, changeSignals, documentSignals, looseSignals, moduleSignals, typeSignals } from "./structural.ts";

export { hybridSignals, intentSignals, keywordSignals, semanticSignals };

/**
 * Relations between definitions. The engine accepts a row only where nothing but neutral words ("show me all the …") or a finished clause
 * stands before the match.
 */
export const structuralSignals: Signal[] = [
  ...documentSignals,
  ...callSignals,
  ...typeSignals,
  ...moduleSignals,
  ...changeSignals,
  ...looseSignals,
];

/** A question that is a single token: something that looks like code or a path, or a plain word that may be a name. */
export const loneSignals = {
  code: relation("lone-code", "", "definition", 0.95, "^\\S+$", { slot: "code" }),
  word: relation("lone-word", "", "definition", 0.7, "^\\S+$"),
};

/** Every row, in table order. */
export function allSignals(): Pick<Signal | IntentSignal, "name" | "needs" | "pattern">[] {
  return [
    loneSignals.code,
    loneSignals.word,
    ...asideSignals,
    ...keywordSignals,
    ...structuralSignals,
    ...hybridSignals,
    ...semanticSignals,
    ...intentSignals,
  ];
}
