/**
 * Looser wording, the last resort before a question counts as a topic: it asks for things, mentions one symbol that looks like code, and a
 * word of a relation stands anywhere in it. "I want to rename getUser. What do I need to update?"
 */
import { CHANGE, type Family, relation } from "./signal.ts";

/** "What could break", "is it safe", "how far does it propagate". */
const CONSEQUENCE =
  "(?:break\\w*|broken|affect\\w*|impact\\w*|update|updated|updating|hit|propagat\\w*|consequences?|careful|risk\\w*|safe|safely|fallout|ripples?|dangerous|worr\\w+|fix|adjust|watch out|side effects?|regressions?|fails?|happens?)";

export const looseFamilies: Family[] = [
  {
    gate: /call|invok|us(?:e|ing|age)|refer|extend|inherit|implement|subclass|import|depend|rel(?:y|ies)|chang|modif|renam|remov|delet|drop|replac|edit|refactor|method|field|member|propert|attribut|defin|declar|located|instantiat|construct|path|between|reach|lead|chain|connect|similar|like|run|execut/i,
    signals: [
      relation(
        "loose-impact",
        "blast_radius",
        0.68,
        `\\b(?:${CHANGE}|a change|changes)\\b.*\\b${CONSEQUENCE}\\b|\\b${CONSEQUENCE}\\b.*\\b(?:${CHANGE}|a change|changes)\\b`,
        { mention: 1, intent: "refactor" },
      ),
      relation(
        "loose-path",
        "path",
        0.68,
        "\\b(?:between|paths?|reach\\w*|leads?|chains?|connect\\w*|get|gets|way|trace|route|hops?|flows?)\\b",
        { mention: 2 },
      ),
      relation(
        "loose-callees",
        "callees",
        0.67,
        "\\b(?:called|invoked|run|executed|triggered) (?:when|by|from|inside|in|during|while|as part of)\\b(?! where| what| which)|\\bcallees?\\b",
        { mention: 1 },
      ),
      relation(
        "loose-callers",
        "callers",
        0.66,
        "\\b(?:callers?|calls?(?! on\\b)|calling|called|invok\\w+|invocations?|call[- ]?sites?|instantiat\\w+|constructs?|constructed)\\b",
        { mention: 1 },
      ),
      relation(
        "loose-superclasses",
        "superclasses",
        0.66,
        "\\bdoes \\S+ (?:even |also |actually )*(?:extend|inherit|implement|subclass|derive)\\b|\\b(?:base|parent|super) ?class",
        { mention: 1 },
      ),
      relation(
        "loose-subclasses",
        "subclasses",
        0.65,
        "\\b(?:extend(?:s|ed|ing)?|inherit\\w*|implement(?:s|ed|ers|ors|ing|ations)?|sub-?class(?:es|ed|ing)?|derived?)\\b",
        { mention: 1 },
      ),
      relation("loose-imports", "imports", 0.65, "\\bimported (?:in|by|into|at the top of)\\b(?! any| other| some)", { mention: 1 }),
      relation("loose-importers", "importers", 0.64, "\\bimport(?:s|ed|ing|ers?)?\\b", { mention: 1 }),
      relation("loose-dependents", "blast_radius", 0.64, "\\b(?:depend(?:s|ing|ent|ents)?|rel(?:y|ies|ying) on)\\b", {
        mention: 1,
        onFile: "importers",
      }),
      relation("loose-references", "references", 0.63, "\\b(?:used?|uses|using|usages?|users|referenc\\w+|consum\\w+)\\b", { mention: 1 }),
      relation("loose-members", "members", 0.62, "\\b(?:methods|fields|members|properties|attributes|functions|call on)\\b", {
        mention: 1,
      }),
      relation("loose-definition", "definition", 0.62, "\\b(?:defin\\w+|declar\\w+|located|lives?)\\b", { mention: 1 }),
    ],
  },
];
