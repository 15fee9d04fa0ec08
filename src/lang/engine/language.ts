/**
 * What a language is to everybody who asks: how its files are told, what reads them, and what differs from other languages. Its folder answers; nobody
 * compares names. The rules by which names are resolved are those of its `Family`, which languages that see one another's names share.
 */
import type { FileFacts, RawSymbol } from "../../base/types.ts";
import type { Extract } from "./extracts.ts";
import type { Parts } from "./parts/_parts.ts";
import type { Family } from "./resolve/_family.ts";
import { otherFamily } from "./resolve/other.ts";
import type { RuleSet } from "./rules/_rules.ts";

/** Reads a text without a grammar; `file` is the symbol of the file itself. */
export type Reader = (text: string, file: RawSymbol) => Partial<FileFacts>;

/**
 * What a language is read with, loaded when a file of it is met: the rules of forty languages are a good part of what a cold process does, and a change
 * is of one or two.
 */
export class Later<T> {
  /** Null until it was loaded (`loadRules`). */
  value: T | null = null;
  constructor(private readonly from: () => Promise<T>) {}

  async load(): Promise<void> {
    this.value ??= await this.from();
  }
}

/** What differs between languages, beside their names and what reads them. What is not said is what most languages do. */
export interface Traits {
  /** Files of these extensions whose text looks so are of that language instead (C++ in a `.h`). */
  other?: { name: string; when: RegExp }[];
  /** Code of other languages inside (parts/). */
  parts?: (text: string, path: string) => Parts;
  /** What the reader finds, where it is more than symbols; of a language with rules, what they find beside what their roles say. */
  extracts?: Extract[];
}

export interface Language extends Traits {
  name: string;
  /** Lower case, without the dot. */
  extensions: string[];
  /** Whole base names. */
  filenames: string[];
  /** Interpreters of a `#!` line. */
  shebangs: string[];
  /** Name of the grammar (library `<grammar>.so`), null if none is used. */
  grammar: string | null;
  /** Exported function of the library, where it is not `tree_sitter_<grammar>`. */
  symbol?: string;
  /** Package of the grammar, and folder of `parser.c` in it where it is not `src`. Default: `@ast-grep/lang-<grammar>`. */
  source?: [packageName: string, folder?: string];
  rules: Later<RuleSet> | null;
  /** Languages read without a grammar. */
  reader?: Later<Reader>;
  /** Languages that parts of such a file may be in. */
  holds?: string[];
  family: Family;
}

/** A language as its folder writes it down: lists of words as one text, and only what there is. */
export interface Written extends Traits {
  name: string;
  extensions?: string;
  filenames?: string;
  shebangs?: string;
  grammar?: string;
  symbol?: string;
  source?: Language["source"];
  rules?: () => Promise<RuleSet>;
  reader?: () => Promise<Reader>;
  holds?: string;
  family?: Family;
}

const words = (text: string | undefined): string[] => (text ? text.split(" ") : []);

/** Makes a language of what its folder says. */
export function language({ extensions, filenames, shebangs, grammar, rules, reader, holds, family, ...more }: Written): Language {
  return {
    ...more,
    extensions: words(extensions),
    filenames: words(filenames),
    shebangs: words(shebangs),
    grammar: rules ? (grammar ?? more.name) : null,
    rules: rules ? new Later(rules) : null,
    ...(reader ? { reader: new Later(reader) } : {}),
    ...(more.parts ? { holds: words(holds) } : {}),
    family: family ?? otherFamily(more.name),
  };
}

const byName = new Map<string, Language>();
const byExtension = new Map<string, Language>();
const byFilename = new Map<string, Language>();
const byShebang = new Map<string, Language>();

/** Makes languages known to this process; the table does so with its own. */
export function register(all: readonly Language[]): void {
  for (const one of all) {
    byName.set(one.name, one);
    for (const extension of one.extensions) byExtension.set(extension, one);
    for (const name of one.filenames) byFilename.set(name, one);
    for (const name of one.shebangs) byShebang.set(name, one);
  }
}

/** Every language that is known. */
export function known(): Language[] {
  return [...byName.values()];
}

/**
 * The language of a file by its name, else by its first line.
 * @param firstLine `#!/usr/bin/env python3` and the like; only looked at when the name says nothing
 */
export function languageOf(path: string, firstLine?: string): Language | null {
  const base = path.slice(path.lastIndexOf("/") + 1);
  const named = byFilename.get(base);
  if (named) return named;
  const dot = base.lastIndexOf(".");
  const found = dot >= 0 ? byExtension.get(base.slice(dot + 1).toLowerCase()) : undefined;
  if (found) return found;
  if (dot > 0 || !firstLine?.startsWith("#!")) return null;
  const parts = firstLine.slice(2).trim().split(/\s+/);
  const program = /(?:^|\/)env$/.test(parts[0] ?? "")
    ? parts.slice(1).find((word) => !word.startsWith("-") && !word.includes("="))
    : parts[0];
  const interpreter = (program ?? "").replace(/^.*\//, "");
  return byShebang.get(interpreter) ?? byShebang.get(interpreter.replace(/[\d.]+$/, "")) ?? null;
}

/** A language by its name, null where there is none of that name. */
export function languageNamed(name: string): Language | null {
  return byName.get(name) ?? null;
}

const unknown = new Map<string, Language>();

/** The language that facts name; of what nobody knows one that has nothing of its own. */
export function languageFor(name: string | null): Language {
  const found = byName.get(name ?? "") ?? unknown.get(name ?? "");
  if (found) return found;
  const made = language({ name: name ?? "" });
  unknown.set(made.name, made);
  return made;
}

/** The family of a language; one without rules of its own is a family alone. */
export function familyOf(name: string | null): Family {
  return languageFor(name).family;
}
