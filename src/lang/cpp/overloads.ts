/**
 * Overloads of C++ as a file calls them. Types of arguments are known by their names, seldom with their pointers: what is not known fits
 * everywhere, and what nothing tells apart is none of them.
 */

import type { RawReference } from "../../base/types.ts";
import { BETWEEN, EXPLICIT, OPERAND } from "../engine/pass/form.ts";
import type { Chosen } from "../engine/resolve/overloads.ts";
import type { Place, Value } from "../engine/resolve/place.ts";
import type { Resolver } from "../engine/resolve/resolver.ts";
import { countFits, type Declared, type Signature } from "../engine/resolve/signatures.ts";
import { countOf, type Link, parseChain } from "../engine/resolve/text.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import { isFunction, isType, KEPT_AS_IS, KEPT_CONSTANT, type WorldSymbol } from "../engine/resolve/world.ts";
import { pairs, words } from "../engine/words.ts";
import {
  CONSTANT,
  formMeant,
  formsOf,
  freeOf,
  GIVES_CONSTANT,
  isSpecialised,
  plainTyped,
  sameTemplate,
  signatureKey,
  signatureOf,
} from "./signatures.ts";

/** What is known of a type: its last name ("": only how it is held), whether it is a pointer (null: nobody knows), and the type of the tree that it is. */
interface Known {
  name: string;
  pointer: boolean | null;
  constant: boolean | null;
  tree: WorldSymbol | null;
  /** Of a parameter: how it takes what it is given. */
  reference?: "&" | "&&";
  /** Of an argument: is it nobody else's? Missing: nobody knows. */
  temporary?: boolean;
  /** Of a variable: is it constant itself, whatever it points at? */
  held?: boolean | null;
  /** A number as written: 0 is a null pointer too. */
  literal?: true;
  /** It is made of wide characters, whatever it is called. */
  wide?: true;
  /** The full name of the alias it was written as: `using Element = std::shared_ptr<Node>` is no `Node*`, though both lead to Node. */
  as?: string;
}
/** An argument's type; null: not known. `nothing`: a null pointer. */
type Argument = Known | "nothing" | null;

/** From best to worst: 0 the very type, 1 one that it becomes without a loss, 2 one that it is converted to, 3 any. */
type Fit = number | "no" | "unknown";
/** What only a constructor of the parameter's class may make of an argument: worse than all else. */
const CONSTRUCTED = 4;
/** Worse than the very type, better than any other: it becomes constant on the way. */
const ADDS_CONST = 0.25;
/** A parameter of a template that takes anything is the very type, but for one that is no template. */
const DEDUCED = 0.1;
/** The same of a template that a condition may rule out: anything known is better. */
const DEDUCED_IF = 3;
/** `T&&` of what has a name, beside `T&`. */
const COLLAPSED = 0.05;
/** Names of a template's parameters among which no condition hides. */
const UNCONDITIONAL = /^_?(?![Ee]nable|SFINAE|Req|Dummy)[A-Z]\w*$/;

const ARITHMETIC = words(`bool char wchar_t char8_t char16_t char32_t short int long float double signed unsigned size_t ssize_t ptrdiff_t
  intptr_t uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t off_t time_t`);
/** Numbers that have several names, as they are on the machines of today. */
const SAME_NUMBER: Readonly<Record<string, string>> = pairs(`unsigned unsigned int, signed int, int8_t signed char, uint8_t unsigned char,
  int16_t short, uint16_t unsigned short, int32_t int, uint32_t unsigned int, int64_t long, uint64_t unsigned long, size_t unsigned long,
  uintptr_t unsigned long, ssize_t long, ptrdiff_t long, intptr_t long, off_t long, time_t long`);
/** Smaller than a register: they become an `int`. */
const SMALL = /^(?:bool|char|wchar_t|char8_t|char16_t|(?:signed|unsigned) char|(?:unsigned )?short)$/;

/** Types of strings by custom: a literal goes into each. */
const STRINGS = words("string string_view basic_string basic_string_view StringPiece StringRef Slice String QString");

/** The same of wide characters: neither becomes the other. */
const WIDE = words("wstring wstring_view u16string u16string_view u32string u32string_view wchar_t char16_t char32_t");

/** A type that is made of such. */
const WIDE_TEXT = /\b(?:w(?:char_t|string|string_view|format_string)|u(?:16|32)string(?:_view)?|char(?:16|32)_t)\b/;

/** An overload: its declarations and definitions, and all that they say of parameters. */
interface Overload {
  of: WorldSymbol;
  signature: Signature;
  optional: boolean[];
  constant: boolean;
  /** Names of its template's parameters, and how well they fit. */
  free: ReadonlySet<string>;
  deduces: number;
}

export class CppOverloads {
  constructor(
    private readonly ask: Resolver,
    private readonly seen: (symbol: WorldSymbol) => boolean,
    private readonly tree: Tree = ask.tree,
  ) {}

