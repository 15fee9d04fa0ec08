/**
 * Overloads of C++ as a file calls them. Types of arguments are known by their names, seldom with their pointers: what is not known fits
 * everywhere, and what nothing tells apart is none of them.
 */
import type { RawReference } from "../../base/types.ts";
import { BETWEEN, OPERAND } from "../pass/form.ts";
import type { Chosen } from "./_chosen.ts";
import type { Place } from "./_family.ts";
import type { Lookup } from "./_lookup.ts";
import { type Link, parseChain } from "./_names.ts";
import { countFits, type Declared, type Signature } from "./_overloads.ts";
import { CONSTANT, GIVES_CONSTANT, plainTyped, signatureKey, signatureOf } from "./_signatures_cpp.ts";
import type { Tree } from "./_tree.ts";
import { isType, RETURNED, type WorldSymbol } from "./_world.ts";

/** What is known of a type: its last name, whether it is a pointer (null: nobody knows), and the type of the tree that it is. */
interface Known {
  name: string;
  pointer: boolean | null;
  constant: boolean | null;
  tree: WorldSymbol | null;
}
/** An argument's type; null: not known. `nothing`: a null pointer. */
type Argument = Known | "nothing" | null;

/** From best to worst: the very type, one that is made from it without a loss, one that it is converted to, a parameter of a template. */
type Rank = 0 | 1 | 2 | 3;
type Fit = Rank | "no" | "unknown";

const ARITHMETIC = new Set(
  `bool char wchar_t char8_t char16_t char32_t short int long float double signed unsigned size_t ssize_t ptrdiff_t intptr_t uintptr_t int8_t int16_t int32_t
  int64_t uint8_t uint16_t uint32_t uint64_t off_t time_t`.split(/\s+/),
);
/** Types of strings by custom: a literal goes into each. */
const STRINGS = new Set([
  "string",
  "string_view",
  "basic_string",
  "basic_string_view",
  "StringPiece",
  "StringRef",
  "Slice",
  "String",
  "QString",
]);

/** An overload: its declarations and definitions, and all that they say of parameters. */
interface Overload {
  of: WorldSymbol;
  signature: Signature;
  optional: boolean[];
  constant: boolean;
  /** Names of its template's parameters. */
  free: ReadonlySet<string>;
}

export class CppOverloads {
  constructor(
    private readonly tree: Tree,
    private readonly lookup: Lookup,
    private readonly seen: (symbol: WorldSymbol) => boolean,
  ) {}

  /** Which of the functions of a name is meant, one of which was found. */
  chosen(reference: RawReference, found: WorldSymbol, _on: WorldSymbol | null, scope: number): Chosen {
    return this.among(this.overloads(found.full, found), reference, scope) ?? { symbol: found };
  }

  /** Which constructor of a type is meant; null where none is written that could be. */
  constructor_(reference: RawReference, type: WorldSymbol, scope: number): Chosen | null {
    const all = this.overloads(`${type.full}.${type.name}`, null);
    if (all.length === 0) return null;
    const counted = reference.arity === null ? { ...reference, arity: 0 } : reference;
    if (!all.some((one) => fitsCount(one, counted.arity!))) return null;
    return this.among(all, counted, scope);
  }

  private overloads(full: string, found: WorldSymbol | null): Overload[] {
    return this.tree.memo("overloads of", `${full} ${found?.parentKind === "file" && !found.exported ? found.path : ""}`, () => {
      const out = new Map<string, Overload>();
      const all = this.tree.full(full, this.lookup.family).filter((one) => isFunction(one) && this.seen(one));
      // the file's own before what is seen, declarations with their defaults
      for (const symbol of all) {
        const signature = signatureOf(this.tree, symbol);
        const key = signature && signatureKey(this.tree, symbol);
        if (!signature || key === null) continue;
        const known = out.get(key);
        if (known) {
          signature.parameters.forEach(({ optional }, i) => {
            if (optional) known.optional[i] = true;
          });
          continue;
        }
        const free = this.lookup.freeOf(symbol, `${RETURNED}<>`);
        out.set(key, {
          of: symbol,
          signature,
          optional: signature.parameters.map(({ optional }) => optional),
          constant: signature.types.has(CONSTANT),
          free: new Set(free),
        });
      }
      return [...out.values()];
    });
  }

