/** Questions about behaviour and topics: retrieval, no relation. What no row knows goes here too, with little confidence. */
import { type IntentSignal, intent, type Signal, topic } from "./signal.ts";

export const semanticSignals: Signal[] = [
  topic("how-does", "how", 0.85, "\\bhow (?:does|do|did|is|are|was|were|has|have|will|would|the|a|an|[a-z]+s\\b)", {
    intent: "understand",
  }),
  topic("how", "how", 0.75, "^how\\b", { intent: "understand" }),
  topic("how-to", "how", 0.85, "\\bhow (?:to|can|could|should|would|do (?:i|we|you|one))\\b"),
  topic("why", "why|reason|how_come", 0.86, "\\b(?:why|what (?:is|was) the reason|how come|for what reason)\\b", { intent: "understand" }),
  topic(
    "explain",
    "explain|descri|summar|clarif|elaborat|understand|walk_me|talk_me|tell_me|overview|introduction|tour|deep_dive|learn|break_down|big_picture|explanation",
    0.86,
    "\\b(?:explain|describe|summari[sz]e|clarify|elaborate|understand|walk me through|talk me through|tell me about|overview|summary|introduction|explanation|tour|deep dive|learn about|break down|big picture)\\b",
    { intent: "understand" },
  ),
  topic(
    "what-happens",
    "what",
    0.75,
    "\\bwhat(?:'s| is| happens| happened| goes| should happen| will happen)(?: going on| happening| wrong)?\\b",
    { intent: "understand" },
  ),
  topic("what-does", "what", 0.7, "\\bwhat (?:does|do|are|did)\\b", { intent: "understand" }),
  topic(
    "purpose",
    "purpose|meaning|idea|point|role|responsibilit|semantics|rationale|motivation|concept",
    0.8,
    "\\b(?:purpose|meaning|idea|point|role|responsibilit(?:y|ies)|semantics|rationale|motivation|concept) (?:of|behind|for)\\b",
    { intent: "understand" },
  ),
  topic(
    "code-that",
    "code|logic|function|method|class|part|module|file|place|component|routine|helper|something|anything|snippet|implementation|handler that|which|to|for|responsible|where|doing|dealing|handling|charge|with",
    0.85,
    "\\b(?:code|logic|functions?|methods?|class(?:es)?|parts?|modules?|files?|places?|components?|routines?|helpers?|something|anything|snippets?|implementations?|handlers?) (?:that|which|to|for|responsible|where|doing|dealing|handling|in charge|with)\\b",
  ),
  topic(
    "which-does",
    "which|what",
    0.8,
    "\\b(?:which|what) (?:\\w+ ){0,3}(?:is responsible|handles?|processes|parses|validates?|manages?|performs?|deals?|takes care|implements?|computes?|generates?|converts?|creates?|decides?|controls?|checks?|loads?|sends?|stores?|renders?|writes?|reads?|does)\\b",
  ),
  topic("where-topic", "where", 0.72, "\\bwhere(?:'s)?\\b"),
  topic("where-we", "where", 0.84, "\\bwhere (?:do|does|are|is|did|can|should|would) (?:we|the|this|i|you|it)\\b"),
  topic(
    "show-topic",
    "find|show|locate|look|search|list|give|get",
    0.72,
    "\\b(?:find|show|locate|look(?:ing)? for|search for|list|give me|get me)\\b",
  ),
  topic(
    "approach",
    "approach|pattern|strateg|mechanism|architecture|design|flow|pipeline|lifecycle|system|logic|handling|process|convention|practice|implementation|structure|layer|algorithm|management|behavio|support|protocol|policy",
    0.74,
    "\\b(?:approach|patterns?|strateg(?:y|ies)|mechanisms?|architecture|design|flow|pipeline|lifecycle|system|logic|handling|process|workflow|conventions?|best practices?|implementation|structure|layer|algorithm|management|behaviou?r|support|protocol|policy)\\b",
  ),
  topic(
    "examples",
    "example|sample|demo|snippet|tutorial|test",
    0.76,
    "\\b(?:examples?|samples?|demo|snippets?|tutorial|tests? (?:for|of|that))\\b",
  ),
  topic(
    "is-there",
    "is|are|do",
    0.78,
    "\\b(?:is|are) there (?:any|an?|some|already|code|existing|support)\\b|\\b(?:do|does) (?:we|it|this|the \\w+) (?:have|support|handle|provide|already)\\b",
  ),
  topic(
    "trouble",
    "fail|crash|bug|broken|error|exception|hang|leak|slow|time|wrong|doesn't|does_not|not_working|can't|cannot|won't|stuck|freez|deadlock|race",
    0.72,
    "\\b(?:fail(?:s|ed|ing|ure)?|crash(?:es|ed|ing)?|bugs?|broken|errors?|exceptions?|hangs?|leaks?|slow|times? out|wrong|doesn't|does not|not working|can't|cannot|won't|stuck|freez\\w+|deadlock|race condition|\\w+(?:Error|Exception):)",
    { intent: "fix_bug" },
  ),
  topic(
    "task",
    "add|implement|create|build|support|write|introduce|fix|refactor|improve|optimi|migrate|port|convert|replace|clean|simplify|make|change|update|extend|rename|move|remove|handle|enable|disable|allow|debug|investigate",
    0.75,
    "^(?:add|implement|create|build|support|write|introduce|fix|refactor|improve|optimi[sz]e|migrate|port|convert|replace|clean up|simplify|make|change|update|extend|rename|move|remove|handle|enable|disable|allow|debug|investigate)\\b",
  ),
];

