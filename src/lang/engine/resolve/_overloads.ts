/**
 * Which of several functions of one name a call means: by the number of its arguments, their key words, and what their forms tell of types.
 *
 * Nothing is guessed: a type that is not known fits everywhere, and where more than one function is left, none is chosen.
 */
import { splitTop } from "./_names.ts";

/** What separates the parameters of a function in its binding `()=`. */
export const BETWEEN = "\t";

/** A parameter as its function declares it. */
export interface Declared {
  name: string;
  type: string;
  optional: boolean;
  variadic: boolean;
}

/** A function as far as its calls are concerned. */
export interface Signature {
  /** Type parameters with their bounds; "" where none is written. */
  types: ReadonlyMap<string, string>;
  parameters: readonly Declared[];
}

/** How the signature of a method begins that an interface only declares. */
export const DECLARES = ";";

/** `;` of what is only declared, `<T:Bound>`, then `name:type` each, `=` before an optional one, `*` before one that gathers the rest. */
export function parseSignature(text: string): Signature {
  const types = new Map<string, string>();
  const parameters: Declared[] = [];
  for (const part of text === "" ? [] : text.split(BETWEEN)) {
    if (part === DECLARES || part === "") continue;
    if (part[0] === "<") {
      for (const one of splitTop(part.slice(1, -1), ",")) {
        const [, name, bound] =
          /^\s*(?:@\w+\s+)*(?:(?:out|in|reified)\s+)?([\w\x80-\u{10FFFF}]+)\s*(?:(?:extends|:|<:)\s*([^&]+))?/u.exec(one) ?? [];
        if (name !== undefined) types.set(name, bound?.trim() ?? "");
      }
      continue;
    }
    const [, flags = "", name = "", type = ""] = /^([=*]*)([^:]*):([\s\S]*)$/.exec(part) ?? [];
    parameters.push({ name, type, optional: flags.includes("="), variadic: flags.includes("*") });
  }
  return { types, parameters };
}

/** Can a call with so many arguments, some of them behind key words, mean the function? */
export function countFits({ parameters }: Signature, count: number, keys: readonly string[] = []): boolean {
  const most = parameters.some(({ variadic }) => variadic) ? Number.POSITIVE_INFINITY : parameters.length;
  const least = parameters.filter(({ optional, variadic }) => !optional && !variadic).length;
  if (count < least || count > most) return false;
  return keys.every((key) => parameters.some(({ name }) => name.split(" ").includes(key)));
}

/** How an argument goes into a parameter: not at all, nobody knows, or in the first phase (subtypes), the second (boxing). */
export type Fit = "no" | "unknown" | 1 | 2;

/** Types of numbers, each of which goes into those behind it. */
const WIDER: Readonly<Record<string, string>> = {
  byte: "short int long float double",
  short: "int long float double",
  char: "int long float double",
  int: "long float double",
  long: "float double",
  float: "double",
};
const PRIMITIVE = new Set(["byte", "short", "char", "int", "long", "float", "double", "boolean"]);
const BOXES: Readonly<Record<string, string>> = {
  byte: "Byte",
  short: "Short",
  char: "Character",
  int: "Integer",
  long: "Long",
  float: "Float",
  double: "Double",
  boolean: "Boolean",
};
const UNBOXED: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(BOXES).map(([a, b]) => [b, a]));

export const isPrimitive = (name: string): boolean => PRIMITIVE.has(name);

