/** Perl: packages as classes, subs, what `use` brings in, POD. */

import type { Bound, CallRule, DefineRule, ParsedCall, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { every, ID, re, sticky, words } from "../engine/words.ts";
import { syntax } from "./language.ts";
import { heldCall, resolveHeld, tablesOf } from "./tables.ts";

const PATH = `${ID}(?:(?:::|')${ID})*`;

/** Names in `qw(a b)`, `'a', "b"`, `("a")`. */
function listed(text: string): string[] {
  const words = /\bqw\s*(?:\(([^)]*)\)|\{([^}]*)\}|\[([^\]]*)\]|<([^>]*)>|([/|!])([\s\S]*?)\5)/.exec(text);
  if (words) return (words[1] ?? words[2] ?? words[3] ?? words[4] ?? words[6] ?? "").split(/\s+/).filter((name) => name !== "");
  return [...text.matchAll(/'([^']*)'|"([^"]*)"/g)].map((match) => match[1] ?? match[2] ?? "").filter((name) => name !== "");
}

/** Pragmas change how the file is read and bring nothing in. */
const PRAGMA =
  /^(?:strict|warnings|utf8|feature|vars|lib|integer|bytes|locale|overload|overloading|sort|subs|bigint|bignum|diagnostics|encoding|experimental|fields|filetest|if|less|mro|ok|open|ops|re|sigtrap|threads|version|vmsish|autodie|constant|parent|base|namespace::\w+|v?\d.*)$/;

function used(text: string): ParsedImport[] {
  const match = re`^(use|no|require)\s+(?:(${PATH})|["']([^"']+)["'])\s*([\s\S]*?);?\s*$`.exec(text);
  if (!match || match[1] === "no") return [];
  if (match[3]) return [{ form: "side-effect", source: match[3], names: [], relative: false }];
  const source = match[2]!;
  if (match[1] === "require") return [{ form: "side-effect", source, names: [] }];
  if (source === "parent" || source === "base")
    return listed(match[4]!).map((name) => ({ form: "side-effect" as const, source: name, names: [] }));
  if (PRAGMA.test(source)) return [];
  const all = listed(match[4]!.replace(/^v?[\d._]+\s*/, ""));
  const names = all.filter((name) => re`^${ID}$`.test(name));
  // `:all`: which names a tag stands for the module alone says
  if (names.length > 0 && all.some((name) => name[0] === ":"))
    return [
      { form: "named", source, names: names.map((name) => ({ name, local: name })) },
      { form: "wildcard", source, names: [] },
    ];
  // Without a list a module brings what it likes.
  if (names.length === 0) return [{ form: "wildcard", source, names: [] }];
  return [{ form: "named", source, names: names.map((name) => ({ name, local: name })) }];
}

function parents(text: string): Supertype[] {
  const list = /^use\s+(?:parent|base)\b([\s\S]*)$/.exec(text)?.[1] ?? /^(?:our\s+)?@ISA\s*=([\s\S]*)$/.exec(text)?.[1];
  return list === undefined ? [] : listed(list).map((type) => ({ kind: "inherit" as const, type }));
}

/** `$self->{store}` as `$self->$store`: a field is no method of that name. */
const slots = (text: string): string => text.replace(every`(?:->)?\{\s*['"]?(${ID})['"]?\s*\}`, "->$$$1");

/** A chain that a statement is nothing but: `My::Class->new(…)->open`, `$self->{store}->first`, `load($x)`. */
const CHAIN = re`^(?:\$${ID}|__PACKAGE__|${PATH})(?:\s*(?:->)?\{\s*['"]?${ID}['"]?\s*\}|\s*->\s*${ID}|\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*(?=\s*(?:;|$|\|\||//|or\b))`;

/** What a value is made by. */
function value(text: string): { type: string; from: "constructor" | "call" } | null {
  const chain = CHAIN.exec(text)?.[0];
  if (!chain) return null;
  const plain = slots(chain.replace(/\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, "()")).replace(/\s+/g, "");
  const made = re`^(${PATH}|__PACKAGE__)->(?:new\w*|instance|create)(?:\(\))?$`.exec(plain)?.[1];
  if (made && made !== "__PACKAGE__") return { type: made, from: "constructor" };
  return /->|\(\)$/.test(plain) && plain !== "shift()" ? { type: plain, from: "call" } : null;
}

