/** C++. */

import {
  argumentsOf,
  CHAIN,
  c,
  constructed,
  declarations,
  finish,
  kept,
  partsOf,
  SLOT_NARROW,
  shared,
  structured,
  unmoved,
} from "../c/rules.ts";
import { parameter, syntax } from "../cfamily/cdecl.ts";
import { withoutTitles } from "../cfamily/titled.ts";
import { splitTop } from "../engine/resolve/text.ts";
import { BLOCK_SPACE, MACRO_SPACE } from "../engine/resolve/world.ts";
import { boundTo, readChain } from "../engine/rules/_chain.ts";
import { withoutGenerics } from "../engine/rules/_declared.ts";
import { MISREAD, repairC } from "../engine/rules/_repair.ts";
import type { BindRule, CallRule, CallsRule, Declaration, DefineRule, ParsedImport, RuleSet, Supertype } from "../engine/rules/_rules.ts";
import { typeName } from "../engine/typename.ts";
import { ID, re, sticky } from "../engine/words.ts";
import { operators } from "./operators.ts";

function supers({ tail }: Declaration): Supertype[] {
  const colon = /(?:^|[^:]):(?!:)/.exec(tail);
  if (!colon) return [];
  return withoutGenerics(tail.slice(colon.index + colon[0].length))
    .split(",")
    .flatMap((part) => {
      const type = part
        .replace(/\b(?:public|protected|private|virtual|typename)\b/g, "")
        .replace(/\.\.\./g, "")
        .trim();
      return type ? [{ kind: "inherit" as const, type: type.replace(/^::/, "") }] : [];
    });
}

/** `template <…>` (and a `requires …` behind it) before a definition. */
function templatePrefix(text: string, at: number): number {
  let start = at;
  for (let guard = 0; guard < 4; guard++) {
    const before = text.slice(Math.max(0, start - 2_000), start);
    const match = />\s*(?:requires\b[^;{}]*)?$/.exec(before);
    if (!match) return start;
    let depth = 0;
    let open = -1;
    for (let i = match.index; i >= 0 && open < 0; i--) {
      if (before[i] === ">" && before[i - 1] !== "-") depth++;
      else if (before[i] === "<") {
        depth--;
        if (depth === 0) open = i;
      } else if (before[i] === ";" || before[i] === "}") return start;
    }
    const word = /template\s*$/.exec(before.slice(0, Math.max(0, open)));
    if (!word) return start;
    start = Math.max(0, start - 2_000) + word.index;
  }
  return start;
}

function usingDeclaration(text: string): ParsedImport[] {
  const match = re`^using\s+(namespace\s+)?(?:typename\s+)?((?:${ID}\s*::\s*)*)(${ID})\s*;?$`.exec(text.replace(/^using\s+::/, "using "));
  if (!match?.[3]) return [];
  const scope = (match[2] ?? "").replace(/\s+/g, "").replace(/::$/, "");
  if (match[1]) return [{ form: "wildcard", source: scope ? `${scope}::${match[3]}` : match[3], names: [] }];
  return [{ form: "named", source: scope, names: [{ name: match[3], local: match[3] }] }];
}

/** `namespace fs = std::filesystem;` */
function spaceAlias(text: string): ParsedImport[] {
  const [, local, source] = /^namespace\s+([a-zA-Z_]\w*)\s*=\s*(?:::\s*)?([\w:\s]*\w)\s*;?$/.exec(text) ?? [];
  return local === undefined ? [] : [{ form: "namespace", source: source!.replace(/\s+/g, ""), names: [{ name: "*", local }] }];
}

