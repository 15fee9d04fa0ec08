/**
 * Who answers which question while one file is resolved:
 *
 * - `imports`: what does this import lead to, and what does a file have or export under a name?
 * - `names`: what does this name mean from here, and what stands around?
 * - `bindings`: what is a name bound to in a scope of this file?
 * - `chains`: what does a chain of names, calls and members lead to?
 * - `values`: what does this definition, binding or expression hold?
 * - `types`: what does a type text mean where it is written?
 * - `members`: what does a name behind a value, a type, a module or an object mean?
 * - `supertypes`: what stands above a type, and what below it answers a call of its method?
 * - `signatures`: what do the parameters of a function take?
 *
 * The answers are places (place.ts). The questions lead into one another: what a name means may depend on what type a receiver has, that on what a function
 * of another file returns, that on names there. So the objects are made together; each is handed this record and says which of the others it asks.
 * `Effort` ends what goes round in circles. From outside, references.ts asks all of them what one reference means, overloads.ts which function its
 * arguments fit.
 */

import { edges as edgeSettings } from "../../../base/limits.ts";
import type { FileFacts } from "../../../base/types.ts";
import { symbolOf } from "../symbol.ts";
import { Bindings } from "./bindings.ts";
import { Chains } from "./chains.ts";
import { Effort } from "./effort.ts";
import type { Family } from "./family.ts";
import { Imports } from "./imports.ts";
import { Members } from "./members.ts";
import { Names } from "./names.ts";
import { Signatures } from "./signatures.ts";
import { Supertypes } from "./supertypes.ts";
import { Tree } from "./tree.ts";
import { Types } from "./types.ts";
import { Values } from "./values.ts";
import type { WorldSymbol } from "./world.ts";

/** A call of a function of this file that passes something: where it stands, and the forms of its arguments. */
export interface Passing {
  scope: number;
  line: number;
  args: string;
}

/** A file that has nothing and is nowhere. */
const NOWHERE: FileFacts = {
  path: "",
  language: null,
  lines: 0,
  symbols: [symbolOf({ kind: "file", name: "", parent: -1, start: 1, end: 1, from: 0, to: 0 })],
  imports: [],
  references: [],
  bindings: [],
  spans: { comments: [], imports: [], signatures: [] },
  damaged: false,
};

/** The objects, of one file. */
export class Resolver {
  readonly imports: Imports;
  readonly names: Names;
  readonly bindings: Bindings;
  readonly chains: Chains;
  readonly values: Values;
  readonly types: Types;
  readonly members: Members;
  readonly supertypes: Supertypes;
  readonly signatures: Signatures;

  /**
   * @param steps that may be taken
   * @param callsOf the calls of a function of this file that pass something, where values are followed into functions
   */
  constructor(
    readonly tree: Tree,
    readonly family: Family,
    steps: number = edgeSettings.maxSteps,
    callsOf: (index: number) => Passing[] = () => [],
  ) {
    const effort = new Effort(tree, steps);
    this.imports = new Imports(tree, family, effort, this);
    this.names = new Names(tree, family, effort, this);
    this.bindings = new Bindings(tree, this, callsOf);
    this.chains = new Chains(tree, family, effort, this);
    this.values = new Values(tree, family, effort, this);
    this.types = new Types(tree, family, this);
    this.members = new Members(tree, family, effort, this);
    this.supertypes = new Supertypes(tree, family, this);
    this.signatures = new Signatures(tree, family, this);
  }

  /** The same answers from no file in particular: what they find can be shared by all files. @param type where it is looked from */
  neutral(type: WorldSymbol): Resolver {
    const nowhere = { ...NOWHERE, language: type.language };
    return new Resolver(new Tree(nowhere, this.tree.world, this.tree.familyOf, type.path), this.family);
  }
}