/** `my $x = My::Class->new(…)`, `$self->{store} = …`. */
function bound(text: string): Bound[] {
  return [...tablesOf(text), ...boundTo(text)];
}

function boundTo(text: string): Bound[] {
  const listed =
    /^(?:my\s+)?\(\s*([^()]*)\)\s*=\s*@_\s*;?\s*$/.exec(text)?.[1] ?? /^my\s+(\$\w+)\s*=\s*shift(?:\s*@_)?\s*;?\s*$/.exec(text)?.[1];
  if (listed !== undefined)
    return listed
      .split(",")
      .map((name) => name.trim())
      .filter((name) => /^[$@%&]\w+$/.test(name) && !/^\$(?:self|class|this)$/.test(name))
      .map((name) => ({ name, type: "", from: "unknown" as const, parameter: true as const }));
  const match = re`^(?:(?:my|our|local|state)\s+(\$${ID})|\$(?:self|this)->\{\s*['"]?(${ID})['"]?\s*\})\s*(?://|\|\|)?=\s*([\s\S]*)$`.exec(
    text,
  );
  if (!match || match[1] === "$self" || match[1] === "$class") return [];
  const told = value(match[3]!);
  const place = match[2] === undefined ? { name: match[1]! } : { name: `$${match[2]}`, field: true };
  if (told) return [{ ...place, ...told }];
  return match[2] === undefined ? [{ ...place, type: "", from: "unknown" }] : [];
}

/** What a sub returns, where its last statement tells: the object itself, or what is made there; else where all that say so make the same. */
function returned(text: string): string | null {
  const direct = atEnd(text);
  if (direct !== null || !/^\s*sub\b[\s\S]*\breturn\b/.test(text)) return direct;
  const made = new Set(
    [...text.matchAll(/\breturn\s+([^;{}\n]+)/g)]
      .flatMap((match) => value(match[1]!.replace(/\s+(?:if|unless)\b.*$/, "")) ?? [])
      .filter(({ from }) => from === "constructor")
      .map(({ type }) => type),
  );
  return made.size === 1 ? [...made][0]!.replaceAll("'", "::") : null;
}

/** A new one of the same class. */
const OWN = /^(?:\$class|\$self|__PACKAGE__|shift)\s*->\s*new\w*\s*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\s*$/;

function atEnd(text: string): string | null {
  const last = /(?:^|[;{}\n])\s*(?:return\s+)?([^;{}\n]+?(?:\{[^{}]*\}[^;{}\n]*)?)\s*;?\s*\}\s*$/.exec(text)?.[1]?.trim();
  if (last === undefined) return null;
  if (/^bless\b/.test(last)) return "self";
  const name = /^\$(\w+)$/.exec(last)?.[1];
  if (name === "self" || name === "this") return "self";
  if (name !== undefined && new RegExp(`\\$${name}\\s*=\\s*bless\\b|\\bbless\\s*\\(?\\s*\\$${name}\\b`).test(text)) return "self";
  if (OWN.test(last)) return "self";
  if (name !== undefined) {
    const made = new RegExp(`\\$${name}\\s*(?:\\|\\||//)?=\\s*([^;]+)`).exec(text)?.[1];
    if (made !== undefined && OWN.test(made)) return "self";
    const told = made === undefined ? null : value(made);
    return told?.from === "constructor" ? told.type.replaceAll("'", "::") : null;
  }
  const told = value(last);
  return told?.from === "constructor" ? told.type.replaceAll("'", "::") : null;
}

/** `shift->stamp`, `$_[0]->stamp`: the object itself. */
const plainly = (text: string): string => slots(text.replace(/^(?:shift(?:\s*\(\s*(?:@_)?\s*\))?|\$_\[0\])(?=$|\s*->)/, "$$self"));