function sorted(nodes: RuleSet["nodes"]): RuleSet["nodes"] {
  return Object.fromEntries(Object.entries(nodes).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Holders that stand for what they hold. */
const HOLDER = /^(?:const\s+)?(?:std::)?(?:unique_ptr|shared_ptr|weak_ptr|reference_wrapper|optional)\s*<\s*([\s\S]*)>\s*[&*]*\s*$/;

/** Containers: what they hold is asked for. */
const CONTAINER =
  /^(?:const\s+)?((?:std::)?(?:vector|list|forward_list|deque|(?:unordered_)?(?:multi)?(?:set|map)|array|span|stack|queue|priority_queue|initializer_list|pair|tuple)\s*<[\s\S]*>)\s*[&*]*\s*$/;

/** `std::vector<Node*>::iterator`. */
const ITERATOR =
  /^(?:const\s+)?(?:std::)?(?:vector|list|deque|set|multiset|unordered_set|map|multimap|unordered_map)\s*<([\s\S]*)>\s*::\s*(?:const_)?(?:reverse_)?iterator$/;
/** A template with its arguments. */
const GIVEN = /^(?:const\s+)?((?:[a-zA-Z_]\w*\s*::\s*)*[a-zA-Z_]\w*\s*<[\s\S]*>)(?:\s*const)?\s*[&*]*\s*$/;

/** Pointers to numbers: no name is looked up, but overloads ask which they are. */
const NUMBERS = /^(?:const\s+)?((?:(?:unsigned|signed)\s+)?(?:char|short|int|long|float|double|void|bool|wchar_t|size_t|u?int\d+_t))\s*\*$/;

/** The name to look a type up by, smart pointers taken off. */
function heldType(written: string): string {
  // `Value const& v`
  const inside = written.replace(/^((?:const\s+)?)::\s*/, "$1");
  const type = inside.includes(" const") ? inside.replace(/^((?:[\w:]|<[^()]*>)+)\s+const(?=\s*[*&]|$)/, "const $1") : inside;
  const held = heldBy(type);
  if (held === "") return "";
  // which of two overloads is called may depend on these
  const constant = /^const\s/.test(type) && !held.startsWith("const ") ? "const " : "";
  return constant + held + (/\*\s*(?:const\s*)?$/.test(type) && !held.endsWith("*") ? "*" : "");
}

function heldBy(type: string): string {
  const pointer = NUMBERS.exec(type)?.[1];
  if (pointer !== undefined) return `${pointer}*`;
  // what an iterator stands at is what it is used as
  const at = ITERATOR.exec(type)?.[1];
  const first = at === undefined ? undefined : splitTop(at, ",");
  if (first !== undefined) return heldBy(first.at(-1)!.trim());
  const container = CONTAINER.exec(type)?.[1];
  if (container !== undefined) return container.replace(/\s+/g, " ");
  const held = HOLDER.exec(type)?.[1];
  if (held !== undefined) return heldBy(held);
  // `PodArray<Inst>`: what its members are of depends on what it is given
  const given = GIVEN.exec(type)?.[1];
  return given !== undefined && given.length <= 120 && !given.startsWith("std::") ? given.replace(/\s+/g, " ") : typeName(type);
}

/** `for (const Item& item : items)`. */
const eachOf: BindRule = {
  role: "bind",
  parse: (text) => {
    const taken = /^for\s*\(\s*(?:const\s+)?auto\s*&{0,2}\s*\[([\w\s,]*)\]\s*:\s*/.exec(text);
    const plain = taken ?? /^for\s*\(\s*(?:const\s+)?auto\s*(?:const\s*)?[&*]{0,2}\s*([a-zA-Z_]\w*)\s*:(?!:)\s*/.exec(text);
    if (plain) {
      const found = readChain(unmoved(text.slice(plain[0].length)), CHAIN)?.chain;
      const chain = found && `${found}.@element()`;
      if (taken) return partsOf(taken[1]!, chain);
      const [all, name] = plain;
      return [
        chain ? { name: name!, type: chain, from: "call" } : { name: name!, type: "", from: "unknown" },
        ...kept(name!, /\bconst\b/.test(all), all.slice(0, all.lastIndexOf(name!))),
      ];
    }
    const match = re`^for\s*\(\s*([^();=]*?[\s&*])(${ID})\s*:(?!:)`.exec(text);
    if (!match?.[2]) return [];
    return /\bauto\b/.test(match[1]!)
      ? [{ name: match[2], type: "", from: "unknown" }]
      : [{ name: match[2], type: match[1]!.replace(/[\s&]+$/, ""), from: "annotation" }];
  },
};

/** `[self = shared_from_this()]`: a name of the lambda's own. */
const captured: BindRule = {
  role: "bind",
  parse: (text) => {
    const [, name, value] = re`^(?:&\s*)?(${ID})\s*=\s*([\s\S]+)$`.exec(text) ?? [];
    return name === undefined ? [] : [boundTo(name, unmoved(value!), CHAIN)];
  },
};

/** `make_unique<Card>(…)` makes a card. */
const made: CallRule = {
  role: "call",
  kind: "call",
  parse: (text) => {
    const match = re`^make_(?:unique|shared)\s*<\s*(?:const\s+)?(?:([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}:]*)::)?(${ID})`.exec(text);
    return match?.[2] ? { name: match[2], receiver: match[1] ?? null, arity: null } : null;
  },
};

/** `new Card`, `new (place) Card` without arguments. */
const plainNew: CallRule = {
  role: "call",
  kind: "new",
  parse: (text) => {
    const match =
      re`^new\b\s*(?:\((?:[^()]|\([^()]*\))*\)\s*)?(?:([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}:]*)::)?(${ID})\s*(?:<[^()]*>)?\s*$`.exec(
        text,
      );
    return match?.[2] ? { name: match[2], receiver: match[1] ?? null, arity: 0 } : null;
  },
};

/** `Card{1, "x"}`. */
const braced: CallsRule = {
  role: "calls",
  parse: (text) => {
    const match = re`^(?:([a-zA-Z\x80-\u{10FFFF}_][\w\x80-\u{10FFFF}:]*)::)?(${ID})\s*(?:<[^(){}]*>\s*)?(?=\{)`.exec(text);
    return match?.[2]
      ? [{ name: match[2], receiver: match[1] ?? null, ...argumentsOf(text.slice(match[0].length)), at: 0, kind: "call" as const }]
      : [];
  },
};

/** `: Base{1}`; in round brackets it reads like any call. */
const initialised: CallsRule = {
  role: "calls",
  parse: (text) => {
    const match = /^(?:([a-zA-Z_][\w:]*)::)?([a-zA-Z_]\w*)\s*(?:<[^(){}]*>\s*)?(?=\{)/.exec(text);
    return match?.[2]
      ? [{ name: match[2], receiver: match[1] ?? null, ...argumentsOf(text.slice(match[0].length)), at: 0, kind: "call" as const }]
      : [];
  },
};

/** `const Options& options = {}`: who calls without it makes one. */
const standard: CallsRule = {
  role: "calls",
  parse: (text) => {
    const [, space, name] =
      /^(?:const\s+)?(?:::)?((?:[a-zA-Z_]\w*::)*)([a-zA-Z_]\w*)(?:\s*<[^(){}=]*>)?(?:\s*&)?(?:\s*[a-zA-Z_]\w*)?\s*=\s*\{\s*\}/.exec(text) ??
      [];
    return name === undefined ? [] : [{ name, receiver: space ? space.slice(0, -2) : null, arity: 0, at: 0, kind: "call" as const }];
  },
};

const typed = (keyword: "struct" | "class"): DefineRule => ({ ...structured(keyword), supers });

export const cpp: RuleSet = {
  everywhere: true,
  nodes: sorted({
    ...shared,
    alias_declaration: {
      role: "define",
      as: "type",
      name: sticky`using\s+(${ID})`,
      type: /^\s*=\s*([\s\S]*?)\s*;?\s*$/,
      leaf: true,
    },
    class_specifier: typed("class"),
    declaration: [...declarations, constructed],
    compound_literal_expression: braced,
    concept_definition: { role: "define", as: "type", name: "name", until: ["="], leaf: true },
    field_initializer: initialised,
    for_range_loop: eachOf,
    lambda_capture_initializer: captured,
    lambda_expression: { role: "lambda", params: /\[[^\]]*\]\s*/y },
    namespace_alias_definition: { role: "import", parse: spaceAlias },
    namespace_definition: {
      role: "define",
      as: "namespace",
      name: (text) => {
        const match = re`^(inline\s+)?namespace\s+(?:\[\[[^\]]*\]\]\s*)?((?:${ID}\s*::\s*(?:inline\s+)?)*${ID})`.exec(text);
        if (!match?.[2]) return [];
        // what stands in one that is inline is known without it
        const name = match[2].replace(/\s*::\s*inline\s+\w+/g, "").replace(/\s*::\s*/g, ".");
        return [{ name, end: match[0].length, ...(match[1] ? { type: MACRO_SPACE, leaf: true } : { type: BLOCK_SPACE }) }];
      },
      until: ["{"],
    },
    new_expression: plainNew,
    optional_parameter_declaration: standard,
    struct_specifier: typed("struct"),
    template_function: made,
    using_declaration: { role: "import", parse: usingDeclaration },
  }),
  starts: { "(": "argument_list" },
  finish,
  narrow: {
    ...SLOT_NARROW,
    field_initializer: { has: { kind: "initializer_list" } },
    new_expression: { not: { has: { field: "arguments", kind: "argument_list" } } },
    template_function: { regex: "^make_(?:unique|shared)" },
  },
  // A virtual method is there to be overridden.
  abstract: (head) => /\bvirtual\b/.test(head),
  typeName: heldType,
  generics: true,
  overloads: true,
  lexComments: true,
  reads: "members",
  operators,
  syntax,
  parameter,
  respelled: withoutTitles,
  repair: repairC,
  oftenDamaged: true,
  repairWhen: MISREAD,
  prefix: templatePrefix,
  exported: ({ head, within }) => within === "class" || within === "struct" || !/^(?:template[^;]*>\s*)?(?:inline\s+)?static\b/.test(head),
  builtinTypes: new Set([
    ...(c.builtinTypes ?? []),
    "std",
    "std::string",
    "std::size_t",
    "std::nullptr_t",
    "typename",
    "constexpr",
    "wchar_t",
  ]),
};