/** Types of the standard library by what stands above them: enough to tell those of overloads apart. */
const ABOVE: Readonly<Record<string, string>> = {
  String: "CharSequence Comparable Serializable",
  StringBuilder: "CharSequence Appendable Comparable Serializable",
  StringBuffer: "CharSequence Appendable Comparable Serializable",
  CharBuffer: "CharSequence Appendable Readable Buffer Comparable",
  Byte: "Number Comparable",
  Short: "Number Comparable",
  Integer: "Number Comparable",
  Long: "Number Comparable",
  Float: "Number Comparable",
  Double: "Number Comparable",
  BigDecimal: "Number Comparable",
  BigInteger: "Number Comparable",
  AtomicInteger: "Number",
  AtomicLong: "Number",
  Number: "Serializable",
  Boolean: "Comparable Serializable",
  Character: "Comparable Serializable",
  Class: "Type Serializable AnnotatedElement GenericDeclaration",
  ParameterizedType: "Type",
  WildcardType: "Type",
  GenericArrayType: "Type",
  TypeVariable: "Type",
  Method: "Executable Member AnnotatedElement",
  Constructor: "Executable Member AnnotatedElement",
  Executable: "AccessibleObject Member",
  Field: "AccessibleObject Member AnnotatedElement",
  Enum: "Comparable Serializable",
  ArrayList: "AbstractList List RandomAccess",
  LinkedList: "AbstractList List Deque",
  Vector: "List RandomAccess",
  Stack: "Vector",
  AbstractList: "AbstractCollection List",
  AbstractCollection: "Collection",
  CopyOnWriteArrayList: "List",
  CharSequence: "",
  Future: "",
  ScheduledFuture: "Future",
  List: "Collection SequencedCollection",
  ArrayDeque: "Deque",
  Deque: "Queue",
  PriorityQueue: "Queue",
  BlockingQueue: "Queue",
  Queue: "Collection",
  HashSet: "AbstractSet Set",
  AbstractSet: "AbstractCollection Set",
  LinkedHashSet: "HashSet",
  TreeSet: "NavigableSet",
  NavigableSet: "SortedSet",
  SortedSet: "Set",
  EnumSet: "Set",
  Set: "Collection",
  Collection: "Iterable",
  HashMap: "AbstractMap Map",
  LinkedHashMap: "HashMap",
  AbstractMap: "Map",
  Hashtable: "Map Dictionary",
  Properties: "Hashtable",
  ConcurrentHashMap: "ConcurrentMap",
  ConcurrentMap: "Map",
  TreeMap: "NavigableMap",
  NavigableMap: "SortedMap",
  SortedMap: "Map",
  EnumMap: "Map",
  IdentityHashMap: "Map",
  WeakHashMap: "Map",
  ListIterator: "Iterator",
  FileInputStream: "InputStream",
  ByteArrayInputStream: "InputStream",
  BufferedInputStream: "FilterInputStream",
  FilterInputStream: "InputStream",
  DataInputStream: "FilterInputStream",
  ObjectInputStream: "InputStream",
  GZIPInputStream: "InputStream",
  InputStream: "Closeable",
  FileOutputStream: "OutputStream",
  ByteArrayOutputStream: "OutputStream",
  BufferedOutputStream: "OutputStream",
  PrintStream: "OutputStream",
  OutputStream: "Closeable Flushable",
  StringReader: "Reader",
  FileReader: "InputStreamReader",
  InputStreamReader: "Reader",
  BufferedReader: "Reader",
  CharArrayReader: "Reader",
  Reader: "Closeable Readable",
  StringWriter: "Writer",
  FileWriter: "OutputStreamWriter",
  OutputStreamWriter: "Writer",
  BufferedWriter: "Writer",
  PrintWriter: "Writer",
  CharArrayWriter: "Writer",
  Writer: "Appendable Closeable Flushable",
  Closeable: "AutoCloseable",
  File: "Comparable Serializable",
  Path: "Iterable Comparable",
  URI: "Comparable Serializable",
  URL: "Serializable",
  Throwable: "Serializable",
  Exception: "Throwable",
  Error: "Throwable",
  AssertionError: "Error",
  RuntimeException: "Exception",
  IOException: "Exception",
  UncheckedIOException: "RuntimeException",
  FileNotFoundException: "IOException",
  IllegalArgumentException: "RuntimeException",
  NumberFormatException: "IllegalArgumentException",
  IllegalStateException: "RuntimeException",
  NullPointerException: "RuntimeException",
  IndexOutOfBoundsException: "RuntimeException",
  UnsupportedOperationException: "RuntimeException",
  ClassCastException: "RuntimeException",
  ClassNotFoundException: "ReflectiveOperationException",
  ReflectiveOperationException: "Exception",
  InterruptedException: "Exception",
  Date: "Comparable Serializable",
  Timestamp: "Date",
  GregorianCalendar: "Calendar",
  Calendar: "Comparable Serializable",
  LocalDate: "ChronoLocalDate Temporal TemporalAccessor TemporalAdjuster Comparable",
  LocalDateTime: "ChronoLocalDateTime Temporal TemporalAccessor TemporalAdjuster Comparable",
  LocalTime: "Temporal TemporalAccessor TemporalAdjuster Comparable",
  ZonedDateTime: "Temporal TemporalAccessor Comparable",
  OffsetDateTime: "Temporal TemporalAccessor Comparable",
  Instant: "Temporal TemporalAccessor TemporalAdjuster Comparable",
  Duration: "TemporalAmount Comparable",
  Period: "TemporalAmount",
  ChronoUnit: "TemporalUnit Comparable",
  SimpleDateFormat: "DateFormat",
  DateFormat: "Format",
  DecimalFormat: "NumberFormat",
  NumberFormat: "Format",
  MessageFormat: "Format",
  Locale: "Serializable",
  Pattern: "Serializable",
  UUID: "Comparable Serializable",
  Optional: "",
  Thread: "Runnable",
  ExecutorService: "Executor",
  ScheduledExecutorService: "ExecutorService",
  CompletableFuture: "Future CompletionStage",
  Charset: "Comparable",
  TimeUnit: "Comparable",
  Object: "",
};
/** Classes that have nothing below them. */
const FINAL = new Set(
  "String StringBuilder StringBuffer Integer Long Short Byte Character Float Double Boolean Class Locale Pattern Optional UUID Method Constructor Field URI URL LocalDate LocalDateTime LocalTime Instant Duration Period".split(
    " ",
  ),
);
/** How many parameters a function has that goes into such a type. */
const FUNCTIONAL: Readonly<Record<string, number>> = {
  Runnable: 0,
  Supplier: 0,
  Callable: 0,
  BooleanSupplier: 0,
  IntSupplier: 0,
  LongSupplier: 0,
  DoubleSupplier: 0,
  Consumer: 1,
  Function: 1,
  Predicate: 1,
  UnaryOperator: 1,
  IntFunction: 1,
  IntPredicate: 1,
  IntConsumer: 1,
  IntUnaryOperator: 1,
  LongFunction: 1,
  DoubleFunction: 1,
  ToIntFunction: 1,
  ToLongFunction: 1,
  ToDoubleFunction: 1,
  BiFunction: 2,
  BiConsumer: 2,
  BiPredicate: 2,
  BinaryOperator: 2,
  Comparator: 2,
  IntBinaryOperator: 2,
};

