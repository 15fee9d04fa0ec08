/**
 * Questions that neither the text of a tree nor its graph of relations answers by itself: who changed what and when (its history), and what nothing uses.
 * Group `about` (or `other`, in an alternative): what is asked about, if anything in particular.
 */
import type { Route } from "../../base/types.ts";
import { mayFire, pattern } from "./signal.ts";
import { looksLikePath } from "./slot.ts";

/** What is asked besides: of the tree's history, or for what is not used. */
export interface Aside {
  kind: "history" | "unused";
  /** "" for the whole tree. */
  about: string;
  /** It stands there with an article, as things do and names do not. */
  thing: boolean;
  /** The row that fired. */
  row: string;
}

interface Row {
  name: string;
  kind: Aside["kind"];
  /** As for a `Signal`. */
  needs: string;
  readonly pattern: RegExp;
  /** What is asked about must look like a file or an identifier: in prose the words mean something that the code does. */
  code?: boolean;
}

function row(name: string, kind: Aside["kind"], needs: string, source: string, code = false): Row {
  let compiled: RegExp | undefined;
  return {
    name: `${kind}:${name}`,
    kind,
    needs,
    code,
    get pattern() {
      compiled ??= pattern(`^(?:${source})$`);
      return compiled;
    },
  };
}

const A = "(?<about>.+?)";
const CHANGED =
  "(?:changed|modified|edited|touched|added|created|introduced|written|removed|deleted|dropped|renamed|refactored|rewritten|committed|merged|moved|deprecated|fixed|updated|reverted)";
const CHANGES = "(?:changes?|commits?|modifications?|edits?|activity|work|pull requests?|history)";
const WHEN =
  "(?:recently|lately|yesterday|today|last (?:night|week|month|year|sprint|quarter)|this (?:week|month|year|sprint|quarter)|(?:since|before|after|until) .+|(?:in|over|during|within) the (?:last|past) .+|(?:\\d+|a|some) \\w+ ago|between .+)";
const THINGS =
  "(?:code|functions?|methods?|class(?:es)?|types?|exports?|symbols?|definitions?|variables?|constants?|helpers?|macros?|structs?|interfaces?|enums?|things?|stuff|anything|everything|what)";
const UNUSED =
  "(?:(?:(?:that|which|is|are|seems?) )*(?:(?:never|not|no longer|isn't|aren't) (?:ever |being |actually )?(?:used|called|referenced|invoked|needed)|unused|dead|unreferenced|uncalled|orphaned)(?: (?:anywhere|by anything|any ?more|at all))?|(?:(?:that|which) )?(?:(?:have|has|having|with) (?:no|zero)|without(?: any)?) (?:known )?(?:callers?|call sites|users?|uses?|usages?|references?)|(?:(?:that|which) )?(?:does )?(?:nothing|nobody|no one|no code) (?:ever )?(?:uses?|calls?|references?|needs?))";
const UNUSED_STEMS = "never|not|no_|nobody|isn|aren|without|zero|unused|dead|unreferenced|uncalled|orphan";
const LEAD =
  "(?:(?:show|list|tell|give|get|find|see|display|summari[sz]e|print|me|us|the|a|all|any|what|which|is|are|was|were|of|full|complete|run) )*";

