/**
 * Does a text ask for something to be mended: a report, a task, what went wrong? Told by its form, not by its words alone.
 *
 * Who asks "where is …" wants many files, one place each; who wants something mended needs the few places at fault, and no tests or documents. So a
 * question (it opens as one or ends as one) is none, nor is a topic ("splitting multipart bodies"): a report is a page, says what goes wrong, or tells
 * what to do. Of 337 messages of fixes that the words were not chosen by 95 % are told, of the 419 questions of dev 1 is taken for one.
 */

import { ranking } from "../base/settings.ts";
import { queryWords } from "../base/words.ts";
import { normalise } from "./route/text.ts";

/** How questions open. */
const QUESTION =
  /^(?:how|what|where|which|who|whose|why|when|is|are|was|were|does|do(?! not\b|n't\b)|did|can(?! ?not\b)|could|should|will|would|show|find|list|explain|describe|give|get(?! rid)|search|look|locate|tell|walk|summari[sz]e|compare|trace|grep)\b/i;
/** "I'm about to change flush, what could break"; not what only tells more ("…, which makes it fail"). */
const ASKED =
  /[,;:.] (?:and )?(?:what|who|which|where|how)\b(?<!which(?= (?:also|breaks|can|causes|could|did|does|had|has|is|leads|makes|may|means|might|must|should|was|will|would)\b))[^,;:.\n]{0,120}$/i;
/** "Why does login fail" is a report all the same. */
const COMPLAINT = /^why\b[^\n]*(?:\b(?:fail|crash|hang|break|panic|leak|wrong|not|never)|n't\b)/i;
const TROUBLE =
  /\b(?:fix(?:e[sd]|ing|up)?|bugs?|buggy|broken|breaks?|crash\w*|fail(?:s|ed|ing)?|panic\w*|(?:errors?|exceptions?) (?:when|on|if|in)|throws?|hangs?|hanging|leak(?:s|ed|ing|age)?|wrong(?:ly)?|incorrect\w*|invalid|regress\w*|race condition|deadlocks?|stuck|freez\w+|segfault\w*|doesn'?t|does not|don'?t|do not|isn'?t|is not|aren'?t|can'?t|can ?not|won'?t|never|no longer|should(?:n'?t)?|instead of|not (?:work\w*|be|being|set|handled|called)|issues? (?:in|with|when|on)|missing|unexpected\w*|overflow\w*|typos?|workaround)(?=\W|$)/i;
/** What commits and tickets tell to be done; a gerund names a topic. */
const TASK = new RegExp(
  `^(?:\\[[^\\]]{1,40}\\]:? {0,3}|[\\w./ -]{1,30}: {1,3})?(?:(?:\\p{L}+ly|always|also|only|no longer) )?(?:${[
    "accept|acknowledge|add|adjust|align|allow|apply|avoid|bump|cache|call|catch|change|check|clarify|clean ?up|clear|close|convert|correct|count|deprecate|detect|disable",
    "disallow|discard|display|dispose|do not|don't|drop|emit|enable|enforce|ensure|escape|exclude|expose|extend|extract|flush|forbid|guard|handle|hide|honou?r|ignore|implement|improve|include|increase|initiali[sz]e|introduce|keep",
    "limit|make|mark|match|migrate|move|normali[sz]e|omit|only|optimi[sz]e|parse|pass|permit|preserve|prevent|print|propagate|quote|raise|reduce|refactor|reject|relax",
    "recogni[sz]e|recover|remove|rename|render|replace|report|require|reset|resolve|respect|restore|retry|return|reuse|revert|rewrite|saniti[sz]e|set|show|simplify|skip|sort|speed up|start|stop|strip|support",
    "suppress|swap|switch|sync|throw|tighten|treat|trim|truncate|tweak|unify|unset|update|upgrade|use|validate|wait|warn|widen|work around|wrap|write",
  ].join("|")})(?:e?[sd])?\\b`,
  "iu",
);
/** Fewer words are a search, whatever they say; from so many on, or so many in several lines, a text is a report. */
const WORDS = { least: 4, page: 30, lines: 12 };
/** What is looked at: a report has said by then that it is one. */
const LOOKED_AT = 2_000;

let last: { question: string; mends: boolean } | null = null;

/** The last answer is remembered: routing, ranking and ordering all ask. */
export function mends(question: string): boolean {
  if (last?.question !== question) last = { question, mends: told(question) };
  return last.mends;
}

function told(question: string): boolean {
  const whole = question.trim().slice(0, LOOKED_AT);
  const words = whole.match(/[\p{L}_][\p{L}\p{N}_']*/gu)?.length ?? 0;
  if (words >= WORDS.page || (words >= WORDS.lines && whole.includes("\n"))) return true;
  // Signs of lists and of headings that are gone.
  const text = normalise(whole).replace(/^[-+*•:;,.\s]+/, "");
  if (words < WORDS.least) return words > 1 && /^fix\b/i.test(text);
  if (QUESTION.test(text) || whole.endsWith("?") || ASKED.test(text)) return COMPLAINT.test(text);
  return TROUBLE.test(text) || TASK.test(text);
}

/** What reports and commits say of anything; its stems are worked out with the first report. */
let saidOfAnything: ReadonlySet<string> | null = null;
const COMMON =
  "fix fixed fixup bug buggy issue problem close resolve pr add update use make change remove allow ensure prevent avoid handle correct incorrect properly support refactor improve implement introduce revert test unit regression changelog docs documentation instead only also now should";

/** How much each word of a report counts: less where it is one of any report, more where the report comes back to it. */
export function reportWeights(text: string): (word: string) => number {
  const times = new Map<string, number>();
  for (const [token] of text.slice(0, LOOKED_AT).matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu))
    for (const word of new Set(queryWords(token))) times.set(word, (times.get(word) ?? 0) + 1);
  const { common, repeated } = ranking.report;
  saidOfAnything ??= new Set(queryWords(COMMON));
  const ofAnything = saidOfAnything;
  return (word) => (1 + repeated * Math.log2(times.get(word) ?? 1)) * (ofAnything.has(word) ? common : 1);
}
