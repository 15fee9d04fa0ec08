import { keptBy } from "../engine/resolve/config.ts";
import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { throughHolder } from "../engine/resolve/holders.ts";
import { sameTail } from "../engine/resolve/packages.ts";
import { baseOf, folderOf, join, upwards } from "../engine/resolve/paths.ts";
import type { Located, Place } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { ImportLike, WorldSymbol } from "../engine/resolve/world.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { wordSet, words } from "../engine/words.ts";
import { language } from "../engine/written.ts";

// Rust: `crate`, `self`, `super`, module files (`a.rs`, `a/mod.rs`), use trees, `pub use`, the crates of the workspace by their name.

/** The crate name of a Cargo.toml as code writes it (`-` is `_`); null for a pure workspace. */
function crateName(text: string): string | null {
  return keptBy("cargo", text, () => {
    const section = /^\[package\]([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(text)?.[1] ?? "";
    const library = /^\[lib\]([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(text)?.[1] ?? "";
    const name = /^\s*name\s*=\s*"([^"]+)"/m;
    return (name.exec(library)?.[1] ?? name.exec(section)?.[1])?.replaceAll("-", "_") ?? null;
  });
}

type Module = { files: string[]; folder: string };

/** The crate a file belongs to: where its modules begin. */
function crateOf(tree: Tree, path: string): { root: Module; manifest: string | null } {
  return tree.memo("crate", path, () => {
    for (const folder of upwards(folderOf(path))) {
      const manifest = join(folder, "Cargo.toml")!;
      if (tree.text(manifest) === null) continue;
      const source = folder === "" ? "src" : `${folder}/src`;
      // files in tests/, examples/, benches/ and build.rs are crates of their own
      if (!path.startsWith(`${source}/`)) return { root: { files: [path], folder: folderOf(path) }, manifest };
      if (path.startsWith(`${source}/bin/`)) return { root: { files: [path], folder: `${source}/bin` }, manifest };
      const roots = [`${source}/lib.rs`, `${source}/main.rs`].filter((root) => tree.file(root));
      return { root: { files: path === `${source}/main.rs` ? [path] : roots.slice(0, 1), folder: source }, manifest };
    }
    // no manifest: the topmost folder with a crate root
    for (const folder of upwards(folderOf(path)).reverse())
      for (const base of ["lib.rs", "main.rs"]) {
        const file = join(folder, base)!;
        if (tree.file(file)) return { root: { files: [file], folder }, manifest: null };
      }
    return { root: { files: [path], folder: folderOf(path) }, manifest: null };
  });
}

/** Where the children of a file's module live. */
function childrenOf(tree: Tree, path: string): string {
  const base = baseOf(path);
  if (base === "mod.rs" || base === "lib.rs" || base === "main.rs" || crateOf(tree, path).root.files[0] === path) return folderOf(path);
  return path.replace(/\.rs$/, "");
}

function child(tree: Tree, folder: string, name: string): Module | null {
  const plain = name.replace(/^r#/, "");
  for (const path of [join(folder, `${plain}.rs`)!, join(folder, `${plain}/mod.rs`)!])
    if (tree.file(path)) return { files: [path], folder: join(folder, plain)! };
  return null;
}

function own(tree: Tree, path: string): Module {
  return { files: [path], folder: childrenOf(tree, path) };
}

/** The module above a file's. */
function above(tree: Tree, path: string): Module | null {
  const { root } = crateOf(tree, path);
  const base = baseOf(path);
  const folder = base === "mod.rs" ? folderOf(folderOf(path)) : folderOf(path);
  if (folder === root.folder || root.files.includes(path)) return root;
  for (const file of [`${folder}.rs`, `${folder}/mod.rs`]) if (tree.file(file) && file !== path) return { files: [file], folder };
  return null;
}

function crateNamed(tree: Tree, name: string, from: string): Module | null {
  return tree.memo("crate-named", name, () => {
    for (const { path: manifest, text } of tree.texts("Cargo.toml")) {
      if (crateName(text) !== name) continue;
      const folder = join(folderOf(manifest), "src")!;
      const file = [`${folder}/lib.rs`, `${folder}/main.rs`].find((path) => tree.file(path) && path !== from);
      if (file) return { files: [file], folder };
    }
    return null;
  });
}

const OUTSIDE = new Set(["std", "core", "alloc", "proc_macro", "test"]);

/** Is it among the dependencies of the file's crate, and no crate of this tree? */
function dependsOn(tree: Tree, from: string, name: string): boolean {
  const { manifest } = crateOf(tree, from);
  const text = manifest === null ? null : tree.text(manifest);
  if (text === null || !/^[a-z_][a-z0-9_]*$/.test(name)) return false;
  const written = new RegExp(`^(?:${name.replaceAll("_", "[-_]")})(?:\\s*=|\\.)|dependencies\\.${name.replaceAll("_", "[-_]")}\\]`, "m");
  return written.test(text) && crateNamed(tree, name, from) === null;
}

/** What the first segment of a path means, before any symbol is asked. */
function rootOf(tree: Tree, from: string, name: string): Place | null {
  if (name === "crate" || name === "$crate") return { is: "module", ...crateOf(tree, from).root };
  if (name === "self") return { is: "module", ...own(tree, from) };
  if (name === "super") {
    const up = above(tree, from);
    return up ? { is: "module", ...up } : { is: "unknown" };
  }
  if (OUTSIDE.has(name) || dependsOn(tree, from, name)) return { is: "external", name };
  return null;
}

function locate(tree: Tree, from: string, imported: ImportLike): Located {
  const parts = imported.source
    .replace(/^::/, "")
    .split("::")
    .filter((part) => part !== "" && part !== "*");
  if (imported.form === "module") {
    // `mod x;`
    const file = child(tree, childrenOf(tree, from), parts[parts.length - 1] ?? "");
    return file ? { is: "files", ...file } : { is: "nowhere" };
  }
  const first = parts[0];
  if (first === undefined) return { is: "nowhere" };
  let at: Module | null = null;
  let rest = parts.slice(1);
  const root = rootOf(tree, from, first);
  if (root?.is === "external") return { is: "external", name: root.name };
  if (root?.is === "module") {
    at = { files: root.files, folder: root.folder ?? "" };
    let file = at.files[0];
    while (rest[0] === "super" && file !== undefined) {
      const up = above(tree, file);
      if (!up) return { is: "nowhere" };
      at = up;
      file = up.files[0];
      rest = rest.slice(1);
    }
  } else if (root) return { is: "nowhere" };
  at ??= child(tree, childrenOf(tree, from), first) ?? (first === baseOf(from).replace(/\.rs$/, "") ? null : crateNamed(tree, first, from));
  if (!at) {
    // 2015 paths start at the crate; a name of this file (an enum, an inline module) is looked up as a symbol
    const crate = crateOf(tree, from).root;
    at = child(tree, crate.folder, first);
    if (!at && tree.members(from, first).length > 0) {
      at = own(tree, from);
      rest = parts;
    }
  }
  if (!at) return { is: "external", name: first };
  for (let i = 0; i < rest.length; i++) {
    const next: Module | null = child(tree, at.folder, rest[i]!);
    // what is left names a type, an enum or an inline module of that file
    if (!next) return { is: "files", ...at, inner: rest.slice(i) };
    at = next;
  }
  return { is: "files", ...at };
}

function submodule(tree: Tree, place: { files: string[]; folder: string | null }, name: string): Place | null {
  if (name === "super" && place.files[0]) {
    const up = above(tree, place.files[0]);
    return up ? { is: "module", ...up } : null;
  }
  if (name === "self") return { is: "module", ...place };
  const found = place.folder === null ? null : child(tree, place.folder, name);
  return found ? { is: "module", ...found } : null;
}

function ambient(tree: Tree, path: string, name: string): Place | null {
  const found = child(tree, childrenOf(tree, path), name);
  if (found) return { is: "module", ...found };
  const crate = crateNamed(tree, name, path);
  return crate && crateOf(tree, path).root.files[0] !== crate.files[0] ? { is: "module", ...crate } : null;
}

/** A Rust path as written in an inline module, as the file's own module would write it: `super` of `mod tests` is the file. */
function fromFile(source: string, within: string): string {
  if (within === "" || !/^(?:super|self)\b/.test(source)) return source;
  const inside = within.split(".");
  const parts = source.split("::");
  while (parts[0] === "self") parts.shift();
  while (parts[0] === "super" && inside.length > 0) {
    parts.shift();
    inside.pop();
  }
  return parts[0] === "super" ? parts.join("::") : ["self", ...inside, ...parts].join("::");
}

const family: Family = writtenFamily({
  name: "rust",
  ecosystem: "cargo",
  typesApart: true,
  awaited: "await",
  macrosApart: true,
  fromFile,
  self: ["self", "Self"],
  inlineModules: true,
  globals:
    wordSet(`Some None Ok Err Box Vec String Option Result Rc Arc RefCell Cell HashMap HashSet BTreeMap Default Clone Copy Debug Iterator IntoIterator
    From Into TryFrom TryInto AsRef AsMut Drop Fn FnMut FnOnce Send Sync Sized ToString ToOwned drop println print eprintln eprint format write writeln
    panic assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne todo unimplemented unreachable vec matches include_str include_bytes
    concat stringify env cfg dbg line file column module_path compile_error thread_local u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool
    char str Self derive test allow`),
  locate,
  root: rootOf,
  submodule,
  ambient,
  makes: wordSet("default"),
  sameAgain: wordSet("clone to_owned borrow borrow_mut as_ref as_mut"),
  scattered: (tree, type, name) => {
    const home = crateOf(tree, type.path).root.folder;
    return sameTail(tree, family, type, name, (symbol: WorldSymbol) => crateOf(tree, symbol.path).root.folder === home);
  },
});

export const syntax: Syntax = {
  names: words("not and or is elif case throw raise del void delete"),
  separators: ["::", "."],
  quotes: '"',
  multiline: true,
  rawString: (text, quote) => {
    let at = quote;
    while (text[at - 1] === "#") at--;
    return text[at - 1] === "r" && !/[\w\x80-\u{10FFFF}]/u.test((text[at - 2] ?? "").replace(/[bc]/, ""))
      ? { close: `"${text.slice(at, quote)}`, body: quote + 1 }
      : null;
  },
  charLiterals: true,
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  nestedComments: true,
  angles: true,
  dereference: true,
};

/** The folder of the modules inside the one that a file is. */
const inside = (path: string): string => path.replace(/(?:^|\/)(?:mod|lib|main)\.rs$|\.rs$/, "");

/** A module inside that of another sees what is private there. */
function seesPrivate(path: string, outer: string): boolean {
  const folder = inside(outer);
  return folder === "" || path.startsWith(`${folder}/`);
}

function moduleFiles(path: string, name: string): string[] {
  const folder = inside(path);
  const under = folder === "" ? "" : `${folder}/`;
  return [`${under}${name}.rs`, `${under}${name}/mod.rs`];
}

export const rust = language({
  name: "rust",
  unspoken: /^(?:deref|deref_mut|index|index_mut|next|from|into|from_str|poll|into_iter|source)$/,
  inherent: /^(?:clone|clone_from|fmt|eq|ne|cmp|partial_cmp|lt|le|gt|ge|hash|default)$/,
  bracketed: true,
  blocksGive: true,
  blanket: true,
  // `impl Shape for Circle {` is what stands around it
  bound: ({ before }, above) =>
    new RegExp(`\\b${above}\\b(?:<[^{]*>)?\\s+for\\b`).test(
      /(?:^|\n)[ \t]*(?:unsafe\s+)?impl\b[^{]*\{(?![\s\S]*\n[ \t]*(?:unsafe\s+)?impl\b)/.exec(before)?.[0] ?? "",
    ),
  demands: ({ signature, kind }) => kind === "trait" && signature.endsWith(";") && (/\bfn\b/.test(signature) || !signature.includes("=")),
  hides: true,
  seesPrivate,
  moduleFiles,
  extensions: "rs",
  rules: async () => (await import("./rules.ts")).rust,
  syntax,
  family,
  indexed: true,
  fieldsHold: true,
  callsGiven: throughHolder,
});
