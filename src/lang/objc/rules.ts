/** Objective-C: C with interfaces, protocols, methods named by their selector, and messages. */

import { bound, c, declared, functionName, members, shared } from "../c/rules.ts";
import { parameter } from "../cfamily/cdecl.ts";
import { closeBracket, fold } from "../engine/lex.ts";
import { withoutBrokenConditionals, withoutFirstMacros } from "../engine/rules/_repair.ts";
import type { Bound, CallsRule, DefineRule, Named, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { ID, ID$, re, sticky } from "../engine/words.ts";
import { syntax } from "./language.ts";

const BRACKETED = "\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)";

/** `: NSObject <Coding>`, `<NSObject>`: what stands above an interface or a protocol. */
function supers({ tail }: { tail: string }): Supertype[] {
  const match = re`^\s*(?:<[^:{}]*?>\s*)?(?::\s*(${ID$})\s*)?(?:<([^>]*)>)?(?:\s*<([^>]*)>)?`.exec(tail);
  if (!match) return [];
  const parent = match[1];
  const protocols = parent === undefined ? match[2] : (match[3] ?? match[2]);
  return [
    ...(parent ? [{ kind: "inherit" as const, type: parent }] : []),
    ...(protocols ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => re`^${ID$}$`.test(name))
      .map((type) => ({ kind: "implement" as const, type })),
  ];
}

/** `- (void)a:(int)x b:(int)y` is called `a:b:`. */
function selector(text: string): Named[] {
  const start = re`^[-+]\s*(${BRACKETED})?\s*`.exec(text);
  if (!start) return [];
  const type = start[1]?.slice(1, -1).trim() ?? null;
  const part = new RegExp(`\\s*(${ID$})?\\s*:\\s*(?:${BRACKETED})?\\s*(?:__unused\\s+|__attribute__\\s*${BRACKETED}\\s*)*${ID$}`, "uy");
  let name = "";
  let end = start[0].length;
  part.lastIndex = end;
  for (let match = part.exec(text); match; match = part.exec(text)) {
    name += `${match[1] ?? ""}:`;
    end = part.lastIndex;
  }
  if (name === "") {
    const plain = new RegExp(ID$, "uy");
    plain.lastIndex = end;
    name = plain.exec(text)?.[0] ?? "";
    end += name.length;
  }
  return name ? [{ name, end, type: type === "instancetype" || type === "id" ? "Self" : type }] : [];
}

const method: DefineRule = { role: "define", as: "method", name: selector, until: ["{"] };

interface Message {
  name: string;
  receiver: string | null;
  arity: number;
}

/** `[a b:c d:e]` → `b:d:` of `a`; a message to the result of a unary one reads as a chain of calls. */
function message(text: string, depth = 0): Message | null {
  let i = 1;
  const space = (): void => {
    while (i < text.length && /\s/.test(text[i]!)) i++;
  };
  space();
  const from = i;
  while (i < text.length && !/[\s\]]/.test(text[i]!)) {
    if (text[i] === "[" || text[i] === "(" || text[i] === "{") {
      const close = closeBracket(text, i, text.length, syntax);
      if (close < 0) return null;
      i = close;
    } else if (text[i] === '"') {
      i = text.indexOf('"', i + 1) + 1;
      if (i === 0) return null;
    } else i++;
  }
  const written = text.slice(from, i);
  let name = "";
  let arity = 0;
  space();
  const word = new RegExp(`${ID$}`, "uy");
  for (let asked = 0; i < text.length; ) {
    const char = text[i]!;
    if (char === "[" || char === "(" || char === "{") {
      const close = closeBracket(text, i, text.length, syntax);
      if (close < 0) return null;
      i = close;
      continue;
    }
    if (char === "]") break;
    if (char === '"' || char === "'") {
      let end = text.indexOf(char, i + 1);
      while (end > 0 && text[end - 1] === "\\") end = text.indexOf(char, end + 1);
      if (end < 0) return null;
      i = end + 1;
      continue;
    }
    if (char === "?") asked++;
    word.lastIndex = i;
    const found = /[\w\x80-\u{10FFFF}$@]/u.test(text[i - 1] ?? "") ? null : word.exec(text)?.[0];
    if (!found) {
      if (char === ":" && asked > 0) asked--;
      i++;
      continue;
    }
    i += found.length;
    const colon = /^\s*:(?!:)/.test(text.slice(i, i + 40));
    if (name === "" && !colon) {
      name = found;
      break;
    }
    if (colon && asked === 0) {
      name += `${found}:`;
      arity++;
      i = text.indexOf(":", i) + 1;
    }
  }
  return name ? { name, receiver: receiverOf(written, depth), arity } : null;
}

