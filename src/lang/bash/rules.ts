/** Bash and sh: functions, sourced files, commands as calls. */

import { CALLED } from "../engine/resolve/world.ts";
import type { Bound, RuleSet } from "../engine/rules/_rules.ts";
import { syntax } from "./language.ts";

const WORD = /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)*([\w][\w.:+@-]*)(?=[\s;&|)<>]|$)/;

/** What is read in: pieces that are quoted or not; inside double quotes a command may have quotes of its own. */
const SOURCED = /^(?:source|\.)\s+((?:"(?:\$\((?:[^()]|\([^()]*\))*\)|[^"\\]|\\.)*"|'[^']*'|\$\((?:[^()]|\([^()]*\))*\)|[^\s"';&|])+)/;

/** `=~ regex`, `${name%pattern}`, `${name/'a'/b}`, `@(a|b)`, `deinstall$)`. */
const PATTERN =
  /(=~(?:[ \t]*\\\n[ \t]*|[ \t]+))((?:\\[^\n]|"[^"\n]*"|'[^'\n]*'|\$\{[^}\n]*\}|[^\s\\])+)|(\$\{\w+(?:%%?|##?))([^}\s"'$]+)(?=\})|(?<=\$\{\w{1,40}\/\/?)(?:[^}$\n'")([]|\$')*['")([](?:[^}$\n]|\$')*(?=\})|(?<=\bfor \(\([^\n]{0,200})\[\d+\]|(?<=\w)\$(?=[)"'\s])|[?*+@!]\((?:[^()\s]|\([^()\s]*\))*\)/g;
const hidden = (text: string): string => text.replace(/[^\n]/g, "x");

/** Longest expansion of zsh that is looked through for its end. */
const EXPANSION = 2_000;

