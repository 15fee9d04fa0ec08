/**
 * Reading a Haskell equation: which words of it are functions of the module or of another one. The grammar calls every word a variable.
 *
 * Limits: what a pattern binds counts as bound in the whole equation; record wildcards bind what nobody sees.
 */
import { re } from "../engine/words.ts";

const MODULE = "[\\p{Lu}][\\w\\x80-\\u{10FFFF}']*(?:\\.[\\p{Lu}][\\w\\x80-\\u{10FFFF}']*)*";
const VARIABLE = "[\\p{Ll}_][\\w\\x80-\\u{10FFFF}']*";

/** Operators of the Prelude and of what everybody imports, and marks of the syntax. */
const PLAIN_OPERATOR =
  /^(?:[-+*/.$<>=|:&\\@~!^%#?]|\+\+|==|\/=|<=|>=|&&|\|\||>>=|>>|=<<|<>|<\$>|<\$|\$>|<\*>|\*>|<\*|<\|>|->|<-|=>|::|\.\.|!!|\^\^|\*\*|\$!|<&>|>=>|<=<|&&&|\*\*\*|-<|--+)$/;

const KEYWORD =
  /^(?:case|class|data|default|deriving|do|else|foreign|forall|if|import|in|infix|infixl|infixr|instance|let|mdo|module|newtype|of|proc|qualified|rec|then|type|where|as|hiding|otherwise|_)$/;

/** The same text with comments, strings and characters blanked, and types behind `::` on their line. */
function codeOf(text: string): string {
  return text
    .replace(
      /"(?:[^"\\\n]|\\[\s\S])*"|(?<![\w\x80-\u{10FFFF}'])'(?:[^'\\\n]|\\[^'\n]+)'|\{-[\s\S]*?-\}|--(?![!#$%&*+./<=>?@\\^|~:])[^\n]*/gu,
      (found) => found.replace(/[^\n]/g, " "),
    )
    .replace(/::(?!=)[^\n]*?(?=$|\n|\)(?![^\n]*->)|<-|=(?![=>]))/g, (found) => found.replace(/[^\n]/g, " "));
}

const EQUALS = "(?<![!#$%&*+./<=>?@\\\\^|~:-])=(?![!#$%&*+./<=>?@\\\\^|~:-])";
/** A local definition, or the equation's own parameters. */
const LOCAL = new RegExp(
  `(?:^[ \\t]*(?:(?:let|where)[ \\t]+)?|\\b(?:let|where)[ \\t]+|;[ \\t]*|\\{[ \\t]*)([\\p{Ll}_(~!][^\\n=;|]*?)(?:${EQUALS}|\\|[^\\n|]*?${EQUALS}|\\n\\s+\\|)`,
  "gmu",
);

/** Names that patterns, lambdas, binds and local definitions bind. */
function localsOf(code: string): Set<string> {
  const names = new Set<string>();
  const add = (pattern: string): void => {
    for (const [name] of pattern.matchAll(new RegExp(`(?<![\\w\\x80-\\u{10FFFF}'.])${VARIABLE}`, "gu"))) names.add(name);
  };
  for (const match of code.matchAll(/\\\s*([^\n]*?)->/g)) add(match[1]!);
  for (const match of code.matchAll(/(?:^|[;{[|,(]|\bdo\b|\blet\b)([^\n;|[]*?)<-/gm)) add(match[1]!);
  // alternatives: from the line's start, or behind `of`
  for (const match of code.matchAll(/(?:^[ \t]*|\bof\s+|;\s*|\{\s*)([^\n;{}=\\]*?)(?:\|[^\n]*?)?->/gm)) add(match[1]!);
  // local definitions, and the equation's own parameters
  for (const match of code.matchAll(LOCAL)) {
    const pattern = match[1]!;
    if (/^(?:if|case|then|else|do|let|in|where|return)\b/.test(pattern)) continue;
    add(pattern);
  }
  return names;
}

/** Functions and operators that an equation mentions: each once a line. Offsets are into the text. */
export function mentioned(text: string): { name: string; receiver: string | null; arity: null; at: number }[] {
  const code = codeOf(text);
  const own = re`^(${VARIABLE})|^\(\s*([^\s()]+)\s*\)`.exec(code);
  const head = own?.[0].length ?? 0;
  const infix = own?.[1] ? /^\s*(?:`[^`]*`|[!#$%&*+./<=>?@\\^|~:-]+)\s/u.exec(code.slice(head))?.[0] : undefined;
  const defined = infix !== undefined && !/^\s*[=|]\s/.test(infix) ? infix.replace(/[`\s]/g, "") : (own?.[1] ?? own?.[2]);
  const locals = localsOf(code);
  // The name of the equation is no parameter of it: it may call itself.
  const body = code.search(/(?<![!#$%&*+./<=>?@\\^|~:-])[=|](?![!#$%&*+./<=>?@\\^|~:-])/);
  const recursive =
    defined !== undefined &&
    new RegExp(`(?<![\\w\\x80-\\u{10FFFF}'])${defined.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}(?![\\w\\x80-\\u{10FFFF}'])`, "u").test(
      code.slice(Math.max(head, body)),
    );
  const found: { name: string; receiver: string | null; arity: null; at: number }[] = [];
  const seen = new Set<string>();
  let line = 0;
  let counted = 0;
  const put = (name: string, receiver: string | null, at: number): void => {
    for (; counted < at; counted++) if (code[counted] === "\n") line++;
    const key = `${receiver ?? ""}.${name} ${line}`;
    if (seen.has(key)) return;
    seen.add(key);
    found.push({ name, receiver, arity: null, at });
  };
  const start = body < 0 ? head : body;
  const words = new RegExp(`(?<![\\w\\x80-\\u{10FFFF}'.])(?:(${MODULE})\\.)?(${VARIABLE})#*|([!#$%&*+./<=>?@\\\\^|~:-]+)`, "gu");
  words.lastIndex = start;
  for (const match of code.matchAll(words)) {
    const [, module, word, operator] = match;
    if (operator !== undefined) {
      if (!PLAIN_OPERATOR.test(operator)) put(operator, null, match.index);
      continue;
    }
    if (word === undefined || (module === undefined && KEYWORD.test(word))) continue;
    if (module === undefined && (word === defined ? !recursive : locals.has(word))) continue;
    // a field given in a record is none of the functions
    if (module === undefined && /^\s*=(?![=>])/.test(code.slice(match.index + match[0].length, match.index + match[0].length + 4)))
      continue;
    put(word, module ?? null, match.index);
  }
  return found;
}
