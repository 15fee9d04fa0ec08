import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { folderOf, isDouble, join, nearness, upwards } from "../engine/resolve/paths.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// Python: relative imports, absolute ones from any source root, packages (`__init__.py`) and namespace packages, submodules.
// Whatever a module imports can be imported from it again.

/** The module a dotted path means below a folder. */
function moduleAt(tree: Tree, folder: string, parts: string[]): Located | null {
  const path = join(folder, parts.join("/"));
  if (path === null) return null;
  // asked by name first: most imports are of no file of the tree, wherever they could start from
  const first = parts.length > 1 ? join(folder, parts[0]!) : null;
  if (first !== null && !tree.folders(parts[0]!).includes(first)) return null;
  const last = path.slice(path.lastIndexOf("/") + 1);
  const there = path === "" || tree.folders(last).includes(path);
  const inits = path === "" || !there ? [] : tree.extended(`${path}/__init__`);
  for (const init of [`${path}/__init__.py`, `${path}/__init__.pyi`])
    if (inits.includes(init)) return { is: "files", files: [init], folder: path };
  for (const extension of parts.length > 0 ? [".py", ".pyi", ".pyx"] : [])
    if (tree.named(last + extension).includes(path + extension)) return { is: "files", files: [path + extension], folder: path };
  // a folder without `__init__` is a namespace package
  return there ? { is: "files", files: [], folder: path } : null;
}

/** Folders absolute imports start from, as far as this file can tell: the parent of its topmost package, the folders above it. */
function roots(tree: Tree, from: string): string[] {
  return tree.memo("roots", from, () => {
    const out: string[] = [];
    for (const folder of upwards(folderOf(from))) if (folder === "" || !tree.file(`${folder}/__init__.py`)) out.push(folder);
    for (const folder of ["src", "lib", "python"]) if (!out.includes(folder)) out.push(folder);
    return out;
  });
}

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const dots = /^\.*/.exec(imported.source)![0].length;
  const parts = imported.source
    .slice(dots)
    .split(".")
    .filter((part) => part !== "");
  if (dots > 0) {
    let folder: string | null = folderOf(from);
    for (let i = 1; i < dots && folder !== null; i++) folder = join(folder, "..");
    return (folder !== null && moduleAt(tree, folder, parts)) || { is: "nowhere" };
  }
  const first = parts[0];
  if (first === undefined) return { is: "nowhere" };
  let loose: Located | null = null;
  for (const root of roots(tree, from)) {
    const hit = moduleAt(tree, root, parts);
    if (hit?.is !== "files") continue;
    if (hit.files.length > 0) return hit;
    // a bare folder is weak evidence: `docs` beside `import docs`; only when it holds Python below
    if (parts.length > 1 || tree.directory(hit.folder!).some((path) => path.endsWith(".py"))) loose ??= hit;
  }
  // another source root anywhere: the topmost package of that name, the nearest to the file
  const packages = [
    ...tree
      .named("__init__.py")
      .filter((path) => path.endsWith(`/${first}/__init__.py`))
      .map((path) => folderOf(folderOf(path))),
  ]
    .filter((folder) => folder === "" || !tree.file(`${folder}/__init__.py`))
    .filter((folder) => !isDouble(`${folder}/`) || isDouble(from))
    .sort((a, b) => nearness(`${b}/x`, from) - nearness(`${a}/x`, from) || (a < b ? -1 : 1));
  for (const root of packages) {
    const hit = moduleAt(tree, root, parts);
    if (hit?.is === "files" && hit.files.length > 0) return hit;
    if (hit) loose ??= hit;
  }
  if (loose) return loose;
  // a missing module of a package that is here does not come from outside
  const ours = [...roots(tree, from), ...packages].some((root) => moduleAt(tree, root, [first])?.is === "files" && parts.length > 1);
  return ours ? { is: "nowhere" } : { is: "external", name: first };
}

function submodule(tree: Tree, place: { files: string[]; folder: string | null }, name: string): Place | null {
  if (place.folder === null || (place.files[0] !== undefined && !/__init__\.pyi?$/.test(place.files[0]))) return null;
  const hit = moduleAt(tree, place.folder, [name]);
  return hit?.is === "files" ? { is: "module", files: hit.files, folder: hit.folder } : null;
}

/** The package `a` of `import a.b.c`, whose submodules are its members. */
function topPackage(tree: Tree, from: string, name: string): Place {
  const located = locate(tree, from, { form: "namespace", source: name, names: [], reexport: false, relative: false, within: "" });
  if (located.is === "files") return { is: "module", files: located.files, folder: located.folder };
  return located.is === "external" ? { is: "external", name: located.name } : { is: "unknown" };
}

const family: Family = writtenFamily({
  name: "python",
  ecosystem: "pypi",
  aboveCalled: "object",
  typesCalled: true,
  operatorName: /^__\w+__$/,
  self: ["self", "cls"],
  parent: ["super"],
  dynamic: true,
  invoked: "__call__",
  flows: true,
  initialiser: "__init__",
  globals:
    wordSet(`abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate
    eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min
    next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__
    ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError
    ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EnvironmentError Exception FileExistsError FileNotFoundError
    FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError
    KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError OverflowError
    PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
    StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError
    UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError None True False Ellipsis`),
  reexportsAll: true,
  locate,
  submodule,
  topPackage,
});

export const syntax: Syntax = {
  names: words("throw typeof void delete do"),
  separators: ["."],
  quotes: "\"'",
  tripleQuotes: true,
  fields: /[fF][rR]?$/,
  lineComments: ["#"],
  blockComments: [],
  squareGenerics: true,
};

/** `map(f, …)` calls its first argument, `sorted(…, key=f)` what stands behind the key word. */
function callsArgument(name: string, argument: string, all: string): boolean {
  return /^(?:map|filter|reduce)$/.test(name) ? all.split(",")[0] === argument && !argument.includes("=") : argument.startsWith("key=");
}

export const python = language({
  name: "python",
  inherent:
    /^__(?:init|new|repr|str|[nl]e|eq|lt|g[te]|hash|format|dir|sizeof|reduce|reduce_ex|setattr|delattr|getattribute|init_subclass)__$/,
  protocol: "Protocol",
  madeOfNothing: true,
  demands: ({ head, rest }) =>
    /@(?:abc\.)?abstract(?:method|property)\b/.test(head) || (/^[^\n]*\s*raise\s+NotImplementedError\b/.test(rest) && "perhaps"),
  lacksQuietly: true,
  extensions: "py pyi pyw",
  filenames: "SConstruct SConscript wscript",
  shebangs: "python python2 python3 pypy",
  rules: async () => (await import("./rules.ts")).python,
  syntax,
  family,
  callsGiven: ({ name, receiver }) =>
    (receiver === null && /^(?:map|filter|sorted|min|max|reduce)$/.test(name)) || (receiver === "functools" && name === "reduce"),
  callsArgument,
});