/** The last `->` outside brackets parts the invocant from the method. */
function method(text: string): ParsedCall | null {
  let depth = 0;
  let arrow = -1;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === "(" || char === "[" || char === "{") depth++;
    else if (char === ")" || char === "]" || char === "}") depth--;
    else if ((char === '"' || char === "'") && text[i - 1] !== "\\") {
      const end = text.indexOf(char, i + 1);
      if (end < 0) break;
      i = end;
    } else if (depth === 0 && char === "-" && text[i + 1] === ">" && /^->\s*[a-zA-Z\x80-\u{10FFFF}_]/u.test(text.slice(i, i + 20)))
      arrow = i;
  }
  const match = arrow < 0 ? null : re`^->\s*(?:(${PATH})::)?(${ID})`.exec(text.slice(arrow));
  if (!match) return null;
  const receiver = match[1] ?? plainly(text.slice(0, arrow).replace(/\s+/g, " ").trim()).slice(0, 120);
  return { name: match[2]!, receiver: receiver || null, arity: null, ...opened(text, arrow + match[0].length) };
}

/** Functions of the language: by its plain name a sub of the same name is not called, only as `&push(…)`, by its package or as a method. */
const BUILTIN = words(`abs accept alarm atan2 bind binmode bless caller chdir chmod chomp chop chown chr chroot close closedir connect cos
  crypt dbmclose dbmopen defined delete die each eof eval exec exists exit exp fcntl fileno flock fork formline getc getppid glob gmtime
  grep hex index int ioctl join keys kill last lc lcfirst length link listen local localtime log lstat map mkdir next oct open opendir ord
  pack pipe pop pos print printf prototype push quotemeta rand read readdir readline readlink readpipe recv redo ref rename reset return
  reverse rewinddir rindex rmdir scalar seek seekdir select send shift shutdown sin sleep socket sort splice split sprintf sqrt srand stat
  study substr symlink syscall sysopen sysread sysseek system syswrite tell telldir tie tied time times truncate uc ucfirst umask undef
  unlink unpack unshift untie utime values vec wait waitpid wantarray warn write`);

function called(text: string): ParsedCall | null {
  const match = re`^&?(?:(${PATH})(?:::|'))?(${ID})`.exec(text);
  if (match && match[1] === undefined && text[0] !== "&" && BUILTIN.has(match[2]!)) return null;
  return match ? { name: match[2]!, receiver: match[1] ?? null, arity: null, ...opened(text, match[0].length) } : null;
}

/** Where the arguments begin, if they stand in brackets; only looked for where a function is among them. */
function opened(text: string, at: number): { open?: number } {
  if (!text.includes("\\&")) return {};
  const open = at + /^\s*/.exec(text.slice(at))![0].length;
  return text[open] === "(" ? { open } : {};
}

