/** C. */

import { type Declarator, parameter, readDeclaration, syntax } from "../cfamily/cdecl.ts";
import { FIXTURE, withoutTitles } from "../cfamily/titled.ts";
import { closeBracket, findOutside, splitList } from "../engine/lex.ts";
import { formsOf } from "../engine/pass/form.ts";
import type { Pass } from "../engine/pass/state.ts";
import { EXPANDS, KEPT_AS_IS, KEPT_CONSTANT, MACRO_SPACE, NAMED_BY_MACRO } from "../engine/resolve/world.ts";
import { boundTo, type ChainSyntax, PAYLOAD, readChain } from "../engine/rules/_chain.ts";
import { MISREAD, repairC } from "../engine/rules/_repair.ts";
import type { BindRule, Bound, CallsRule, DefineRule, Named, ParsedImport, Role, RuleSet } from "../engine/rules/_rules.ts";
import { every, ID, re, words } from "../engine/words.ts";

/** Words that can stand before a call; any other word makes it a declaration (`Foo f(1)`). */
const BEFORE_CALL = /^(?:|return|else|do|goto|case|new|delete|throw|co_return|co_yield|co_await|and|or|not|in|sizeof|typeof)$/;
/** Macros that make the name of a function of a suite's and a test's. */
const TITLED = /(?:^|_)(?:TEST|SCENARIO|BENCHMARK)(?:_|$)/;
const NO_CALLEE =
  /^(?:if|while|for|switch|return|sizeof|defined|alignof|_Alignof|decltype|noexcept|catch|__attribute__|__declspec|alignas)$/;

/** `TEST_F(Suite, name) { … }`: named by what is tested. */
const TEST_MACRO = re`^([A-Z][A-Z0-9_]{2,})\s*\(\s*((?:${ID}\s*,\s*)*)(${ID})\s*\)\s*(?=\{|\([^(){};]*\)\s*\{)`;

export function functionName(text: string): Named[] {
  const { declarators, type } = readDeclaration(text);
  const found = declarators.find((one) => one.function);
  if (!found) return [];
  const test = type === "" ? TEST_MACRO.exec(text) : null;
  if (test?.[3]) {
    // `BENCHMARK_F(Fixture, name)(State& state) {`: parameters of its own
    const end = text[test[0].length] === "(" ? test[0].length : found.end;
    // what has a fixture is one of its methods
    const fixture = FIXTURE.test(test[1]!) ? /^[^,\s]+(?=\s*,\s*$)/.exec(test[2]!)?.[0] : undefined;
    const suite = test[2] !== "" && TITLED.test(test[1]!);
    const named = suite
      ? { name: test[3], end: test[0].trimEnd().length, head: found.stop, type: fixture ? `${NAMED_BY_MACRO} ${fixture}` : NAMED_BY_MACRO }
      : { name: test[3], end, head: found.stop };
    return [fixture === undefined ? { ...named, kind: "function" } : { ...named, owner: fixture, kind: "method" }];
  }
  return [
    {
      name: found.name,
      end: found.end,
      owner: found.owner,
      type: found.returns || type || null,
      head: found.stop,
      ...(found.owner ? { kind: "method" as const } : {}),
    },
  ];
}

/** Functions (prototypes keep their `;`, which tells them from definitions), variables and constants of a declaration. */
export function declaredNames(text: string): Named[] {
  const { declarators, type, specifiers, body } = readDeclaration(text);
  if (specifiers.includes("friend") || specifiers.includes("typedef")) return [];
  return declarators.map((one) => {
    if (one.function && !isLocalValue(one, type, text, false))
      return {
        name: one.name,
        end: one.end,
        owner: one.owner,
        kind: "function" as const,
        type: one.returns || type || null,
        head: text.length,
      };
    const constant =
      specifiers.includes("constexpr") || (specifiers.includes("const") && !/[*&]\s*$/.test(text.slice(0, one.end - one.name.length)));
    return {
      name: one.name,
      end: one.end,
      owner: one.owner,
      kind: constant ? ("constant" as const) : ("variable" as const),
      type: type || null,
      head: one.stop,
      leaf: body,
    };
  });
}

