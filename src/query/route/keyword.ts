/** Text to be matched exactly: markers in comments, quoted strings, regular expressions, "lines containing …". */
import { literal, type Signal, WHERE } from "./signal.ts";

const MARKER = "(?:to-?do|fixme|hack|xxx|wtf|optimi[sz]e|nolint|noqa|kludge)(?:'?s)?";
const MARKERS = `(?<keyword>${MARKER}(?: ?(?:,|/|and|or|&|\\|) ?(?:and |or )?${MARKER})*)`;
/** Something quoted; the engine takes the quotes off. */
const QUOTED = "(?:\"[^\"]+\"|'[^']+'|`[^`]+`)";
const K = "(?<keyword>.+)";
/** A quoted text, a regular expression, or one word. */
const TERM = `(?<keyword>${QUOTED}|/.+/[a-z]*|[^\\s"'\`]+$)`;
const TEXT =
  "(?:strings?|text|literals?|phrases?|words?|pattern|regex(?:p)?|regular expression|substring|characters?|keyword|message|line|sentence|token|term|expression)";
const CONTAIN =
  "(?:contain(?:s|ing)?|match(?:es|ing)?|includ(?:e|es|ing)|mention(?:s|ing)?|with|having|has|have|saying|says?|reading|that read|starting with|ending (?:with|in)|beginning with|start with|begin with|end with)";

