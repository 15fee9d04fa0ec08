/**
 * Readers of languages that ctags does not know, or knows too little of: the framework's own compiler, the format's own parser. Each is an npm
 * package by its exact version, installed into the cache folder without running its scripts, and says which definitions a file has.
 *
 * Vue: @vue/compiler-sfc; Svelte: svelte/compiler; Angular's templates: @angular/compiler; HCL: HashiCorp's own parser (@cdktf/hcl2json, in
 * WebAssembly, which tells no lines); JSON: jsonc-parser; YAML: yaml; TOML: toml-eslint-parser. Notebooks are JSON: their cells of Python go to ctags.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Group, type Tag, tagsOf } from "./_ctags.ts";
import { cacheFolder } from "./_measure.ts";
import { helper } from "./_packages.ts";

interface Reader {
  /** npm package and version, "" where the format needs none; how it is named in the table. */
  package: string;
  version: string;
  /** Its module inside the package's folder. */
  entry: string;
  /** Definitions of one file; null where it does not read the file at all. */
  read(module: unknown, text: string, path: string): Promise<Found[] | null> | Found[] | null;
}

/** A definition; line 0 where the reader tells none. */
interface Found {
  name: string;
  line: number;
  kind: string;
  group: Group;
}

/** A node of any of the syntax trees below. */
interface Node {
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []);
const nameOf = (value: unknown): string => (isNode(value) ? String(value.name ?? value.value ?? "") : "");
const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

const IS_FUNCTION = /^(?:Arrow)?FunctionExpression$/;
const DECLARED: Record<string, Group> = {
  FunctionDeclaration: "callable",
  TSDeclareFunction: "callable",
  ClassDeclaration: "type",
  TSInterfaceDeclaration: "type",
  TSTypeAliasDeclaration: "type",
  TSEnumDeclaration: "type",
  ClassMethod: "callable",
  MethodDefinition: "callable",
  ObjectMethod: "callable",
};

/** Functions, methods, classes and types of an ESTree or Babel tree, those of functions that are values of a name included. */
function ofScript(tree: unknown, lines: (node: Node) => number): Found[] {
  const found: Found[] = [];
  const visit = (node: Node): void => {
    const type = String(node.type ?? "");
    const add = (name: string, group: Group): void => {
      if (name) found.push({ name, line: lines(node), kind: type, group });
    };
    const group = DECLARED[type];
    if (group && !node.computed) add(nameOf(node.id ?? node.key), group);
    else if (type === "VariableDeclarator" && isNode(node.init) && IS_FUNCTION.test(String(node.init.type)))
      add(isNode(node.id) && node.id.type === "Identifier" ? nameOf(node.id) : "", "callable");
    else if (/^(?:Object)?Property$/.test(type) && !node.computed && isNode(node.value) && IS_FUNCTION.test(String(node.value.type)))
      add(nameOf(node.key), "callable");
    for (const [field, value] of Object.entries(node))
      if (!/^(?:loc|range|leadingComments|trailingComments|innerComments|metadata|parent)$/.test(field))
        for (const one of nodes(value)) visit(one);
  };
  for (const one of nodes(tree)) visit(one);
  return found;
}

interface Babel {
  parse(text: string, options?: unknown): { descriptor: Record<string, unknown>; errors: unknown[] };
  babelParse(text: string, options: unknown): unknown;
}

const vue: Reader = {
  package: "@vue/compiler-sfc",
  version: "3.5.45",
  entry: "dist/compiler-sfc.cjs.js",
  read: (module, text, path) => {
    const { parse, babelParse } = module as Babel;
    const { descriptor, errors } = parse(text, { filename: path, sourceMap: false });
    if (errors.length > 0) return null;
    const found: Found[] = [];
    for (const script of nodes([descriptor.script, descriptor.scriptSetup])) {
      const { start } = script.loc as { start: { line: number } };
      const plugins = script.lang === "ts" ? ["typescript"] : script.lang === "tsx" ? ["typescript", "jsx"] : ["jsx"];
      const tree = babelParse(String(script.content), { sourceType: "module", plugins });
      found.push(...ofScript(tree, (node) => (node.loc as { start: { line: number } }).start.line + start.line - 1));
    }
    for (const template of nodes(descriptor.template)) found.push(...ids(nodes(template.ast), "props", lineOfNode));
    return found;
  },
};

