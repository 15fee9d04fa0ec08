/** What a language's standard library has that tells overloads apart: its types by what stands above them, and what their methods give. */
export interface LibraryTables {
  /** Primitive types of numbers by those that each of them goes into. */
  wider: Readonly<Record<string, string>>;
  /** Primitive types by their classes. */
  boxes: Readonly<Record<string, string>>;
  /** Types by what stands above them: enough to tell those of overloads apart. */
  above: Readonly<Record<string, string>>;
  /** Classes that have nothing below them. */
  final: ReadonlySet<string>;
  /** How many parameters a function has that goes into such a type. */
  functional: Readonly<Record<string, number>>;
  /** Those of them that want nothing back. */
  giveNothing: ReadonlySet<string>;
  /** Types that are no functional ones by name, into which a function may go all the same. */
  implementable: ReadonlySet<string>;
  /** What methods give, by name or by class and name. */
  gives: Readonly<Record<string, string>>;
  /** Methods of these names give themselves back, and only where the receiver is one of these types. */
  ofText: { methods: ReadonlySet<string>; types: ReadonlySet<string> };
  /** Methods of every object. */
  ofAll: ReadonlySet<string>;
  /** Classes whose functions all give the same. */
  makers: readonly (readonly [RegExp, string])[];
  /** Names of matchers, which nobody else's static functions have. */
  matchers: RegExp;
  /** Functions of a class that make one of it, by custom. */
  factory: RegExp;
}

/** The tables of a library, asked. */
export class Library {
  private readonly closures = new Map<string, ReadonlySet<string>>();
  private readonly primitives: ReadonlySet<string>;
  private readonly unboxed: Readonly<Record<string, string>>;
  /** All that the tables speak of. */
  private readonly known: ReadonlySet<string>;

  constructor(readonly tables: LibraryTables) {
    const { boxes, above, functional } = tables;
    this.primitives = new Set(Object.keys(boxes));
    this.unboxed = Object.fromEntries(Object.entries(boxes).map(([primitive, box]) => [box, primitive]));
    this.known = new Set([...Object.entries(above).flatMap(([name, all]) => [name, ...all.split(" ")]), ...Object.keys(functional)]);
  }

  isPrimitive(name: string): boolean {
    return this.primitives.has(name);
  }

  isFinal(name: string): boolean {
    return this.tables.final.has(name);
  }

  /** Does a primitive type go into another one without a loss? */
  widens(from: string, to: string): boolean {
    return from === to || (this.tables.wider[from]?.split(" ").includes(to) ?? false);
  }

  boxOf(primitive: string): string {
    return this.tables.boxes[primitive]!;
  }

  /** The primitive type of a class that boxes one. */
  primitiveOf(box: string): string | undefined {
    return this.unboxed[box];
  }

  /** A type of the library and all that stands above it; null for one that is not known. */
  closureOf(name: string): ReadonlySet<string> | null {
    let all = this.closures.get(name) as Set<string> | undefined;
    if (all) return all;
    if (!this.known.has(name)) return null;
    all = new Set([name]);
    for (const one of all) for (const above of this.tables.above[one]?.split(" ") ?? []) if (above) all.add(above);
    this.closures.set(name, all);
    return all;
  }

  /** Is it a class of the library that is no interface with one method? */
  isPlainClass(name: string): boolean {
    const { above, functional, implementable } = this.tables;
    return this.isFinal(name) || (Object.hasOwn(above, name) && !Object.hasOwn(functional, name) && !implementable.has(name));
  }

  /** What an interface of the library wants of a function. */
  wantedBy(name: string): { parameters: number; gives: boolean } | null {
    const { functional, giveNothing } = this.tables;
    return Object.hasOwn(functional, name) ? { parameters: functional[name]!, gives: !giveNothing.has(name) } : null;
  }

  /** What all functions of a class give, by its whole name. */
  madeBy(name: string): string | null {
    return this.tables.makers.find(([of]) => of.test(name))?.[1] ?? null;
  }
}
