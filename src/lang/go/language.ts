import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { sameTail } from "../engine/resolve/packages.ts";
import { baseOf, folderOf, isDouble, join, upwards } from "../engine/resolve/paths.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import { closing, splitTop } from "../engine/resolve/text.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike, WorldSymbol } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { pairs, wordSet, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// Go: import paths below the module path of a go.mod are folders; a package is its folder; everything in it sees everything else.

/** The module path of a go.mod. */
function goModule(text: string): string | null {
  return /^\s*module\s+"?([^\s"]+)/m.exec(text)?.[1] ?? null;
}

function packageFiles(tree: Tree, folder: string): string[] {
  return tree.directory(folder).filter((path) => path.endsWith(".go") && !path.endsWith("_test.go"));
}

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const { source } = imported;
  if (source[0] === ".") {
    const folder = join(folderOf(from), source);
    const files = folder === null ? [] : packageFiles(tree, folder);
    return files.length > 0 ? { is: "files", files, folder, whole: true } : { is: "nowhere" };
  }
  let known: { folder: string; module: string } | null = null;
  const around = upwards(folderOf(from));
  // of two modules of one name the one around the file
  const manifests = tree.texts("go.mod").map(({ path, text }) => ({ folder: folderOf(path), text }));
  const nearest = (folder: string): number => (around.includes(folder) ? around.indexOf(folder) : around.length);
  for (const { folder, text } of manifests.toSorted((a, b) => nearest(a.folder) - nearest(b.folder))) {
    const module = goModule(text);
    if (module === null || (source !== module && !source.startsWith(`${module}/`))) continue;
    if (!known || module.length > known.module.length) known = { folder, module };
  }
  if (!known) return { is: "external", name: source };
  const folder = join(known.folder, source.slice(known.module.length));
  const files = folder === null ? [] : packageFiles(tree, folder);
  return files.length > 0 ? { is: "files", files, folder, whole: true } : { is: "nowhere" };
}

/** `x_linux.go` and its kin say the same thing for one system each: the plain file first. */
function plainFirst(a: WorldSymbol, b: WorldSymbol): number {
  return Number(/_[a-z0-9]+\.go$/.test(a.path)) - Number(/_[a-z0-9]+\.go$/.test(b.path));
}

function ambient(tree: Tree, path: string, name: string): Place | null {
  const folder = folderOf(path);
  const testing = path.endsWith("_test.go");
  const found = tree
    .definitions(name, family)
    .filter(
      (symbol) =>
        symbol.qualified === name &&
        symbol.kind !== "namespace" &&
        folderOf(symbol.path) === folder &&
        (testing || !symbol.path.endsWith("_test.go")),
    )
    .sort(plainFirst);
  return found[0] ? { is: "symbol", symbol: found[0] } : null;
}

/**
 * `open_linux.go` and `open_windows.go`, or files under build tags: a package defines a name once, so that other definitions of it are for other
 * systems. Tests can belong to a package of their own.
 */
function variants(tree: Tree, symbol: WorldSymbol): WorldSymbol[] {
  const { name, qualified, path, kind } = symbol;
  if ((kind !== "function" && kind !== "method") || name === "init" || name === "main" || path.endsWith("_test.go")) return [];
  const folder = folderOf(path);
  return tree
    .definitions(name, family)
    .filter(
      (one) =>
        one.qualified === qualified &&
        one.path !== path &&
        one.kind === kind &&
        folderOf(one.path) === folder &&
        !one.path.endsWith("_test.go"),
    );
}