  private among(all: Overload[], reference: RawReference, scope: number): Chosen | null {
    if (all.length < 2) return null;
    const { arity } = reference;
    if (arity === null) return null;
    const counted = all.filter((one) => fitsCount(one, arity));
    if (counted.length === 1) return { symbol: counted[0]!.of };
    // what was counted is not what is declared: a macro, an argument that unfolds
    const open = counted.length === 0 ? all : counted;
    const forms = reference.given?.split(BETWEEN) ?? [];
    const types = Array.from({ length: arity }, (_, i) => this.typeOf(forms[i] ?? "", scope, reference.line));
    let left = this.best(open, types);
    if (left.length > 1) left = this.byConstness(left, reference, scope);
    if (left.length === 1) return { symbol: left[0]!.of };
    return { among: (left.length === 0 ? open : left).map(({ of }) => of) };
  }

  /** Those that no other beats. */
  private best(all: Overload[], types: readonly Argument[]): Overload[] {
    const judged = all
      .map((one) => ({ one, fits: types.map((type, i) => this.fit(type, parameterAt(one.signature, i), one)) }))
      .filter(({ fits }) => !fits.includes("no"));
    const beats = (a: (typeof judged)[number], b: (typeof judged)[number]): boolean => {
      let better = false;
      for (let i = 0; i < types.length; i++) {
        const [x, y] = [a.fits[i]!, b.fits[i]!];
        if (x === "unknown" || y === "unknown") {
          if (x === y && sameText(parameterAt(a.one.signature, i), parameterAt(b.one.signature, i))) continue;
          return false;
        }
        if (x > y) return false;
        if (x < y) better = true;
      }
      return better || (a.one.free.size === 0 && b.one.free.size > 0) || (!isVariadic(a.one) && isVariadic(b.one));
    };
    return judged.filter((one) => !judged.some((other) => other !== one && beats(other, one))).map(({ one }) => one);
  }

  /** `T& at(i)` and `const T& at(i) const`: which one is told by what it is called on. */
  private byConstness(left: Overload[], reference: RawReference, scope: number): Overload[] {
    if (left.length !== 2 || left[0]!.constant === left[1]!.constant) return left;
    const constant = this.isConstant(reference, scope);
    return constant === null ? left : left.filter((one) => one.constant === constant);
  }

  /** Is what a method is called on constant? Null where nobody knows. */
  private isConstant({ receiver, line }: RawReference, scope: number): boolean | null {
    if (receiver === null || receiver === "this") {
      const own = this.ownSignature(scope);
      return own ? own.types.has(CONSTANT) : null;
    }
    const links = parseChain(receiver, "each");
    return links && this.isConstantChain(links, scope, line);
  }

  private isConstantChain(links: Link[], scope: number, line: number): boolean | null {
    const last = links.at(-1)!;
    if (links.length === 1 && !last.called) return last.fresh ? false : (this.named(last.name, scope, line)?.constant ?? null);
    if (!last.called) return null;
    const on = links.length > 1 ? this.lookup.chain(links.slice(0, -1), scope, line) : null;
    const place = on
      ? (this.lookup.member(on.place, last.name, null)?.place ?? null)
      : this.lookup.name(last.name, scope, line, null, true);
    if (place?.is !== "symbol" || (links.length > 1 && !on)) return null;
    if (isType(place.symbol.kind)) return false;
    const all = this.overloads(place.symbol.full, place.symbol);
    const gives = new Set(all.map(({ signature }) => signature.types.has(GIVES_CONSTANT)));
    if (gives.size === 1) return [...gives][0]!;
    // `const T* first() const` beside `T* first()`: as constant as what it is called on
    const told = all.every((one) => one.constant === one.signature.types.has(GIVES_CONSTANT));
    if (!told) return null;
    return links.length > 1
      ? this.isConstantChain(links.slice(0, -1), scope, line)
      : (this.ownSignature(scope)?.types.has(CONSTANT) ?? null);
  }