  /** Which of the functions of a name is meant, one of which was found. */
  chosen(reference: RawReference, found: WorldSymbol, on: Value | null, scope: number): Chosen {
    const all = this.ofForm(this.reached(this.overloads(found.full, found), found, reference.arity), reference, found, scope);
    const one = this.among(all, reference, scope);
    if (!one || "among" in one) return one ?? { symbol: found };
    const own = on ? this.ofArguments(on, found.name, reference, scope) : null;
    if (own) return own;
    const chosen = this.anyForm(one, all, reference, on?.type ?? null, scope);
    if ("among" in chosen) return chosen;
    const twins = this.twins(chosen.symbol);
    if (twins.length < 2) return chosen;
    // inside one of them it is that one's own, from elsewhere any
    return reference.receiver === null && twins.some(({ id }) => id === found.id) ? { symbol: found } : { among: twins };
  }

  /** Inside one form of a class template a plain name means what that form has. */
  private ofForm(all: Overload[], { receiver }: RawReference, found: WorldSymbol, scope: number): Overload[] {
    const type = all.length < 2 || (receiver !== null && receiver !== "this") ? null : this.ask.supertypes.holder(found);
    const forms = type && type.path === this.tree.facts.path ? formsOf(this.tree, type) : [];
    if (forms.length < 2) return all;
    const formOf = (symbol: WorldSymbol): number => forms.findLastIndex((form) => isBefore(form, symbol));
    const here = formOf(this.tree.here[scope]!);
    const own = all.filter(({ of }) => of.path === type!.path && formOf(of) === here);
    return own.length > 0 ? own : all;
  }

  /**
   * The same of each form of a class template, it and its specialisations: which of them an object is, its type's arguments would have to tell. A form
   * that has no such function may inherit it from what only that form is made of.
   */
  private anyForm(one: { symbol: WorldSymbol }, all: Overload[], reference: RawReference, on: WorldSymbol | null, scope: number): Chosen {
    const { symbol } = one;
    const inside = reference.receiver === null || reference.receiver === "this";
    const type = inside ? null : on;
    if (!type || formsOf(this.tree, type).length < 2) return one;
    const own = symbol.path === type.path && symbol.qualified === `${type.qualified}.${symbol.name}`;
    const forms = formsOf(this.tree, type);
    const chosen = new Map([[symbol.id, symbol]]);
    const take = (from: Overload[]): void => {
      const made = this.among(from, reference, scope);
      for (const each of !made ? [] : "among" in made ? made.among : [made.symbol]) chosen.set(each.id, each);
    };
    const byForm = own ? Map.groupBy(all, ({ of }) => forms.findLastIndex((form) => isBefore(form, of))) : new Map<number, Overload[]>();
    for (const those of byForm.values()) if (!those.some(({ of }) => of.id === symbol.id)) take(those);
    const having = new Set(
      own ? this.tree.members(type.path, symbol.qualified).map((of) => forms.findLastIndex((form) => isBefore(form, of))) : [],
    );
    if (having.size < forms.length)
      for (const base of this.ask.supertypes.supers(type)) {
        const inherited = base.is === "symbol" ? this.ask.members.typeMember(base.symbol, symbol.name, reference.arity) : null;
        if (inherited && isFunction(inherited) && inherited.full !== symbol.full) take(this.overloads(inherited.full, inherited));
      }
    return chosen.size === 1 ? one : { among: [...chosen.values()] };
  }

  /** What the form of a class template has that the arguments of a value's type mean. */
  private ofArguments({ type, written }: Value, name: string, reference: RawReference, scope: number): Chosen | null {
    const form = written === undefined ? -1 : formMeant(this.tree, this.ask.family, type, written);
    if (form < 0) return null;
    const forms = formsOf(this.tree, type);
    const members = this.tree.members(type.path, `${type.qualified}.${name}`).filter((one) => isFunction(one) && isType(one.parentKind));
    return this.among(this.told(members.filter((one) => forms.findLastIndex((other) => isBefore(other, one)) === form)), reference, scope);
  }

  /** A class and its specialisations, or several of these, that have a function of the same parameters: these functions. */
  private twins(one: WorldSymbol): WorldSymbol[] {
    if (!isSpecialised(this.tree, one)) return [];
    const key = signatureKey(this.tree, one);
    return this.tree
      .members(one.path, one.qualified)
      .filter((other) => isFunction(other) && signatureKey(this.tree, other) === key && sameTemplate(this.tree, one, other));
  }

  /** With those above the type that it takes over (`using Base::add;`), where none of its own takes so many arguments. */
  private reached(own: Overload[], found: WorldSymbol, arity: number | null): Overload[] {
    if (arity === null || own.length === 0 || !isType(found.parentKind) || own.some((one) => fitsCount(one, arity))) return own;
    const type = this.ask.supertypes.holder(found);
    for (const { full } of type ? this.ask.supertypes.hierarchy(type).slice(1) : []) {
      const above = this.overloads(`${full}.${found.name}`, null);
      if (above.some((one) => fitsCount(one, arity))) return [...own, ...above];
    }
    return own;
  }

  /** Which constructor of a type is meant; null where none is written that could be. */
  constructor_(reference: RawReference, type: WorldSymbol, scope: number): Chosen | null {
    const all = this.overloads(`${type.full}.${type.name}`, null);
    if (all.length === 0) return null;
    const counted = reference.arity === null ? { ...reference, arity: 0 } : reference;
    const fitting = all.filter((one) => fitsCount(one, counted.arity!));
    if (fitting.length === 0) return null;
    if (counted.arity === 1 && !fitting.some((one) => this.takesOwn(one, type))) {
      // the copy that nobody writes
      const given = this.typeOf((reference.given ?? "").replace(EXPLICIT, ""), scope, reference.line);
      if (given !== null && given !== "nothing" && given.name === type.name && given.pointer !== true) return null;
      if (given === null && fitting.length === 1 && all.length === 1) return { among: [fitting[0]!.of] };
    }
    return all.length === 1 ? { symbol: all[0]!.of } : this.among(all, counted, scope);
  }

