/** Elixir. Its grammar knows calls only: what a call means is told by its first word. */

import { dedent } from "../engine/comments.ts";
import type { CallRule, CallsRule, Declaration, Named, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { re } from "../engine/words.ts";
import { syntax } from "./language.ts";

const MODULE = "[\\p{Lu}][\\w\\x80-\\u{10FFFF}]*(?:\\.[\\p{Lu}][\\w\\x80-\\u{10FFFF}]*)*";
/** What can be aliased: `__MODULE__.Line` too. */
const SOURCE = `(?:__MODULE__(?:\\.${MODULE})?|${MODULE})`;
const WORD = "[\\p{Ll}_][\\w\\x80-\\u{10FFFF}]*[?!]?";
const DEF = /^def(?:p|macro|macrop|guard|guardp|delegate|n|np)?\s/;

function kindOf(text: string, within: string): "module" | "interface" | "class" | "function" | "macro" | "struct" | null {
  if (!text.startsWith("def")) return null;
  if (/^defmodule\s/.test(text)) return "module";
  if (/^defprotocol\s/.test(text)) return "interface";
  if (/^defimpl\s/.test(text)) return "class";
  if (/^def(?:struct|exception|record)\b/.test(text)) return within === "file" ? null : "struct";
  if (/^defmacrop?\s/.test(text)) return "macro";
  return DEF.test(text) ? "function" : null;
}

function nameOf(text: string): Named[] {
  const module = re`^def(?:module|protocol|impl)\s+(${MODULE})`.exec(text);
  if (module?.[1]) {
    const target = text.startsWith("defimpl") ? re`,\s*for:\s*\[?\s*(${MODULE})`.exec(text.slice(0, 200))?.[1] : undefined;
    return [{ name: target ? `${module[1]}.${target}` : module[1], end: module[0].length }];
  }
  const data = /^def(struct|exception|record)\b/.exec(text);
  if (data) return [{ name: `__${data[1]}__`, end: data[0].length, head: text.length }];
  const plain =
    re`^def(?:p|macro|macrop|guard|guardp|delegate|n|np)?\s+(?:unquote\(:?)?(${WORD})(?![\w\x80-\u{10FFFF}?!])(?!\s*(?:[-+*/|&=<>~^!.@]{1,3}\s|(?:in|and|or)\s))`.exec(
      text,
    );
  if (plain?.[1]) return [{ name: plain[1], end: plain[0].length }];
  const operator =
    re`^def(?:p|macro|macrop|guard|guardp|delegate)?\s+\(?\s*(?:${WORD}\s*([-+*/|&=<>~^.!@]{1,3}|in|and|or)\s|([-+!^~]{1,3}|not)\s*${WORD}\s*(?:,|do\b|$))`.exec(
      text,
    );
  const sign = operator?.[1] ?? operator?.[2];
  return sign ? [{ name: sign, end: operator![0].length }] : [];
}

function parseImport(text: string): ParsedImport[] {
  const group = re`^(?:alias|import|require|use)\s+(__MODULE__|${SOURCE})\.\{([^}]*)\}`.exec(text);
  if (group?.[1]) {
    return (group[2] ?? "").split(",").flatMap((part) => {
      const name = part.trim();
      return name
        ? [{ form: "module" as const, source: `${group[1]}.${name}`, names: [{ name: "*", local: name.slice(name.lastIndexOf(".") + 1) }] }]
        : [];
    });
  }
  const one = re`^(alias|import|require|use)\s+\(?(${SOURCE})([\s\S]*)$`.exec(text);
  if (!one?.[2]) return [];
  const named = re`\bas:\s*(${MODULE})`.exec(one[3] ?? "")?.[1];
  const last = one[2].slice(one[2].lastIndexOf(".") + 1);
  if (one[1] === "import") {
    const only = /\bonly:\s*\[([^\]]*)\]/.exec(one[3] ?? "")?.[1];
    if (only === undefined) return [{ form: "wildcard", source: one[2], names: [] }];
    const names = [...only.matchAll(/([\p{Ll}_][\w\x80-\u{10FFFF}]*[?!]?):/gu)].map((match) => ({
      name: match[1] ?? "",
      local: match[1] ?? "",
    }));
    return [{ form: "named", source: one[2], names }];
  }
  if (one[1] === "use") return [{ form: "wildcard", source: one[2], names: [] }];
  return [{ form: "module", source: one[2], names: [{ name: "*", local: named ?? (one[1] === "alias" ? last : one[2]) }] }];
}

