/** What a change reaches, paths between symbols, and code like other code. */
import { ASPECT, CHANGE, type Family, M, relation, S, THAT, THING } from "./signal.ts";

/** "what would break", "which tests need updating". */
const BREAKS = `(?:what|who|which ${THING}|how much|anything|everything|code)(?: else| code)?(?: (?:will|would|could|might|may|can|is going to|is|are|gets?|does|do|that|else|all))* (?:breaks?|broken|affected|be affected|be impacted|impacted|be broken|fails?|stops? working|stops? compiling|needs? (?:to (?:be )?(?:changed?|updated?|fix(?:ed)?)|updating|changing|fixing)|goes? wrong|suffers?)`;
const SOMEONE = "(?:(?:i|we|you|someone|somebody)(?:'d)? (?:(?:were to|was to|will|would|had to|decide to|want to|just) )?)?";
const CHAIN =
  "(?:(?:shortest|longest|full|complete|possible|direct|any|execution|call|calling|invocation|control|code|dependency|reference) )*(?:call[- ]?chains?|call[- ]?paths?|call[- ]?stacks?|call[- ]?routes?|call graph|call flow|chains?|paths?|traces?|routes?|connections?|links?|hops|steps|flow|sequence(?: of calls)?|chain of calls|series of calls)";
