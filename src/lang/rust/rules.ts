/** Rust. Members of `impl X` hang under X; tokens of macros are read as calls where they look like calls. */

import { closeBracket, findOutside, skipAngles, skipLiteral, skipSpace, splitList } from "../engine/lex.ts";
import { boundTo, type ChainSyntax, carried, eachOf, failureOf, NOTHING, PAYLOAD, wholeType } from "../engine/rules/_chain.ts";
import type { Bound, DefineRule, Operators, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { every, ID, pairs, re, sticky, words } from "../engine/words.ts";
import { syntax } from "./language.ts";

/** Operators that types define, and the methods they call (lang/engine/operators.ts). */
const operators: Operators = {
  names: pairs(`+ add, - sub, * mul, / div, % rem, & bitand, | bitor, ^ bitxor, << shl, >> shr,
  += add_assign, -= sub_assign, *= mul_assign, /= div_assign, == eq, != eq, < partial_cmp, > partial_cmp, <= partial_cmp, >= partial_cmp`),
  index: ["index", "index_mut"],
  wide: true,
};

const CHAIN: ChainSyntax = {
  syntax,
  braces: "literal",
  before: /(?:&\s*(?:mut\s+)?|\*|unsafe\s*\{\s*)/y,
  cast: /\s+as\s+([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}:]*)/uy,
};

const NAME = "(?:r#)?[a-zA-Z\\x80-\\u{10FFFF}_][\\w\\x80-\\u{10FFFF}]*";
const PATH = `${NAME}(?:::${NAME})*`;

/** A use tree, flattened: one row a path that names are taken from. */
function useTree(prefix: string, tree: string, reexport: boolean): ParsedImport[] {
  const text = tree.trim();
  const brace = text.indexOf("{");
  if (brace >= 0) {
    const close = closeBracket(text, brace, text.length, syntax);
    if (close < 0) return [];
    const path = join(prefix, text.slice(0, brace).replace(/::\s*$/, ""));
    const names: ParsedImport["names"] = [];
    const nested: ParsedImport[] = [];
    for (const [from, to] of splitList(text, brace + 1, close - 1, syntax)) {
      const piece = text.slice(from, to);
      const plain = re`^(${NAME})(?:\s+as\s+(${NAME}))?$`.exec(piece);
      if (plain && plain[1] === "self") names.push({ name: "self", local: plain[2] ?? path.slice(path.lastIndexOf(":") + 1) });
      else if (plain) names.push({ name: plain[1]!, local: plain[2] ?? plain[1]! });
      else nested.push(...useTree(path, piece, reexport));
    }
    return [...(names.length > 0 ? [{ form: "named" as const, source: path, names, reexport }] : []), ...nested];
  }
  const match = re`^([\s\S]*?)(?:\s+as\s+(${ID}))?$`.exec(text)!;
  const path = join(prefix, match[1]!.replace(/\s+/g, ""));
  if (path.endsWith("*")) return [{ form: "wildcard", source: path.replace(/(?:::)?\*$/, ""), names: [], reexport }];
  const at = path.lastIndexOf("::");
  if (at <= 0) {
    const name = path.replace(/^::/, "");
    return name ? [{ form: "namespace", source: path, names: [{ name: "*", local: match[2] ?? name }], reexport }] : [];
  }
  const name = path.slice(at + 2);
  return [{ form: "named", source: path.slice(0, at), names: [{ name, local: match[2] ?? name }], reexport }];
}

const join = (a: string, b: string): string => [a, b.trim()].filter((part) => part !== "").join("::");

function parseUse(text: string): ParsedImport[] {
  const match = /^(pub\b(?:\s*\([^)]*\))?)?\s*use\s+([\s\S]*?);?\s*$/.exec(text);
  return match ? useTree("", match[2]!, match[1] !== undefined) : [];
}

