/** Looser wording, only for symbols that look like code: the last resort before a question counts as a topic. */
import { ASPECT, CALLED, CALLS, CHANGE, type Family, relation, S, USES } from "./signal.ts";

/** The start of a question that asks for things rather than for an explanation, up to the relation's verb. */
const ASKING =
  "^(?!what happens|what does .* do$)(?:what|who|which|whose|where|in which|from where|list|show|find|get|give|any|every\\w*|all|is|are|does|do|how many|how often|code|files?|functions?|methods?|class(?:es)?|modules?|tests?|places?|count|locate|look)\\b(?: [^ ,;?]+){0,8}? ";
export const looseFamilies: Family[] = [
  {
    // Looser wording, only for symbols that look like code: a relation verb right before or after one, in a question that asks for things.
    gate: /call|invok|us(?:e|ing)|refer|extend|inherit|implement|import|depend|rel(?:y|ies)|chang|modif|renam|remov|delet|method|field|defin|declar/i,
    signals: [
      relation("loose-callers", "callers", 0.66, `${ASKING}${CALLS} ${S}`, { slot: "code" }),
      relation(
        "loose-called",
        "callers",
        0.66,
        `${ASKING}(?<symbol>\\S+) (?:is |are |being |gets |was |been )*${CALLED}(?: by| from| anywhere)?$`,
        { slot: "code" },
      ),
      relation("loose-references", "references", 0.65, `${ASKING}${USES} ${S}`, { slot: "code" }),
      relation(
        "loose-used",
        "references",
        0.65,
        `${ASKING}(?<symbol>\\S+) (?:is |are |being |gets |was |been )*(?:used|referenced|mentioned)(?: by| from| anywhere| in)?$`,
        { slot: "code" },
      ),
      relation(
        "loose-subclasses",
        "subclasses",
        0.65,
        `${ASKING}(?:extend(?:s|ing)?|inherit(?:s|ing)?(?: from)?|implement(?:s|ing)?|sub-?class(?:es|ing)?) ${S}`,
        { slot: "code" },
      ),
      relation("loose-importers", "importers", 0.65, `${ASKING}import(?:s|ing)? ${S}`, { slot: "code" }),
      relation("loose-dependents", "blast_radius", 0.65, `${ASKING}(?:depend(?:s|ing|ent)? (?:up)?on|rel(?:y|ies|ying) on) ${S}`, {
        slot: "code",
        onFile: "importers",
      }),
      relation(
        "loose-impact",
        "blast_radius",
        0.65,
        `\\b(?:risk\\w*|safe(?:ly)?|break\\w*|affect\\w*|impact\\w*|careful|consequences?|dangerous|worr\\w+|update)\\b.*? ${CHANGE} ${ASPECT}${S}`,
        { slot: "code", intent: "refactor" },
      ),
      relation(
        "loose-members",
        "members",
        0.62,
        `${ASKING}(?:methods|fields|members|properties|attributes) .*?(?:of|on|in|inside|for) ${S}`,
        { slot: "code" },
      ),
      relation("loose-definition", "definition", 0.62, `${ASKING}(?:defin(?:es?|ition|ed)|declar(?:es?|ation|ed)) (?:of |for |in )?${S}`, {
        slot: "code",
      }),
    ],
  },
];