const lineOfNode = (node: Node): number => (node.loc as { start: { line: number } }).start.line;

/** Elements' ids that are plain texts. */
function ids(tree: readonly Node[], attributes: string, lines: (node: Node) => number): Found[] {
  const found: Found[] = [];
  const seen = new Set<Node>();
  const visit = (node: Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const attribute of nodes(node[attributes])) {
      const value = Array.isArray(attribute.value) ? (attribute.value.length === 1 ? attribute.value[0] : null) : attribute.value;
      const text = typeof value === "string" ? value : isNode(value) ? (value.content ?? value.data) : null;
      if (attribute.name === "id" && typeof text === "string" && /^[^\s{}<>]+$/.test(text))
        found.push({ name: text, line: lines(attribute), kind: "id", group: "key" });
    }
    for (const [field, value] of Object.entries(node))
      if (field !== "loc" && field !== "parent") for (const one of nodes(value)) visit(one);
  };
  for (const one of tree) visit(one);
  return found;
}

const svelte: Reader = {
  package: "svelte",
  version: "5.57.3",
  entry: "compiler/index.js",
  read: (module, text) => {
    const { parse } = module as { parse(text: string, options: unknown): Node };
    let tree: Node;
    try {
      tree = parse(text, { modern: true });
    } catch {
      return null;
    }
    const line = (node: Node): number => lineOf(text, Number(node.start));
    return [
      ...nodes([tree.module, tree.instance]).flatMap((script) => ofScript(script.content, line)),
      ...ids(nodes(tree.fragment), "attributes", line),
    ];
  },
};

const angular: Reader = {
  package: "@angular/compiler",
  version: "22.2.6",
  entry: "fesm2022/compiler.mjs",
  read: (module, text, path) => {
    const { parseTemplate } = module as { parseTemplate(text: string, path: string): { nodes: unknown; errors: unknown[] | null } };
    const { nodes: tree, errors } = parseTemplate(text, path);
    if (errors && errors.length > 0) return null;
    const found: Found[] = [];
    const visit = (node: Node, seen: Set<Node>): void => {
      if (seen.has(node)) return;
      seen.add(node);
      const line = (one: Node): number => (one.sourceSpan as { start: { line: number } }).start.line + 1;
      for (const attribute of nodes(node.attributes))
        if (attribute.name === "id" && typeof attribute.value === "string" && attribute.sourceSpan)
          found.push({ name: attribute.value, line: line(attribute), kind: "id", group: "key" });
      for (const reference of nodes(node.references))
        if (reference.sourceSpan) found.push({ name: String(reference.name), line: line(reference), kind: "reference", group: "key" });
      if (/^h[1-6]$/.test(String(node.name ?? "")) && nodes(node.children).every((one) => typeof one.value === "string")) {
        const name = nodes(node.children)
          .map((one) => String(one.value))
          .join("")
          .trim();
        if (name) found.push({ name, line: line(node), kind: "heading", group: "section" });
      }
      for (const field of ["children", "branches", "cases", "empty", "placeholder", "loading", "error", "groups"])
        for (const one of nodes(node[field])) visit(one, seen);
    };
    for (const one of nodes(tree)) visit(one, new Set());
    return found;
  },
};