export function members(text: string): Named[] {
  const { declarators, type, specifiers, body } = readDeclaration(text);
  if (specifiers.includes("friend")) return [];
  return declarators.map((one) =>
    one.function
      ? { name: one.name, end: one.end, kind: "method" as const, type: one.returns || type || null, head: text.length }
      : { name: one.name, end: one.end, kind: "field" as const, type: type || null, head: one.stop, leaf: body },
  );
}

/** `(id, "x")` behind a local's name; `(int id)`, `(void)` and `()` declare a function. */
function givesValues(list: string): boolean {
  if (/^\(\s*(?:void\s*)?\)/.test(list)) return false;
  return (
    !re`[(,]\s*(?:const\s+)?[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}:]*(?:<[^()]*>)?(?:\s+[*&]*|\s*[*&]+\s*)${ID}\s*[,)=[]`.test(list) &&
    !/^\(\s*(?:unsigned|int|char|long|short|double|float|bool|const)\b/.test(list)
  );
}

/** `Order order(id);` inside a function makes an order, `Order Shop::first(id);` anywhere: what is declared in a class is not declared again outside. */
function isLocalValue(one: Declarator, type: string, text: string, local: boolean): boolean {
  const list = text.slice(one.end).trimStart();
  return one.function && type !== "" && (local || (one.owner !== null && /^\([^;{}]+\)\s*;/.test(list))) && givesValues(list);
}

/** Types of function pointers by custom. */
const POINTER_TYPE = /(?:_(?:fn|cb|func|function|handler|callback|proc)|Fn|Func|Function|Callback|Handler|Proc)(?:_t)?$/;

/** Fields that functions are put into are bound under a name no variable can have. */
const SLOT = "->";

/** `.load = file_load` in an initialiser, `ops->load = file_load`. */
export const slotted: BindRule = {
  role: "bind",
  parse: (text) => {
    const match = re`(?:\.|->)(${ID})\s*=\s*&?(${ID})$`.exec(text);
    return match && !/^(?:NULL|nullptr|true|false|this)$/.test(match[2]!)
      ? [{ name: SLOT + match[1]!, type: match[2]!, from: "value", outer: true }]
      : [];
  },
};

/** `struct command commands[] = { { "add", cmd_add }, … }`: functions by their place among the fields of the type. */
const placed: BindRule = {
  role: "bind",
  parse: (text) => {
    const head = re`^(?:(?:static|const|constexpr|extern|struct|union)\s+)*(${ID})(?:\s+const)?\s+${ID}\s*(\[[^\]]*\]\s*)?=\s*\{`.exec(
      text,
    );
    if (!head) return [];
    const rows =
      head[2] === undefined
        ? [text.slice(head[0].length)]
        : [...text.slice(head[0].length).matchAll(/\{([^{}]*)\}?/g)].map(([, row]) => row!);
    return rows.slice(0, 100).flatMap((row) =>
      row
        .replace(/\}[\s\S]*$/, "")
        .split(",")
        .flatMap((one, position) => {
          const [, field, name] = re`^\s*(?:\.(${ID})\s*=\s*)?&?(${ID})\s*$`.exec(one) ?? [];
          if (name === undefined || /^(?:NULL|nullptr|true|false|[A-Z0-9_]+)$/.test(name)) return [];
          const slot = field === undefined ? `#${position}` : `.${field}`;
          return [{ name: SLOT + head[1] + slot, type: name, from: "value" as const, outer: true }];
        }),
    );
  },
};

/** `int f(int);`, `extern int x;`: what is defined elsewhere, perhaps further down. `= default` and `= delete` define. */
function onlyDeclares({ kind, from, to }: Pass["symbols"][number], text: string): boolean {
  if (kind === "function" || kind === "method")
    return text[to - 1] !== "}" && !/=\s*(?:default|delete)\s*;?$/.test(text.slice(Math.max(from, to - 40), to));
  return (kind === "variable" || kind === "constant") && /^extern\b(?![^;]*=)/.test(text.slice(from, Math.min(to, from + 400)));
}