/** Those that want nothing back. */
const GIVE_NOTHING = new Set("Runnable Consumer BiConsumer IntConsumer LongConsumer DoubleConsumer".split(" "));

/** All that the tables speak of. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.entries(ABOVE).flatMap(([name, above]) => [name, ...above.split(" ")]),
  ...Object.keys(FUNCTIONAL),
]);

const closures = new Map<string, ReadonlySet<string>>();

/** A type of the standard library and all that stands above it; null for one that is not known. */
export function closureOf(name: string): ReadonlySet<string> | null {
  let known = closures.get(name);
  if (known) return known;
  if (!KNOWN.has(name)) return null;
  const all = new Set([name]);
  for (const one of all) for (const above of ABOVE[one]?.split(" ") ?? []) if (above) all.add(above);
  known = all;
  closures.set(name, known);
  return known;
}

/** Is it a class of the standard library that is no interface with one method? */
const isPlainClass = (name: string): boolean =>
  FINAL.has(name) ||
  (Object.hasOwn(ABOVE, name) &&
    !Object.hasOwn(FUNCTIONAL, name) &&
    name !== "Iterable" &&
    name !== "Comparable" &&
    name !== "Closeable" &&
    name !== "AutoCloseable");

/** What is known of the type of an argument, or of a parameter. `gives`: does the function give something (null: it may)? `tree`: it is a type of the tree, told by its number. */
export type Type =
  | { is: "unknown" }
  | { is: "null" }
  /** A function written out or named; of a parameter, one of a function type. */
  | { is: "function"; parameters: number | null; gives?: boolean | null }
  | { is: "array"; of: Type }
  | { is: "named"; name: string; tree: TreeType | null };