/** The first that matches decides. */
export const asideSignals: readonly Row[] = [
  row(
    "who-wrote",
    "history",
    "who",
    `who (?:has |had )?(?:originally |first |actually )?(?:wrote|written|authored|committed|introduced|contributed(?: to)?|maintains?) ${A}(?: ${WHEN})?`,
  ),
  row("who-last", "history", "who", `who (?:has )?(?:last|first|recently|originally|most recently|just) (?:\\w+ed|wrote|broke) ${A}`),
  row("who-changed-when", "history", "who", `who (?:has |has been )?(?:${CHANGED}|changing|working on|broke|wrote) ${A} ${WHEN}`),
  row("who-changed", "history", "who", `who (?:has )?(?:${CHANGED}|broke) ${A}`, true),
  row(
    "who-knows",
    "history",
    "who|which",
    `(?:who|whom|which (?:people|persons?|developers?|engineers?|team)) (?:(?:best |really |actually |here )?(?:knows?|understands?)(?: (?:most |more |anything |something |a lot )?about)?|(?:is|are|was|were) (?:most |the most )?familiar with|has (?:most )?(?:experience|knowledge|expertise) (?:with|of|in|about)|(?:should|can|could|do|would|must) (?:i|we|you|one) (?:best )?(?:ask|talk to|contact|ping|consult)(?: (?:about|for|on|regarding))|to (?:ask|talk to|contact|ping|consult) (?:about|for|on|regarding)|(?:has )?(?:worked|works|been working|is working) on|(?:is|are) (?:the |an |our )?(?:experts?|owners?|people) (?:on|for|in|of|behind)) ${A}(?: (?:best|most|well|${WHEN}))?`,
  ),
  row("experts", "history", "expert", `${LEAD}experts? (?:on|for|in|of) ${A}`),
  row(
    "author-of",
    "history",
    "author|maintainer|contributor|committer",
    `(?:who (?:is|are|was|were) )?${LEAD}(?:original |main |last |top )?(?:authors?|maintainers?|contributors?|committers?) (?:of|for|to|behind) ${A}`,
  ),
  row("git", "history", "git|blame", `${LEAD}git (?:blame|log|shortlog|history|commits?)(?: (?:for|of|on|--|in|to))?(?: ${A})?`),
  row("blame", "history", "blame", `(?:show |run )?(?:the )?blame (?:(?:for|of|on) )?${A}`, true),
  row(
    "what-changed",
    "history",
    "chang|new|happen|modif|add|remov|updat|fix",
    `(?:what|which \\w+|anything|everything)(?:'s| has| have| was| were| is| that)?(?: been)? (?:${CHANGED}|new|happened|different) (?:${WHEN}|most recently)(?: (?:in|to|with|about|for|at|on|under) ${A})?`,
  ),
  row(
    "what-changed-in",
    "history",
    "chang|new|happen|modif|add|remov|updat|fix|do|going",
    `(?:what|which \\w+|anything)(?:'s| has| have| was| were| is| (?:did|have|has) (?:we|they|you|people))?(?: been)? (?:${CHANGED}|change|do|done|new|happened|going on) (?:in|to|with|about|for|at|on|under) ${A} (?:${WHEN})`,
  ),
  row(
    "recent-changes",
    "history",
    "recent|latest|last|newest|past",
    `${LEAD}(?:most )?(?:recent|latest|last|newest|past)(?: (?:\\d+|few|couple of|git))? ${CHANGES}(?: (?:that )?(?:to|in|of|on|for|touched|touching|affected|affecting|about|around|under) ${A})?`,
  ),
  row("changes-when", "history", "change|commit|modif|edit", `${LEAD}${CHANGES} (?:(?:made )?(?:to|in|of|on|for) ${A} )?${WHEN}`),
  row(
    "when-was",
    "history",
    "when",
    `when (?:was|were|did|has|have)(?: (?:we|they|somebody|someone))? ${A} (?:been )?(?:last |first |originally |most recently )?(?:${CHANGED}|change|born|broken)(?: .{0,40})?`,
  ),
  row(
    "when-did",
    "history",
    "when",
    `when (?:did|have|has) (?:we|they|you|somebody|someone|anyone|anybody) (?:last |first |originally |most recently )?(?:change|modify|edit|touch|add|create|introduce|write|remove|delete|drop|rename|refactor|rewrite|move|deprecate|fix|update|revert)(?:d|ed)? ${A}`,
  ),
  row("how-old", "history", "old|long", `(?:how (?:old|new|recent) (?:is|are)|how long (?:has|have) (?:we had|there been)) ${A}`, true),
  row(
    "how-often",
    "history",
    "how",
    `how (?:often|frequently|many times) (?:does|do|did|is|are|was|were|has|have) ${A} (?:been )?(?:${CHANGED}|change)(?: .{0,40})?`,
  ),
  // Why code is as it is stands in the messages of the commits that brought it; why it does what it does stands in it.
  row(
    "why-changed",
    "history",
    "why",
    `why (?:is|are|was|were|does|do|did) ${A} (?:(?:implemented|written|done|coded|built|made|structured|designed|work|works|look|looks|exist|exists) )?(?:like (?:this|that|it is|they are)|(?:in )?(?:this|that) way|the way (?:it is|they are|it does|it looks)|as it is|so (?:weird|strange|odd|complicated|complex|convoluted))`,
  ),
  row(
    "why-we",
    "history",
    "why",
    `why (?:is|are|was|were|has|have|did) (?:we |they |you |somebody |someone )?${A} (?:been )?(?:added|introduced|changed|modified|rewritten|refactored|renamed|moved|reverted|removed|deleted|dropped)(?: .{0,30})?`,
  ),
  row(
    "why-commits",
    "history",
    "why",
    `why did (?:we|they|you|somebody|someone) (?:add|introduce|change|modify|rewrite|refactor|rename|move|revert|remove|delete|drop) ${A}`,
  ),
  row("why-exists", "history", "why", `why (?:do we (?:have|need)|is there an?|are there|does|do) ${A}(?: exist)?`, true),
  row("why", "history", "commit|change", `${LEAD}(?:commits?|changes?) (?:that )?(?:brought|introduced|added|wrote|explains?|behind) ${A}`),
  row(
    "which-commit",
    "history",
    "commit|revision|pull_request|changeset",
    `(?:show me |find |in )?(?:which|what|the)(?: \\w+)? (?:commits?|revisions?|pull requests?|changesets?) (?:that )?(?:\\w+ed|broke|touch(?:es)?|changes?|adds?|fix(?:es)?|did|was|were|is|are) ${A}`,
  ),
  row("history-of-code", "history", "history", `${LEAD}history (?:of|for|behind) ${A}`, true),
  row("history-of", "history", "history", `${LEAD}(?:git|commit|change|version|revision|edit) history(?: (?:of|for|in|on) ${A})?`),
  row(
    "hotspots",
    "history",
    "hot|churn|chang|most|highest",
    `${LEAD}(?:(?:code |change |risk |churn )?hot ?spots?|(?:files|modules|parts|code) (?:that )?(?:(?:change|changes|changed|are changed|is changed|get changed) (?:the )?(?:most|often|most often|most frequently)|(?:with|have|has) (?:the )?(?:most|highest|much) (?:churn|changes))|most (?:frequently|often) (?:changed|modified|edited|touched) (?:files|modules|code)|highest churn \\w+)(?: (?:in|of|under|here)(?: ${A})?)?`,
  ),
  row(
    "together",
    "history",
    "together|co_change|cochange|co",
    `(?:what|which files?)(?: else)?(?: (?:is|are|gets?|must|should))?(?: be)?(?: (?:usually|often|normally|always|typically))? (?:change|changes|changed|edited|modified|touched)(?: at the same time)?(?: together)? (?:with|alongside) ${A}|${LEAD}co-?changes? (?:of|for|with) (?<other>.+?)`,
  ),
  row(
    "churn",
    "history",
    "most|least|hot|churn",
    `${LEAD}(?:(?:most|least) (?:recently|frequently|often|active(?:ly)?) (?:changed|modified|edited|touched|updated|committed)|most active|hottest|highest churn) \\w+(?: (?:in|of|under) ${A})?`,
  ),
  row("did-commit", "history", "commit|push|merge", `what (?:did|has) \\w+ (?:commit|committed|pushed?|merged?)(?: .{0,60})?`),

  row(
    "unused",
    "unused",
    UNUSED_STEMS,
    `${LEAD}(?:there )?(?:any )?(?:potentially |possibly |likely )?(?:unused|dead|unreferenced|uncalled|orphaned|never[- ]used|never[- ]called) ${THINGS}(?: (?:in|of|under|inside|within|from|across|throughout) ${A})?`,
  ),
  row("never-used", "unused", UNUSED_STEMS, `${LEAD}${THINGS}(?: (?:in|of|under|inside|within|from|defined in) ${A})? ${UNUSED}`),
  row("never-used-in", "unused", UNUSED_STEMS, `${LEAD}(?:${THINGS} )?${UNUSED} (?:in|of|under|inside|within|from) ${A}`),
];