/** What stands in a name space without a name is seen in its file only. */
function hideAnonymous(pass: Pass, text: string): void {
  const open = /\bnamespace\s*\{/g;
  for (let found = open.exec(text); found; found = open.exec(text)) {
    const end = closeBracket(text, open.lastIndex - 1, text.length, syntax);
    if (end < 0) continue;
    for (const symbol of pass.symbols) if (symbol.from > found.index && symbol.to < end) symbol.exported = false;
    open.lastIndex = end;
  }
}

/** `#define LIB_SPACE lib` before `#define LIB_BEGIN namespace LIB_SPACE {`: the name space is `lib`. */
function nameMadeSpaces(pass: Pass): void {
  const made = pass.symbols.filter(({ kind, type }) => kind === "namespace" && type === MACRO_SPACE);
  for (const space of made) {
    const named = pass.symbols.find(({ kind, name, type }) => kind === "macro" && name === space.name && type !== null);
    if (named) space.name = named.type!;
  }
}

/** Which symbols only declare, and which are the file's own. */
export function declared(pass: Pass, text: string): void {
  nameMadeSpaces(pass);
  for (const symbol of pass.symbols) if (onlyDeclares(symbol, text)) symbol.declares = true;
  if (/\bnamespace\s*\{/.test(text)) hideAnonymous(pass, text);
}

/** The same, and what is in the file's slots. */
export function finish(pass: Pass, text: string): void {
  declared(pass, text);
  slots(pass);
}

/** Only functions of the file are of use in its slots. */
export function slots(pass: Pass): void {
  const functions = new Set<string>();
  for (const { kind, name } of pass.symbols) if (kind === "function" || kind === "method") functions.add(name);
  pass.bindings = pass.bindings.filter(({ name, type }) => !name.startsWith(SLOT) || functions.has(type));
}

export const SLOT_NARROW: NonNullable<RuleSet["narrow"]> = {
  assignment_expression: {
    all: [
      { has: { field: "left", kind: "field_expression" } },
      { has: { field: "right", any: [{ kind: "identifier" }, { kind: "pointer_expression" }] } },
    ],
  },
  initializer_pair: { has: { field: "value", any: [{ kind: "identifier" }, { kind: "pointer_expression" }] } },
};

/** Of numbers it is kept that a name points at them. */
const NUMBER = /^(?:const )?(?:(?:unsigned|signed) )?(?:char|short|int|long|float|double|void|bool|wchar_t|size_t|u?int\d+_t)$/;

export function bound(text: string, local = false): Bound[] {
  // `__weak typeof(self) weakSelf = self`
  const again = /^(?:__\w+\s+)*_*typeof_*\s*\(\s*\*?\w+\s*\)\s*(?:__\w+\s+)*\*?\s*(\w+)\s*=\s*self\s*;?\s*$/.exec(text)?.[1];
  if (again !== undefined) return [{ name: again, type: "self", from: "annotation" }];
  // `__strong typeof(weakSelf) strongSelf = weakSelf`
  const [, strong, weak] = /^(?:__\w+\s+)*_*typeof_*\s*\([^()]*\)\s*(?:__\w+\s+)*\*?\s*(\w+)\s*=\s*(\w+)\s*;?\s*$/.exec(text) ?? [];
  if (strong !== undefined && weak !== undefined) return [{ name: strong, type: "", from: "unknown", same: weak }];
  const parts = local && text.includes("[") ? taken(text) : null;
  if (parts) return parts;
  const { declarators, type: named, specifiers } = readDeclaration(text);
  const type = named !== "" && specifiers.includes("const") ? `const ${named}` : named;
  return declarators.flatMap((one): Bound[] => {
    if (one.function && !isLocalValue(one, type, text, local)) return [];
    // `int (*apply)(int) = twice`, `handler_fn run = start`: a function by another name
    const named = re`^=\s*&?(${ID})\s*;?\s*$`.exec(one.value || text.slice(one.stop))?.[1];
    const before = text.slice(Math.max(0, one.end - one.name.length - 12), one.end - one.name.length);
    if (named && !/^(?:NULL|nullptr|true|false)$/.test(named) && (/\(\s*[*^]\s*$/.test(before) || POINTER_TYPE.test(type)))
      return [{ name: one.name, type: named, from: "value" }];
    const pointed = (local ? NUMBER : /^(?:const )?char$/).test(type) && (/[*]\s*$/.test(before) || /^\s*\[/.test(text.slice(one.end)));
    if (pointed) return [{ name: one.name, type: `${type}*`, from: "annotation" }];
    if (type && !/\bauto\b/.test(type)) {
      const star = /[*]\s*(?:const\s*)?$/.test(before) || /^\s*\[/.test(text.slice(one.end)) ? "*" : "";
      return [{ name: one.name, type: type.replace(/^(const\s+)?(?:struct|class|union|enum)\s+/, "$1") + star, from: "annotation" }];
    }
    const made = /^=\s*(?:new\s+|(?:std::)?make_(?:unique|shared)\s*<\s*)([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}:]*)/u.exec(one.value);
    if (made?.[1]) return [{ name: one.name, type: made[1], from: "constructor" }];
    // `auto order = shop.find(id)`, `auto& first = orders_[0]`
    const value = /^=\s*([\s\S]*)$/.exec(one.value)?.[1];
    const held: Bound = value === undefined ? { name: one.name, type: "", from: "unknown" } : boundTo(one.name, unmoved(value), CHAIN);
    return local ? [held, ...kept(one.name, specifiers.includes("const"), before)] : [held];
  });
}

/** How a local whose type is that of its value keeps it: constant, or whatever the value is. */
export function kept(name: string, constant: boolean, before: string): Bound[] {
  if (!constant && !/&\s*$/.test(before)) return [];
  return [{ name: (constant ? KEPT_CONSTANT : KEPT_AS_IS) + name, type: "", from: "unknown" }];
}

/** Values as locals without a type of their own begin with them. */
export const CHAIN: ChainSyntax = { syntax, braces: "literal", counts: true, before: /[&*]\s*/y };

/** `std::move(x)` is x, `std::get<1>(x)` one of its parts. */
export function unmoved(value: string): string {
  const [, moved, position, of] =
    /^(?:std::)?(?:(?:move|ref|cref|as_const)\(([\w.>-]+)\)|get\s*<(\d+)>\s*\(([\w.>-]+)\))\s*;?\s*$/.exec(value) ?? [];
  return moved ?? (position === undefined ? value : `${of}.${PAYLOAD}${position}()`);
}

/** `auto [key, item] = pair`: each by its position. */
function taken(text: string): Bound[] | null {
  const match = /^(?:const\s+)?auto\s*&{0,2}\s*\[([\w\s,]*)\]\s*(?:=\s*([\s\S]*?)\s*;?\s*|[({]([\s\S]*?)[)}]\s*;?\s*)$/.exec(text);
  return match && partsOf(match[1]!, readChain(unmoved(match[2] ?? match[3] ?? ""), CHAIN)?.chain);
}

/** The names of a structured binding, each what stands at its position in the value. */
export function partsOf(names: string, chain: string | undefined): Bound[] {
  return names.split(",").map((name, i) => ({
    name: name.trim(),
    ...(chain === undefined ? { type: "", from: "unknown" as const } : { type: `${chain}.${PAYLOAD}${i}()`, from: "call" as const }),
  }));
}

/** Types that nobody in a tree defines. */
const PLAIN_TYPE =
  /^(?:(?:const|volatile|static|constexpr|struct|class|union|enum)\s+)*(?:auto|void|bool|char|wchar_t|short|int|long|float|double|signed|unsigned|size_t|ssize_t|u?int\d+_t|std::.*)\b/;

/** How many values stand in the brackets that a text begins with, and of what types; null where they do not close. */
export function argumentsOf(text: string): { arity: number | null; given: string | null } {
  const end = closeBracket(text, 0, text.length, syntax);
  if (end < 0) return { arity: null, given: null };
  const pieces = splitList(text, 1, end - 1, syntax, true);
  return { arity: pieces.length, given: formsOf(text, pieces, syntax) };
}

/** `Order order(id)`, `Order order{1}`, `Order order;`: a local of a class type constructs it. Without arguments only a declared constructor counts. */
export const constructed: CallsRule = {
  role: "calls",
  parse: (text, local) => {
    if (!/^(?:::\s*)?[a-zA-Z\x80-\u{10FFFF}_]/u.test(text)) return [];
    const { declarators, type, specifiers } = readDeclaration(text);
    if (type === "" || specifiers.includes("extern")) return [];
    const foreign = PLAIN_TYPE.test(type);
    const match = re`^(?:(?:struct|class)\s+)?(?:([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}:]*)::)?(${ID})(?:\s*<[\s\S]*>)?$`.exec(type);
    if (!foreign && (!match?.[2] || /^(?:struct|class|union|enum|export)$/.test(match[2]))) return [];
    const [, receiver, name] = match ?? [];
    return declarators.flatMap((one) => {
      const before = text.slice(0, one.end - one.name.length);
      const pointer = /\*\s*(?:const\s*)?$/.test(before);
      const list = /^=\s*(?=\{)/.exec(one.value)?.[0].length ?? 0;
      const value =
        !pointer && (one.function ? isLocalValue(one, type, text, local) : /^[({]/.test(one.value) || (list > 0 && text[one.end] !== "["));
      const among = value && text[one.end] === "(" ? callsAmong(text, one.end) : [];
      // `std::ifstream file(find(id));` makes nothing of the tree
      if (foreign) return among;
      // each of an array is made too
      const bare = !one.function && one.value === "" && /[\s>]$/.test(before) && !/^\s*\[\s*\]/.test(text.slice(one.end));
      // `Value v = "text"` makes one of what is no value of it, `= std::move(other)` one of another
      const converted = !one.function && !pointer && /^=\s*(?:["']|[-+]?\d|(?:true|false|nullptr)\b|std::move\()/.test(one.value);
      if (converted) {
        const given = formsOf(one.value, [[1, one.value.length]], syntax);
        return [{ name: name!, receiver: receiver ?? null, arity: 1, given, at: 0, kind: "call" as const }];
      }
      return value || bare
        ? [
            {
              name: name!,
              receiver: receiver ?? null,
              ...(value ? argumentsOf(one.function ? text.slice(one.end).trimStart() : one.value.slice(list)) : { arity: null }),
              at: 0,
              kind: value ? ("call" as const) : ("new" as const),
            },
            ...among,
          ]
        : [];
    });
  },
};

const CALLED = every`(?<![\w\x80-\u{10FFFF}.>:])((?:${ID}\s*(?:::|\.|->)\s*)*)(${ID})\s*(?=\()`;

/** What the grammar takes for a parameter: `find(id)` for one of type `find`. */
const LIKE_PARAMETER = re`^(?:${ID}\s*::\s*)*${ID}(?:\s*\((?:\s*\*?${ID}\s*,?)*\))?$`;

/** Calls among the values of `Order order(find(id));`, where the grammar sees types of parameters. */
function callsAmong(text: string, open: number): ReturnType<CallsRule["parse"]> {
  const close = closeBracket(text, open, text.length, syntax);
  if (close < 0) return [];
  const pieces = splitList(text, open + 1, close - 1, syntax).map(([from, to]) => text.slice(from, to).trim());
  if (!pieces.every((one) => LIKE_PARAMETER.test(one))) return [];
  const list = text.slice(open + 1, close - 1).replace(/"(?:[^"\\]|\\.)*"/g, (all) => all.replace(/[^\n]/g, " "));
  return Array.from(list.matchAll(CALLED), ({ 0: all, 1: before, 2: name, index }) => {
    const behind = open + 1 + index + all.length;
    const receiver = before!.replace(/\s+/g, "").replace(/(?:::|\.|->)$/, "");
    return {
      name: name!,
      receiver: receiver || null,
      ...argumentsOf(text.slice(behind)),
      at: open + 1 + index + before!.length,
      kind: "call" as const,
    };
  }).filter(({ name }) => !NO_CALLEE.test(name));
}

/** The call whose value a use of a macro has: of `#define CHECK(x) static Check* c_##x = (lib::make(#x))` that of `make`. Null where it has none. */
function macroValue(text: string): string | null {
  const close = closeBracket(text, 0, text.length, syntax);
  if (text.length >= CUT || close < 0) return null;
  const own = new Set(text.slice(1, close - 1).split(/[\s,]+/));
  let value = text
    .slice(close)
    .replace(/\\\r?\n/g, " ")
    .trim();
  const set = findOutside(value, 0, value.length, [" = "], syntax);
  if (set < value.length) value = value.slice(set + 3).trim();
  while (value[0] === "(" && closeBracket(value, 0, value.length, syntax) === value.length) value = value.slice(1, -1).trim();
  const chain = readChain(value.replace(/^::/, ""), CHAIN)?.chain;
  return chain !== undefined && !chain.includes("@") && !own.has(/^\w*/.exec(chain)![0]) ? chain : null;
}

/** Calls in the body of a macro; what it is given as parameters is not its own. */
const macroCalls: CallsRule = { role: "calls", parse: callsOfMacro };

/** What its text calls, for those who use it. */
const expansion: BindRule = {
  role: "bind",
  parse: (text) => {
    const names = [...new Set(callsOfMacro(text).map(({ name }) => name))];
    return names.length > 0 && names.length <= 12 ? [{ name: EXPANDS, type: names.join(" "), from: "constructor" }] : [];
  },
};

function callsOfMacro(text: string): { name: string; receiver: null; arity: null; at: number }[] {
  const head = re`^#\s*define\s+${ID}\(([^)]*)\)`.exec(text);
  if (!head) return [];
  const own = new Set(head[1]!.split(",").map((one) => one.trim()));
  const body = text.slice(head[0].length);
  const found: { name: string; receiver: null; arity: null; at: number }[] = [];
  for (const match of body.matchAll(every`(?<![\w\x80-\u{10FFFF}.>#"]|->)(${ID})\s*\(`)) {
    const name = match[1]!;
    if (
      !own.has(name) &&
      !NO_CALLEE.test(name) &&
      !/^(?:do|else)$/.test(name) &&
      !/"[^"\n]*$/.test(body.slice(0, match.index).replace(/"[^"\n]*"/g, ""))
    )
      found.push({ name, receiver: null, arity: null, at: head[0].length + match.index });
  }
  return found;
}

function typedefs(text: string): Named[] {
  const { declarators, type } = readDeclaration(text);
  return declarators.map((one) => {
    const pointer = /^[^(]*\*\s*(?:const\s*)?$/.test(text.slice(0, one.end - one.name.length)) ? "*" : "";
    return { name: one.name, end: one.end, type: one.function || type === "" ? null : type + pointer, head: text.length };
  });
}

const ANONYMOUS = /^typedef\s+(?:struct|union|enum)\s*(?:__attribute__\s*\(\([^)]*\)\)\s*)?\{/;

/** Text handed to hooks ends here: a longer body hides the names behind it, and the grammar must be asked. */
const CUT = 4_000;

export const typedef: Role[] = [
  // `typedef struct { … } name`: the structure itself, named by its typedef.
  {
    role: "define",
    as: (text) => (!ANONYMOUS.test(text) ? null : /^typedef\s+enum/.test(text) ? "enum" : "struct"),
    name: "declarator",
    until: [";"],
  },
  {
    role: "define",
    as: (text) => (text.length >= CUT && !ANONYMOUS.test(text) ? "type" : null),
    name: "declarator",
    leaf: true,
  },
  {
    role: "define",
    as: (text) => (text.length < CUT ? "type" : null),
    name: (text) => (ANONYMOUS.test(text) ? typedefs(text).slice(1) : typedefs(text)),
    leaf: true,
  },
];

const STRUCTURED = re`^(?:struct|class|union|enum(?:\s+(?:class|struct))?)\b(?:\s*(?:\[\[[^\]]*\]\]|(?:__attribute__|__declspec|alignas)\s*\((?:[^()]|\([^()]*\))*\)))*\s*((?:${ID}(?:<[^;{}:]*>)?\s*::\s*)*)(${ID})`;

/** Only with a body is it a definition; otherwise it is a type's name or a forward declaration. */
export function structured(keyword: "struct" | "class" | "enum"): DefineRule {
  return {
    role: "define",
    as: (text) => (text.includes("{") || text.length >= 300 ? keyword : null),
    name: (text) => {
      const found = STRUCTURED.exec(text);
      if (!found?.[2]) return [];
      // `class Outer::Inner {`: what Outer only names ahead
      const owner = found[1]!
        .replace(/<[^;{}:]*>/g, "")
        .split(/\s*::\s*/)
        .filter((one) => one !== "");
      return [{ name: found[2], end: found[0].length, ...(owner.length > 0 ? { owner: owner.join(".") } : {}) }];
    },
    until: ["{"],
  };
}

function include(text: string): ParsedImport[] {
  const match = /#\s*(?:include|include_next|import)\s*(<[^>\n]+>|"[^"\n]+")/.exec(text);
  if (!match?.[1]) return [];
  const quoted = match[1].startsWith('"');
  return [{ form: "include", source: quoted ? match[1].slice(1, -1) : match[1], names: [], relative: quoted }];
}

/**
 * `#define LIB_BEGIN namespace lib {`: what stands behind its uses is in a name space that no file shows (resolve/c.ts looks without it). One role with
 * the macro itself: of most files macros are many.
 */
function defined(text: string): Named[] {
  const macro = re`^#\s*define\s+(${ID})`.exec(text);
  if (!macro) return [];
  // `#define failf Curl_failf`: what it stands for
  const other = /^[ \t]+([a-zA-Z_]\w*)[ \t]*(?:\/[/*].*)?$/.exec(text.slice(macro[0].length).trimEnd())?.[1];
  const own = { name: macro[1]!, end: macro[0].length, type: other ?? null };
  if (!text.includes("namespace")) return [own];
  const spaces = text.matchAll(/\bnamespace\s+([a-zA-Z_]\w*)\s*(?=\{)/g);
  return [
    own,
    ...Array.from(spaces, ({ 0: all, 1: name, index }) => ({
      name: name!,
      end: index + all.length,
      kind: "namespace" as const,
      type: MACRO_SPACE,
    })),
  ];
}

export const declarations: Role[] = [
  { role: "bind", parse: bound },
  placed,
  { role: "define", as: "variable", inType: "method", name: declaredNames, params: true, where: "outer" },
];

/** Node kinds that C and C++ share. */
export const shared: RuleSet["nodes"] = {
  argument_list: {
    role: "call",
    callee: "before",
    accept: ({ name, receiver, before }) => {
      if (NO_CALLEE.test(name) || !BEFORE_CALL.test(before)) return null;
      return { name, receiver, kind: before === "new" ? "new" : "call" };
    },
  },
  assignment_expression: slotted,
  declaration: declarations,
  enum_specifier: structured("enum"),
  enumerator: { role: "define", as: "constant", name: "name" },
  field_declaration: [
    { role: "bind", parse: bound },
    { role: "define", as: "field", name: members, params: true, where: "outer" },
  ],
  function_definition: { role: "define", as: "function", inType: "method", name: functionName, params: true },
  initializer_pair: slotted,
  preproc_def: { role: "define", as: "macro", name: defined, leaf: true },
  preproc_function_def: [
    {
      role: "define",
      as: "macro",
      name: (text) => {
        const found = re`^#\s*define\s+(${ID})`.exec(text);
        return found ? [{ name: found[1]!, end: found[0].length, type: macroValue(text.slice(found[0].length)) }] : [];
      },
      params: true,
      until: [" ", "\\"],
    },
    macroCalls,
    expansion,
  ],
  preproc_include: { role: "import", parse: include },
  struct_specifier: structured("struct"),
  type_definition: typedef,
  union_specifier: structured("struct"),
};

export const c: RuleSet = {
  everywhere: true,
  nodes: shared,
  narrow: SLOT_NARROW,
  finish,
  starts: { "(": "argument_list" },
  lexComments: true,
  reads: true,
  syntax,
  parameter,
  respelled: withoutTitles,
  repair: repairC,
  repairWhen: MISREAD,
  oftenDamaged: true,
  exported: ({ head }) => !/^(?:inline\s+|UV_UNUSED\s*\()?static\b/.test(head),
  builtinTypes: words(`void int long short char float double unsigned signed const static extern inline struct union enum volatile register
    bool _Bool auto size_t ssize_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t`),
};