/** A type of the tree: its own number, those of what is above it, and the names of what is above it outside the tree. */
export interface TreeType {
  id: string;
  above: ReadonlySet<string>;
  outside: readonly string[];
  /** What its only method wants, if it is an interface with one; "none": no function goes into it; null: nothing tells. */
  functional: { parameters: number; gives: boolean | null } | "none" | null;
}

export const UNKNOWN_TYPE: Type = { is: "unknown" };
export const named = (name: string): Type => ({ is: "named", name, tree: null });

/** Does a value of one type go into a variable of another? */
export function goes(argument: Type, parameter: Type): Fit {
  if (parameter.is === "named" && parameter.tree === null && parameter.name === "Object") {
    if (argument.is === "unknown") return 1;
    return argument.is === "named" && isPrimitive(argument.name) ? 2 : argument.is === "function" ? "no" : 1;
  }
  if (argument.is === "unknown" || parameter.is === "unknown" || parameter.is === "null") return "unknown";
  if (parameter.is === "function") {
    if (argument.is === "null") return 1;
    if (argument.is !== "function")
      return argument.is === "array" || (argument.is === "named" && argument.tree === null && isPlainClass(argument.name))
        ? "no"
        : "unknown";
    return argument.parameters === null || parameter.parameters === null || argument.parameters === parameter.parameters ? 1 : "no";
  }
  if (argument.is === "null") return parameter.is === "named" && isPrimitive(parameter.name) ? "no" : 1;
  if (argument.is === "function") {
    if (parameter.is === "array" || isPrimitive(parameter.name)) return "no";
    const wanted = parameter.tree ? parameter.tree.functional : wantedBy(parameter.name);
    if (wanted === "none") return "no";
    if (wanted === null) return parameter.tree === null && isPlainClass(parameter.name) ? "no" : "unknown";
    if (argument.parameters !== null && wanted.parameters !== argument.parameters) return "no";
    return typeof argument.gives === "boolean" && wanted.gives !== null && argument.gives !== wanted.gives ? "no" : 1;
  }
  if (argument.is === "array") {
    if (parameter.is === "array") {
      const [a, b] = [argument.of, parameter.of];
      if (a.is === "named" && b.is === "named" && (isPrimitive(a.name) || isPrimitive(b.name))) return a.name === b.name ? 1 : "no";
      return goes(a, b);
    }
    return parameter.tree === null && /^(?:Object|Cloneable|Serializable)$/.test(parameter.name) ? 1 : "no";
  }
  if (parameter.is === "array") return "no";
  return namedGoes(argument, parameter);
}