/** What the asker is up to, apart from the strategy; the first row that matches decides, then the winning signal's own. */
export const intentSignals: IntentSignal[] = [
  intent(
    "intent-decision",
    "why|rationale|reasoning|decision|trade|adr|motivation",
    "find_decision",
    "\\bwhy (?:did|do|does|have|was|were|is|are) (?:we|they|you|it|this|the \\w+|\\w+) (?:\\w+ )?(?:choos|chose|pick|select|decid|us(?:e|ing)\\b.*\\b(?:instead|over|rather)|prefer|opt|go with|went with)|\\b(?:rationale|reasoning behind|design decisions?|decision (?:to|behind|record)|trade-?offs?|adrs?|motivation (?:for|behind))\\b",
  ),
  intent(
    "intent-fix",
    "fail|crash|bug|broken|exception|hang|leak|slow|time|wrong|incorrect|doesn|isn't|does_not|not_work|can't|cannot|won't|stuck|freez|deadlock|race|regression|fix|error:|segfault|flaky",
    "fix_bug",
    "\\b(?:fail(?:s|ed|ing|ure)?|crash\\w*|bugs?|buggy|broken|exceptions?|hangs?|hanging|leak(?:s|ing)?|slow|times? out|wrong|incorrect\\w*|doesn't|doesnt|does not|isn't|not work\\w*|can't|cannot|won't|stuck|freez\\w+|deadlocks?|race condition|regression|debug\\w*|fix(?:es|ing)?|stack ?trace|traceback|\\w+(?:Error|Exception):|segfault\\w*|flaky)(?=\\W|$)",
  ),
  intent(
    "intent-add",
    "add|implement|introduc|feature|support|create|build|plug|register|extend|write",
    "add_feature",
    "\\b(?:add(?:ing)?|implement(?:ing)? (?:a|an|new|support|retries)|introduc(?:e|ing)|new feature|support for|create a|build a|plug in|register a|extend (?:it|the|this)|write a)\\b|^implement\\b",
  ),
  intent(
    "intent-refactor",
    "refactor|renam|clean|simplify|extract|dead|unused|duplicat|safe|break|blast|impact|deprecat|migrat",
    "refactor",
    "\\b(?:refactor\\w*|renam\\w+|clean ?up|simplify|extract (?:a|the) |dead code|unused|duplicat\\w+|safe(?:ly)? (?:to )?(?:change|remove|delete|rename)|what (?:would |will )?breaks?|blast radius|impact|deprecat(?:e|ing)|migrat\\w+)\\b",
  ),
];
