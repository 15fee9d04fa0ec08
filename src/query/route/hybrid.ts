/**
 * A description and a relation in one question. Most hybrids need no row of their own: a structural row whose slot holds a description, or
 * which follows another clause, is one. These rows are for relations that point back ("… and its callers") and for "everything about".
 */
import { ADVERBS, CALLED, CALLS, CHANGE, companion, FILL, IT, ITS, type Signal, THING, USES, WITH, WORD } from "./signal.ts";

const A = "(?<about>.+?)";
/** "what uses it", "who calls them", "everything that depends on it". */
function that(verbs: string): string {
  return `(?:what(?:ever)?|who(?:ever)?|which ${THING}|(?:every|any)(?:thing|one|body)(?: (?:that|which|who))?|\\w+s(?: (?:that|which|who))?|${WORD} (?:that|which|who)) (?:else )?${ADVERBS}(?:is |are )?(?:${verbs}) (?:on |to |from |in )?${IT}\\b`;
}
/**
 * "and its callers", "along with all of their users", "with its dependencies in src".
 * @param clear nouns that say it without a pronoun too: "and callers"
 */
function nouns(names: string, clear = names): string {
  return `(?:(?:(?:also|then|all|any|every|both|of|a list of|list|show|see|me|tell me|find|get|name) )*(?:(?:${ITS}) (?:\\w+ )?(?:${names})|(?:(?:the|direct|known|possible|transitive) )?(?:(?:${names}) (?:of|to|for|on) ${IT}|${clear}))\\b(?: (?:in|from|across|within|throughout|if any)\\b.*)?$)`;
}