function namedGoes(argument: Type & { is: "named" }, parameter: Type & { is: "named" }): Fit {
  const [a, p] = [argument.name, parameter.name];
  if (argument.tree && parameter.tree) {
    if (argument.tree.id === parameter.tree.id || argument.tree.above.has(parameter.tree.id)) return 1;
    return "no";
  }
  if (argument.tree) {
    if (isPrimitive(p)) return "no";
    const { outside } = argument.tree;
    if (outside.includes(p)) return 1;
    const known = outside.map(closureOf);
    if (known.some((one) => one?.has(p))) return 1;
    return known.includes(null) ? (FINAL.has(p) ? "no" : "unknown") : "no";
  }
  if (isPrimitive(a)) {
    if (parameter.tree) return "no";
    if (a === p || WIDER[a]?.split(" ").includes(p)) return 1;
    if (isPrimitive(p)) return "no";
    const box = BOXES[a]!;
    return closureOf(box)!.has(p) || p === "Serializable" ? 2 : closureOf(p) || p === "Comparable" ? "no" : "unknown";
  }
  if (isPrimitive(p)) {
    const inner = UNBOXED[a];
    if (inner !== undefined) return inner === p || WIDER[inner]?.split(" ").includes(p) ? 2 : "no";
    return closureOf(a) && a !== "Number" && a !== "Comparable" ? "no" : "no";
  }
  // what stands outside the tree knows nothing of it
  if (parameter.tree) return "no";
  if (a === p) return 1;
  const above = closureOf(a);
  if (above?.has(p)) return 1;
  if (a === "Object") return "no";
  if (FINAL.has(p) || (above && closureOf(p))) return "no";
  return FINAL.has(a) && above ? "no" : "unknown";
}

/** What an interface of the standard library wants of a function. */
export function wantedBy(name: string): { parameters: number; gives: boolean } | null {
  const parameters = Object.hasOwn(FUNCTIONAL, name) ? FUNCTIONAL[name]! : null;
  return parameters === null ? null : { parameters, gives: !GIVE_NOTHING.has(name) };
}

/** A candidate with the types of its parameters. */
export interface Candidate<T> {
  of: T;
  signature: Signature;
  types: readonly Type[];
}

/**
 * The candidates that a call can mean: one, if the types tell.
 * @param forms types of the arguments, in order; null where nothing but their number is known
 * @param keys key words, by position
 */
export function choose<T>(
  candidates: readonly Candidate<T>[],
  count: number | null,
  forms: readonly Type[],
  keys: readonly (string | null)[],
): readonly Candidate<T>[] {
  const words = keys.filter((key) => key !== null);
  let left = count === null ? candidates : candidates.filter(({ signature }) => countFits(signature, count, words));
  if (left.length < 2 || count === null) return left;
  const judged = left.map((candidate) => ({ candidate, ...judge(candidate, forms, keys, count) })).filter(({ worst }) => worst !== "no");
  if (judged.length < 2) return judged.map(({ candidate }) => candidate);
  // the earliest phase in which one surely fits; those that may fit in it stay
  const sure = judged.filter(({ worst }) => worst !== "unknown").map(({ phase }) => phase);
  const first = sure.length > 0 ? Math.min(...sure) : 9;
  left = judged.filter(({ phase }) => phase <= first).map(({ candidate }) => candidate);
  if (left.length < 2) return left;
  const exact = left.filter((one) => left.every((other) => one === other || isExact(one, other, forms, count, keys)));
  if (exact.length === 1) return exact;
  return mostSpecific(left, count, keys);
}

function judge<T>(
  { signature, types }: Candidate<T>,
  forms: readonly Type[],
  keys: readonly (string | null)[],
  count: number,
): { worst: Fit; phase: number } {
  const { parameters } = signature;
  const variadic = parameters.findIndex((one) => one.variadic);
  let worst: Fit = 1;
  let phase = 1;
  const spread = variadic >= 0 && !(count === parameters.length && isArrayLike(forms[variadic], types[variadic]));
  if (spread) phase = 3;
  for (let i = 0; i < count; i++) {
    const key = keys[i] ?? null;
    const at =
      key === null ? (variadic >= 0 && i >= variadic ? variadic : i) : parameters.findIndex(({ name }) => name.split(" ").includes(key));
    const declared = types[at] ?? UNKNOWN_TYPE;
    const wanted = spread && at === variadic && declared.is === "array" ? declared.of : declared;
    const fit = goes(forms[i] ?? UNKNOWN_TYPE, wanted);
    if (fit === "no") return { worst: "no", phase };
    if (fit === "unknown") worst = "unknown";
    else if (fit > phase) phase = fit;
  }
  return { worst, phase };
}