/** `let x: T = …`, `let x = Foo::new(…)`, `let x = Foo { … }`, `if let Some(x) = …`. */
function bind(_text: string, _local: boolean, _before: string, field: (name: string) => string | null): Bound[] {
  const pattern = field("pattern") ?? "";
  const taken = TAKEN.exec(pattern);
  if (taken) return [(taken[1] === "Err" ? failureOf : eachOf)(taken[2]!, field("value") ?? "", CHAIN)];
  const name = PLAIN.exec(pattern)?.[1];
  if (name === undefined)
    return [...pattern.matchAll(/(?<![\w\x80-\u{10FFFF}:])([a-z_][\w\x80-\u{10FFFF}]*)(?![\w\x80-\u{10FFFF}]|\s*[:(])/gu)].flatMap((m) =>
      /^(?:mut|ref|box|_)$/.test(m[1]!) ? [] : [{ name: m[1]!, type: "", from: "unknown" as const }],
    );
  const type = field("type");
  if (type !== null && type !== "_") return [{ name, type, from: "annotation" }];
  const value = field("value") ?? "";
  const literal = LITERAL.exec(value)?.[1];
  if (literal && /(?:^|::)\p{Lu}/u.test(literal)) return [{ name, type: literal, from: "constructor" }];
  return [boundTo(name, value, CHAIN)];
}
const TAKEN = re`^(Some|Ok|Err)\s*\(\s*(?:ref\s+)?(?:mut\s+)?(${NAME})\s*\)$`;
const PLAIN = re`^(?:mut\s+)?(?:ref\s+)?(${NAME})$`;
const LITERAL = re`^(${PATH})\s*\{`;

/** What a variant of an enumeration carries: `Neg(Box<Expr>)`, `Call { name: Name }`. */
function payload(text: string): Bound[] {
  const match = re`^(?:#\[[^\]]*\]\s*)*(${NAME})\s*(?=[({])`.exec(text);
  const close = match ? closeBracket(text, match[0].length, text.length, syntax) : -1;
  if (!match || close < 0) return [];
  const types = carried(
    text.slice(match[0].length + 1, close - 1).replace(/#\[[^\]]*\]|\bpub\b|\/\/[^\n]*/g, ""),
    text[match[0].length] === "{",
  );
  return types === "" ? [] : [{ name: `${match[1]!}()`, type: types, from: "annotation", field: true }];
}

/** `Expr::Neg(inner)`, `Shape::Circle { center, radius: r }`: what a pattern takes out of a variant. */
function taken(text: string): Bound[] {
  const match = re`^(${PATH}::${NAME})\s*([({])`.exec(text);
  const close = match ? closeBracket(text, match[0].length - 1, text.length, syntax) : -1;
  if (!match || close < 0) return [];
  return splitList(text, match[0].length, close - 1, syntax).flatMap(([from, to], at): Bound[] => {
    const part = text.slice(from, to).replace(/^(?:&\s*)?(?:ref\s+)?(?:mut\s+)?/, "");
    const named = match[2] === "{" ? re`^(${NAME})\s*(?::\s*(?:ref\s+)?(?:mut\s+)?(${NAME}))?$`.exec(part) : null;
    const name = match[2] === "{" ? (named?.[2] ?? named?.[1]) : part;
    if (name === undefined || !/^[a-z][\w\x80-\u{10FFFF}]*$/u.test(name)) return [];
    return [{ name, type: `${match[1]!}.${PAYLOAD}${match[2] === "{" ? named![1]! : at}()`, from: "call" }];
  });
}

/** What stands before the block or the `else` that follows a condition. */
function untilBody(text: string): string {
  const end = findOutside(text, 0, text.length, [" {", "\n", ";", " else", " &&", " ||"], syntax);
  return text.slice(0, end);
}

/** `for x in items {`, `for (i, x) in items.iter().enumerate() {`. */
function loop(text: string): Bound[] {
  const match = re`^(?:'\w+\s*:\s*)?for\s+(?:&\s*)?(?:mut\s+)?(?:\(([^()]*)\)|(${ID}))\s+in\s+([\s\S]*)$`.exec(text);
  if (!match) return [];
  const value = untilBody(match[3]!);
  if (match[2]) return [eachOf(match[2], value, CHAIN)];
  const names = match[1]!.split(",").map((one) => one.trim().replace(/^(?:&\s*)?(?:mut\s+)?/, ""));
  const paired = /\.enumerate\(\)$/.test(value) ? value.slice(0, -12) : value;
  return names.flatMap((name, i): Bound[] => {
    if (!re`^${ID}$`.test(name) || name === "_") return [];
    return [i === names.length - 1 ? eachOf(name, paired, CHAIN) : { name, type: NOTHING, from: "call" }];
  });
}

/** `match x { Some(y) => …, Ok(z) => … }`: what the arms take out. */
function arms(text: string): Bound[] {
  const head = /^match\s+/.exec(text)!;
  const value = untilBody(text.slice(head[0].length));
  const out: Bound[] = [];
  for (const arm of text.matchAll(every`\b(Some|Ok|Err)\s*\(\s*(?:ref\s+)?(?:mut\s+)?(${ID})\s*\)\s*(?:if\b[^=]*)?=>`)) {
    out.push({ ...(arm[1] === "Err" ? failureOf : eachOf)(arm[2]!, value, CHAIN), at: arm.index });
  }
  return out;
}

/** `<T: Store + Send, U>`, `where T: Store`: the first bound of each that is a trait of somebody. */
function genericBounds(head: string): [string, string][] {
  if (!head.includes(":") || !(head.includes("<") || head.includes("where"))) return [];
  const found: [string, string][] = [];
  const one =
    /(?<![\w\x80-\u{10FFFF}:'])([\p{Lu}][\w\x80-\u{10FFFF}]*)\s*:\s*(?!:)(?:'\w+\s*\+\s*)?(?:\?Sized\s*\+\s*)?([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}:]*)/gu;
  const open = head.indexOf("<");
  const list = open >= 0 ? head.slice(open, skipAngles(head, open, head.length)) : "";
  for (const part of [list, /\bwhere\b([\s\S]*)$/.exec(head)?.[1] ?? ""])
    for (const match of part.matchAll(one)) if (!STANDARD_BOUNDS.has(match[2]!)) found.push([match[1]!, match[2]!]);
  return found;
}

const STANDARD_BOUNDS = words(`Send Sync Sized Clone Copy Debug Display Default Eq PartialEq Ord PartialOrd Hash Fn FnMut FnOnce Into From
  AsRef AsMut Iterator IntoIterator ToString Unpin`);

/** Bounds behind the colon of a trait: `Super + Clone`. */
function bounds(tail: string): Supertype[] {
  const list = /^\s*(?:<[^{]*>)?\s*:\s*([\s\S]*?)(?:\bwhere\b|$)/.exec(tail)?.[1];
  if (!list) return [];
  return list.split("+").flatMap((part) => {
    const type = part.trim();
    return type && !type.startsWith("'") && !type.startsWith("?")
      ? [{ kind: "inherit" as const, type: type.replace(/^(?:for\s*<[^>]*>\s*)/, "") }]
      : [];
  });
}

const ITEM_MACRO = /^([ \t]*)([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*)!\s*\{/gmu;
/** What items begin with; what does not parse as items all the same is left alone. */
const VISIBILITY = "(?:pub\\b(?:\\s*\\([^)]*\\))?\\s*)?";
const ITEM = sticky`${VISIBILITY}(?:(?:(?:async|unsafe|const|default|extern)\s+(?:"[^"]*"\s*)?){0,4}(?:fn|mod|use|enum|trait|type|union)\b|struct\s+${NAME}\s*[<({;]|(?:unsafe\s+)?impl\b|(?:static(?!\s+ref\b)|const)\s+[a-zA-Z\x80-\u{10FFFF}_])`;

/** Attributes of the compiler and of its tools say something about an item; others are macros that may hand it on (`#[get("/x")]`). */
const ATTRIBUTE =
  /#\[\s*(?!(?:macro_export|derive|cfg|cfg_attr|allow|warn|deny|forbid|expect|must_use|inline|doc|cold|track_caller|deprecated|non_exhaustive|repr|serde|clap|arg|command|error|from|source|default|target_feature|ignore|should_panic|macro_use|path|rustfmt|clippy|diagnostic|automatically_derived|global_allocator|instrument)\b)([a-z_]\w*(?:::\w+)*)/uy;

/** Does an item begin at `from`, comments and attributes skipped? Step by step: one pattern for all takes exponential time on `////////`. */
function beginsItem(text: string, from: number): boolean {
  const limit = Math.min(text.length, from + 20_000);
  for (let i = skipSpace(text, from, limit); i < limit; ) {
    let next = i;
    if (text[i] === "/") next = skipLiteral(text, i, limit, syntax);
    else if (text[i] === "#") {
      const open = text[i + 1] === "!" ? i + 2 : i + 1;
      next = text[open] === "[" ? Math.max(i, closeBracket(text, open, limit, syntax)) : i;
    }
    if (next === i) {
      ITEM.lastIndex = i;
      return ITEM.test(text);
    }
    i = skipSpace(text, next, limit);
  }
  return false;
}

/**
 * `cfg_net! { pub fn … }`: items inside a macro that only chooses whether they are compiled are items. The macro is blanked around them.
 */
function unwrapItems(text: string): string {
  const blanks: [number, number][] = [];
  ITEM_MACRO.lastIndex = 0;
  for (let match = ITEM_MACRO.exec(text); match; match = ITEM_MACRO.exec(text)) {
    const open = ITEM_MACRO.lastIndex - 1;
    if (/^(?:quote|quote_spanned|parse_quote|macro_rules)$/.test(match[2]!) || !beginsItem(text, open + 1)) continue;
    const close = closeBracket(text, open, text.length, syntax);
    if (close < 0) break;
    // The search goes on inside: these macros nest.
    blanks.push([match.index, open + 1], [close - 1, close]);
  }
  let out = "";
  let end = 0;
  for (const [from, to] of blanks.sort((x, y) => x[0] - y[0])) {
    out += text.slice(end, from) + text.slice(from, to).replace(/[^\n]/g, " ");
    end = to;
  }
  return out + text.slice(end);
}

const functionRule: DefineRule = {
  role: "define",
  as: "function",
  inType: "method",
  name: "name",
  params: "parameters",
  body: "body",
  type: "return_type",
};

/** Macros of the standard library: they share names with functions (`write`) but call none of them. */
const STANDARD_MACROS = words(`assert assert_eq assert_ne cfg column compile_error concat dbg debug_assert debug_assert_eq debug_assert_ne
  env eprint eprintln file format format_args include include_bytes include_str line matches module_path option_env panic print println
  stringify thread_local todo unimplemented unreachable vec write writeln`);

export const rust: RuleSet = {
  nodes: {
    arguments: {
      role: "call",
      callee: "before",
      // Constructors of the prelude's own enums are in every other line.
      accept: (callee) => (callee.receiver === null && /^(?:Some|Ok|Err)$/.test(callee.name) ? null : callee),
    },
    associated_type: { role: "define", as: "type", name: "name", where: "type" },
    attribute_item: { role: "attach", opaque: true, decorates: ATTRIBUTE },
    closure_expression: { role: "lambda", params: /(?:static\s+)?(?:async\s+)?(?:move\s+)?/y },
    const_item: { role: "define", as: "constant", name: "name", where: "outer", type: "type" },
    enum_item: { role: "define", as: "enum", name: "name", body: "body" },
    enum_variant: [
      { role: "bind", parse: payload },
      { role: "define", as: "constant", name: "name", where: "type" },
    ],
    extern_crate_declaration: {
      role: "import",
      parse: (text) => {
        const match = /extern\s+crate\s+(\w+)(?:\s+as\s+(\w+))?/.exec(text);
        return match
          ? [
              {
                form: "namespace",
                source: match[1]!,
                names: [{ name: "*", local: match[2] ?? match[1]! }],
                reexport: text.startsWith("pub"),
              },
            ]
          : [];
      },
    },
    field_declaration: { role: "define", as: "field", name: "name", where: "type", type: "type" },
    for_expression: { role: "bind", parse: loop },
    function_item: functionRule,
    function_signature_item: functionRule,
    impl_item: { role: "extend", owner: "type", supers: "trait" },
    let_condition: { role: "bind", parse: bind },
    let_declaration: { role: "bind", parse: bind },
    macro_definition: { role: "define", as: "macro", name: "name", until: ["{", "("] },
    match_expression: { role: "bind", parse: arms },
    mod_item: [
      {
        role: "import",
        when: sticky`(?:pub(?:\s*\([^)]*\))?\s+)?mod\s+${ID}\s*;`,
        parse: (text) => {
          const name = re`mod\s+(${ID})`.exec(text)?.[1] ?? "";
          return [{ form: "module", source: name, names: [{ name: "*", local: name }], reexport: text.startsWith("pub") }];
        },
      },
      { role: "define", as: (text) => (text.trimEnd().endsWith(";") ? null : "module"), name: "name", body: "body" },
    ],
    static_item: { role: "define", as: "constant", name: "name", where: "outer", type: "type" },
    struct_expression: {
      role: "call",
      // nothing runs when a value is written out: the type is used, not called
      kind: "use",
      parse: (text) => {
        const match = re`^(?:(${PATH})::)?(${NAME})`.exec(text);
        return match ? { name: match[2]!, receiver: match[1] ?? null, arity: null } : null;
      },
    },
    struct_item: { role: "define", as: "struct", name: "name", body: "body" },
    struct_pattern: { role: "bind", parse: taken },
    token_tree: {
      role: "call",
      callee: "before",
      // What a macro gets are no arguments: a call without their number is one of a macro.
      // Inside macros everything is tokens: `f(` looks like a call, `x[` and `x {` do not.
      accept: (callee) => {
        if (/^(?:fn|struct|enum|union|mod|trait|type|impl|macro_rules)$/.test(callee.before)) return null;
        if (callee.bang) return STANDARD_MACROS.has(callee.name) ? null : { ...callee, arity: null };
        return callee.open === "(" && !/^(?:Some|Ok|Err)$/.test(callee.name) ? callee : null;
      },
    },
    trait_item: {
      role: "define",
      as: "trait",
      // an alias of traits is damage to the grammar, which takes one of those for the name
      name: sticky`(?:pub(?:\s*\([^)]*\))?\s+)?(?:unsafe\s+)?(?:auto\s+)?trait\s+(${NAME})`,
      body: "body",
      supers: ({ tail }) => bounds(tail),
    },
    tuple_struct_pattern: { role: "bind", parse: taken },
    type_item: { role: "define", as: "type", name: "name", type: "type" },
    union_item: { role: "define", as: "struct", name: "name", body: "body" },
    use_declaration: { role: "import", parse: parseUse },
  },
  lexComments: true,
  repair: unwrapItems,
  repairWhen:
    /^[ \t]*[a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}]*!\s*\{\s*(?:\/\/|\/\*|#!?\[|pub\b|fn\b|impl\b|mod\b|use\b|struct\b|enum\b|trait\b|type\b|const\b|static\b|unsafe\b|async\b|extern\b|union\b)/mu,
  tailReturns: true,
  reads: true,
  operators,
  syntax,
  parameter: (text) => {
    const plain = text.replace(/^(?:#\[[^\]]*\]\s*)+/, "");
    if (/^(?:&\s*(?:'\w+\s*)?)?(?:mut\s+)?self\b/.test(plain)) return null;
    const match = re`^(?:mut\s+)?(?:ref\s+)?(${NAME})\s*(?::\s*([\s\S]+))?$`.exec(plain);
    if (match) return { name: match[1]!, type: match[2] ?? null };
    return { name: "", type: null };
  },
  typeName: wholeType,
  each: {},
  ambient: "types",
  bounds: genericBounds,
  exported: (d) => d.within === "trait" || d.within === "enum" || /^pub\b/.test(d.head) || d.kind === "macro",
  builtinTypes: words(`u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str String Self self Option Result Vec Box Rc
    Arc RefCell Cell HashMap HashSet BTreeMap Cow PhantomData Fn FnMut FnOnce Send Sync Sized Clone Copy Debug Iterator dyn impl mut const
    where for as static ref fn pub Pin`),
};