const hcl: Reader = {
  package: "@cdktf/hcl2json",
  version: "0.21.0",
  entry: "lib/index.js",
  read: async (module, text, path) => {
    const { parse } = module as { parse(path: string, text: string): Promise<unknown> };
    let tree: unknown;
    try {
      tree = await parse(path.replace(/^.*\//, ""), text);
    } catch {
      return null;
    }
    const found: Found[] = [];
    const PREFIX: Record<string, string[]> = { variable: ["var"], resource: [] };
    /** Labels are objects in objects; a list of bodies ends them. */
    const labels = (value: unknown, to: string[], depth: number): void => {
      if (Array.isArray(value)) {
        if (depth > 0)
          for (const _ of value) found.push({ name: to.findLast((label) => label !== "")!, line: 0, kind: "block", group: "type" });
      } else if (isNode(value)) for (const [label, inner] of Object.entries(value)) labels(inner, [...to, label], depth + 1);
    };
    for (const [type, value] of Object.entries(isNode(tree) ? tree : {})) {
      if (type === "locals" && Array.isArray(value))
        for (const body of nodes(value)) for (const name of Object.keys(body)) found.push({ name, line: 0, kind: "local", group: "key" });
      else if (isNode(value) && !Array.isArray(value) && new RegExp(`^[ \\t]*${RegExp.escape(type)}\\s+["\\w]`, "m").test(text))
        labels(value, PREFIX[type] ?? [type], 0);
    }
    return found;
  },
};

/** Keys of the first two levels, as far as they are names. */
const key = (name: string, line: number): Found[] => (name === "" ? [] : [{ name, line, kind: "key", group: "key" }]);

const json: Reader = {
  package: "jsonc-parser",
  version: "3.3.1",
  entry: "lib/umd/main.js",
  read: (module, text) => {
    interface Json {
      type: string;
      value?: unknown;
      offset: number;
      children?: Json[];
    }
    const { parseTree } = module as { parseTree(text: string, errors: unknown[], options: unknown): Json | undefined };
    const errors: unknown[] = [];
    const tree = parseTree(text, errors, { allowTrailingComma: true });
    if (errors.length > 0 || !tree) return null;
    const keys = (node: Json | undefined, level: number): Found[] =>
      node?.type !== "object" || level > 2
        ? []
        : (node.children ?? []).flatMap(({ children }) => [
            ...key(String(children?.[0]?.value ?? ""), lineOf(text, children?.[0]?.offset ?? 0)),
            ...keys(children?.[1], level + 1),
          ]);
    return keys(tree, 1);
  },
};

const yaml: Reader = {
  package: "yaml",
  version: "2.9.1",
  entry: "dist/index.js",
  read: (module, text) => {
    const { parseAllDocuments } = module as { parseAllDocuments(text: string): Node[] };
    const documents = parseAllDocuments(text);
    if (!Array.isArray(documents) || documents.some(({ errors }) => (errors as unknown[]).length > 0)) return null;
    const keys = (node: unknown, level: number): Found[] =>
      !isNode(node) || level > 2 || !Array.isArray(node.items) || node.flow === true
        ? []
        : nodes(node.items).flatMap((pair) => {
            if (!isNode(pair.key)) return [];
            const { value, range } = pair.key as { value?: unknown; range?: number[] };
            return [...key(typeof value === "string" ? value : "", lineOf(text, range?.[0] ?? 0)), ...keys(pair.value, level + 1)];
          });
    return documents.flatMap(({ contents }) => keys(contents, 1));
  },
};

const toml: Reader = {
  package: "toml-eslint-parser",
  version: "1.0.3",
  entry: "lib/index.mjs",
  read: (module, text) => {
    const { parseTOML } = module as { parseTOML(text: string): Node };
    let tree: Node;
    try {
      tree = parseTOML(text);
    } catch {
      return null;
    }
    const path = (node: unknown): string =>
      isNode(node)
        ? nodes(node.keys)
            .map((one) => String(one.name ?? one.value))
            .join(".")
        : "";
    return nodes(nodes(tree.body)[0]?.body).flatMap((node) =>
      node.type === "TOMLTable"
        ? [...key(path(node.key), lineOfNode(node)), ...nodes(node.body).flatMap((pair) => key(path(pair.key), lineOfNode(pair)))]
        : key(path(node.key), lineOfNode(node)),
    );
  },
};

export const READERS: Record<string, Reader> = { angular, hcl, json, svelte, toml, vue, yaml };

/** Says what reads a language, for the table. */
export function readerOf(language: string): string {
  if (language === "jupyter") return "JSON, and ctags for the cells";
  const reader = READERS[language];
  return reader ? `${reader.package} ${reader.version}` : "universal-ctags";
}

/**
 * Definitions that a language's reader finds in these files.
 * @returns them in the files' order, and the files it cannot read
 */
export async function readTags(language: string, files: readonly string[]): Promise<{ tags: Tag[]; unread: Set<string> }> {
  if (language === "jupyter") return notebooks(files);
  const reader = READERS[language]!;
  const home = join(cacheFolder(), "readers", `${reader.package.replaceAll(/[@/]+/g, "_")}-${reader.version}`);
  const folder = join(home, "node_modules", reader.package);
  if (!existsSync(folder)) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), '{"private":true}\n');
    helper(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", `${reader.package}@${reader.version}`], home);
  }
  const module: unknown = await import(join(folder, reader.entry));
  const tags: Tag[] = [];
  const unread = new Set<string>();
  for (const path of files) {
    const found = await reader.read(module, readFileSync(path, "utf8"), path);
    if (!found) unread.add(path);
    else for (const one of found) tags.push({ ...one, path, scope: "" });
  }
  return { tags, unread };
}

