/** Imports and dependencies between files, modules and symbols. */
import { ADVERBS, type Family, M, relation, S, THAT, THING, WHO } from "./signal.ts";

const IMPORTED = "(?:imported|required|included|pulled in|re-?exported)";
export const moduleFamilies: Family[] = [
  {
    gate: /import|depend|requir|includ|pull|package|rel(?:y|ies)|\bdeps\b|downstream|hinge|coupled|tied|need|use/i,
    signals: [
      relation(
        "imports-of",
        "imports",
        0.94,
        `\\b(?:imports?|import (?:statements?|list|lines)|includes|requires|imported (?:modules|packages|names)) (?:in|of|for|from|inside|at the top of|made by) ${S}`,
        { slot: "code" },
      ),
      relation(
        "what-does-import",
        "imports",
        0.95,
        `\\b(?:what|which)(?: \\w+)?(?: ${THING})? (?:does|do|did|is|are) ${M} ${ADVERBS}(?:import(?:ing)?|pull(?:ing)? in|includ(?:e|ing)|requir(?:e|ing))(?: |$)`,
        { described: "hybrid", definite: true },
      ),
      relation(
        "imported-in",
        "imports",
        0.93,
        `\\b(?:${WHO}|${THAT}|libraries|dependencies)(?: (?:is|are|gets?|being))* ${IMPORTED} (?:by|in|inside|into) ${S}`,
        { slot: "code" },
      ),
      relation(
        "what-x-imports",
        "imports",
        0.88,
        `\\b(?:what|everything|which ${THING}) (?<symbol>[^\\s,]+) ${ADVERBS}(?:imports|pulls in|requires|includes)$`,
      ),
      relation("imports-command", "imports", 0.8, "^imports?:? (?<symbol>\\S+)$", { slot: "code" }),
      relation("imports-postfix", "imports", 0.88, "(?:^|[\\s])(?<symbol>\\S+) (?:imports|import statements)$", { slot: "code" }),
      relation(
        "dependencies-of",
        "callees",
        0.92,
        `\\b(?:(?:direct |transitive |upstream |external )?dependencies|deps) (?:of|for|in) ${S}`,
        { described: "hybrid", onFile: "imports", definite: true },
      ),
      relation(
        "what-does-depend-on",
        "callees",
        0.92,
        `\\b(?:what|which)(?: \\w+)?(?: ${THING})? (?:does|do|is|are) ${M} ${ADVERBS}(?:depend(?:s|ent|ing)? (?:up)?on|rely on|relying on|need|use|require)(?: |$)`,
        { described: "hybrid", onFile: "imports", definite: true },
      ),
      relation("what-imports", "importers", 0.96, `\\b(?:${WHO}|${THAT}) ${ADVERBS}(?:is |are )?import(?:s|ing)? ${S}`, {
        described: "hybrid",
      }),
      relation(
        "what-includes",
        "importers",
        0.86,
        `\\b(?:${WHO}|${THAT}) ${ADVERBS}(?:includes?|including|requires?|requiring|pulls? in|re-?exports?) ${S}`,
        { slot: "code" },
      ),
      relation("importers-of", "importers", 0.97, `\\bimporters? (?:of|for) ${S}`, { described: "hybrid" }),
      relation("imports-of-as-uses", "importers", 0.9, `\\bplaces (?:that|which|where we|we) import ${S}`),
      relation(
        "where-imported",
        "importers",
        0.94,
        `\\b(?:where|who|what) (?:(?:is|are|does|do|else) )?${M} (?:(?:is|are|being|gets?|getting) )*${IMPORTED}\\b`,
        { described: "hybrid", definite: true },
      ),
      relation(
        "does-anything-import",
        "importers",
        0.92,
        `\\b(?:does|do|is|are) (?:any(?:thing|one|body)(?: else)?|any ${THING}|something|we) ${ADVERBS}(?:import|importing) ${S}`,
      ),
      relation("importers-postfix", "importers", 0.9, "(?:^|[\\s])(?<symbol>\\S+) importers$"),
      relation(
        "what-depends-on",
        "blast_radius",
        0.95,
        `\\b(?:${WHO}|${THAT}|services) ${ADVERBS}(?:is |are )?(?:depend(?:s|ing|ent)? (?:up)?on|rel(?:y|ies|ying) (?:up)?on|hinges? on|coupled (?:to|with)|tied to) ${S}`,
        { described: "hybrid", onFile: "importers" },
      ),
      relation(
        "dependents-of",
        "blast_radius",
        0.94,
        `\\b(?:dependents?|dependants?|reverse dependencies|downstream (?:dependencies|dependents|consumers|users|code)|downstream) (?:of|for|from|on) ${S}`,
        { described: "hybrid" },
      ),
      relation("dependents-postfix", "blast_radius", 0.88, "(?:^|[\\s])(?<symbol>\\S+) (?:dependents|reverse dependencies)$"),
      relation("dependencies-postfix", "callees", 0.86, "(?:^|[\\s])(?<symbol>\\S+) (?:dependencies|deps)$", {
        slot: "code",
        onFile: "imports",
      }),
    ],
  },
];
