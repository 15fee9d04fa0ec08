/** Lua: which tables are classes, what stands above them, and what a function returns. The language has tables only. */

import type { Pass } from "../engine/pass/state.ts";
import type { Bound, ParsedImport, Supertype } from "../engine/rules/_rules.ts";
import { DOTTED, ID, re } from "../engine/words.ts";

const PATH = `${ID}(?:\\.${ID})*`;

/** A table with methods or an `__index` is a class, and seen where the file's table is. */
export function classes({ symbols, references, bindings }: Pass): void {
  const metatables = new Map(
    bindings.flatMap(({ name, type, from, scope }) => (scope === 0 && from === "constructor" ? [[name, type]] : [])),
  );
  for (const one of [...symbols, ...bindings]) one.type = metatables.get(one.type ?? "") ?? one.type;
  const holders = new Set<string>();
  for (const { kind, owner } of references) if (kind === "inherit" && owner !== null) holders.add(owner);
  for (const { owner, kind, name } of symbols) if (owner !== null && (kind === "method" || name === "__index")) holders.add(owner);
  const made = new Set<string>();
  for (const symbol of symbols) {
    if ((symbol.kind !== "variable" && symbol.kind !== "constant") || !holders.has(symbol.name) || made.has(symbol.name)) continue;
    if (symbol.owner !== null || symbol.parent !== 0) continue;
    symbol.kind = "class";
    symbol.exported = true;
    made.add(symbol.name);
  }
}

/** What a table is made from: `setmetatable({}, { __index = Base })`, `Base:extend()`, `class("Name", Base)`. */
export function above(text: string): Supertype[] {
  const found =
    re`\b__index\s*=\s*(${PATH})`.exec(text)?.[1] ??
    re`=\s*(${PATH})\s*[.:]\s*(?:extend|new|subclass|inherit|derive)\b`.exec(text)?.[1] ??
    re`=\s*(?:${PATH}[.:])?[cC]lass\s*\(\s*(?:["'][^"']*["']\s*,\s*)?(${PATH})\s*[,)]`.exec(text)?.[1] ??
    re`^[^=]*setmetatable\s*\(\s*(?:\{\s*\}|${PATH})\s*,\s*(${PATH})\s*\)`.exec(text)?.[1];
  const own = re`^(?:local\s+)?(?:setmetatable\s*\(\s*)?(${PATH})`.exec(text)?.[1];
  return found && found !== own && found !== "self" ? [{ kind: "inherit", type: found }] : [];
}

/** A value told by its text: an object of a class, or what a call gives. */
function value(text: string): { type: string; from: "constructor" | "call" } | null {
  const object = re`^setmetatable\s*\((?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|${ID}|[^,]*\bor\s*\{\s*\}),\s*(${PATH})\s*\)`.exec(text)?.[1];
  if (object) return { type: object, from: "constructor" };
  const chain = re`^${ID}(?:\s*[.:]\s*${ID}(?:\([^()]*\))?)*\s*\([^()]*(?:\([^()]*\)[^()]*)*\)(?=\s*(?:$|\n|;|--))`.exec(text)?.[0];
  return chain && !/^(?:require|function|setmetatable|pairs|ipairs|tostring|type)\b/.test(chain)
    ? { type: chain.replace(/\((?:[^()]|\([^()]*\))*\)/g, "()").replace(/\s*[.:]\s*/g, "."), from: "call" }
    : null;
}

/** `local filter, each = util.filter, util.each`: members under plain names. */
function together(text: string): Bound[] {
  const match = re`^local\s+(${ID}(?:\s*,\s*${ID})+)\s*=\s*(${PATH}(?:\s*,\s*${PATH})+)\s*(?:$|\n|;|--)`.exec(text);
  if (!match) return [];
  const values = match[2]!.split(",");
  return match[1]!.split(",").flatMap((name, at): Bound[] => {
    const type = values[at]?.trim();
    return type?.includes(".") ? [{ name: name.trim(), type, from: "value" }] : [{ name: name.trim(), type: "", from: "unknown" }];
  });
}

/** `local x = Order.new(1)`, `self.store = Store()`. */
export function bound(text: string): Bound[] {
  if (/^local\s+\w+\s*,/.test(text)) return together(text);
  const match = re`^(?:local\s+(${ID})|(self\.${ID}))\s*(?:<\w+>\s*)?(?:=\s*([\s\S]*))?$`.exec(text);
  const name = match?.[1] ?? match?.[2];
  if (!match || !name || name === "function") return [];
  const given = match[3] ?? "";
  if (/^require\b/.test(given)) return [];
  // `local Bus_mt = { __index = Bus }`: what has it as its metatable is a Bus
  const meta = re`^\{\s*__index\s*=\s*(${PATH})\s*[,;}]`.exec(given)?.[1];
  if (meta) return [{ name, type: meta, from: "constructor" }];
  const told = value(given.replace(/^\w+\s+or\s+/, ""));
  if (told) return [{ name, ...told }];
  // `local Square = shapes.Square`
  const member = re`^(${ID}(?:\.${ID})+)\s*(?:$|\n|;|--)`.exec(given)?.[1];
  if (member) return [{ name, type: member, from: "value" }];
  const same = re`^(${ID})\s*(?:$|\n|;|or\b)`.exec(given)?.[1];
  return [{ name, type: "", from: "unknown", ...(same && !/^(?:nil|true|false)$/.test(same) ? { same } : {}) }];
}

/** What a function returns, where its last statement tells. */
export function returned(text: string): string | null {
  const last = /\breturn[ \t]+([^\n]+?)\s*;?\s*(?:--[^\n]*)?\s*end\s*$/.exec(text)?.[1];
  if (last === undefined) return null;
  const class_ = re`^(?:local\s+)?function\s+(${DOTTED})[.:][a-zA-Z\x80-\u{10FFFF}_]`.exec(text)?.[1];
  const own = (type: string): string | null => (type === "self" ? (class_ === undefined ? null : "self") : type);
  const told = value(last);
  if (told) return told.from === "call" ? told.type : own(told.type);
  if (!re`^${ID}$`.test(last)) return null;
  const made = new RegExp(`(?:^|[\\s;])(?:local\\s+)?${last}\\s*=\\s*([^\\n]*)`, "u").exec(text)?.[1];
  const from = made === undefined ? null : value(made);
  const later = new RegExp(`setmetatable\\s*\\(\\s*${last}\\s*,\\s*(${PATH})`, "u").exec(text)?.[1];
  if (later) return own(later);
  if (from) return from.from === "call" ? from.type : own(from.type);
  return last === "self" && /^(?:local\s+)?function\s+[^(]*:/.test(text) ? "self" : null;
}

/** `return M` at the end of a file: what `require` of it gives. */
export function exported(text: string): ParsedImport[] {
  const name = re`^return\s+(?:setmetatable\s*\(\s*)?(${ID})\s*(?:$|;|,)`.exec(text)?.[1];
  const table = /^return\s+\{([^{}]*)\}?/.exec(text)?.[1];
  if (table !== undefined) {
    // `return { A = A, make = make }`
    const names = [...table.matchAll(new RegExp(`(?<=^|[,;]\\s*)\\s*(${ID})\\s*=\\s*(${ID})\\s*(?=$|[,;])`, "gu"))].map((one) => ({
      name: one[2]!,
      local: one[1]!,
    }));
    return names.length > 0 ? [{ form: "named", source: "", names, reexport: true, length: 0 }] : [];
  }
  return name && !/^(?:nil|true|false|function)$/.test(name)
    ? [{ form: "named", source: "", names: [{ name, local: "default" }], reexport: true, length: 0 }]
    : [];
}
