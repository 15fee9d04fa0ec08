/** Inheritance, members, and where something is defined. */
import { ADVERBS, type Family, M, relation, S, THAT, WHERE, WHO } from "./signal.ts";

const SUBCLASSES =
  "(?:(?:concrete |direct |known |possible |mock |custom )?(?:sub-?class(?:es)?|sub-?types?|sub-?interfaces?|derived (?:class(?:es)?|types?)|child (?:class(?:es)?|types?)|implementations|implement[oe]rs?|implementing (?:class(?:es)?|types?)|impls|inheritors|descendants|derivatives|specialisations|specializations))";
const SUPERCLASSES =
  "(?:super-?class(?:es)?|super-?types?|(?:base|parent|ancestor) (?:class(?:es)?|types?|interfaces?)|class hierarchy|inheritance (?:chain|hierarchy|tree)|mro)";
const MEMBERS =
  "(?:methods|fields|members|properties|attributes|member (?:functions|variables)|instance (?:variables|methods)|class methods|static methods|getters|setters|constructors?|enum values|variants|public (?:methods|api|interface|members|functions)|exported (?:functions|symbols|names)|private methods)";
const CONTENTS =
  "(?:functions|class(?:es)?|symbols|types|definitions|declarations|variables|constants|exports|interfaces|structs|enums|macros|contents|outline|structure|toc|overview|api|public api|top[- ]level \\w+|structs and functions|tests|routes|endpoints|components|hooks|helpers)";