  private ownSignature(scope: number): Signature | null {
    const symbol = this.tree.here[scope];
    return symbol && isFunction(symbol) ? signatureOf(this.tree, symbol) : null;
  }

  // ------------------------------------------------------------------------------------------ types

  private fit(argument: Argument, parameter: Declared | null, one: Overload): Fit {
    if (parameter === null) return "unknown";
    // `...` of C
    if (parameter.variadic && parameter.type === "") return 3;
    if (argument === null) return "unknown";
    const wanted = this.known(parameter.type, one.of);
    if (wanted === null) return "unknown";
    if (wanted.name === "va_list") return argument !== "nothing" && argument.name === "va_list" ? 0 : "no";
    if (one.free.has(wanted.name) || wanted.name === "auto")
      return wanted.pointer && argument !== "nothing" && argument.pointer === false ? "no" : 3;
    if (argument === "nothing") return wanted.pointer ? 0 : ARITHMETIC.has(wanted.name) ? "no" : 2;
    if (argument.name === wanted.name && (argument.tree?.full === wanted.tree?.full || !argument.tree || !wanted.tree)) {
      if (argument.pointer !== null && wanted.pointer !== null && argument.pointer !== wanted.pointer) return "no";
      return 0;
    }
    if (wanted.name === "void" && wanted.pointer) return argument.pointer === false ? "no" : 2;
    if (ARITHMETIC.has(argument.name) && argument.pointer !== true) {
      if (wanted.pointer) return argument.pointer === null ? "unknown" : "no";
      if (ARITHMETIC.has(wanted.name)) return argument.name === "char" || argument.name === "bool" || argument.name === "float" ? 1 : 2;
      if (argument.pointer === null && argument.name === "char" && STRINGS.has(wanted.name)) return "unknown";
      return STRINGS.has(wanted.name) ? "no" : wanted.tree ? this.makes(wanted.tree, argument) : "unknown";
    }
    if (argument.name === "char" && argument.pointer) {
      if (STRINGS.has(wanted.name)) return 2;
      if (wanted.name === "bool" && !wanted.pointer) return 2;
      return ARITHMETIC.has(wanted.name) ? "no" : wanted.tree ? this.makes(wanted.tree, argument) : "unknown";
    }
    if (argument.tree) {
      if (argument.tree.kind === "enum" && ARITHMETIC.has(wanted.name) && !wanted.pointer) return 2;
      if (ARITHMETIC.has(wanted.name)) return argument.tree.kind === "type" ? "unknown" : "no";
      if (!wanted.tree) return "unknown";
      if (argument.tree.kind === "type" || wanted.tree.kind === "type") return "unknown";
      if (this.lookup.hierarchy(argument.tree).some(({ id }) => id === wanted.tree!.id)) return 1;
      return this.makes(wanted.tree, argument);
    }
    if (STRINGS.has(argument.name)) {
      if (ARITHMETIC.has(wanted.name)) return "no";
      if (STRINGS.has(wanted.name)) return 2;
    }
    return wanted.tree ? this.makes(wanted.tree, argument) : "unknown";
  }

