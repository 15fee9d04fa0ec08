/** The question's wording apart from its meaning: politeness, punctuation, typographic quotes, words that only introduce. */
import { routing } from "../../base/settings.ts";

/** Politeness and introductions at the start, one after another. None of them carries meaning for the route. */
const OPENING = once(
  () =>
    `^(?:${[
      "please",
      "pl[sz]",
      "kindly",
      "hey",
      "hi",
      "hello",
      "yo",
      "ok(?:ay)?",
      "so",
      "well",
      "um+",
      "uh+",
      "hmm+",
      "now",
      "right",
      "sorry",
      "thanks",
      "manifold",
      "there(?! (?:is|are))",
      "team",
      "all right",
      "alright",
      "just",
      "quick(?: |ly )(?:question|one)",
      "quickly",
      "actually",
      "basically",
      "question",
      "another question",
      "one more thing",
      "first",
      "next",
      "also",
      "and",
      "but",
      "(?:can|could|would|will|may) (?:you|u|someone|somebody|anyone|anybody)(?: (?:kindly|maybe|perhaps|possibly|also|quickly|help))*",
      "(?:can|could|may|might) i (?:ask|know|see|get|have)",
      "(?:do|would|does|did) (?:you|u|anyone|anybody|someone) (?:happen to )?(?:know|remember|have any idea|mind|see)(?: telling me| showing me)?",
      "any idea(?:s)?",
      "any chance you (?:could|can|know)",
      "tell me(?! (?:everything|all|about))",
      "let me know",
      "remind me",
      "let(?:'s| us)(?: (?:see|find|look at))?",
      "let me (?:see|find|look at)",
      "(?:i|we)(?:'m| am|'re| are| was| were| have been|'ve been)? ?(?:just |really |only |also |currently )*(?:want(?:ed)?|need(?:ed)?|wonder(?:ing|ed)?|curious|interested|keen|asking(?: myself)?|unsure|not sure|confused|lost|looking|searching|hunting|trying|hoping|(?:would |'d )(?:like|love)|like)(?: (?:about|to|for|in|on|if you (?:could|can|would)))*",
      "(?:to )?(?:know|learn|find out|figure out|work out|be told|get to know|be shown|determine)(?! about)",
      "(?:please )?help me(?: to)?(?: (?:find|figure|work) out)?",
      "wondering",
      "curious",
      "it would be (?:great|nice|good|helpful) (?:if you could|to know)",
      "what i (?:want|need) (?:to know )?is",
      "my question is",
      "for (?:me|my own understanding|a refactor|context)",
      "if (?:possible|you can|you could)",
      "be so kind (?:as )?to",
      "i (?:don't|do not|can't|cannot) (?:know|remember|find|figure out|recall)(?= (?:what|who|where|which|how|why))",
      "(?:in|within|for|across|throughout) (?:this|our|the|my) (?:repo(?:sitory)?|codebase|code base|project|code)",
    ].join("|")})(?=$|[\\s,:;.!…])(?:[\\s,:;.!…]|-(?=\\s))*`,
);
const CLOSING = once(
  () =>
    `[\\s,;-]+(?:${[
      "please",
      "pl[sz]",
      "thanks(?: a lot| in advance)?",
      "thank you(?: very much)?",
      "thx",
      "ty",
      "cheers",
      "(?:for|to) me",
      "if (?:possible|you can|you could|you know|you don't mind)",
      "right now",
      "at the moment",
      "currently",
      "exactly",
      "(?:in|within|for|across|throughout|from|inside) (?:this|our|the|my)(?: whole| entire)? (?:repo(?:sitory)?|code ?base|project|source tree|tree|workspace)",
      "in the code",
      "around here",
      "here",
      "do you know",
      "can you tell me",
      "i wonder",
      "again",
      "anyway",
      "asap",
      "by the way",
      "would you",
      "will you",
    ].join("|")})$`,
);

/**
 * How openings start and closings end, `_` for a blank. Only a question that has one of these is put to the patterns: they cost a millisecond to
 * compile. The tests of politeness keep the lists and the patterns in step.
 */
const STARTS =
  "pl kindly he hi yo ok so well um uh hm now right sorry thanks manifold there team all_right alright just quick actually basically question another_question one_more first next also and but can could would will may might do_you do_u do_any do_some does_ did_ any_idea any_chance tell_me let remind_me i_ i' we_ we' to_ know learn find_out figure_out work_out be_ get_to determine wondering curious it_would what_i my_question for_ if_ in_ within_ across_ throughout_".split(
    " ",
  );
const ENDS =
  "please pls plz thanks lot advance you much thx ty cheers me possible can could know mind now moment currently exactly repo repository base project tree workspace code here wonder again anyway asap way".split(
    " ",
  );