/** Are the arguments of the very types that one has for its parameters, wherever another has others? */
function isExact<T>(
  one: Candidate<T>,
  other: Candidate<T>,
  forms: readonly Type[],
  count: number,
  keys: readonly (string | null)[],
): boolean {
  if (keys.some((key) => key !== null) || one.signature.parameters.some(({ variadic }) => variadic)) return false;
  for (let i = 0; i < count; i++) {
    const [mine, others] = [one.types[i] ?? UNKNOWN_TYPE, other.types[i] ?? UNKNOWN_TYPE];
    if (!isSame(mine, others) && !isSame(mine, forms[i] ?? UNKNOWN_TYPE)) return false;
  }
  return true;
}

/** Are both known, and the same? */
function isSame(a: Type, b: Type): boolean {
  if (a.is === "array" && b.is === "array") return isSame(a.of, b.of);
  return a.is === "named" && b.is === "named" && a.name === b.name && a.tree?.id === b.tree?.id;
}

/** Is the one argument for a parameter that gathers the rest the array itself? */
function isArrayLike(argument: Type | undefined, parameter: Type | undefined): boolean {
  if (!argument || !parameter) return false;
  return argument.is === "null" || (argument.is === "array" && goes(argument, parameter) !== "no");
}

/** Of several that fit the one whose parameters go into those of all the others; all of them where there is none. */
function mostSpecific<T>(left: readonly Candidate<T>[], count: number, keys: readonly (string | null)[]): readonly Candidate<T>[] {
  if (keys.some((key) => key !== null)) return left;
  const typeAt = ({ signature, types }: Candidate<T>, i: number): Type => {
    const variadic = signature.parameters.findIndex((one) => one.variadic);
    const at = variadic >= 0 && i >= variadic ? variadic : i;
    const declared = types[at] ?? UNKNOWN_TYPE;
    return variadic >= 0 && at === variadic && declared.is === "array" && (count !== signature.parameters.length || i > variadic)
      ? declared.of
      : declared;
  };
  const below = (a: Candidate<T>, b: Candidate<T>): boolean => {
    for (let i = 0; i < count; i++) {
      const fit = goes(typeAt(a, i), typeAt(b, i));
      if (fit !== 1) return false;
    }
    return true;
  };
  const best = left.filter((one) => left.every((other) => one === other || below(one, other)));
  // of two that go into each other (one gathers the rest) the one with fewer such
  const plain = best.filter(({ signature }) => !signature.parameters.some(({ variadic }) => variadic));
  if (best.length === 1) return best;
  if (plain.length === 1) return plain;
  return left;
}

/** Are the parameters of two functions the same, so that one overrides the other? */
export function sameParameters(a: Signature, b: Signature): boolean {
  if (a.parameters.length !== b.parameters.length) return false;
  return a.parameters.every(
    ({ type, variadic }, i) =>
      erased(a, type, variadic) === erased(b, b.parameters[i]!.type, b.parameters[i]!.variadic) ||
      isVariable(a, type) ||
      isVariable(b, b.parameters[i]!.type),
  );
}

const isVariable = ({ types }: Signature, type: string): boolean =>
  types.has(type.replace(/[\s[\].?]+/g, "")) || /^\p{Lu}\d?(?:\[\])*$/u.test(type);

/** A type without its arguments, annotations and package. */
function erased(_: Signature, type: string, variadic: boolean): string {
  return plainType(type) + (variadic && !type.endsWith("[]") ? "[]" : "");
}

/** `@A final java.util.Map<K, V>[]` → `Map[]`. */
export function plainType(type: string): string {
  let rest = type.replace(/@[\w.]+(?:\([^()]*\))?\s*/g, "").replace(/\b(?:final|in|out|ref|params|vararg|inout|const)\s+/g, "");
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(/<[^<>]*>/g, "");
  }
  return rest
    .replace(/\s+/g, "")
    .replace(/\.\.\.$/, "[]")
    .replace(/^(?:[\w$]+\.)+(?=[\w$])/, "");
}