export const changeFamilies: Family[] = [
  {
    gate: /blast|impact|break|broken|affect|safe|risk|danger|hard|worry|suffer|fail|wrong|compil|need|cause|hurt|influence|fine|ripple|consequence|fallout|depend|happen|repercussion|side effects|knock|downstream|update|regress/i,
    signals: [
      relation(
        "blast-radius",
        "blast_radius",
        0.94,
        `\\b(?:blast[- ]radius|impact(?: analysis| radius| set| assessment)?|change impact|ripple effects?|side effects|knock-?on effects?|consequences?|fallout|repercussions?|effects?|scope of impact|risks?) (?:of|for|from|on|if (?:i|we)) (?:(?:a |any )?${CHANGE} )?${ASPECT}(?:${CHANGE} )?${S}`,
        { described: "hybrid", intent: "refactor" },
      ),
      relation(
        "what-breaks",
        "blast_radius",
        0.94,
        `\\b${BREAKS} (?:if|when|by|once|after|should|were|in case) ${SOMEONE}${CHANGE} ${ASPECT}${S}`,
        { described: "hybrid", intent: "refactor" },
      ),
      relation(
        "what-breaks-when-changed",
        "blast_radius",
        0.93,
        `\\b${BREAKS} (?:if|when|once|after|should) ${ASPECT}${M} (?:(?:is|are|gets?|were|was|will be|would be|to be|ever|be) )*(?:${CHANGE}|goes away|disappears|gone)$`,
        { described: "hybrid", intent: "refactor" },
      ),
      relation(
        "what-happens-if-changed",
        "blast_radius",
        0.9,
        `\\b(?:what|anything bad) (?:will |would |could |might |is going to )?happens? (?:if|when|once|should) ${SOMEONE}${CHANGE} ${ASPECT}${S}`,
        { described: "hybrid", intent: "refactor", definite: true },
      ),
      relation(
        "what-changes-to-break",
        "blast_radius",
        0.93,
        `\\b${BREAKS} (?:if|when|by|after|with|from|without) (?:(?:a |any |the )?change(?:s)? (?:to|in|of) )${ASPECT}${S}`,
        { described: "hybrid", intent: "refactor" },
      ),
      relation(
        "if-i-change",
        "blast_radius",
        0.95,
        `\\b(?:if|when|suppose|say|assuming) (?:i|we|you|someone)(?:'d| were to| was to| had to| will)? ${CHANGE} ${ASPECT}${M}(?:,| then\\b)? (?:what|who|which|how much|does|will|would|do) `,
        { described: "hybrid", intent: "refactor" },
      ),
      relation(
        "safe-to-change",
        "blast_radius",
        0.9,
        `\\b(?:(?:is|would) it (?:be )?(?:safe|ok|okay|risky|dangerous|fine|possible) (?:to|if (?:i|we))|can (?:i|we|you)(?: safely| just| simply)?|how (?:risky|safe|dangerous|hard) (?:is it|would it be) to|should (?:i|we) worry about|before (?:i|we)) (?:safely )?${CHANGE} ${ASPECT}${S}`,
        { described: "hybrid", intent: "refactor", definite: true },
      ),
      relation(
        "affected-by",
        "blast_radius",
        0.92,
        `\\b(?:affected|impacted|broken) by (?:(?:a |any )?changes? (?:to|in|of) |${CHANGE} (?:to )?)?${ASPECT}${S}`,
        { described: "hybrid", intent: "refactor" },
      ),
      relation(
        "must-update",
        "blast_radius",
        0.93,
        `\\bwhat (?:else )?(?:do|would|must|should|will) (?:i|we) (?:have to |need to |also )*(?:change|update|fix|touch|adjust|check|retest|test) (?:if|when|after) (?:i|we) ${CHANGE} ${ASPECT}${S}`,
        { described: "hybrid", intent: "refactor" },
      ),
      relation(
        "does-change-break",
        "blast_radius",
        0.9,
        `\\b(?:will|would|does|could|might) ${CHANGE} ${ASPECT}${M} (?:break|affect|impact|hurt|cause)\\b`,
        { described: "hybrid", intent: "refactor" },
      ),
      relation(
        "what-does-affect",
        "blast_radius",
        0.88,
        `\\bwhat (?:does|do|would|will|could|can) (?:${CHANGE} )?${ASPECT}${M} (?:affect|impact|break|influence)\\b`,
        { described: "hybrid", intent: "refactor", definite: true },
      ),
      relation("impact-postfix", "blast_radius", 0.88, "(?:^|[\\s])(?<symbol>\\S+) (?:blast[- ]radius|impact(?: analysis)?)$", {
        slot: "name",
        intent: "refactor",
      }),
      relation("impact-command", "blast_radius", 0.85, "^(?:impact|blast[- ]radius|dependents):? (?<symbol>\\S+)$", { intent: "refactor" }),
    ],
  },
  {
    gate: /chain|path|trace|route|reach|connect|\bget(?:s|ting)? (?:from|to|into)|call|link|between|flow|->|→|⇒|=>|lead|hops|steps|sequence|related|way from|end(?:s|ing)? up|touch|transit/i,
    signals: [
      relation(
        "call-chain",
        "path",
        0.94,
        `\\b${CHAIN} (?:that (?:goes|leads|runs) |of calls |leading |going |starting |running |there is |there are |exists? )*(?:from|between) (?<symbol>.+?) (?:to|and|into|down to|until|up to|through to) (?<target>.+)`,
        { described: "hybrid" },
      ),
      relation(
        "trace",
        "path",
        0.92,
        "\\btrace(?: (?:the )?(?:calls?|path|way|route|execution|flow))?(?: from)? (?<symbol>\\S+) (?:to|->|→|into|through to|down to) (?<target>.+)",
      ),
      relation("trace-command", "path", 0.85, "^(?:trace|path|call path):? (?<symbol>\\S+) (?<target>\\S+)$", { slot: "code" }),
      relation(
        "how-reaches",
        "path",
        0.9,
        "\\bhow (?:does|do|can|could|would|is|are|did|might) (?<symbol>.+?) (?:(?:ever|end up|eventually|finally|able to|manage to|being|actually) )*(?:reach|reaching|get to|get into|call|calling|invoke|lead to|flow (?:in)?to|connect(?:ed)? (?:to|with)|linked (?:to|with)|related to|wired to|hooked up to|trigger|arrive at|end up (?:in|at)|talk to|depend on|tied to|use|touch) (?<target>.+)",
        { slot: "code" },
      ),
      relation(
        "how-x-reaches",
        "path",
        0.88,
        "\\bhow (?<symbol>\\S+) (?:eventually |finally |ever )?(?:reaches|gets to|calls|invokes|leads to|connects to|ends up (?:in|at|calling)|triggers) (?<target>.+)",
        { slot: "code" },
      ),
      relation(
        "how-between",
        "path",
        0.88,
        "\\bhow (?:are|is) (?<symbol>\\S+) and (?<target>\\S+) (?:connected|related|linked|coupled|tied)",
        { slot: "code" },
      ),
      relation(
        "what-connects",
        "path",
        0.88,
        "\\b(?:what|which \\w+) (?:connects|links|ties|leads from|sits between|stands between|lies between|goes from) (?<symbol>\\S+) (?:to|and|with) (?<target>.+)",
        { slot: "code" },
      ),
      relation(
        "how-get-from",
        "path",
        0.9,
        "\\bhow (?:do|does|can|would|could) (?:we|you|i|one|it|control|execution|a call|the call|the code|things|calls) (?:get|go|flow|come|travel|pass|move|jump) from (?<symbol>.+?) (?:to|into) (?<target>.+)",
        { slot: "code" },
      ),
      relation(
        "does-call",
        "path",
        0.86,
        "\\b(?:does|do|can|could|will|would|did) (?<symbol>\\S+(?: \\w+)??) (?:(?:ever|eventually|directly|indirectly|or|actually|end up|transitively|somehow) )*(?:call|calling|invoke|reach|reaching|get to|lead to|trigger|depend on|use) (?<target>.+)",
        { slot: "code" },
      ),
      relation(
        "reachable-from",
        "path",
        0.88,
        "\\b(?:is|are|can) (?<target>.+?) (?:(?:ever|be|directly|indirectly|transitively) )*(?:reachable|reached|called|invoked|accessible|triggered|used) (?:from|by|via|through|inside) (?<symbol>.+)",
        { slot: "code" },
      ),
      relation(
        "how-reached-from",
        "path",
        0.88,
        "\\bhow (?:is|are|does|do|can) (?<target>.+?) (?:(?:be|get|gets|being|ever) )*(?:reached|called|invoked|triggered|hit) (?:from|by|via|through) (?<symbol>.+)",
        { slot: "code" },
      ),
      relation("arrow", "path", 0.86, "^(?<symbol>\\S+) ?(?: ->| -->| =>|→|⇒| \\.\\.\\.) ?(?<target>\\S+)$"),
    ],
  },
  {
    gate: /like|similar|duplicat|clones?\b|copies|resembl|look-?alike|analog|equivalent|same (?:as|way)|alternative/i,
    signals: [
      relation(
        "things-like",
        "similar",
        0.92,
        `\\b(?:${THAT}|something|anything|stuff|others?|implementations?|logic|definitions?|snippets?)(?: \\w+)? (?:(?:that|which) )?(?:are |is )?(?:very |most |closely |quite )?(?:like|similar to|resembl(?:es?|ing)|looks? (?:like|similar to|the same as)|looking like|works? like|behaves? like|analogous to|equivalent to|close to|comparable to|related in shape to|(?:do(?:es)? )?the same(?: thing)? as) ${S}`,
        { described: "hybrid", definite: true },
      ),
      relation(
        "similar-to",
        "similar",
        0.92,
        `\\b(?:most |closest )?similar (?:code |functions? |methods? |class(?:es)? |things? |implementations? |symbols? |definitions? |ones? )?(?:to|as) ${S}`,
        { described: "hybrid", definite: true },
      ),
      relation(
        "duplicates-of",
        "similar",
        0.88,
        `\\b(?:near[- ]?|exact |possible |code )?(?:duplicat(?:es?|ions?)|clones?|copies|copy|look-?alikes?|twins?|siblings|variants?|alternatives|equivalents?|re-?implementations?)(?: code)? (?:of|for|to) ${S}`,
        { slot: "code" },
      ),
      relation(
        "resembles",
        "similar",
        0.9,
        `\\b(?:what|which ${THING}|who)(?: else)? (?:closely |most )?(?:resembles|looks (?:like|similar to)|is (?:like|most like|similar to)|duplicates|does the same(?: thing)? as) ${S}`,
        { described: "hybrid", definite: true },
      ),
      relation("similar-command", "similar", 0.84, "^similar:? (?<symbol>\\S+)$"),
      relation("is-duplicated", "similar", 0.85, "\\bis (?<symbol>\\S+) (?:duplicated|copied|reimplemented)\\b", { slot: "code" }),
    ],
  },
];