/** One line, plain quotes, no politeness, no closing punctuation. Only the first `routing.maxExamined` characters count. */
export function normalise(question: string): string {
  let text = question.trimStart();
  // No word is cut in two: half a word is another one.
  if (text.length > routing.maxExamined) {
    const end = text.slice(0, routing.maxExamined + 1).search(/\s\S*$/);
    text = text.slice(0, end > 0 ? end : routing.maxExamined);
  }
  if (!isAscii(text))
    text = text.replace(/[\u2018\u2019\u201a\u201b\u2032]/g, "'").replace(/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"');
  text = text.replace(/\s+/g, " ");
  if (/\d/.test(text)) text = text.replace(/\b(adr|rfc)(?: ?#| )(\d+)\b/gi, "$1-$2");
  if (text.includes("'")) text = text.replace(/(^| )(what|who|where|how)'s (?=\S)/gi, "$1$2 is ");
  if (/ the h| on earth| in the w/i.test(text))
    text = text.replace(/\b(what|who|where|how|why|which) (?:the h(?:ell|eck)|on earth|in the world)(?= \S)/gi, "$1");
  text = text.trim();
  for (let i = 0; i < routing.maxFillers; i++) {
    const shorter = closed(opened(text));
    if (shorter === text || shorter === "") break;
    text = shorter;
  }
  return text;
}

function opened(text: string): string {
  const lower = text.slice(0, 20).toLowerCase();
  return STARTS.some((start) => lower.startsWith(start.replace("_", " "))) ? text.replace(OPENING(), "") : text;
}

function closed(text: string): string {
  const plain = /^(?:"[^"]*"|'[^']*'|\/.+\/[a-z]*)$/.test(text) ? text : text.replace(/[\s?!.…,;:]+$/, "");
  const lower = plain.slice(-12).toLowerCase();
  const shorter = ENDS.some((end) => lower.endsWith(end)) ? plain.replace(CLOSING(), "") : plain;
  return shorter === "" ? plain : shorter.replace(/[\s?!…,;:]+$/, "");
}

/** Words that may stand before a relation without changing what is asked: "show me a list of all the …". */
const NEUTRAL = new Set(
  (
    "gimme lemme tests test lines line parts components modules things found to at incoming inbound upstream show me us list find get give all the every each any some a an of direct directly indirect possible known see display print tell what which who where are is was were there many for " +
    "fetch identify enumerate count look looking up at need i we to know out figure locate search searching places place spots return provide name determine check see you can do does have has " +
    "number lookup that's it's what's who's list: complete full entire exact current please also only both other another about on query run trace view inspect explore discover dump retrieve collect " +
    "in from your our my this these those set everything everyone code different functions methods classes files modules transitive existing real actual main whole quick be would will could should if " +
    "want like interested understand figure-out let let's tells reveal report output point summarize summarise map draw graph visualize visualise examine analyze analyse calculate compute estimate assess"
  ).split(" "),
);
/** Words that tie a second question to a first one. */
const TIE = /^(?:and|plus|with|including|then|also|or|&|\+|but|alongside|along|together|well)$/i;

function words(before: string): string[] {
  const text = before.trim();
  return text === "" ? [] : text.split(" ");
}

function neutral(word: string): boolean {
  return NEUTRAL.has(word.toLowerCase().replace(/[,:]$/, ""));
}

/** Whether nothing but introducing words stands there. "how many" and "how often" count, "how" alone does not. */
export function isNeutral(before: string): boolean {
  const all = words(before);
  return all.every(
    (word, i) =>
      neutral(word) || (/^how$/i.test(word) && /^(?:many|often|much)$/i.test(all[i + 1] ?? "")) || /^(?:often|much)$/i.test(word),
  );
}

/** The clause before a relation if a conjunction or punctuation closes it ("how does login work, and who …"), else null. */
export function tieBefore(before: string): string | null {
  const all = words(before);
  let end = all.length;
  while (end > 0) {
    const word = all[end - 1] ?? "";
    if (TIE.test(word)) {
      const clause = all.slice(0, end - 1);
      while (clause.length > 0 && TIE.test((clause.at(-1) ?? "").replace(/,$/, ""))) clause.pop();
      const text = clause.join(" ").replace(/[,;:.?!]+$/, "");
      return text === "" || isNeutral(text) ? null : text;
    }
    if (/[,;?!.:]$/.test(word)) {
      const clause = all.slice(0, end).join(" ");
      // "show me all, …" is no clause, "the login code, …" is one though "code" alone says little.
      if (!isNeutral(clause)) return clause.replace(/[,;:.?!]+$/, "");
    }
    if (!neutral(word)) return null;
    end--;
  }
  return null;
}

const LEAD =
  /^(?:(?:show|find|list|get|give|locate|explain|describe|see|look (?:up|at|for)|search for|display|print|open|understand|tell|summari[sz]e|walk|fetch|identify)(?: me| us)?(?: about| through)?|the|a|an|all|every|any|of|code for|me|everything about)\s+/i;

/** A clause without the words that only ask to see it: "find the auth code" leaves "auth code". */
export function stripLead(clause: string): string {
  let text = clause.trim();
  for (let i = 0; i < routing.maxFillers; i++) {
    const shorter = text.replace(LEAD, "");
    if (shorter === text || shorter === "") break;
    text = shorter;
  }
  return text.replace(/[\s,;:.?!]+$/, "");
}

// Patterns over letters, compiled at their first use. A process that answers one question feels every compilation: one with Unicode classes
// takes ten times as long, and questions are nearly always ASCII.

/** Whether a text is plain ASCII. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

const ASCII: [string, string][] = [
  ["\\p{Lu}", "A-Z"],
  ["\\p{Ll}", "a-z"],
  ["\\p{L}", "A-Za-z"],
  ["\\p{N}", "0-9"],
];

/**
 * A pattern in two forms, of which the text decides.
 * @param source Unicode classes stand inside brackets only: `[\p{L}_]`
 */
export function letters(source: string, flags = ""): (text: string) => RegExp {
  let plain: RegExp | undefined;
  let full: RegExp | undefined;
  return (text) => {
    if (isAscii(text)) {
      plain ??= new RegExp(
        ASCII.reduce((all, [from, to]) => all.replaceAll(from, to), source),
        flags,
      );
      return plain;
    }
    full ??= new RegExp(source, `${flags}u`);
    return full;
  };
}

/** A pattern without regard to case, made at its first use. */
export function once(source: () => string): () => RegExp {
  let compiled: RegExp | undefined;
  return () => {
    compiled ??= new RegExp(source(), "i");
    return compiled;
  };
}