export const keywordSignals: Signal[] = [
  literal("whole-quoted", "\"|'", 0.98, `^(?<keyword>"[^"]+"|'[^']+')$`),
  literal("whole-regex", "/", 0.96, "^(?<keyword>/(?=[^/*\\s])[^\\n]+/[dgimsuvy]*)$"),
  literal("lone-flag", "-", 0.8, "^(?<keyword>--?[a-z][\\w-]+)$"),
  literal(
    "markers",
    "todo|to-do|fixme|hack|xxx|wtf|optimi|nolint|noqa|kludge",
    0.97,
    `\\b${MARKERS}["'\`]?[ -]?(?:comments?|notes?|markers?|annotations?|tags?|remarks?|reminders?|entries|lines)\\b`,
    {
      markers: true,
    },
  ),
  literal(
    "bare-markers",
    "todo|to-do|fixme|hack|xxx|wtf|optimi|nolint|noqa|kludge",
    0.95,
    `^(?:(?:show|list|find|get|give|count|grep|search|print|collect|see|any|all|open|remaining|outstanding|leftover|stray|pending|unresolved|old|our|the|me|us|for|of|every|are|there|how|many|what|where|which|do|we|have|has|is|files?|lines?|places?|functions?|modules?|sources?|code|with|that|contain(?:s|ing)?|having|mention(?:s|ing)?|marked) )*${MARKERS}(?: (?:in|left|remain|from|across|inside|within|under|by|still|around|about|for|do we|are there|exist|there are|we have)\\b.*)?$`,
    { markers: true },
  ),
  literal(
    "comments-saying",
    "comment",
    0.93,
    `\\bcomments? (?:that |which )?(?:${CONTAIN}|about|say(?:s|ing)?|marked(?: as)?|tagged(?: with)?) (?:the (?:${TEXT}) )?(?<keyword>${QUOTED}|[A-Z]{3,}$)`,
  ),
  literal(
    "lines-containing",
    "line|row",
    0.95,
    `\\b(?:lines?|rows) (?:of code )?(?:that |which |where we )?${CONTAIN} (?:the (?:exact |literal )?(?:${TEXT}) )?${K}`,
  ),
  literal(
    "files-containing",
    "contain|match|mention|say|with|having|has|have|includ",
    0.9,
    `\\b(?!(?:documents?|docs) (?:that |which )?mention)(?:files?|modules?|places?|code|functions?|classes|tests?|comments?|documents?|docs|sources?|spots|everything|anything|strings?|messages?|logs?|variables?) (?:that |which |in which )?(?:contain(?:s|ing)?|match(?:es|ing)?|mention(?:s|ing)?|say(?:s|ing)?|(?:with|having|has|have|includ(?:e|es|ing)) (?:the|a) (?:exact |literal )?${TEXT}) (?:the (?:exact |literal )?(?:${TEXT}) )?${TERM}`,
  ),
  literal(
    "files-with-quoted",
    "\"|'|` with|having|has|have",
    0.9,
    `\\b(?:files?|modules?|places?|code|functions?|classes|tests?|comments?|documents?|docs|sources?|lines?|methods?) (?:that |which )?(?:with|having|has|have) (?:the |a )?(?:(?:exact |literal )?${TEXT} )?(?<keyword>${QUOTED})(?: in (?:them|it|there|their \\w+|comments?|names?))?$`,
  ),
  literal(
    "grep",
    "grep|rg|ack|ag|ctrl",
    0.96,
    `^(?:run |do |use )?(?:a )?(?:grep(?:ping)?|rg|ripgrep|ack|ag|egrep|fgrep|git grep|ctrl-?f)(?: --?[\\w-]+)*(?: (?:through|the|code|codebase|repo|files|everything|all|whole|project))*(?: (?:for|the (?:${TEXT})))* ${K}`,
  ),
  literal(
    "the-string",
    "string|text|literal|phrase|word|pattern|regex|expression|character|message|line|sentence|token|term the|this|exact|literal|verbatim|following",
    0.9,
    `\\b(?:the|this|exact|literal|verbatim|following)(?: (?:exact|literal|following|verbatim|hard-?coded|raw))* ${TEXT} ${TERM}`,
    { quoted: /\b(?:exact|literal|verbatim|following|raw)\b/i },
  ),
  literal(
    "literal-search",
    "exact|literal|verbatim|case|whole",
    0.9,
    `\\b(?:the |an? )?(?:exact(?:ly)?|literal(?:ly)?|verbatim|case[- ]sensitive|whole[- ]word)(?: (?:${TEXT}|match(?:es)?|search|hits?|occurrences?))?(?: (?:for|of|on|with))? (?<keyword>${QUOTED}|/.+/[a-z]*|[^\\s"'\`]+$)`,
  ),
  literal(
    "occurrences-of",
    "occur|mention|appearance|instances|match|hits",
    0.93,
    `\\b(?:occurrences?|occurences?|mentions?|appearances?|instances?|matches|hits|textual (?:matches|references)) (?:of|for|to) (?:the (?:${TEXT}) )?${TERM}`,
  ),
  literal(
    "where-appears",
    "where|which|what|often|times|is|does \"|'|`",
    0.93,
    `\\b(?:(?:${WHERE}|everywhere|how (?:often|many times)|in (?:which|what) (?:files?|modules?|places?|lines?|functions?|classes|tests?|folders?)|(?:which|what) (?:files?|modules?|places?))(?: (?:does|do|is|are))?|(?:is|does)(?! \`)) (?:the )?(?:(?:error |log |warning )?(?:${TEXT}) )?(?<keyword>${QUOTED}) (?:(?:is|are|gets?|being|ever) )?(?:appears?|occurs?|used|stands?|come(?:s)? from|raised|thrown|logged|printed|shown|emitted|displayed|output|returned|mentioned|hard-?coded|show up|shows up|written|produced|generated|sent|found)\\b`,
  ),
  literal(
    "who-says",
    "\"|'|`",
    0.88,
    `\\b(?:who|what|which (?!docs?\\b|documents?\\b|documentation\\b|adrs?\\b|decisions?\\b|pages?\\b|guides?\\b|readmes?\\b|sections?\\b)\\w+|where do we) (?:prints?|logs?|raises?|throws?|says?|emits?|outputs?|shows?|displays?|contains?|writes?|mentions?) (?:the (?:error |log )?(?:${TEXT}) )?(?<keyword>${QUOTED})$`,
  ),
  literal(
    "search-quoted",
    "\"|'|/",
    0.86,
    `^(?:(?:can|you|please|find|(?:text |full[- ]text )?search|look|looking|locate|show|get|list|scan|check|me|for|all|every|any|the|up|everywhere|code|in|repo|files|places|where|that|say|says|we|use|error|message|messages|log|string|strings|text|comment|comments|phrase|codebase):? )+(?<keyword>"[^"]+"|'[^']+'|/\\S.*/[a-z]*)$`,
  ),
  literal(
    "matching-regex",
    "match|regex|pattern|expression",
    0.92,
    `\\b(?:match(?:es|ing)?|regex(?:p)?|regular expression|pattern)(?: (?:of|for|the|regex|pattern|against|to))* (?<keyword>/\\S.*/[a-z]*|${QUOTED})`,
  ),
  literal(
    "special-comments",
    "comment|annotation|marker|pragma|directive|tag|attribute",
    0.85,
    "^(?:(?:show|list|find|get|all|any|the|me|us|every|remaining|where|are|our|search|for) )*(?<keyword>@[\\w.-]+|[a-z]+(?:-[a-z]+)+|[a-z]+:[\\w-]+|[\\w-]+!|#[\\w-]+) (?:comments?|annotations?|markers?|pragmas?|directives?|tags?|attributes?)\\b",
  ),
  literal(
    "statements",
    "statement",
    0.85,
    "^(?:(?:show|list|find|get|all|any|the|me|us|every|remaining|leftover|stray|where|are|our|search|for|debug) )*(?<keyword>\\w+[.(!:][\\w().!:]*|debugger|goto|pass|console|eval|print|printf|var_dump) statements?\\b",
  ),
];