const ARTICLE = /^(?:the|a|an|our|this|that) /i;

/** What a normalised question asks besides; null for most. @param folded the same through `fold` (signal.ts) */
export function asideOf(text: string, folded: string): Aside | null {
  for (const signal of asideSignals) {
    if (!mayFire(signal, folded)) continue;
    const { name, kind, code } = signal;
    const match = signal.pattern.exec(text);
    if (!match) continue;
    const asked = match.groups?.about ?? match.groups?.other ?? "";
    const about = asked
      .replace(ARTICLE, "")
      .replace(/^(?:file|function|class|method|module|folder|directory) (?=\S+$)/i, "")
      .replace(/^["'`]|["'`]$|\(\)$/g, "");
    if (code && !isCode(about)) continue;
    return {
      kind,
      about: /^(?:repo(?:sitory)?|code ?base|project|tree|code)$/i.test(about) ? "" : about,
      thing: ARTICLE.test(asked),
      row: name,
    };
  }
  return null;
}

/** A path, or a single word that no sentence would have. */
const isCode = (about: string): boolean => /^\S+$/.test(about) && (looksLikePath(about) || /_|[\p{Ll}\d]\p{Lu}|\.|::|\//u.test(about));

/** The route of such a question: words alone would answer something else. */
export function asideRoute({ kind, row: name }: Aside): Route {
  return {
    strategy: "semantic",
    operation: "search",
    symbol: null,
    target: null,
    keyword: null,
    intent: kind === "unused" ? "refactor" : "explore",
    confidence: 0.88,
    reason: kind === "unused" ? "It asks what nothing uses." : "It asks about the history of the code, which git has.",
    signals: [name],
  };
}