export const hybridSignals: Signal[] = [
  companion(
    "and-callers",
    "_and_|_plus_|_with_|_incl|_along|_as_well|_&_|_+_|_then_|_also_ call|invo|trigger|run",
    "callers",
    0.93,
    `^${A},? ${WITH} (?:${FILL}${that(`${CALLS}|triggers?|runs?`)}|${nouns("callers?|call[- ]?sites?|calling code|invocations")}|${FILL}(?:from )?where (?:(?:it|they|that|this) (?:is|are|gets?|get|being)|(?:is|are) (?:it|they|that|this)(?: being)?) ${CALLED})`,
  ),
  companion(
    "and-references",
    "_and_|_plus_|_with_|_incl|_along|_as_well|_&_|_+_|_then_|_also_ us|refer|consum|utili|need|touch|read|access|client|writer|appl",
    "references",
    0.92,
    `^${A},? ${WITH} (?:${FILL}${that(`${USES}|needs?|touch(?:es)?|reads?|access(?:es)?`)}|${nouns("usages?|uses|users|consumers|clients|usage sites?|references|readers|writers", "usages|usage sites?|consumers|all (?:references|uses)")}|${FILL}(?:where|how|when) (?:else )?(?:it|they|it's|it is|they are|is it|are they|that|this|this is|that is)(?: (?:is|are|gets?|get|all|being|has been|actually))* ?(?:used|referenced|consumed|applied|needed)|${FILL}(?:where|how) (?:is|are) (?:it|they|that|this) (?:used|referenced))`,
  ),
  companion(
    "and-dependents",
    "_and_|_plus_|_with_|_incl|_along|_as_well|_&_|_+_|_then_|_also_ depend|rel|hinge|break|affected|build|sit|blast|impact|happen",
    "blast_radius",
    0.93,
    `^${A},? ${WITH} (?:${FILL}${that("depends? (?:up)?on|depending on|rel(?:y|ies) (?:up)?on|hinges? on|would break without|is affected by|are affected by|affected by|builds? on|sits? on top of")}|${nouns("dependents?|dependants?|blast[- ]radius|impact|reverse dependencies", "dependents?|dependants?|blast[- ]radius")}|${FILL}what (?:would|will|might|could|else)? ?(?:breaks?|is affected|be affected|happens?) (?:if|when) (?:(?:i|we|you) .*|(?:it|they|that|this) (?:is |are |was |were |gets? |ever )*(?:${CHANGE}|goes away|disappears?|gone)\\b.*))`,
  ),
  companion(
    "and-callees",
    "_and_|_plus_|_with_|_incl|_along|_as_well|_&_|_+_|_then_|_also_ call|depend|us|need|rel|invoke|import|touch|deps|helper",
    "callees",
    0.92,
    `^${A},? ${WITH} (?:${FILL}(?:what(?:ever)?|everything|all|anything|which ${THING}|${THING})(?: that)? (?:it|they|that|this) ${ADVERBS}(?:calls?|depends? (?:up)?on|uses?|needs?|relies on|rely on|invokes?|imports?|touch(?:es)?|(?<=calls it )makes?)\\b|${nouns("callees?|dependencies|deps|imports|helpers", "callees|dependencies")})`,
  ),
  companion(
    "and-subclasses",
    "_and_|_plus_|_with_|_incl|_along|_as_well|_&_|_+_|_then_|_also_ implement|extend|inherit|class|overrid|deriv|conform|type|child",
    "subclasses",
    0.93,
    `^${A},? ${WITH} (?:${FILL}${that("implement(?:s|ing)?|extend(?:s|ing)?|inherit(?:s|ing)? from|sub-?class(?:es|ing)?|overrid(?:es?|ing)|deriv(?:es?|ing) from|conform(?:s|ing)? to")}|${nouns("sub-?class(?:es)?|sub-?types|implementations|implement[oe]rs|derived (?:class(?:es)?|types)|overrides|child classes|children", "sub-?class(?:es)?|sub-?types|implementations|implement[oe]rs")})`,
  ),
  companion(
    "and-superclasses",
    "_and_|_plus_|_with_|_incl|_along|_as_well|_&_|_+_|_then_|_also_ super|base|parent|extends|inherit|implements|extend|implement|interfaces",
    "superclasses",
    0.92,
    `^${A},? ${WITH} (?:${FILL}(?:what|which \\w+|everything) (?:it|they) (?:extends?|inherits? from|implements?)\\b|${nouns("super-?class(?:es)?|base class(?:es)?|parent class(?:es)?|interfaces it implements")})`,
  ),
  companion(
    "and-importers",
    "_and_|_plus_|_with_|_incl|_along|_as_well|_&_|_+_|_then_|_also_ import|includ|pull",
    "importers",
    0.92,
    `^${A},? ${WITH} (?:${FILL}${that("imports?|includes?|pulls? in")}|${nouns("importers?")}|${FILL}where (?:it|they) (?:is|are|gets?) imported)`,
  ),
  companion(
    "and-related",
    "_and_|_plus_|_with_|_incl|_along|_as_well|_&_|_+_|_then_|_also_ relat|surround|connect|neighb|associat|relevant|adjacent|dependent|support|around|link|attach|near|belong|touch|goes|do_with|fit|interact|tie|hang|talk|plug|integrat|wired|tests|context|collab|config",
    "related",
    0.88,
    `^${A},? ${WITH} (?:${FILL}(?:related|surrounding|connected|neighbou?ring|associated|relevant|adjacent|dependent|supporting) (?:code|files?|parts?|modules?|functions?|class(?:es)?|components?|pieces|things|logic|stuff|tests?|types?|symbols)|(?:everything|anything|all|whatever)(?: (?:else|that(?:'s| is)?|the code))* (?:around|related to|connected (?:to|with)|linked to|attached to|associated with|near|belonging to|touching|goes with|to do with) ${IT}|${FILL}(?:how|what|where) (?:it|they|else|everything)(?:'s| is| are)? (?:fits?|connects?|relates?|interacts?|ties?|hangs?|touch(?:es)?|talks?|plugs?|integrated?|connected|wired|linked)\\b.*|${nouns("tests|relationships|relations|neighbou?rs|surroundings|context|connections|collaborators|interactions|configuration|config|relatives", "relationships|surroundings")})`,
  ),
  companion(
    "everything-about",
    "about|on|around|regard|concern|surround|involv|that|relat|connect|relevant|link|do_with|associat|goes|behind",
    "related",
    0.92,
    "\\b(?:all (?:of )?(?:the |our )?code (?:involved in|behind|around|about|surrounding|concerning)|(?:everything|anything and everything|all|all there is|the whole story|the full story|whatever (?:there is|we have))(?: (?:that )?(?:there is|we (?:know|have|do)|you (?:know|have|can(?: find| tell me)?)|i (?:need|should know)))?(?: to know)? (?:about|on|around|regarding|concerning|surrounding|involving|that (?:touches|concerns|involves|has to do with|deals with|relates to|is related to|belongs to)|(?:related|relating|connected|relevant|linked) (?:to|with)|(?:having )?to do with|associated with|involved (?:in|with)|that goes into|behind)) (?<about>.+)",
  ),
  companion(
    "all-related-code",
    "related|connected|linked|relating|tied|relevant",
    "related",
    0.88,
    `\\b(?:all|every|any|what|which|find|the|other|show me|list)(?: of)?(?: the)? (?:\\w+ )?(?:code|${THING}|pieces|logic|stuff|things|symbols)?(?: (?:that|which|is|are|that's))* ?(?:related|connected|linked|relating|tied|relevant) (?:to|with) (?<about>.+)`,
  ),
  companion(
    "full-picture",
    "picture|story|context|view|neighb|graph|map|relationship|surround",
    "related",
    0.88,
    "\\b(?:(?:full|whole|complete|big|entire) (?:picture|story|context|view|neighbou?rhood|graph|map)|all (?:the )?context|relationships?|neighbou?rhood|neighbou?rs|surroundings) (?:of|on|for|about|around|regarding|behind) (?<about>.+)",
  ),
  companion(
    "in-context",
    "how interact|relate|connect|fit|tie|integrate|work|hang|talk",
    "related",
    0.84,
    "\\bhow (?:does|do) (?<about>.+?) (?:interact|relate|connect|fit|tie|integrate|work together|hang together|talk) (?:with|to|in(?:to)?)? ?(?:the )?(?:rest|everything|its|their|other parts|one another|each other|remaining)\\b.*",
  ),
];