/** Messages inside messages that are followed: longer chains say nothing of their receiver. */
const DEPTH = 6;

function receiverOf(written: string, depth: number): string | null {
  if (!written.startsWith("[") || depth >= DEPTH) return fold(written).slice(0, 120) || null;
  const inner = message(written, depth + 1);
  if (!inner?.receiver) return fold(written).slice(0, 120);
  // `[[A alloc] init…]` is an A.
  if (/^(?:alloc|allocWithZone:)$/.test(inner.name)) return `new ${inner.receiver}()`;
  if (/^init/.test(inner.name) && inner.receiver.startsWith("new ")) return inner.receiver;
  return inner.name.includes(":") ? fold(written).slice(0, 120) : `${inner.receiver}.${inner.name}()`.slice(0, 120);
}

const messages: CallsRule = {
  role: "calls",
  parse: (text) => {
    const found = message(text);
    return found ? [{ name: found.name, receiver: found.receiver, arity: found.arity, at: 0 }] : [];
  },
};

const ENUM = /\btypedef\s+NS_(?:CLOSED_)?(?:ENUM|OPTIONS|ERROR_ENUM)\s*\(\s*[\w\s]*,\s*(\w+)\s*\)(?=\s*\{)/g;
/** Macros that stand for attributes, or for nothing. */
const MARKS =
  /\b(?:NS_ASSUME_NONNULL_(?:BEGIN|END)|NS_DESIGNATED_INITIALIZER|NS_UNAVAILABLE|NS_REQUIRES_SUPER|NS_EXTENSION_UNAVAILABLE\w*\([^)\n]*\)|NS_SWIFT_\w+(?:\((?:[^()]|\([^()]*\))*\))?|NS_REFINED_FOR_SWIFT|NS_NOESCAPE|NS_RETURNS_\w+|NS_FORMAT_FUNCTION\([^)\n]*\)|(?:API|NS|__OSX|__IOS)_(?:UN)?(?:AVAILABLE|DEPRECATED)\w*(?:\((?:[^()]|\([^()]*\))*\))?|DEPRECATED_(?:ATTRIBUTE|MSG_ATTRIBUTE\([^)\n]*\))|__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)|UI_APPEARANCE_SELECTOR|IBOutlet|IBInspectable|IB_DESIGNABLE|__kindof|_Nonnull|_Nullable|_Null_unspecified|__nullable|__nonnull|__autoreleasing|__unused|__strong|__weak|__block|__unsafe_unretained|OBJC_EXPORT|FOUNDATION_EXPORT|UIKIT_EXTERN|NS_INLINE|NS_(?:DURING|HANDLER|ENDHANDLER))(?!\w)|(?<=\))\s*(?:NS|API)_\w+\([^;{]*\)(?=\s*;)/g;

/** `id<Delegate>` is anything that is a Delegate. Lengths are kept. */
const protocolTyped = (text: string): string =>
  text.replace(re`\bid\s*<\s*(${ID})\s*>`, (whole, name: string) => name.padStart(whole.length));

/** `for (Shape *one in shapes)`, `for (id<Drawable> one in self.shapes)`. */
const GOES = "for\\s*\\(\\s*(?:__\\w+\\s+)*([\\w<>, *]+?)[\\s*]+(\\w+)\\s+in\\s";

function gone(text: string): Bound[] {
  const [, type, name] = new RegExp(`^${GOES}`).exec(protocolTyped(text)) ?? [];
  return type === undefined || name === undefined
    ? []
    : [{ name, type: type.trim(), from: type.trim() === "id" ? "unknown" : "annotation" }];
}

const blanks = (text: string): string => text.replace(/[^\n]/g, " ");

/** What Objective-C++ writes and the grammar of Objective-C cannot read: casts, `a::b::` before a name, `using a::b;`, template arguments. */
const CPP =
  /\b(?:static|reinterpret|const|dynamic)_cast\s*<[^<>;()]*(?:<[^<>;()]*>[^<>;()]*)?>(?=\s*\()|\busing\s+(?:namespace\s+)?[\w:]+\s*;|(?<![\w"])(?:::\s*)?(?:[A-Za-z_]\w*(?:<[^<>;(){}"]*>)?::)+(?=[A-Za-z_~])|(?<=\w)<[^<>;(){}"=&|+]*(?:<[^<>;(){}"=&|+]*>)?[^<>;(){}"=&|+]*>(?=\s*\()/g;
/** Arguments of the standard library's templates: `vector<int>`, `function<void(int)>`. */
const TEMPLATED =
  /(?<=\b(?:vector|(?:unordered_)?(?:multi)?(?:map|set)|(?:shared|unique|weak)_ptr|optional|variant|function|array|pair|tuple|deque|list|initializer_list|atomic|span|queue|stack)\s*)<(?:[^<>;{}"]|<(?:[^<>;{}"]|<[^<>;{}"]*>)*>)*>/g;
/** `const Event &event`, `auto &&value`. */
const REFERENCE = /(?<=\b(?:const\s+[\w ]*\w|auto)\s*)&{1,2}(?=\s*(?:\w+\s*[,)=:;]|\)))/g;
/** `for (const auto &child : children) {`: a condition to the grammar of C. */
const EACH = /\bfor(\s*\()(\s*(?:const\s+)?[\w:]+\s*[&*]{0,2}\s*(?:\w+|\[[\w\s,]*\])\s*:(?!:))/g;
/** `push_back({ .x = a, .y = b, })`: to the grammar of C the plain arguments `(a, b)`. */
const DESIGNATED = /(?<=\(\s*)\{(?:\s*\.\w+\s*=[^{};]*)\}(?=\s*\))/g;
/** Conditions between a class's name and its end: `@interface A () <B, #if … C #endif>`. */
const HEADS = /@interface\s+\w+\s*(?:\([^)]*\)|:\s*\w+)?\s*<[^>@{;]*>/g;

const MEMBERS = /^@(?:implementation|interface|protocol)\b[\s\S]*?^@end/gm;
const CONDITION = /^[ \t]*#[ \t]*(if|ifdef|ifndef|else|elif|endif)\b/;

/** Conditions around whole methods blanked: the grammar reads `+ (void)load {` behind an `#ifdef` as a sum and a block. */
function withoutConditions(members: string): string {
  const lines = members.split("\n");
  const open: { at: number[]; outside: boolean }[] = [];
  let depth = 0;
  for (const [i, line] of lines.entries()) {
    const directive = CONDITION.exec(line)?.[1];
    if (directive?.startsWith("if")) open.push({ at: [], outside: true });
    const group = open.at(-1);
    if (directive && group) {
      group.at.push(i);
      group.outside &&= depth === 0;
      if (directive === "endif" && open.pop()!.outside) for (const at of group.at) lines[at] = blanks(lines[at]!);
    } else
      for (const [sign] of line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/.*$/g, "").matchAll(/[{}]/g))
        depth += sign === "{" ? 1 : -1;
  }
  return lines.join("\n");
}

/** The same text with `NS_ENUM(…)` as the enum it makes, and macros for attributes blanked. */
function repair(text: string): string {
  return withoutFirstMacros(withoutBrokenConditionals(text))
    .replace(MEMBERS, withoutConditions)
    .replace(HEADS, (head) => head.replace(/^[ \t]*#.*$/gm, blanks))
    .replace(CPP, (whole) => (/^(?:NS|UI|CG|id\b)/.test(whole) ? whole : blanks(whole)))
    .replace(TEMPLATED, blanks)
    .replace(EACH, (_, open: string, each: string) => `if ${open}${blanks(each)}`)
    .replace(REFERENCE, blanks)
    .replace(DESIGNATED, (whole) => whole.replace(/^\{|,?\s*\}$|(?<=[{,]\s*)\.\w+\s*=(?!=)/g, blanks))
    .replace(ENUM, (whole, name: string) => {
      const head = `enum ${name}`;
      return whole.length >= head.length ? head + blanks(whole.slice(head.length)) : whole;
    })
    .replace(MARKS, blanks);
}

const { field_declaration: _fields, assignment_expression: _assigned, initializer_pair: _pairs, ...common } = shared;

export const objc: RuleSet = {
  everywhere: true,
  nodes: {
    ...Object.fromEntries(
      Object.entries({
        ...common,
        // What stands between the methods of an implementation is plain C.
        function_definition: { role: "define", as: "function", name: functionName, params: true, free: true } as DefineRule,
        block_literal: { role: "lambda", params: /\^\s*(?:[\w\s*]+(?=\())?/y } as const,
        class_implementation: { role: "extend", owner: sticky`@implementation\s+(${ID$})` } as const,
        class_interface: [
          {
            role: "define",
            as: (text: string) => (re`^@interface\s+${ID$}\s*(?:<[^>]*>\s*)?\(`.test(text) ? null : "class"),
            name: sticky`@interface\s+(${ID$})`,
            until: ["\n", "{"],
            supers,
          } as DefineRule,
          { role: "extend", owner: sticky`@interface\s+(${ID$})\s*(?:<[^>]*>\s*)?\(` } as const,
        ],
        comment: { role: "comment" } as const,
        for_statement: { role: "bind", parse: gone } as const,
        // `track.shortLabel`: a call where it is a method
        field_expression: {
          role: "call",
          parse: (text: string) => {
            const match = re`^((?:${ID$}\.)*${ID$})\.(${ID$})$`.exec(text);
            return match ? { name: match[2]!, receiver: match[1]!, arity: null } : null;
          },
        } as const,
        message_expression: messages,
        method_declaration: method,
        method_definition: method,
        method_parameter: {
          role: "bind",
          parse: (text: string) => {
            const match = re`^:\s*(?:\(([\s\S]*)\))?\s*(?:__unused\s+)?(${ID$})$`.exec(text.trim());
            return match
              ? [
                  {
                    name: match[2]!,
                    type: protocolTyped(match[1] ?? "").trim(),
                    from: match[1] ? ("annotation" as const) : ("unknown" as const),
                  },
                ]
              : [];
          },
        } as const,
        module_import: {
          role: "import",
          parse: (text: string) => {
            const source = /^@import\s+([\w.]+)/.exec(text)?.[1];
            return source ? [{ form: "include" as const, source: `<${source}>`, names: [] }] : [];
          },
        } as const,
        protocol_declaration: {
          role: "define",
          as: "interface",
          name: sticky`@protocol\s+(${ID$})`,
          until: ["\n", "{"],
          supers,
        } as DefineRule,
        // `@selector(tapped:)`: nearly always one of the object's own.
        selector_expression: {
          role: "call",
          kind: "use",
          parse: (text: string) => {
            const name = /^@selector\s*\(\s*([\w:]+)\s*\)/.exec(text)?.[1];
            return name ? { name, receiver: "self", arity: null } : null;
          },
        } as const,
        struct_declaration: [
          {
            role: "bind",
            // A property is reached through its variable too: `_ledger`.
            parse: (text: string) =>
              bound(protocolTyped(text)).flatMap((one) => [
                { ...one, field: true },
                { ...one, name: `_${one.name}`, field: true },
              ]),
          } as const,
          { role: "define", as: "field", name: (text) => members(protocolTyped(text.replace(MARKS, blanks))), where: "type" } as DefineRule,
        ],
      }).sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  },
  starts: { "(": "argument_list" },
  finish: declared,
  only: { for_statement: new RegExp(GOES) },
  lexComments: false,
  syntax,
  parameter,
  repair,
  repairWhen:
    /\bNS_(?:CLOSED_)?(?:ENUM|OPTIONS|ERROR_ENUM)\s*\(|\bNS_ASSUME_NONNULL_BEGIN\b|^#[ \t]*if[^\n]*\n(?:[ \t]*(?:\/\/[^\n]*)?\n){0,4}[-+][ \t]*\(/m,
  oftenDamaged: true,
  exported: (d) => !/^(?:inline\s+)?static\b/.test(d.head),
  builtinTypes: new Set([
    ...(c.builtinTypes ?? []),
    ..."id instancetype BOOL NSInteger NSUInteger CGFloat SEL Class IMP nonatomic".split(" "),
  ]),
};