/** zsh: expansions with flags or inside one another (`${(f)x}`, `${#${a}[1]}`, `${@:#b}`, `$+functions[c]`) become words. */
function withoutZsh(text: string): string {
  const out: string[] = [];
  let done = 0;
  for (const { index, 0: opens } of text.matchAll(/\$\{(?=\(|#?\$\{|#?[\w@*]+:#)|\$\+\w+(?:\[[^\]\n]*\])?/g)) {
    if (index < done) continue;
    let end = index + opens.length;
    if (opens === "${") {
      const limit = Math.min(text.length, end + EXPANSION);
      for (let depth = 1; depth > 0 && end < limit; end++) {
        if (text[end] === "{") depth++;
        else if (text[end] === "}") depth--;
      }
      if (text[end - 1] !== "}") continue;
    }
    out.push(text.slice(done, index), hidden(text.slice(index, end)));
    done = end;
  }
  // To zsh a brace on a line of its own ends the function, whatever stands before it.
  return (out.join("") + text.slice(done)).replace(/\\(?=\r?\n[ \t]*\}[ \t]*$)/gm, " ");
}

/** Regular expressions and patterns, in whose brackets the grammar loses its way, become words. */
const repair = (text: string): string =>
  withoutZsh(text).replace(PATTERN, (all: string, operator?: string, regex?: string, trimmed?: string, pattern?: string) => {
    if (operator !== undefined && regex !== undefined) return operator.replace(/^=~(?=\s*\\)/, "==") + hidden(regex);
    if (trimmed !== undefined && pattern !== undefined) return trimmed + hidden(pattern);
    return hidden(all);
  });

/** Words of a command that can be functions: `retry 3 fetch`. */
function givenBehind(text: string, name: string): string[] | null {
  const line = /^[^\n;|&<>()`]*/.exec(text)![0];
  const words = [...line.slice(name.length).matchAll(/"[^"]*"|'[^']*'|\S+/g)].slice(0, 6).map(([word]) => (PLAIN.test(word) ? word : ""));
  while (words.at(-1) === "") words.pop();
  return words.length > 0 ? words : null;
}

const PLAIN = /^[A-Za-z_][\w:-]*$/;

/** Parameters that a function runs as commands: `"$1"`, `"$@"` behind `shift`, `"$callback"` of `local callback=$2`. */
function calledWords(text: string): Bound[] {
  const places = new Map<string, number>();
  const found: Bound[] = [];
  let shifted = 0;
  for (const [, set, from, word = "", shift, by] of text.matchAll(STEP)) {
    if (shift !== undefined) shifted += by === undefined ? 1 : Number(by);
    else if (set !== undefined) places.set(set, Number(from) - 1 + shifted);
    else {
      const place = word === "@" ? shifted : /^\d$/.test(word) ? Number(word) - 1 + shifted : places.get(word);
      if (place !== undefined) found.push({ name: CALLED, type: `${place} $${word}`, from: "constructor" });
    }
  }
  return found;
}

const STEP =
  /(?<![\w$])([A-Za-z_]\w*)="?\$\{?([1-9])(?::-[^}]*)?\}?"?(?=[\s;]|$)|(?:^|[;&|(]|\b(?:if|while|until|then|do|else)\s|!\s)[ \t]*(?:"?\$\{?(\w+|@)\}?"?(?=[\s;|&)]|$)|(shift)(?:[ \t]+([1-9]))?(?=[\s;&]|$))/gm;

export const bash: RuleSet = {
  nodes: {
    command: [
      {
        role: "import",
        when: /(?:source|\.)\s/y,
        parse: (text) => {
          const source = SOURCED.exec(text)?.[1]?.replace(/^(["'])([\s\S]*)\1$/, "$2");
          return source ? [{ form: "include", source, names: [], relative: true }] : [];
        },
      },
      {
        role: "call",
        parse: (text) => {
          const name = WORD.exec(text)?.[1];
          if (name === undefined || name === "source" || /^\d+$/.test(name)) return null;
          const given = givenBehind(text, name);
          return { name, receiver: null, arity: null, ...(given ? { given } : {}) };
        },
      },
      {
        role: "calls",
        // `trap cleanup EXIT`, `trap 'failed $LINENO' ERR`: called by the shell
        parse: (text) => {
          const name = /^trap\s+(?:--\s+)?(["']?)([A-Za-z_][\w:.-]*)(?:(?<=["'][\w:.-]+)\s[^"'\n;|&]*)?\1(?=\s)/.exec(text)?.[2];
          return name && name !== "-" ? [{ name, receiver: null, arity: null, at: 0, kind: "use" }] : [];
        },
      },
    ],
    comment: { role: "comment" },
    function_definition: [
      { role: "define", as: "function", name: /(?:function\s+)?([^\s(){}$"';&|]+)/y, body: "body" },
      { role: "bind", parse: calledWords, untyped: true },
    ],
    variable_assignment: {
      role: "define",
      as: (_text, _within, before) => (/\breadonly\b/.test(before) ? "constant" : "variable"),
      name: /([A-Za-z_]\w*)(?=\+?=)/y,
      where: "outer",
      // `A=1 command` sets nothing here.
      unless: /[ \t]+(?:[A-Za-z_]\w*\+?=\S*[ \t]+)*(?![A-Za-z_]\w*\+?=)[^\s;&|#)}<>]/y,
      until: ["\n", "("],
    },
  },
  starts: { "#": "comment" },
  // `.f(1)` and `f(` again and again on one line take the grammar quadratic time; scripts have no such lines.
  lineLimit: 5_000,
  // So do these on lines of their own: `<<A`, `.f(1)`, `case a of`.
  limits: [
    { pattern: /<<(?!<)/g, most: 500 },
    { pattern: /[\w.]\((?!\))/g, most: 500 },
    { pattern: /\bcase[ \t]+\S+[ \t]+(?!in\b)/g, most: 300 },
  ],
  syntax,
  repair,
  modifiers: ["declare", "export", "readonly", "typeset"],
};
