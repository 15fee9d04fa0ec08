/** PHP. */

import { closeBracket, findOutside } from "../engine/lex.ts";
import { givenName } from "../engine/pass/argument.ts";
import { boundTo, type ChainSyntax, NOTHING } from "../engine/rules/_chain.ts";
import { phpDoc } from "../engine/rules/_documented.ts";
import type { Bound, CallRule, Declaration, DefineRule, Named, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { every, ID, re, words } from "../engine/words.ts";
import { syntax } from "./language.ts";

const PATH = `\\\\?${ID}(?:\\\\${ID})*`;

function useOne(prefix: string, clause: string): ParsedImport | null {
  const match = re`^\s*(?:function\s+|const\s+)?\\?((?:${ID}\\)*)(${ID})(?:\s+as\s+(${ID}))?\s*$`.exec(clause);
  if (!match?.[2]) return null;
  const source = (prefix + match[1]).replace(/\\$/, "");
  return { form: "named", source: source || match[2], names: [{ name: match[2], local: match[3] ?? match[2] }] };
}

/** `use A\B, C\D as E;`, `use function A\f;`, `use A\{B, C as D};`. */
function parseUse(text: string): ParsedImport[] {
  const body = /^use\s+(?:function\s+|const\s+)?([\s\S]*?);?\s*$/.exec(text)?.[1] ?? "";
  const group = /^\s*\\?([^{]*)\{([\s\S]*)\}\s*$/.exec(body);
  const parts = group ? (group[2] ?? "").split(",") : body.split(",");
  return parts.flatMap((part) => useOne(group ? (group[1] ?? "").trim() : "", part) ?? []);
}

function parseInclude(text: string): ParsedImport[] {
  const path = /["']([^"'\n]+\.(?:php|inc)[\w.]*)["']/.exec(text)?.[1];
  return path ? [{ form: "include", source: path, names: [], relative: true }] : [];
}

function list(text: string | undefined, kind: Supertype["kind"]): Supertype[] {
  return (text ?? "").split(",").flatMap((part) => (part.trim() ? [{ kind, type: part.trim() }] : []));
}

function supers({ kind, tail }: Pick<Declaration, "kind" | "tail">): Supertype[] {
  const extended = /\bextends\s+([\s\S]*?)(?=\bimplements\b|$)/.exec(tail)?.[1];
  const implemented = /\bimplements\s+([\s\S]*)$/.exec(tail)?.[1];
  return [...list(extended, "inherit"), ...(kind === "interface" ? [] : list(implemented, "implement"))];
}

const CHAIN: ChainSyntax = { syntax, behind: /\s*\?[?:]/y };

/** `if ($x instanceof Foo) { … }`: what x is inside, and after it what it was; behind `if (!…) return` it is that from there on. */
function tested(text: string): Bound[] {
  const match = re`^if\s*\(\s*(!\s*\(?\s*)?(\$${ID})\s+instanceof\s+(${PATH})`.exec(text);
  const close = match ? closeBracket(text, text.indexOf("("), text.length, syntax) : -1;
  if (!match || close < 0) return [];
  const [, not, name, type] = match as unknown as [string, string | undefined, string, string];
  if (not) return /^\s*\{?\s*(?:return|throw|continue)\b/.test(text.slice(close)) ? [{ name, type, from: "annotation", at: close }] : [];
  const open = text.indexOf("{", close);
  const end = open < 0 ? -1 : closeBracket(text, open, text.length, syntax);
  return [{ name, type, from: "annotation" }, ...(end < 0 ? [] : [{ name, type: NOTHING, from: "call" as const, same: name, at: end }])];
}

/** `$x = new Foo(…)`, `$this->x = make()`. Locals keep their `$`, as receivers are written. */
function assigned(text: string): Bound[] {
  const target = re`^(?:(\$this\s*->\s*)(${ID})|(\$${ID}))\s*\??\??=\s*`.exec(text);
  if (!target) return [];
  const field = target[1] !== undefined;
  const name = target[2] ?? target[3] ?? "";
  const value = text.slice(target[0].length);
  const made = re`^new\s+(${PATH})`.exec(value)?.[1];
  if (made) return [{ name, type: made, from: "constructor", field }];
  const called = re`^(${PATH}(?:::${ID})?)\s*\(`.exec(value)?.[1];
  if (called && !/^(?:function|fn|array|isset|empty|list|match|clone|print)$/.test(called))
    return [{ name, type: called, from: "call", field }];
  const copied = /^clone\s+(\$this)\b/.exec(value)?.[1];
  if (copied && !field) return [{ name, type: `${copied}.@it()`, from: "call" }];
  // in a field only what its object knows itself is known everywhere
  const chain = field && !/^(?:\$this\b|\\?\p{Lu}|self\b|static\b)/u.test(value) ? null : boundTo(name, value, CHAIN);
  if (chain && chain.from !== "unknown" && /\w\(\)/.test(chain.type)) return [{ ...chain, field }];
  const same = field ? re`^(\$${ID})\s*(?:\?[?:].*)?;?\s*$`.exec(value)?.[1] : undefined;
  return [{ name, type: "", from: "unknown", field, ...(same === undefined ? {} : { same }) }];
}

const PROPERTY =
  /^((?:(?:public|protected|private|static|readonly|var|abstract|final)(?:\(set\))?\s+)*)([?\\|&()\w\x80-\u{10FFFF} ]*?)\s*(?=\$)/u;

/** Properties keep no `$`: that is how they are reached (`$this->name`). */
function properties(text: string): Named[] {
  const head = PROPERTY.exec(text.replace(/#\[[^\]]*\]/g, (found) => " ".repeat(found.length)).replace(/^\s+/, ""));
  const type = head?.[2]?.trim() || null;
  const found: Named[] = [];
  const stop = text.search(/[{;]/);
  for (const match of text.slice(0, stop < 0 ? text.length : stop + 1).matchAll(every`\$(${ID})\s*(?=[=,;{]|$)`)) {
    const end = match.index + 1 + (match[1]?.length ?? 0);
    found.push({ name: match[1] ?? "", end, head: end, type });
  }
  return found;
}

/** The constants of a declaration, which says who sees them: `private const string A = 'a', B = [1, 2];`. */
function constants(text: string): Named[] {
  const start = /^(?:#\[[^\]]*\]\s*)*(?:\w+\s+)*?const\s+/.exec(text)?.[0].length ?? 0;
  const found: Named[] = [];
  let depth = 0;
  let before = start;
  for (const { 0: sign, index } of text.slice(start).matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[[({})\],=]/g)) {
    const at = start + index;
    if ("[({".includes(sign)) depth++;
    else if ("])}".includes(sign)) depth--;
    else if (depth === 0 && sign === ",") {
      before = at + 1;
      if (found.length > 0) found.at(-1)!.head = at;
    } else if (depth === 0 && sign === "=" && before >= 0) {
      const written = re`(?:([?\\|&()\w\x80-\u{10FFFF}]+)\s+)?(${ID})\s*$`.exec(text.slice(before, at));
      const end = before + (written ? written.index + written[0].trimEnd().length : 0);
      if (written) found.push({ name: written[2]!, end, head: text.replace(/\s*;?\s*$/, "").length, type: written[1] ?? null });
      before = -1;
    }
  }
  return found;
}

const typeRule = { role: "define", name: "name", until: ["{"], supers } as const;
const callable = { role: "define", name: "name", params: true, until: ["{", ";"], type: /^\s*:\s*([\s\S]+?)\s*;?\s*$/ } as const;
const decorate = /#\[\s*(\\?[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}\\]*)/uy;
const include = { role: "import", parse: parseInclude } as const;
const constantDefine: DefineRule = {
  role: "define",
  as: (text) => (/^define\s*\(\s*["'][a-zA-Z\x80-\u{10FFFF}_]/u.test(text) ? "constant" : null),
  name: (text) => {
    const match = /^define\s*\(\s*["']([a-zA-Z\x80-\u{10FFFF}_\\][\w\x80-\u{10FFFF}\\]*)["']/u.exec(text);
    return match?.[1] ? [{ name: match[1].slice(match[1].lastIndexOf("\\") + 1), end: match[0].length }] : [];
  },
};

/** Functions of the language that call what their argument names. */
const CALLERS =
  "array_map|array_filter|array_walk|array_walk_recursive|array_reduce|usort|uasort|uksort|call_user_func|call_user_func_array|preg_replace_callback|iterator_apply|spl_autoload_register|register_shutdown_function|set_error_handler|set_exception_handler|ob_start|forward_static_call";

/** `array_map('slug', $x)`, `usort($x, 'App\by_name')`: a function named by a string. */
const byName: CallRule = {
  role: "call",
  kind: "use",
  parse: (text) => {
    const match = re`^\\?(?:${CALLERS})\s*\((?:[^'"()]*,)?\s*(['"])((?:\\{1,2})?${ID}(?:\\{1,2}${ID})*)(?:::(${ID}))?\1`.exec(text);
    if (!match?.[2]) return null;
    const path = match[2].replace(/\\{2}/g, "\\").replace(/^\\/, "");
    if (match[3]) return { name: match[3], receiver: path, arity: null };
    const cut = path.lastIndexOf("\\");
    return { name: path.slice(cut + 1), receiver: cut > 0 ? path.slice(0, cut) : null, arity: null };
  },
};

/** `[$this, 'line']`, `[Order::class, 'compare']`: a method as a callable. */
const pair: CallRule = {
  role: "call",
  kind: "use",
  parse: (text) => {
    const match = re`^\[\s*(?:(\$${ID}(?:->${ID})*)|(${PATH})::class)\s*,\s*(['"])(${ID})\3\s*\]$`.exec(text);
    return match ? { name: match[4]!, receiver: match[1] ?? match[2]!, arity: null } : null;
  },
};

/** A function as an argument: `write(...)`, `$this->line(...)`, `Order::total(...)`, or its name between quotes. */
function given(argument: string): string | null {
  const match = GIVEN.exec(argument.trim());
  if (!match) return givenName(argument);
  const name = match[3] ?? match[2]!.replace(/^.*\\/, "");
  return match[1] === undefined ? name : `${match[1].replaceAll("->", ".").replace(/::$|\.$/, "")}.${name}`;
}
const GIVEN = re`^(?:(\$${ID}->|(?:${PATH})::)?(${PATH})\(\s*\.\.\.\s*\)|['"](${ID})['"])$`;

/** `$add = fn (int $a) => …`. */
const CLOSURE = re`^(\$${ID})\s*=\s*(?:static\s+)?(?:fn|function)\b\s*&?\s*(?=\()`;

export const php: RuleSet = {
  nodes: {
    anonymous_function: { role: "lambda", params: /(?:static\s+)?function\s*&?\s*/y },
    arguments: {
      role: "call",
      callee: "before",
      accept: ({ name, receiver, before, none }) =>
        // `write(...)`: the function itself
        none && !name.startsWith("$")
          ? { name, receiver: receiver || null, kind: "use", arity: null }
          : !name.startsWith("$")
            ? { name, receiver: receiver || null, kind: before === "new" ? "new" : "call" }
            : // `$handler($request)`: an object that is called
              receiver || before === "new"
              ? null
              : { name: "__invoke", receiver: name, kind: "call" },
    },
    array_creation_expression: pair,
    arrow_function: { role: "lambda", params: /(?:static\s+)?fn\s*&?\s*/y },
    assignment_expression: [
      { role: "bind", parse: assigned },
      {
        role: "define",
        as: (text) => (CLOSURE.test(text) ? "function" : null),
        name: (text) => [{ name: CLOSURE.exec(text)![1]!, end: CLOSURE.exec(text)![0].length }],
        where: "outer",
        params: true,
        until: ["{", "=>"],
      },
    ],
    attribute_list: { role: "attach", decorates: decorate },
    catch_clause: {
      role: "bind",
      parse: (text) => {
        const match = re`^catch\s*\(\s*(${PATH})\s+(\$${ID})`.exec(text);
        return match?.[1] && match[2] ? [{ name: match[2], type: match[1], from: "annotation" }] : [];
      },
    },
    class_declaration: { ...typeRule, as: "class" },
    comment: { role: "comment" },
    const_declaration: { role: "define", as: "constant", name: constants, where: "outer" },
    enum_case: { role: "define", as: "constant", name: "name" },
    enum_declaration: { ...typeRule, as: "enum" },
    foreach_statement: {
      role: "bind",
      // `foreach ($this->lines as $key => $line)`
      parse: (text) => {
        const match = re`^foreach\s*\(\s*(\$${ID}(?:\??->${ID}(?:\(\))?)*)\s+as\s+(?:\$${ID}\s*=>\s*)?&?(\$${ID})\s*\)`.exec(text);
        return match ? [{ name: match[2]!, type: `${match[1]!.replace(/\?/g, "")}->@each()`, from: "call" }] : [];
      },
    },
    function_call_expression: [constantDefine, byName],
    function_definition: { ...callable, as: "function" },
    if_statement: { role: "bind", parse: tested },
    include_expression: include,
    include_once_expression: include,
    interface_declaration: { ...typeRule, as: "interface" },
    method_declaration: { ...callable, as: "method", until: ["{"] },
    namespace_definition: {
      role: "define",
      as: "namespace",
      name: (text) => {
        const match = /^namespace\s+([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}\\]*)/u.exec(text);
        return match?.[1] ? [{ name: match[1].replaceAll("\\", "."), end: match[0].length, head: match[0].length }] : [];
      },
    },
    namespace_use_declaration: { role: "import", parse: parseUse },
    object_creation_expression: [
      {
        role: "supertype",
        anonymous: true,
        parse: (text) => {
          const head = /^new\s+(?:#\[[^\]]*\]\s*)*(?:readonly\s+)?class\b/.exec(text)?.[0].length ?? -1;
          return head < 0 ? [] : supers({ kind: "class", tail: text.slice(head, findOutside(text, head, text.length, ["{"], syntax)) });
        },
      },
      {
        role: "call",
        parse: (text) => {
          const match = re`^new\s+(${PATH})\s*$`.exec(text);
          const cut = match?.[1]?.lastIndexOf("\\") ?? -1;
          return match?.[1]
            ? { name: match[1].slice(cut + 1), receiver: cut > 0 ? match[1].slice(0, cut) : null, arity: 0, kind: "new" }
            : null;
        },
      },
    ],
    property_declaration: { role: "define", as: "field", name: properties },
    property_promotion_parameter: {
      role: "bind",
      parse: (text) => {
        const match =
          re`^(?:#\[[^\]]*\]\s*)*(?:(?:public|protected|private|readonly)(?:\(set\))?\s+)+([?\\|&()\w\x80-\u{10FFFF}]*)\s*&?\$(${ID})`.exec(
            text,
          );
        return match?.[2] ? [{ name: match[2], type: match[1] ?? "", from: match[1] ? "annotation" : "unknown", field: true }] : [];
      },
    },
    require_expression: include,
    require_once_expression: include,
    trait_declaration: { ...typeRule, as: "trait" },
    use_declaration: { role: "supertype", parse: (text) => list(/^use\s+([^{;]*)/.exec(text)?.[1], "inherit") },
  },
  only: { if_statement: /\binstanceof\b/ },
  narrow: {
    array_creation_expression: { regex: `^\\[\\s*(?:\\$|[\\\\A-Za-z_]+::class)[^,\\[\\]]*,\\s*['"][A-Za-z_0-9]+['"]\\s*\\]$` },
    function_call_expression: { regex: `^(?:define|${CALLERS})\\s*\\(`, has: { field: "function", kind: "name" } },
  },
  starts: { "/*": "comment", "//": "comment" },
  reads: true,
  syntax,
  parameter: (text) => {
    const match =
      re`^(?:#\[[\s\S]*?\]\s*)*(?:(?:public|protected|private|readonly)(?:\(set\))?\s+)*([?\\|&()\w\x80-\u{10FFFF} ]*?)\s*&?(\.\.\.)?\s*(\$${ID})`.exec(
        text,
      );
    if (!match?.[3]) return null;
    const promoted = /^(?:#\[[\s\S]*?\]\s*)*(?:public|protected|private|readonly)\b/.test(text);
    return {
      name: match[3],
      type: match[2] ? null : match[1]?.replace(/&$/, "").trim() || null,
      // reached without its `$`; its documentation tells more than `array`
      ...(promoted ? { field: match[3].slice(1) } : {}),
    };
  },
  abstract: (head) => /^[^({]*\babstract\b/.test(head),
  inlineAttributes: (head) => /^(?:\s*#\[(?:[^[\]]|\[[^\]]*\])*\])*\s*/.exec(head)?.[0].length ?? 0,
  exported: ({ head }) => !/^(?:(?:static|final|readonly|abstract)\s+)*private\b/.test(head),
  builtinTypes: words("int float string bool array object callable iterable mixed void never null self static parent false true"),
  documented: phpDoc,
  given,
};