/** Cells of Python as files for ctags; a line's place is where its JSON string stands. */
function notebooks(files: readonly string[]): { tags: Tag[]; unread: Set<string> } {
  const home = join(cacheFolder(), "ctags", "cells");
  mkdirSync(home, { recursive: true });
  const places = new Map<string, { path: string; lines: number[] }>();
  const unread = new Set<string>();
  const tags: Tag[] = [];
  for (const [number, path] of files.entries()) {
    const text = readFileSync(path, "utf8");
    let cells: { cell_type: string; source: string | string[] }[];
    try {
      const book = JSON.parse(text) as { cells?: typeof cells; metadata?: { kernelspec?: { language?: string; name?: string } } };
      if (!book.cells || !/python/i.test(`${book.metadata?.kernelspec?.language ?? ""}${book.metadata?.kernelspec?.name ?? ""}`))
        throw new Error();
      cells = book.cells;
    } catch {
      unread.add(path);
      continue;
    }
    const code: string[] = [];
    const lines: number[] = [];
    let from = 0;
    for (const { cell_type, source } of cells)
      for (const part of typeof source === "string" ? source.split(/(?<=\n)/) : source) {
        const at = text.indexOf(JSON.stringify(part), from);
        if (at >= 0) from = at;
        const heading = /^#{1,6}\s+(.*?)\s*#*\s*$/.exec(part.trimEnd());
        if (cell_type === "markdown" && heading?.[1])
          tags.push({ name: heading[1], path, line: at < 0 ? 0 : lineOf(text, at), kind: "heading", group: "section", scope: "" });
        if (cell_type !== "code") continue;
        code.push(/^\s*[%!?]/.test(part) ? "" : part.replace(/\n$/, ""));
        lines.push(at < 0 ? 0 : lineOf(text, at));
      }
    const file = join(home, `${number}.py`);
    writeFileSync(file, `${code.join("\n")}\n`);
    places.set(file, { path, lines });
  }
  for (const tag of tagsOf("python", [...places.keys()])) {
    const { path, lines } = places.get(tag.path)!;
    tags.push({ ...tag, path, line: lines[tag.line - 1] ?? 0 });
  }
  return { tags, unread };
}
