/**
 * Looser wording, the last resort before a question counts as a topic: it asks for things, mentions one symbol that looks like code, and a
 * word of a relation stands anywhere in it. "I want to rename getUser. What do I need to update?"
 */
import { CHANGE, relation, type Signal } from "./signal.ts";

/** "What could break", "is it safe", "how far does it propagate". */
const CONSEQUENCE =
  "(?:break\\w*|broken|affect\\w*|impact\\w*|update|updated|updating|hit|propagat\\w*|consequences?|careful|risk\\w*|safe|safely|fallout|ripples?|dangerous|worr\\w+|fix|adjust|watch out|side effects?|regressions?|fails?|happens?)";

export const looseSignals: Signal[] = [
  relation(
    "loose-impact",
    "chang|modif|renam|remov|delet|edit|refactor|alter|updat|touch|mov|drop|replac|rewr|break|broke|deprecat|tweak|mess|rid_of|kill|extract",
    "blast_radius",
    0.68,
    `\\b(?:${CHANGE}|a change|changes)\\b.*\\b${CONSEQUENCE}\\b|\\b${CONSEQUENCE}\\b.*\\b(?:${CHANGE}|a change|changes)\\b`,
    { mention: 1, intent: "refactor" },
  ),
  relation(
    "loose-path",
    "between|path|reach|lead|chain|connect|get|way|trace|route|hop|flow",
    "path",
    0.68,
    "\\b(?:between|paths?|reach\\w*|leads?|chains?|connect\\w*|get|gets|way|trace|route|hops?|flows?)\\b",
    { mention: 2 },
  ),
  relation(
    "loose-callees",
    "called|invoked|run|executed|triggered|callee",
    "callees",
    0.67,
    "\\b(?:called|invoked|run|executed|triggered) (?:when|by|from|inside|in|during|while|as part of)\\b(?! where| what| which)|\\bcallees?\\b",
    { mention: 1 },
  ),
  relation(
    "loose-callers",
    "call|invo|instantiat|construct",
    "callers",
    0.66,
    "\\b(?:callers?|calls?(?! on\\b)|calling|called|invok\\w+|invocations?|call[- ]?sites?|instantiat\\w+|constructs?|constructed)\\b",
    { mention: 1 },
  ),
  relation(
    "loose-superclasses",
    "does|class",
    "superclasses",
    0.66,
    "\\bdoes \\S+ (?:even |also |actually )*(?:extend|inherit|implement|subclass|derive)\\b|\\b(?:base|parent|super) ?class",
    { mention: 1 },
  ),
  relation(
    "loose-subclasses",
    "extend|inherit|implement|class|deriv",
    "subclasses",
    0.65,
    "\\b(?:extend(?:s|ed|ing)?|inherit\\w*|implement(?:s|ed|ers|ors|ing|ations)?|sub-?class(?:es|ed|ing)?|derived?)\\b",
    { mention: 1 },
  ),
  relation("loose-imports", "imported", "imports", 0.65, "\\bimported (?:in|by|into|at the top of)\\b(?! any| other| some)", {
    mention: 1,
  }),
  relation("loose-importers", "import", "importers", 0.64, "\\bimport(?:s|ed|ing|ers?)?\\b", { mention: 1 }),
  relation("loose-dependents", "depend|rel", "blast_radius", 0.64, "\\b(?:depend(?:s|ing|ent|ents)?|rel(?:y|ies|ying) on)\\b", {
    mention: 1,
    onFile: "importers",
  }),
  relation(
    "loose-references",
    "use|using|usage|referenc|consum",
    "references",
    0.63,
    "\\b(?:used?|uses|using|usages?|users|referenc\\w+|consum\\w+)\\b",
    { mention: 1 },
  ),
  relation(
    "loose-members",
    "methods|fields|members|propert|attribut|functions|call_on",
    "members",
    0.62,
    "\\b(?:methods|fields|members|properties|attributes|functions|call on)\\b",
    {
      mention: 1,
    },
  ),
  relation("loose-definition", "defin|declar|locat|live", "definition", 0.62, "\\b(?:defin\\w+|declar\\w+|located|lives?)\\b", {
    mention: 1,
  }),
];