  /** Does a constructor take what it makes: is it one that copies or moves? */
  private takesOwn(one: Overload, type: WorldSymbol): boolean {
    const [first] = one.signature.parameters;
    return first !== undefined && this.known(first.type, one.of)?.name === type.name;
  }

  private overloads(full: string, found: WorldSymbol | null): Overload[] {
    return this.tree.memo("overloads of", `${full} ${found?.parentKind === "file" && !found.exported ? found.path : ""}`, () => {
      return this.told(this.tree.full(full, this.ask.family).filter((one) => isFunction(one) && this.seen(one)));
    });
  }

  /** What functions of one name say of their parameters: the file's own before what is seen, declarations with their defaults. */
  private told(all: readonly WorldSymbol[]): Overload[] {
    const out: (Overload & { key: string })[] = [];
    for (const symbol of all) {
      const signature = signatureOf(this.tree, symbol);
      const key = signature && signatureKey(this.tree, symbol);
      if (!signature || key === null) continue;
      const known = out.find((one) => one.key === key && sameTemplate(this.tree, one.of, symbol));
      if (known) {
        signature.parameters.forEach(({ optional }, i) => {
          if (optional) known.optional[i] = true;
        });
        continue;
      }
      const free = freeOf(this.tree, symbol);
      out.push({
        key,
        of: symbol,
        signature,
        optional: signature.parameters.map(({ optional }) => optional),
        constant: signature.types.has(CONSTANT),
        free: new Set(free),
        deduces: free.every((name) => UNCONDITIONAL.test(name)) && !/enable_if|decltype/.test(symbol.type ?? "") ? DEDUCED : DEDUCED_IF,
      });
    }
    return out;
  }

  private among(all: Overload[], reference: RawReference, scope: number): Chosen | null {
    const { arity } = reference;
    if (all.length === 0 || arity === null) return null;
    const explicit = reference.given?.startsWith(EXPLICIT) === true;
    const counted = byTemplate(
      all.filter((one) => fitsCount(one, arity)),
      explicit,
    );
    if (counted.length === 1) return { symbol: counted[0]!.of };
    // what takes so many is not in sight: a macro makes it, or unfolds to the arguments
    if (counted.length === 0) return { among: all.map(({ of }) => of) };
    const open = counted;
    const forms = reference.given?.replace(EXPLICIT, "").split(BETWEEN) ?? [];
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
    for (const [i, type] of types.entries()) {
      if (type === null || type === "nothing" || type.as === undefined) continue;
      const written = judged.map(({ one }) => this.known(parameterAt(one.signature, i)?.type ?? "", one.of)?.as === type.as);
      // two overloads differ: what is written otherwise is another type, whatever both lead to
      if (written.includes(true))
        for (const [at, { fits }] of judged.entries()) if (!written[at] && typeof fits[i] === "number") fits[i] = Math.max(2, fits[i]);
    }
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
    const left = judged.filter((one) => !judged.some((other) => other !== one && beats(other, one)));
    // nothing fits better than the very types, whatever is not known of the others
    const exact = left.filter(({ fits }) => fits.length > 0 && fits.every((fit) => typeof fit === "number" && fit < 1));
    const [only] = exact;
    const rivals = left.some(
      (other) => other !== only && other.fits.every((fit, i) => fit !== "unknown" || this.sameNamed(only, other, i)),
    );
    return (exact.length === 1 && !rivals ? exact : left).map(({ one }) => one);
  }

