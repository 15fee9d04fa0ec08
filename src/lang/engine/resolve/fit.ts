/** How an argument goes into a parameter: not at all, nobody knows, or in the first phase (subtypes), the second (boxing). */
import { pairs, words } from "../words.ts";
export type Fit = "no" | "unknown" | 1 | 2;

/** Types of numbers, each of which goes into those behind it. */
const WIDER: Readonly<Record<string, string>> = pairs(`byte short int long float double, short int long float double,
  char int long float double, int long float double, long float double, float double`);
const PRIMITIVE = new Set(["byte", "short", "char", "int", "long", "float", "double", "boolean"]);

const BOXES: Readonly<Record<string, string>> = pairs(`byte Byte, short Short, char Character, int Integer, long Long, float Float,
  double Double, boolean Boolean`);
const UNBOXED: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(BOXES).map(([a, b]) => [b, a]));

export const isPrimitive = (name: string): boolean => PRIMITIVE.has(name);

/** Types of the standard library by what stands above them: enough to tell those of overloads apart. */
const ABOVE: Readonly<Record<string, string>> = pairs(`String CharSequence Comparable Serializable,
  StringBuilder CharSequence Appendable Comparable Serializable, StringBuffer CharSequence Appendable Comparable Serializable,
  CharBuffer CharSequence Appendable Readable Buffer Comparable, Byte Number Comparable, Short Number Comparable,
  Integer Number Comparable, Long Number Comparable, Float Number Comparable, Double Number Comparable, BigDecimal Number Comparable,
  BigInteger Number Comparable, AtomicInteger Number, AtomicLong Number, Number Serializable, Boolean Comparable Serializable,
  Character Comparable Serializable, Class Type Serializable AnnotatedElement GenericDeclaration, ParameterizedType Type,
  WildcardType Type, GenericArrayType Type, TypeVariable Type, Method Executable Member AnnotatedElement,
  Constructor Executable Member AnnotatedElement, Executable AccessibleObject Member, Field AccessibleObject Member AnnotatedElement,
  Enum Comparable Serializable, ArrayList AbstractList List RandomAccess, LinkedList AbstractList List Deque, Vector List RandomAccess,
  Stack Vector, AbstractList AbstractCollection List, AbstractCollection Collection, CopyOnWriteArrayList List, CharSequence, Future,
  ScheduledFuture Future, List Collection SequencedCollection, ArrayDeque Deque, Deque Queue, PriorityQueue Queue, BlockingQueue Queue,
  Queue Collection, HashSet AbstractSet Set, AbstractSet AbstractCollection Set, LinkedHashSet HashSet, TreeSet NavigableSet,
  NavigableSet SortedSet, SortedSet Set, EnumSet Set, Set Collection, Collection Iterable, HashMap AbstractMap Map, LinkedHashMap HashMap,
  AbstractMap Map, Hashtable Map Dictionary, Properties Hashtable, ConcurrentHashMap ConcurrentMap, ConcurrentMap Map,
  TreeMap NavigableMap, NavigableMap SortedMap, SortedMap Map, EnumMap Map, IdentityHashMap Map, WeakHashMap Map, ListIterator Iterator,
  FileInputStream InputStream, ByteArrayInputStream InputStream, BufferedInputStream FilterInputStream, FilterInputStream InputStream,
  DataInputStream FilterInputStream, ObjectInputStream InputStream, GZIPInputStream InputStream, InputStream Closeable,
  FileOutputStream OutputStream, ByteArrayOutputStream OutputStream, BufferedOutputStream OutputStream, PrintStream OutputStream,
  OutputStream Closeable Flushable, StringReader Reader, FileReader InputStreamReader, InputStreamReader Reader, BufferedReader Reader,
  CharArrayReader Reader, Reader Closeable Readable, StringWriter Writer, FileWriter OutputStreamWriter, OutputStreamWriter Writer,
  BufferedWriter Writer, PrintWriter Writer, CharArrayWriter Writer, Writer Appendable Closeable Flushable, Closeable AutoCloseable,
  File Comparable Serializable, Path Iterable Comparable, URI Comparable Serializable, URL Serializable, Throwable Serializable,
  Exception Throwable, Error Throwable, AssertionError Error, RuntimeException Exception, IOException Exception,
  UncheckedIOException RuntimeException, FileNotFoundException IOException, IllegalArgumentException RuntimeException,
  NumberFormatException IllegalArgumentException, IllegalStateException RuntimeException, NullPointerException RuntimeException,
  IndexOutOfBoundsException RuntimeException, UnsupportedOperationException RuntimeException, ClassCastException RuntimeException,
  ClassNotFoundException ReflectiveOperationException, ReflectiveOperationException Exception, InterruptedException Exception,
  Date Comparable Serializable, Timestamp Date, GregorianCalendar Calendar, Calendar Comparable Serializable,
  LocalDate ChronoLocalDate Temporal TemporalAccessor TemporalAdjuster Comparable,
  LocalDateTime ChronoLocalDateTime Temporal TemporalAccessor TemporalAdjuster Comparable,
  LocalTime Temporal TemporalAccessor TemporalAdjuster Comparable, ZonedDateTime Temporal TemporalAccessor Comparable,
  OffsetDateTime Temporal TemporalAccessor Comparable, Instant Temporal TemporalAccessor TemporalAdjuster Comparable,
  Duration TemporalAmount Comparable, Period TemporalAmount, ChronoUnit TemporalUnit Comparable, SimpleDateFormat DateFormat,
  DateFormat Format, DecimalFormat NumberFormat, NumberFormat Format, MessageFormat Format, Locale Serializable, Pattern Serializable,
  UUID Comparable Serializable, Optional, Thread Runnable, ExecutorService Executor, ScheduledExecutorService ExecutorService,
  CompletableFuture Future CompletionStage, Charset Comparable, TimeUnit Comparable, Object`);

/** Classes that have nothing below them. */
const FINAL = words(`String StringBuilder StringBuffer Integer Long Short Byte Character Float Double Boolean Class Locale Pattern Optional
  UUID Method Constructor Field URI URL LocalDate LocalDateTime LocalTime Instant Duration Period`);

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
const GIVE_NOTHING = words("Runnable Consumer BiConsumer IntConsumer LongConsumer DoubleConsumer");

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
    return "no";
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