const DEFINED = "(?:defined|declared|located|implemented|introduced|written|coming from|found)";
export const typeFamilies: Family[] = [
  {
    gate: /extend|inherit|implement|impls|sub-?(?:class|type|interface)|deriv|overrid|conform|satisf|super-?(?:class|type)|\bbase\b|parent|child|ancestor|descend|hierarchy|\bmro\b|speciali/i,
    signals: [
      relation("subclasses-of", "subclasses", 0.96, `\\b${SUBCLASSES} (?:of|for) ${S}`, { described: "hybrid" }),
      relation("children-of", "subclasses", 0.85, `\\b(?:children|overrides|overriders|overridden versions) (?:of|for) ${S}`, {
        slot: "code",
      }),
      relation(
        "what-extends",
        "subclasses",
        0.96,
        `\\b(?:${WHO}|${THAT}|(?:exceptions?|errors?|providers?|backends?|drivers?|widgets?)(?: that| which)?) ${ADVERBS}(?:is |are )?(?:extend(?:s|ing)?|inherit(?:s|ing)?(?: from)?|sub-?class(?:es|ing)?|deriv(?:es?|ed|ing) from|overrid(?:es?|ing)|mix(?:es)? in) ${S}`,
        { described: "hybrid" },
      ),
      relation(
        "what-implements-interface",
        "subclasses",
        0.96,
        `\\b(?:${WHO}|${THAT}) ${ADVERBS}(?:is |are )?(?:implement(?:s|ing)?|conform(?:s|ing)? to|satisf(?:y|ies|ying)) (?<symbol>.+ (?:interface|protocol|trait|contract|abstraction|abstract class|base class|type class|api)\\b.*)`,
        { described: "hybrid" },
      ),
      relation(
        "what-implements",
        "subclasses",
        0.95,
        `\\b(?:${WHO}|${THAT}) ${ADVERBS}(?:is |are )?(?:implement(?:s|ing)?|conform(?:s|ing)? to|satisf(?:y|ies|ying)|adopts?|realizes?) ${S}`,
        { described: "semantic" },
      ),
      relation(
        "implemented-by",
        "subclasses",
        0.85,
        `\\b(?:is|are|where is|who is|what is|gets?) ${M} (?:subclassed|extended|overridden|inherited|implemented) (?:by|anywhere)\\b`,
        { slot: "code" },
      ),
      relation("has-subclasses", "subclasses", 0.94, `\\b(?:${SUBCLASSES}|children) (?:does|do|are there (?:of|for)) ${M}(?: have\\b|$)`, {
        described: "hybrid",
      }),
      relation(
        "subclasses-postfix",
        "subclasses",
        0.88,
        `(?:^|[\\s])(?<symbol>\\S+) (?:sub-?class(?:es)?|sub-?types|implementations|implement[oe]rs|overrides)$`,
      ),
      relation("superclasses-of", "superclasses", 0.96, `\\b${SUPERCLASSES} (?:of|for) ${S}`, { described: "hybrid" }),
      relation(
        "parents-of",
        "superclasses",
        0.86,
        `\\b(?:parents?|ancestors?|bases?|interfaces implemented by|traits implemented by) (?:of|for)? ?${S}`,
        { slot: "code" },
      ),
      relation(
        "what-does-extend",
        "superclasses",
        0.95,
        `\\b(?:what|which)(?: (?:base |parent |abstract )?\\w+)? (?:does|do|did|is|are) ${M} ${ADVERBS}(?:extend(?:ing)?|inherit(?:ing)?(?: from)?|implement(?:ing)?|sub-?class(?:ing)?|deriv(?:e|ed|ing) from|conform(?:ing)? to|overrid(?:e|ing))(?: |$)`,
        { described: "hybrid" },
      ),
      relation(
        "what-x-extends",
        "superclasses",
        0.88,
        "\\b(?:what|which \\w+) (?<symbol>[^\\s,]+) (?:extends|inherits(?: from)?|implements|derives from|subclasses)$",
      ),
      relation("has-superclasses", "superclasses", 0.93, `\\b(?:${SUPERCLASSES}|parents?) (?:does|do) ${M} have\\b`, {
        described: "hybrid",
      }),
      relation("superclasses-postfix", "superclasses", 0.85, `(?:^|[\\s])(?<symbol>\\S+) (?:${SUPERCLASSES}|parents?)$`, { slot: "code" }),
    ],
  },
  {
    gate: /method|field|member|propert|attribut|function|class|symbol|type|variable|constant|export|contain|outline|structure|content|variant|getter|setter|constructor|defin|declar|interface|struct|enum|\bapi\b|what(?:'s| is) in|route|component|hook|helper|provide|expose|test|macro|top[- ]level|overview/i,
    signals: [
      relation(
        "members-of",
        "members",
        0.93,
        `\\b${MEMBERS} (?:(?:are |is |there |defined |declared |available |implemented |exposed |exported |that exist |belonging )*)(?:of|on|in|inside|within|to) ${S}`,
        { described: "hybrid", definite: true },
      ),
      relation("members-by", "members", 0.86, `\\b${MEMBERS} (?:for|from|exposed by|exported by|provided by|defined by) ${S}`, {
        slot: "code",
      }),
      relation(
        "contents-of",
        "members",
        0.88,
        `\\b${CONTENTS} (?:(?:are |is |there |defined |declared |contained |available |exported |implemented )*)(?:of|in|on|inside|within|from|by|for) ${S}`,
        { slot: "code" },
      ),
      relation(
        "what-members",
        "members",
        0.95,
        `\\b(?:${MEMBERS}|${CONTENTS}) (?:does|do|did) ${M} (?:have|export|expose|define|contain|provide|offer|support|declare|include|implement|hold)\\b`,
        { described: "hybrid", definite: true },
      ),
      relation(
        "what-contains",
        "members",
        0.85,
        `\\bwhat (?:all )?(?:does|do) ${M} (?:contain|export|expose|define|provide|offer|consist of|have)(?: |$)`,
        { slot: "code" },
      ),
      relation(
        "what-is-in",
        "members",
        0.85,
        `\\bwhat(?:'s| is| all is| are the things)? (?:(?:defined|declared|exported|contained|there) )?(?:in|inside|by|from|within) ${S}`,
        { slot: "code" },
      ),
      relation("members-postfix", "members", 0.86, `(?:^|[\\s])(?<symbol>\\S+) (?:${MEMBERS}|outline|exports|symbols)$`, { slot: "code" }),
      relation("members-command", "members", 0.82, "^(?:members|methods|fields|outline|symbols|exports):? (?<symbol>\\S+)$", {
        slot: "code",
      }),
    ],
  },
  {
    gate: /defin|declar|implement|where|locat|find|show|point|navigat|view|see|print|display|read|pull|bring|give|get|open|go ?to|jump|which file|what (?:file|module)|signature|param|argument|source|code (?:of|for)|class|function|struct|interface|method|enum|trait|lives?\b|body|def\b|take|return type|look/i,
    signals: [
      relation(
        "where-defined",
        "definition",
        0.95,
        `\\b${WHERE} (?:(?:is|are|was|were|did|do|does|has) )?(?:we |it is |you )?${M} (?:(?:is|are|gets?|being|been|actually|was|originally) )*(?:defined|declared)\\b`,
        { described: "semantic" },
      ),
      relation(
        "where-implemented",
        "definition",
        0.9,
        `\\b${WHERE} (?:(?:is|are|was|were|does|do|can) )?(?:i find |we find |one find |you find )?${M} (?:(?:is|are|actually|gets?) )*(?:${DEFINED}|lives?|come from|sits?|resides?|reside)\\b`,
        { slot: "code" },
      ),
      relation(
        "where-find",
        "definition",
        0.88,
        `\\bwhere (?:can|do|could|would|should|might) (?:i|we|you|one) (?:find|see|look (?:at|for)|locate|define|declare|have) ${S}`,
        { slot: "code" },
      ),
      relation("where-is", "definition", 0.8, `\\bwhere(?:'s| is| are| was) ${S}`, { slot: "code" }),
      relation("definition-of", "definition", 0.95, `\\b(?:definitions?|declarations?|location|whereabouts) (?:of|for) ${S}`, {
        described: "semantic",
      }),
      relation(
        "code-of",
        "definition",
        0.84,
        `\\b(?:implementation|source(?: code)?|body|code|signature|declaration|prototype|docstring|docs|documentation|definition file|file|return type|type signature|parameters|params|arguments|args|parameter list|arity) (?:of|for|behind|containing) ${S}`,
        { slot: "code" },
      ),
      relation(
        "signature-question",
        "definition",
        0.9,
        `\\b(?:what|which|how many)(?: \\w+)? (?:parameters|params|arguments|args) (?:does|do|are|is) ${M} (?:take|accept|expect|need|have|require)\\b`,
      ),
      relation(
        "which-file",
        "definition",
        0.9,
        `\\b(?:which|what) (?:file|module|package|class|source file|header|folder|directory|crate|line|namespace) (?:defines?|declares?|contains?|implements?|has|holds?|is home to|provides?|introduces?) ${S}`,
        { slot: "name" },
      ),
      relation(
        "which-file-is",
        "definition",
        0.92,
        `\\b(?:(?:which|what|in (?:which|what)) (?:file|module|package|class|source file|header|folder|directory|crate|line|namespace)) (?:is|are|does|do|was|has) ${M} (?:(?:defined|declared|implemented|located|live|come from|sit)(?: in| on| at)?|in|from)$`,
      ),
      relation(
        "find-kind",
        "definition",
        0.86,
        "\\b(?:find|show|locate|open|view|get|look up|lookup|search for|where is|go to|goto|see|print|display|read|pull up|look at|give|bring up)(?: me| us)? (?:the |a )?(?:function|method|class|struct|interface|trait|enum|type|constant|variable|macro|symbol|module|file|component|field|property|decorator|hook|func|def|fn)(?: called| named)? (?<symbol>\\S+)$",
      ),
      relation(
        "find-symbol",
        "definition",
        0.7,
        `\\b(?:find|show|locate|open|view|get|look up|lookup|search(?: for)?|go to|goto|jump to|navigate to|see|print|display|take (?:me|us) to|pull up|look at|bring up|give|point)(?: me| us)?(?: to| at)? ${S}`,
        { slot: "code" },
      ),
      relation(
        "go-to-definition",
        "definition",
        0.93,
        `\\b(?:go to|goto|jump to|navigate to|take (?:me|us) to|open|show)(?: me)? (?:the )?(?:def|definition|declaration|source)(?: of| for)?:? ${S}`,
        { described: "semantic" },
      ),
      relation(
        "definition-command",
        "definition",
        0.84,
        "^(?:the |a )?(?:def|define|definition|class|function|func|fn|struct|interface|trait|enum|type|method|const|macro|symbol|module|file):? (?<symbol>\\S+)$",
      ),
      relation(
        "definition-postfix",
        "definition",
        0.8,
        "^(?:the )?(?<symbol>\\S+) (?:definition|declaration|implementation|class|function|method|struct|interface|trait|enum|signature|source|source code|macro)$",
        { slot: "code" },
      ),
      relation("what-type", "definition", 0.78, `\\bwhat (?:type|kind of \\w+) is ${S}`, { slot: "code" }),
    ],
  },
];
