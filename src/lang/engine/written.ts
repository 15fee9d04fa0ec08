/** From what a language's folder writes down to the `Language` that others ask. */
import { type Language, Later, type Reader, type Traits } from "./language.ts";
import type { Family } from "./resolve/family.ts";
import { otherFamily } from "./resolve/other.ts";
import type { RuleSet, Syntax } from "./rules/_rules.ts";

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
  syntax?: Syntax;
  reader?: () => Promise<Reader>;
  holds?: string;
  family?: Family;
}

const words = (text: string | undefined): string[] => (text ? text.split(" ") : []);

/** Makes a language of what its folder says. */
export function language({ extensions, filenames, shebangs, grammar, rules, syntax, reader, holds, family, ...more }: Written): Language {
  return {
    ...more,
    extensions: words(extensions),
    filenames: words(filenames),
    shebangs: words(shebangs),
    grammar: rules ? (grammar ?? more.name) : null,
    rules: rules ? new Later(rules) : null,
    syntax: syntax ?? null,
    ...(reader ? { reader: new Later(reader) } : {}),
    ...(more.parts ? { holds: words(holds) } : {}),
    family: family ?? otherFamily(more.name),
  };
}