  /** Can a type be made from a value? */
  private makes(type: WorldSymbol, from: Known): Fit {
    if (type.kind !== "class" && type.kind !== "struct") return "unknown";
    const made = this.tree.full(`${type.full}.${type.name}`, this.lookup.family).filter(isFunction);
    for (const one of made) {
      const [first, second] = signatureOf(this.tree, one)?.parameters ?? [];
      if (!first || (second && !second.optional)) continue;
      const wanted = this.known(first.type, one);
      if (!wanted || this.lookup.freeOf(one, `${RETURNED}<>`).length > 0) return "unknown";
      if (wanted.name === from.name && wanted.name !== type.name) return 2;
      if (ARITHMETIC.has(wanted.name) && ARITHMETIC.has(from.name) && !from.pointer && !wanted.pointer) return 2;
      if (STRINGS.has(wanted.name) && (STRINGS.has(from.name) || (from.name === "char" && from.pointer !== false))) return 2;
    }
    return "no";
  }

  /** A type as a function declares it. */
  private known(text: string, of: Pick<WorldSymbol, "path" | "qualified">): Known | null {
    return this.tree.memo("known type", `${of.path}#${of.qualified} ${text}`, () => {
      const plain = plainTyped(text);
      const found = /^(const )?((?:unsigned |signed )?(?:long |short )*[a-zA-Z_]\w*)(<.*>)?([*&[\]]*|\.\.\.)$/.exec(plain);
      if (!found) return { one: null };
      const words = found[2]!.split(" ");
      const name = words.length > 1 ? (words.includes("long") ? "long" : words.includes("short") ? "short" : words.at(-1)!) : words[0]!;
      const pointer = /[*[]/.test(found[4]!);
      const constant = found[1] !== undefined;
      if (ARITHMETIC.has(name) || name === "void") return { one: { name, pointer, constant, tree: null } };
      const segments = (
        /(?:[a-zA-Z_]\w*\s*::\s*)*[a-zA-Z_]\w*(?=\s*(?:<|[*&[]|const\b|$|\.\.\.))/.exec(
          text.replace(/^\s*(?:const|struct|class|enum|typename)\s+/, ""),
        )?.[0] ?? name
      )
        .split("::")
        .map((one) => one.trim());
      const place = this.lookup.typeIn(of.path, segments, `${of.qualified}.x`);
      const tree = place?.is === "symbol" && isType(place.symbol.kind) ? place.symbol : null;
      const alias = tree?.kind === "type" ? this.lookup.declared(tree) : null;
      return { one: { name, pointer, constant, tree: alias?.is === "value" ? alias.type : tree } };
    }).one;
  }

  /** The type of an argument (pass/form.ts). */
  private typeOf(form: string, scope: number, line: number): Argument {
    const plain = (name: string, pointer = false): Known => ({ name, pointer, constant: null, tree: null });
    if (form === "") return null;
    if (form === '"') return plain("char", true);
    if (form === "'") return plain("char");
    if (form === "true") return plain("bool");
    if (form === "null" || form === ".nullptr" || form === ".NULL") return "nothing";
    if (/^1/.test(form)) return plain(form.startsWith("1.0") ? (form.endsWith("f") ? "float" : "double") : /L/.test(form) ? "long" : "int");
    const here = { path: this.tree.facts.path, qualified: this.tree.facts.symbols[scope]?.qualified ?? "" };
    if (form[0] === "(") return this.known(form.slice(1, -1), here);
    if (form.startsWith("new ")) {
      const made = this.known(form.slice(4), here);
      return made && { ...made, pointer: true };
    }
    if (form[0] === OPERAND) {
      const all = form.split(OPERAND).filter(Boolean);
      const numbers = all.map((one) => this.typeOf(one, scope, line));
      if (numbers.some((one) => one === null || one === "nothing" || !ARITHMETIC.has(one.name) || one.pointer !== false)) return null;
      const names = numbers.map((one) => (one as Known).name);
      return plain(["double", "float", "long"].find((wide) => names.includes(wide)) ?? "int");
    }
    return form[0] === "." ? this.typeOfChain(form.slice(1), scope, line) : null;
  }

  private typeOfChain(text: string, scope: number, line: number): Argument {
    const here = { path: this.tree.facts.path, qualified: this.tree.facts.symbols[scope]?.qualified ?? "" };
    const cast = /^(?:static|reinterpret|const|dynamic)_cast<(.+)>\([^()]*(?:\([^()]*\)[^()]*)*\)$/.exec(text)?.[1];
    if (cast !== undefined) return this.known(cast, here);
    if (/[.>]c_str\(\)$/.test(text)) return { name: "char", pointer: true, constant: true, tree: null };
    if (text.startsWith("sizeof")) return { name: "size_t", pointer: false, constant: null, tree: null };
    if (text[0] === "&") {
      const of = this.typeOfChain(text.slice(1), scope, line);
      return of === null || of === "nothing" ? null : { ...of, pointer: true };
    }
    const made = /^((?:[a-zA-Z_]\w*::)*([a-zA-Z_]\w*))\(/.exec(text);
    if (made && text.endsWith(")") && (ARITHMETIC.has(made[2]!) || (made[1]!.startsWith("std::") && STRINGS.has(made[2]!))))
      return { name: made[2]!, pointer: false, constant: null, tree: null };
    if (text === "this") {
      const type = this.lookup.enclosingType(scope);
      return type && { name: type.name, pointer: true, constant: null, tree: type };
    }
    if (/^[a-zA-Z_]\w*$/.test(text)) {
      const named = this.named(text, scope, line);
      if (named) return named;
    }
    const links = parseChain(text.replaceAll("->", "."), "each");
    return links && this.ofPlace(this.lookup.chain(links, scope, line)?.place ?? null);
  }

  /** A parameter of the function around by what its head says, else a local. */
  private named(name: string, scope: number, line: number): Known | null {
    const own = this.ownSignature(scope)?.parameters.find((one) => one.name === name);
    const here = { path: this.tree.facts.path, qualified: this.tree.facts.symbols[scope]?.qualified ?? "" };
    if (own) return this.known(own.type, here);
    const told = this.lookup.boundText(name, scope, line);
    if (told !== null && told !== "" && told !== "=") {
      const known = this.known(told, here);
      // a local's text has lost its pointers
      return known && { ...known, pointer: known.pointer || (known.name === "char" ? false : null) };
    }
    return this.ofPlace(this.lookup.name(name, scope, line));
  }

  private ofPlace(place: Place | null): Known | null {
    switch (place?.is) {
      case "value":
        return { name: place.type.name, pointer: null, constant: null, tree: place.type };
      case "foreign":
        return place.name === undefined ? null : { name: place.name, pointer: null, constant: null, tree: null };
      case "held":
        return { name: place.name, pointer: null, constant: null, tree: null };
      case "gives":
        return this.ofPlace(place.place);
      case "symbol": {
        const { symbol } = place;
        if (isFunction(symbol) || isType(symbol.kind)) return null;
        if (symbol.type) {
          const known = this.known(symbol.type, symbol);
          // of one character nobody keeps a global or a field
          return known && { ...known, pointer: known.name === "char" ? true : null, constant: null };
        }
        const held = this.lookup.settled(place);
        return held.is === "symbol" ? null : this.ofPlace(held);
      }
      default:
        return null;
    }
  }
}

const isFunction = ({ kind }: WorldSymbol): boolean => kind === "function" || kind === "method";

const isVariadic = ({ signature }: Overload): boolean => signature.parameters.some(({ variadic }) => variadic);

function fitsCount({ signature, optional }: Overload, count: number): boolean {
  return countFits({ ...signature, parameters: signature.parameters.map((one, i) => ({ ...one, optional: optional[i] === true })) }, count);
}

/** The parameter that an argument goes into; the last where it gathers the rest. */
function parameterAt({ parameters }: Signature, at: number): Declared | null {
  const last = parameters.at(-1);
  return parameters[at] ?? (last?.variadic ? last : null);
}

const sameText = (a: Declared | null, b: Declared | null): boolean => a !== null && b !== null && plainTyped(a.type) === plainTyped(b.type);