  /** Do two overloads take the same type at a place, but for references and constness? */
  private sameNamed(a: { one: Overload } | undefined, b: { one: Overload }, at: number): boolean {
    if (!a) return true;
    const [one, other] = [a, b].map(({ one: { signature, of } }) => this.known(parameterAt(signature, at)?.type ?? "", of));
    return !one || !other || one.name === other.name;
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
    if (last.name === "as_const" && links[0]!.name === "std") return true;
    if (/_cast$/.test(last.name) && last.types !== undefined) return /\bconst\b/.test(last.types);
    if (links.length === 1 && !last.called) return last.fresh ? false : (this.named(last.name, scope, line)?.constant ?? null);
    if (!last.called) {
      const on = this.ask.chains.chain(links.slice(0, -1), scope, line);
      const field = on && this.ask.members.member(on.place, last.name, null)?.place;
      return field?.is === "symbol" && this.isConstantField(field.symbol) ? true : null;
    }
    const on = links.length > 1 ? this.ask.chains.chain(links.slice(0, -1), scope, line) : null;
    const place = on
      ? (this.ask.members.member(on.place, last.name, null)?.place ?? null)
      : this.ask.names.name(last.name, scope, line, null, true);
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

  /** What the name of its type is kept without, of a field or of a variable of a file. */
  private isPointer({ path, qualified, name }: WorldSymbol): boolean | null {
    const [field] = this.tree.fieldsOf(path, qualified.slice(0, Math.max(0, qualified.length - name.length - 1)), name);
    return field?.from === "annotation" ? field.type.endsWith("*") : null;
  }

  /** `const Node* node_`: what the name of its type is kept without. */
  private isConstantField({ path, qualified, name }: WorldSymbol): boolean {
    const of = qualified.slice(0, Math.max(0, qualified.length - name.length - 1));
    return this.tree.fieldsOf(path, of, name).some(({ type }) => type.startsWith("const "));
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
    const fit = this.infers(argument, wanted, parameter.type, one) ? this.fitType(argument, wanted, one) : "no";
    if (typeof fit === "string" || !wanted.reference) return fit;
    if (fit === one.deduces) return deduced(argument, wanted, fit);
    const converted = argument === "nothing" || (fit >= 1 && !(argument.tree && wanted.tree));
    const temporary = converted ? true : argument.temporary;
    if (wanted.reference === "&&") return temporary === undefined ? "unknown" : temporary ? fit : "no";
    if (temporary === true && !wanted.constant) return "no";
    return wanted.constant && (temporary === true || argument === "nothing" || argument.constant === false) ? fit + ADDS_CONST : fit;
  }

  /** Can what stands between angles (`const basic_string<C>& text`) be inferred from an argument? Nothing is converted for that. */
  private infers(argument: Known | "nothing", wanted: Known, type: string, { free }: Overload): boolean {
    const inside = /<(.*)>/.exec(type)?.[1];
    if (inside === undefined || !(inside.match(/\b[a-zA-Z_]\w*\b/g) ?? []).some((name) => free.has(name))) return true;
    if (argument === "nothing") return false;
    if (isNumber(argument.name)) return argument.pointer === null && argument.literal !== true;
    return argument.name !== "char" || argument.pointer !== true || wanted.pointer === true;
  }

  private fitType(argument: Known | "nothing", wanted: Known, one: Overload): Fit {
    if (wanted.name === "va_list") return argument !== "nothing" && argument.name === "va_list" ? 0 : "no";
    if (one.free.has(wanted.name) || wanted.name === "auto")
      return wanted.pointer && argument !== "nothing" && argument.pointer === false ? "no" : one.deduces;
    if (argument !== "nothing" && argument.name === "") return "unknown";
    if (argument === "nothing") return wanted.pointer ? 0 : ARITHMETIC.has(wanted.name) ? "no" : 2;
    if (argument.name === wanted.name && (argument.tree?.full === wanted.tree?.full || !argument.tree || !wanted.tree)) {
      if (argument.pointer !== null && wanted.pointer !== null && argument.pointer !== wanted.pointer) return "no";
      return keepsConst(argument, wanted, 0);
    }
    if (wanted.name === "void" && wanted.pointer) return argument.pointer === false ? "no" : keepsConst(argument, wanted, 2);
    const narrow = STRINGS.has(argument.name) || (argument.name === "char" && argument.pointer === true);
    if ((narrow && (WIDE.has(wanted.name) || wanted.wide)) || (WIDE.has(argument.name) && STRINGS.has(wanted.name))) return "no";
    if (STRINGS.has(argument.name) && argument.pointer !== true) {
      if (ARITHMETIC.has(wanted.name) || (wanted.pointer && !wanted.tree)) return "no";
      if (STRINGS.has(wanted.name)) return 2;
    }
    if (isNumber(argument.name) && argument.pointer !== true) {
      if (wanted.pointer) return argument.literal ? 2 : argument.pointer === null ? "unknown" : "no";
      if (isNumber(wanted.name))
        return (SMALL.test(argument.name) && wanted.name === "int") || (argument.name === "float" && wanted.name === "double") ? 1 : 2;
      if (argument.pointer === null && argument.name === "char" && STRINGS.has(wanted.name)) return "unknown";
      return STRINGS.has(wanted.name) ? "no" : wanted.tree ? this.makes(wanted.tree, argument) : "unknown";
    }
    if (argument.name === "char" && argument.pointer) {
      if (STRINGS.has(wanted.name)) return 2;
      if (wanted.name === "bool" && !wanted.pointer) return 2;
      if (isNumber(wanted.name)) return "no";
      // of characters by another name (`XML_Char`)
      if (wanted.pointer)
        return !/ch(?:ar)?(?:_?t)?$/i.test(wanted.name)
          ? "no"
          : argument.constant === null
            ? "unknown"
            : keepsConst(argument, wanted, ADDS_CONST);
      return wanted.tree ? this.makes(wanted.tree, argument) : "unknown";
    }
    if (isNumber(argument.name) && argument.pointer && (isNumber(wanted.name) || STRINGS.has(wanted.name)))
      return wanted.name === "bool" && !wanted.pointer ? 2 : "no";
    if (argument.tree) {
      if (argument.tree.kind === "enum" && isNumber(wanted.name) && !wanted.pointer) return wanted.name === "int" ? 1 : 2;
      if (isNumber(wanted.name)) return argument.tree.kind === "type" ? "unknown" : "no";
      if (!wanted.tree) return "unknown";
      if (argument.tree.kind === "type" || wanted.tree.kind === "type") return "unknown";
      // nothing becomes a pointer, and of a pointer only a constructor makes an object
      if (wanted.pointer && argument.pointer === false) return "no";
      if (!wanted.pointer && argument.pointer === true) return this.makes(wanted.tree, argument);
      if (this.ask.supertypes.hierarchy(argument.tree).some(({ id }) => id === wanted.tree!.id)) return keepsConst(argument, wanted, 1);
      return this.makes(wanted.tree, argument);
    }
    return wanted.tree ? this.makes(wanted.tree, argument) : "unknown";
  }

  /** Can a type be made from a value? */
  private makes(type: WorldSymbol, from: Known): Fit {
    if (type.kind === "enum" && !from.tree) return "no";
    if (type.kind !== "class" && type.kind !== "struct") return "unknown";
    const made = this.tree.full(`${type.full}.${type.name}`, this.ask.family).filter(isFunction);
    for (const one of made) {
      const [first, second] = signatureOf(this.tree, one)?.parameters ?? [];
      if (!first || (second && !second.optional)) continue;
      const wanted = this.known(first.type, one);
      if (!wanted || freeOf(this.tree, one).length > 0) return CONSTRUCTED;
      if (wanted.name === from.name && wanted.name !== type.name) return CONSTRUCTED;
      if (ARITHMETIC.has(wanted.name) && ARITHMETIC.has(from.name) && !from.pointer && !wanted.pointer) return CONSTRUCTED;
      if (STRINGS.has(wanted.name) && (STRINGS.has(from.name) || (from.name === "char" && from.pointer !== false))) return CONSTRUCTED;
    }
    return "no";
  }

  /** A type as a function declares it. */
  private known(text: string, of: Pick<WorldSymbol, "path" | "qualified">): Known | null {
    return this.tree.memo("known type", `${of.path}#${of.qualified} ${text}`, () => {
      // an array that is taken by reference is one that a pointer leads to
      const plain = plainTyped(text.replace(/\s*\(&&?\)\s*\[[^\]]*\]$/, "*"));
      const found = /^(const )?((?:unsigned |signed )?(?:long |short )*[a-zA-Z_]\w*)(<.*>)?([*&[\]]*)(?:\.\.\.\w*)?$/.exec(plain);
      if (!found) return { one: null };
      const words = found[2]!.split(" ");
      const number = words.every((word) => ARITHMETIC.has(word));
      const name = number ? numberOf(words) : words.at(-1)!;
      const pointer = /[*[]/.test(found[4]!);
      const constant = found[1] !== undefined;
      const reference = found[4]!.endsWith("&&") ? ("&&" as const) : found[4]!.endsWith("&") ? ("&" as const) : undefined;
      const held = { pointer, constant, ...(reference ? { reference } : {}) };
      if (number || name === "void") return { one: { ...held, name, tree: null } };
      const segments = (
        /(?:[a-zA-Z_]\w*\s*::\s*)*[a-zA-Z_]\w*(?=\s*(?:<|[*&[]|const\b|$|\.\.\.))/.exec(
          text.replace(/^\s*(?:const|struct|class|enum|typename)\s+/, ""),
        )?.[0] ?? name
      )
        .split("::")
        .map((one) => one.trim());
      const place = this.ask.types.typeIn(of.path, segments, `${of.qualified}.x`);
      const tree = place?.is === "symbol" && isType(place.symbol.kind) ? place.symbol : null;
      const alias = tree?.kind === "type" ? this.meant(tree) : null;
      const wide = tree?.kind === "type" && this.isWide(tree) ? { wide: true as const } : {};
      const points = held.pointer || (tree?.type?.endsWith("*") ?? false);
      if (alias) return { one: { ...held, pointer: points, name: alias.type.name, tree: alias.type, as: tree!.full, ...wide } };
      const other = tree && this.aliased(tree);
      return { one: other ? { ...held, name: other, tree: null } : { ...held, name, tree, ...wide } };
    }).one;
  }

  /** The type of the tree that an alias stands for, under whatever condition. */
  private meant(alias: WorldSymbol): Value | null {
    for (const one of [alias, ...this.tree.full(alias.full, this.ask.family)]) {
      const place = one.kind === "type" ? this.ask.values.declared(one) : null;
      if (place?.is === "value") return place;
    }
    return null;
  }

  /** `using wformat = basic_format<wchar_t>`, under whatever condition. */
  private isWide({ full }: WorldSymbol): boolean {
    const all = this.tree.full(full, this.ask.family);
    return all.every(({ type }) => type !== null && WIDE_TEXT.test(type));
  }

  /** `typedef long long Int64`, `using String = std::string`: a number or a string by another name. */
  private aliased(tree: WorldSymbol): string | null {
    let alias = tree;
    for (let step = 0; step < 4 && alias.kind === "type" && alias.type !== null; step++) {
      // `char` or `wchar_t`, as a condition has it
      if (new Set(this.tree.full(alias.full, this.ask.family).map(({ type }) => type)).size > 1) return null;
      const text = plainTyped(alias.type).replace(/^const /, "");
      const words = text.split(" ");
      if (words.every((word) => ARITHMETIC.has(word))) return numberOf(words);
      const string = /^(basic_string|string|string_view)(?:<.*>)?$/.exec(text)?.[1];
      if (string) return string;
      const next = this.ask.types.typeIn(
        alias.path,
        alias.type.split("::").map((one) => one.trim()),
        `${alias.qualified}.x`,
      );
      if (next?.is !== "symbol" || next.symbol.id === alias.id) return null;
      alias = next.symbol;
    }
    return null;
  }

  /** The type of an argument (pass/form.ts). */
  private typeOf(form: string, scope: number, line: number): Argument {
    const plain = (name: string, pointer = false): Known => ({ name, pointer, constant: null, tree: null, temporary: true });
    if (form === "") return null;
    if (form === '"') return { ...plain("char", true), constant: true };
    if (form === "'") return plain("char");
    if (form === "true") return plain("bool");
    if (form === "null" || form === ".nullptr" || form === ".NULL") return "nothing";
    const number = /^1(\.0)?(u?)(L?)(f?)$/.exec(form);
    if (number) {
      const [, real, unsigned, long, single] = number;
      const name = real || single ? (single ? "float" : "double") : `${unsigned ? "unsigned " : ""}${long ? "long" : "int"}`;
      return { ...plain(name), literal: true };
    }
    const here = this.tree.here[scope]!;
    if (form[0] === "(") return temporaryOf(this.known(form.slice(1, -1), here));
    if (form.startsWith("new ")) {
      const made = this.known(form.slice(4), here);
      return made && { ...made, pointer: true, constant: false, temporary: true };
    }
    if (form[0] === OPERAND) {
      const all = form.split(OPERAND).filter(Boolean);
      const operands = all.map((one) => this.typeOf(one, scope, line));
      // a literal and what is no number make a string, and nobody knows of which kind
      if (all.includes('"') && operands.includes(null)) return plain("basic_string");
      if (operands.some((one) => one === null || one === "nothing")) return null;
      const known = operands as Known[];
      const text = known.find(({ name }) => STRINGS.has(name));
      if (text) return { ...text, temporary: true, constant: false };
      if (known.some(({ name }) => !isNumber(name))) return null;
      const pointers = known.filter(({ pointer }) => pointer);
      if (pointers.length > 0) return pointers.length === 1 ? { ...pointers[0]!, temporary: true } : plain("long");
      if (known.some(({ pointer, name }) => pointer === null && name === "char")) return null;
      const names = known.map(({ name }) => name);
      return plain(["double", "float", "unsigned long", "long", "unsigned int"].find((wide) => names.includes(wide)) ?? "int");
    }
    return form[0] === "." ? this.typeOfChain(form.slice(1), scope, line) : null;
  }

  private typeOfChain(text: string, scope: number, line: number): Argument {
    const moved = /^(?:std::)?(?:move|forward<.*>)\((.*)\)$/.exec(text)?.[1];
    if (moved !== undefined) {
      const of = this.typeOfChain(moved, scope, line);
      return of === null || of === "nothing" ? of : { ...of, temporary: true };
    }
    if (/[.>]c_str\(\)$/.test(text)) return { name: "char", pointer: true, constant: true, tree: null, temporary: true };
    if (/^std::to_string\(|[.>](?:str|substr)\(.*\)$/.test(text))
      return this.typeOfLinks(text, scope, line) ?? { name: "string", pointer: false, constant: false, tree: null, temporary: true };
    const chars = /^([\w.>-]+?)(?:\.|->)data\(\)$/.exec(text)?.[1];
    const of = chars === undefined ? null : this.typeOfChain(chars, scope, line);
    if (of !== null && of !== "nothing" && STRINGS.has(of.name)) return { ...of, name: "char", pointer: true, tree: null, temporary: true };
    if (text.startsWith("sizeof") || /[.>](?:size|length)\(\)$/.test(text)) {
      const told = text.startsWith("sizeof") ? null : this.typeOfLinks(text, scope, line);
      return told ?? { name: "unsigned long", pointer: false, constant: null, tree: null, temporary: true };
    }
    // `_T("x")`
    if (/^[A-Z_][A-Z0-9_]*\(L?"(?:[^"\\]|\\.)*"\)$/.test(text))
      return { name: "char", pointer: true, constant: true, tree: null, temporary: true };
    if (text[0] === "&") {
      const of = this.typeOfChain(text.slice(1), scope, line);
      return of === null || of === "nothing" ? null : { ...of, pointer: true, temporary: true };
    }
    if (text[0] === "*") {
      const of = this.typeOfChain(text.slice(1), scope, line);
      return of === null || of === "nothing" || of.pointer !== true ? null : { ...of, pointer: false, temporary: false };
    }
    const made = /^((?:[a-zA-Z_]\w*::)*([a-zA-Z_]\w*))[({]/.exec(text);
    if (made && /[)}]$/.test(text) && (ARITHMETIC.has(made[2]!) || (made[1]!.startsWith("std::") && STRINGS.has(made[2]!))))
      return {
        name: ARITHMETIC.has(made[2]!) ? numberOf([made[2]!]) : made[2]!,
        pointer: false,
        constant: false,
        tree: null,
        temporary: true,
      };
    if (text === "this") {
      const type = this.ask.names.enclosingType(scope);
      const constant = this.ownSignature(scope)?.types.has(CONSTANT) ?? null;
      return type && { name: type.name, pointer: true, constant, tree: type, temporary: true };
    }
    if (/^[a-zA-Z_]\w*$/.test(text)) {
      const named = this.named(text, scope, line);
      if (named) return { ...named, temporary: false };
    }
    return this.typeOfLinks(text, scope, line);
  }

  private typeOfLinks(text: string, scope: number, line: number): Known | null {
    const links = parseChain(text.replaceAll("->", "."), "each");
    const last = links?.at(-1);
    if (!links || !last) return null;
    if (last.called || links.length > 1) {
      const on = links.length > 1 ? this.ask.chains.chain(links.slice(0, -1), scope, line) : null;
      const place = on
        ? (this.ask.members.member(on.place, last.name, countOf(last))?.place ?? null)
        : links.length === 1
          ? this.ask.names.name(last.name, scope, line, null, last.called)
          : null;
      if (place?.is === "symbol") {
        const { symbol } = place;
        if (last.called && isFunction(symbol)) {
          const told = this.returned(symbol);
          if (told) return told;
        }
        if (last.called && isType(symbol.kind)) {
          const here = { path: symbol.path, qualified: symbol.qualified };
          const type = this.known(symbol.name, here) ?? { name: symbol.name, pointer: false, constant: false, tree: symbol };
          return { ...type, temporary: true };
        }
        if (!last.called) {
          const known = this.ofPlace(place);
          return known && { ...known, temporary: false };
        }
      }
    }
    const found = this.ofPlace(this.ask.chains.chain(links, scope, line)?.place ?? null);
    if (found === null && !last.called) return this.enumerated(links, scope, line);
    return found && (last.called ? found : { ...found, temporary: false });
  }

  /** `Map`, `NodeType::Map`: what an enumeration without `class` names stands beside it too. */
  private enumerated(links: readonly Link[], scope: number, line: number): Known | null {
    const { name } = links.at(-1)!;
    if (links.some(({ called }) => called) || (links.length === 1 && this.ask.names.name(name, scope, line))) return null;
    const written = `.${links.map((link) => link.name).join(".")}`;
    const types = this.tree.definitions(name, this.ask.family).flatMap((one) => {
      const type = one.kind === "constant" && one.parentKind === "enum" && this.seen(one) ? this.ask.supertypes.holder(one) : null;
      return type && `.${type.full.slice(0, -type.name.length)}${name}`.endsWith(written) ? type : [];
    });
    const [type] = types;
    if (!type || types.some(({ full }) => full !== type.full)) return null;
    return { name: type.name, pointer: false, constant: null, tree: type, temporary: true };
  }

  /** What a function says that it gives; its overloads say the same. */
  private returned(symbol: WorldSymbol): Known | null {
    const all = this.overloads(symbol.full, symbol).map(({ of }) => of);
    if (symbol.type === null || all.some(({ type }) => type !== symbol.type)) return null;
    const known = this.known(symbol.type, symbol);
    if (!known || freeOf(this.tree, symbol).includes(known.name)) return null;
    const constant = signatureOf(this.tree, symbol)?.types.has(GIVES_CONSTANT) ?? false;
    // marks of pointers and references are not kept; a constant that is given is one that is pointed at
    const pointer = known.name === "char" ? (constant ? true : null) : isNumber(known.name) ? false : null;
    return { name: known.name, tree: known.tree, pointer, constant, ...(known.as === undefined ? {} : { as: known.as }) };
  }

  /** A parameter of the function around by what its head says, else a local. */
  private named(name: string, scope: number, line: number): Known | null {
    const own = this.ownSignature(scope)?.parameters.find((one) => one.name === name);
    const here = this.tree.here[scope]!;
    if (own) return this.known(own.type, here);
    const told = this.ask.bindings.boundText(name, scope, line);
    if (told !== null && told !== "" && told !== "=") {
      const known = this.known(told, here);
      return known ? { ...known, constant: /^const\b/.test(told) } : this.unnamed(name, told, scope);
    }
    // `auto x = f()`: as f says
    const call = told === "=" ? this.ask.bindings.boundCall(name, scope, line) : null;
    const given = call === null || this.#asked.has(name) ? null : this.givenTo(name, call, scope, line);
    if (given) {
      const held = this.held(name, "", scope);
      // what is copied is constant only where that is said, or behind a pointer to what is
      const constant = given.constant === true ? true : given.constant === false && held === false ? false : null;
      return { ...given, constant, held };
    }
    const place = this.ask.names.name(name, scope, line);
    const known = this.ofPlace(place);
    if (!known && told !== null) return this.unnamed(name, told, scope);
    if (!known || place?.is !== "symbol" || place.symbol.kind !== "field") return known;
    // what a constant object holds itself is constant, what it points at is not
    const inConstant = this.ownSignature(scope)?.types.has(CONSTANT) === true;
    return { ...known, constant: this.isConstantField(place.symbol) ? true : inConstant ? null : false };
  }

  /** A local of a type that nobody knows: how it is held tells overloads apart that take anything. */
  private unnamed(name: string, told: string, scope: number): Known {
    return { name: "", pointer: null, constant: null, tree: null, held: this.held(name, told, scope) };
  }

  private held(name: string, told: string, scope: number): boolean | null {
    if (/^const\b/.test(told) || this.ask.bindings.isBound(KEPT_CONSTANT + name, scope)) return true;
    return this.ask.bindings.isBound(KEPT_AS_IS + name, scope) ? null : false;
  }

  /** Locals whose values are being looked at: one can stand in its own. */
  readonly #asked = new Set<string>();

  private givenTo(name: string, call: string, scope: number, line: number): Known | null {
    this.#asked.add(name);
    try {
      return this.typeOfLinks(call, scope, line);
    } finally {
      this.#asked.delete(name);
    }
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
        if (symbol.kind === "constant" && symbol.parentKind === "enum") {
          const type = this.ask.values.declared(symbol);
          return type?.is === "value" ? { name: type.type.name, pointer: false, constant: null, tree: type.type } : null;
        }
        const holds = symbol.kind === "variable" || symbol.kind === "constant" ? { held: symbol.kind === "constant" } : {};
        const known = symbol.type ? this.known(symbol.type, symbol) : null;
        // of one character nobody keeps a global or a field
        const pointer = known?.name === "char" ? true : known && isNumber(known.name) ? false : this.isPointer(symbol);
        // what a constant is not pointed at by is constant itself: `const char name[]`
        if (known) return { ...known, pointer, constant: symbol.kind === "constant" ? true : null, ...holds };
        const held = symbol.type ? null : this.ask.values.settled(place);
        const of = held === null || held.is === "symbol" ? null : this.ofPlace(held);
        return of ?? (symbol.kind === "field" ? null : { name: "", pointer: null, constant: null, tree: null, ...holds });
      }
      default:
        return null;
    }
  }
}

/** What the parameter of a template takes by reference: `T&&` of what is nobody else's, `T&` of what can be changed, `const T&` of the rest. */
function deduced(argument: Known | "nothing", { constant, reference }: Known, fit: number): Fit {
  if (argument === "nothing") return "unknown";
  // what a pointer points at says nothing of the pointer
  const pointed = argument.pointer ? false : argument.constant === true && argument.pointer === null ? null : argument.constant;
  const held = argument.held === undefined ? pointed : argument.held;
  // of a temporary all is known; only what else is given can be constant
  if (constant && reference === "&") return argument.temporary !== true && held === true ? fit : fit + ADDS_CONST;
  if (argument.temporary === undefined || (held === null && !argument.temporary)) return "unknown";
  if (reference === "&&") return argument.temporary ? fit : fit + COLLAPSED;
  return argument.temporary ? "no" : held ? fit + COLLAPSED / 2 : fit;
}

/**
 * Type arguments that are written mean a template, one whose first parameter no argument tells where there is such; without them none is meant that has
 * such a parameter.
 */
function byTemplate(all: Overload[], explicit: boolean): Overload[] {
  // what is written outside its class has that's parameters
  const isOutside = ({ of }: Overload): boolean => of.kind === "method" && !isType(of.parentKind);
  const isTold = ({ free, signature }: Overload): boolean => {
    const [first] = free;
    return first === undefined || signature.parameters.some(({ type }) => new RegExp(`\\b${first}\\b`).test(type));
  };
  const left = all.filter((one) => isOutside(one) || (explicit ? one.free.size > 0 : isTold(one)));
  const needed = explicit ? left.filter((one) => isOutside(one) || !isTold(one)) : [];
  return needed.length > 0 ? needed : left.length > 0 ? left : all;
}

const isVariadic = ({ signature }: Overload): boolean => signature.parameters.some(({ variadic }) => variadic);

/** Does a symbol stand before another of its file? Numbers of a file's symbols go on with their places, those of the file that asks downwards. */
const isBefore = (a: WorldSymbol, b: WorldSymbol): boolean => Math.abs(a.id) < Math.abs(b.id);

function fitsCount({ signature, optional }: Overload, count: number): boolean {
  return countFits({ ...signature, parameters: signature.parameters.map((one, i) => ({ ...one, optional: optional[i] === true })) }, count);
}

/** The parameter that an argument goes into; the last where it gathers the rest. */
function parameterAt({ parameters }: Signature, at: number): Declared | null {
  const last = parameters.at(-1);
  return parameters[at] ?? (last?.variadic ? last : null);
}

const sameText = (a: Declared | null, b: Declared | null): boolean => a !== null && b !== null && plainTyped(a.type) === plainTyped(b.type);

const isNumber = (name: string): boolean => ARITHMETIC.has(name.slice(name.lastIndexOf(" ") + 1));

/** `unsigned`, `long long int`, `uint32_t`: one name for each. */
function numberOf(words: readonly string[]): string {
  const same = words.length === 1 ? SAME_NUMBER[words[0]!] : undefined;
  if (same !== undefined) return same;
  const unsigned = words.includes("unsigned") ? "unsigned " : "";
  const longs = words.filter((word) => word === "long").length;
  if (longs > 0) return words.includes("double") ? "double" : `${unsigned}${longs > 1 ? "long long" : "long"}`;
  if (words.includes("short")) return `${unsigned}short`;
  if (words.includes("char")) return words.includes("signed") ? "signed char" : `${unsigned}char`;
  return words.length === 1 && unsigned === "" ? words[0]! : `${unsigned}int`;
}

const temporaryOf = (known: Known | null): Known | null => known && { ...known, temporary: known.reference !== "&" };

/** What is constant goes through no pointer or reference that may change it; what is not may become so on the way. */
function keepsConst(argument: Known, wanted: Known, fit: number): Fit {
  if (!wanted.pointer && !wanted.reference) return fit;
  if (argument.constant === null || (argument.temporary === true && !wanted.pointer)) return fit;
  if (argument.constant && !wanted.constant) return "no";
  return !argument.constant && wanted.constant && wanted.pointer ? fit + ADDS_CONST : fit;
}