/** What a type of a function gives first: `func(int) (*Order, error)` an `*Order`. */
function functionResult(type: string): string | undefined {
  if (!/^func\s*\(/.test(type)) return undefined;
  const end = closing(type, type.indexOf("("));
  const rest = end < 0 ? "" : type.slice(end).trim();
  return rest[0] === "(" ? splitTop(rest.slice(1, -1), ",")[0]!.replace(/^\s*\w+\s+(?=[\w*[])/, "") : rest;
}

const family: Family = writtenFamily({
  name: "go",
  ecosystem: "go",
  typesApart: true,
  rowsByIndex: true,
  embeds: true,
  structural: true,
  functionResult,
  globals:
    wordSet(`append cap clear close complex copy delete imag len make max min new panic print println real recover bool byte complex64 complex128 error
    float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr any comparable nil true false iota`),
  packageSymbols: true,
  locate,
  bindings: (imported) => [{ name: "*", local: goPackageName(imported.source) }],
  ambient,
  variants,
  scattered: (tree, type, name) =>
    sameTail(
      tree,
      family,
      type,
      name,
      (symbol) => folderOf(symbol.path) === folderOf(type.path) && (!isDouble(baseOf(symbol.path)) || isDouble(baseOf(tree.facts.path))),
    ).sort(plainFirst),
});

/** The name under which Go imports a package without an alias: its own is in its clause; by custom it is the last segment without version and `go-`. */
export function goPackageName(source: string): string {
  const parts = source.split("/");
  let last = parts[parts.length - 1]!;
  if (/^v\d+$/.test(last) && parts.length > 1) last = parts[parts.length - 2]!;
  return last
    .replace(/\.v\d+$/, "")
    .replace(/^go-|[-.]go$/g, "")
    .replaceAll("-", "_");
}

export const syntax: Syntax = {
  names: words("in not and or is yield await elif while throw raise assert del typeof void delete do"),
  separators: ["."],
  quotes: '"`',
  charLiterals: true,
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  squareGenerics: true,
  bodies: true,
  dereference: true,
};

/** What interfaces of the standard library ask for. */
const STANDARD = {
  Handler: ["ServeHTTP"],
  Stringer: ["String"],
  error: ["Error"],
  Reader: ["Read"],
  Writer: ["Write"],
  Closer: ["Close"],
  ReadCloser: ["Read", "Close"],
  WriteCloser: ["Write", "Close"],
  ReadWriter: ["Read", "Write"],
  ReadWriteCloser: ["Read", "Write", "Close"],
  ResponseWriter: ["Header", "Write", "WriteHeader"],
  Flusher: ["Flush"],
  Hijacker: ["Hijack"],
  Marshaler: ["MarshalJSON"],
  Unmarshaler: ["UnmarshalJSON"],
  Interface: ["Len", "Less", "Swap"],
} as const;

/** Methods that interfaces of the standard library ask for: nobody says that a type has them. */
const ASKED = pairs(`ServeHTTP http.Handler, RoundTrip http.RoundTripper, String fmt.Stringer, GoString fmt.GoStringer,
  Format fmt.Formatter, Scan sql.Scanner or fmt.Scanner, Value driver.Valuer, Error error, Unwrap errors.Unwrap, Is errors.Is,
  As errors.As, Read io.Reader, Write io.Writer, Close io.Closer, Seek io.Seeker, ReadFrom io.ReaderFrom, WriteTo io.WriterTo,
  ReadAt io.ReaderAt, WriteAt io.WriterAt, WriteString io.StringWriter, Len sort.Interface, Less sort.Interface, Swap sort.Interface,
  Push heap.Interface, Pop heap.Interface, MarshalJSON json.Marshaler, UnmarshalJSON json.Unmarshaler, MarshalText encoding.TextMarshaler,
  UnmarshalText encoding.TextUnmarshaler, MarshalBinary encoding.BinaryMarshaler, UnmarshalBinary encoding.BinaryUnmarshaler,
  MarshalXML xml.Marshaler, UnmarshalXML xml.Unmarshaler, MarshalYAML yaml.Marshaler, UnmarshalYAML yaml.Unmarshaler, Set flag.Value,
  Deadline context.Context, Done context.Context, Enabled slog.Handler, Handle slog.Handler`);

export const go = language({
  name: "go",
  bracketed: true,
  standardInterfaces: STANDARD,
  askedFor: ASKED,
  bodiless: true,
  entry: /^init$/,
  importsPackages: true,
  folderClause: /^package[ \t]+(\w+)/m,
  readsUnknown: true,
  extensions: "go",
  rules: async () => (await import("./rules.ts")).go,
  syntax,
  family,
  indexed: true,
  dottedCalls: true,
  fieldsHold: true,
  callsGiven: ({ name, receiver }) =>
    (receiver === "slices" && name.endsWith("Func")) || (receiver === "strings" && /^(?:Map|\w+Func)$/.test(name)),
});