/** `\&show`, `\&Other::show`, behind a key too. */
function given(argument: string): string | null {
  const match = /^\s*(?:(\w+)\s*=>\s*)?\\&((?:\w+(?:::|'))*\w+)\s*$/.exec(argument);
  return match && `${match[1] === undefined ? "" : `${match[1]}=`}${match[2]!.replaceAll("'", "::")}`;
}

const call: CallRule = { role: "call", parse: called };

/** The section of POD that stands directly above a sub, or what the file says of itself. */
function pod(text: string): { doc: string; inside?: boolean } | null {
  const name = /^=head1\s+NAME\s*\n+([\s\S]*?)(?=\n=|$)/m.exec(text)?.[1];
  const sections = text.split(/^=(?:head[2-4]|item|method|func|sub|attr)\b[^\n]*\n/m);
  if (sections.length > 1) return { doc: plain(sections.at(-1)!) };
  if (name) return { doc: plain(name), inside: true };
  return null;
}

const plain = (text: string): string =>
  text
    .replace(/^=(?:cut|over|back|begin|end|for|encoding|pod)\b.*$/gm, "")
    .replace(/^=\w+\s*/gm, "")
    .replace(/[BCEFILSXZ]<([^<>]*)>/g, "$1")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .slice(0, 4_000);

const SUB = re`(?:(?:my|our|state)\s+)?(?:async\s+)?(?:sub|method|fun|func)\s+((?:${ID}(?:::|'))*${ID})`;

/** `has name => (…)`, `has [qw(a b)] => …` of Moose, Moo and Mojo. */
const attributes: DefineRule = {
  role: "define",
  as: (text) => (/^has[\s(]/.test(text) ? "field" : null),
  name: (text) => {
    const match = /^has\s*\(?\s*(?:\[\s*(?:qw\s*[(/[{])?([^\])}/]*)|(['"]?\+?\w+['"]?))/.exec(text);
    const list = match?.[1] ?? match?.[2] ?? "";
    const start = match ? match[0].length - list.length : 0;
    return [...list.matchAll(new RegExp(ID, "gu"))].map(({ 0: name, index }) => ({
      name,
      from: start + index,
      to: start + index + name.length,
      end: start + index + name.length,
    }));
  },
  where: "type",
  leaf: true,
};

export const perl: RuleSet = {
  nodes: {
    ambiguous_function_call_expression: [attributes, call],
    anonymous_subroutine_expression: { role: "lambda", params: /sub\s*/y },
    assignment_expression: [
      { role: "supertype", parse: parents },
      { role: "bind", parse: bound },
      {
        role: "define",
        as: "variable",
        name: (text) => {
          const match = re`^our\s+[$@%](${ID})`.exec(text);
          return match && match[1] !== "ISA" ? [{ name: match[1]!, end: match[0].length }] : [];
        },
        where: "outer",
        until: ["{", "\n"],
        leaf: true,
      },
    ],
    class_statement: {
      role: "define",
      as: "class",
      name: sticky`(?:class|role)\s+(${PATH})`,
      until: ["{", ";"],
      supers: ({ tail }) => [...tail.matchAll(/:isa\(\s*([\w:]+)/g)].map((match) => ({ kind: "inherit" as const, type: match[1]! })),
    },
    coderef_call_expression: { role: "call", parse: heldCall },
    comment: { role: "comment" },
    function_call_expression: [attributes, call],
    method_call_expression: { role: "call", parse: method, chained: true },
    method_declaration_statement: { role: "define", as: "method", name: sticky`method\s+(${ID})`, until: ["{"] },
    package_statement: [
      {
        role: "define",
        as: (text) => (text.includes("{") ? null : "class"),
        name: sticky`package(?:\s+#.*)*\s+(${PATH})`,
        until: [";"],
        rest: true,
      },
      {
        role: "define",
        as: (text) => (text.includes("{") ? "class" : null),
        name: sticky`package(?:\s+#.*)*\s+(${PATH})`,
        until: ["{"],
        outermost: true,
      },
    ],
    pod: { role: "doc", parse: pod },
    refgen_expression: {
      role: "call",
      kind: "use",
      parse: (text) => {
        const match = re`^\\&(?:(${PATH})(?:::|'))?(${ID})$`.exec(text);
        return match ? { name: match[2]!, receiver: match[1] ?? null, arity: null } : null;
      },
    },
    require_expression: { role: "import", parse: used },
    subroutine_declaration_statement: {
      role: "define",
      as: "function",
      inType: "method",
      name: (text) => {
        const match = new RegExp(`^${SUB.source}`, "u").exec(text);
        if (!match) return [];
        const path = match[1]!.split(/::|'/);
        const name = path.pop()!;
        return [{ name, end: match[0].length, ...(path.length > 0 ? { owner: path.join("::") } : {}) }];
      },
      until: ["{", ";"],
      type: returned,
    },
    use_statement: [
      { role: "import", parse: used },
      { role: "supertype", parse: parents },
      {
        role: "define",
        as: (text) => (/^use\s+constant\b/.test(text) ? "constant" : null),
        name: (text) => {
          const single = re`^use\s+constant\s+['"]?(${ID})`.exec(text);
          if (single) return [{ name: single[1]!, end: single[0].length, head: text.length }];
          return [...text.matchAll(new RegExp(`(?<=[{,]\\s*(?:#[^\\n]*\\n\\s*)*)['"]?(${ID})['"]?\\s*=>`, "gu"))].map((match) => ({
            name: match[1]!,
            from: match.index,
            to: match.index + match[0].length,
            end: match.index + match[0].length,
          }));
        },
        where: "outer",
        leaf: true,
      },
    ],
  },
  lineLimit: 20_000,
  syntax,
  finish: resolveHeld,
  given,
  abstract: (_head, _next, _text, body) =>
    /^[\s{]*(?:(?:my|return)\b[^;]*;\s*)?(?:die|croak|confess|Carp::\w+)\b[^;}]*(?:abstract|implement|overrid|subclass|virtual)/i.test(
      body,
    ),
  modifiers: [],
  exported: (d) => !d.name.startsWith("_") && !/^my\s/.test(d.head),
};