function supers({ name, head }: Declaration): Supertype[] {
  const protocol = re`^defimpl\s+(${MODULE})`.exec(head)?.[1];
  return protocol && name ? [{ kind: "implement", type: protocol }] : [];
}

/** `"""…"""`, `~S"""…"""`, `"…"` behind `@doc`. */
function docOf(text: string): { doc: string; inside?: boolean } | null {
  const match = /^@(doc|moduledoc|typedoc)\s*\(?\s*(?:~[sS])?("""|'''|"|false\b|nil\b)/.exec(text);
  if (!match) return null;
  const inside = match[1] === "moduledoc";
  const quote = match[2] ?? "";
  if (quote === "false" || quote === "nil") return inside ? null : { doc: "" };
  const start = match[0].length;
  const end = text.indexOf(quote, start);
  const body = text.slice(start, end < 0 ? text.length : end);
  // The first line of a heredoc is empty; what the others have in common is taken off.
  return { doc: dedent(body).slice(0, 4_000), inside };
}

/** `defdelegate find(id), to: Store, as: :get`: a call of its own. */
const delegated: CallsRule = {
  role: "calls",
  parse: (text) => {
    const match = re`^defdelegate\s+(${WORD})[\s\S]*?\bto:\s*(${SOURCE})(?:[\s\S]*?\bas:\s*:(${WORD}))?`.exec(text.slice(0, 400));
    return match ? [{ name: match[3] ?? match[1]!, receiver: match[2]!, arity: null, at: 0 }] : [];
  },
};

/** `&Order.line/1`, `&line/1`: a function as a value. */
const captured: CallRule = {
  role: "call",
  kind: "use",
  parse: (text) => {
    const match = re`^&\s*(?:(${SOURCE})\.)?(${WORD})/(\d+)$`.exec(text);
    return match ? { name: match[2]!, receiver: match[1] ?? null, arity: Number(match[3]) } : null;
  },
};

const NO_CALL =
  /^(?:def(?:p|n|np|macrop?|module|struct|exception|protocol|impl|delegate|guardp?|overridable)?|alias|import|use|require|if|unless|case|cond|for|with|quote|unquote|unquote_splicing|fn|when|and|or|not|in|raise|do|end|else|try|receive|@.*|describe|test|doc|moduledoc|spec|type|typep|opaque|callback|macrocallback|behaviour|impl|typedoc)$/;

export const elixir: RuleSet = {
  nodes: {
    anonymous_function: { role: "lambda", params: /fn\s*(?=[\p{Ll}_])/uy },
    arguments: {
      role: "call",
      callee: "before",
      accept: ({ name, receiver, before }) =>
        (receiver === null && NO_CALL.test(name)) ||
        /^(?:def\w*|@?(?:spec|type|typep|opaque|callback|macrocallback))$/.test(before) ||
        name === "t"
          ? null
          : { name, receiver },
    },
    binary_operator: [
      {
        role: "bind",
        parse: (text) => {
          const match = re`^(${WORD})\s*=\s*(?:%(${MODULE})\{)?`.exec(text);
          if (!match?.[1]) return [];
          return [match[2] ? { name: match[1], type: match[2], from: "constructor" } : { name: match[1], type: "", from: "unknown" }];
        },
      },
      {
        role: "calls",
        // `order |> label |> print`: a call without brackets
        parse: (text) => {
          const match = re`\|>\s*(?:(${SOURCE})\.)?(${WORD})$`.exec(text);
          return match ? [{ name: match[2]!, receiver: match[1] ?? null, arity: 1, at: match.index }] : [];
        },
      },
    ],
    call: [
      { role: "define", as: kindOf, name: nameOf, params: true, until: [" do\n", ", do:", " do "], merge: true, supers },
      delegated,
      { role: "import", parse: (text) => (/^(?:alias|import|require|use)\s/.test(text) ? parseImport(text) : []) },
    ],
    comment: { role: "comment" },
    dot: {
      role: "call",
      // `fun.(event)`: what a name holds is called
      parse: (text) => {
        const name = /^([\p{Ll}_][\w\x80-\u{10FFFF}]*)\.$/u.exec(text)?.[1];
        return name === undefined ? null : { name, receiver: null, arity: null };
      },
    },
    unary_operator: [
      captured,
      { role: "doc", parse: docOf },
      {
        role: "define",
        as: (text) =>
          /^@(?:type|typep|opaque)\s/.test(text)
            ? "type"
            : /^@(?:callback|macrocallback)\s/.test(text)
              ? "method"
              : /^@[a-z]\w*\s+(?![a-z]+:)\S/.test(text) &&
                  !/^@(?:doc|moduledoc|typedoc|spec|behaviour|impl|deprecated|since|tag|moduletag|describetag|enforce_keys|derive|dialyzer|compile|before_compile|after_compile|on_load|on_definition|external_resource|vsn|optional_callbacks|fallback_to_any|version)\b/.test(
                    text,
                  )
                ? "constant"
                : null,
        name: (text) => {
          const typed = /^@(?:type|typep|opaque|callback|macrocallback)\s+([\p{Ll}_][\w\x80-\u{10FFFF}]*[?!]?)/u.exec(text);
          if (typed?.[1]) return [{ name: typed[1], end: typed[0].length }];
          const plain = /^@([\p{Ll}_][\w\x80-\u{10FFFF}]*)/u.exec(text);
          return plain?.[1] ? [{ name: plain[1], end: plain[0].length }] : [];
        },
        where: "outer",
        params: true,
        leaf: true,
      },
      {
        role: "supertype",
        parse: (text) => {
          const type = re`^@behaviour\s+(${MODULE})`.exec(text)?.[1];
          return type ? [{ kind: "implement", type }] : [];
        },
      },
    ],
  },
  starts: { "#": "comment" },
  narrow: {
    binary_operator: {
      any: [
        { has: { field: "operator", regex: "^=$" } },
        {
          all: [
            { has: { field: "operator", regex: "^\\|>$" } },
            { has: { field: "right", any: [{ kind: "identifier" }, { regex: "^[A-Z][\\w.]*\\.[a-z_]\\w*[?!]?$" }] } },
          ],
        },
      ],
    },
    call: { has: { field: "target", kind: "identifier", regex: "^(?:def|(?:alias|import|require|use)$)" } },
    dot: { regex: "^[a-z_][A-Za-z0-9_]*\\.$" },
    unary_operator: { has: { field: "operator", regex: "^[@&]$" } },
  },
  tailReturns: true,
  given: (argument) => {
    const match = re`^\s*(?:(\w+):\s*)?&\s*((?:${SOURCE}\.)?${WORD}/\d+)\s*$`.exec(argument);
    return match && `${match[1] === undefined ? "" : `${match[1]}=`}${match[2]!}`;
  },
  syntax,
  parameter: (text) => ({
    name: re`^(?:%?[a-zA-Z\x80-\u{10FFFF}.]*\{.*\}\s*=\s*)?(${WORD})`.exec(text)?.[1] ?? "",
    type: re`^%(${MODULE})\{`.exec(text)?.[1] ?? null,
  }),
  exported: ({ head }) => !/^(?:def(?:macro|guard|n)?p\s|@typep\s)/.test(head),
};
