import type { Syntax } from "../engine/rules/_rules.ts";
import { pairs, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { go as family } from "./family.ts";

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
