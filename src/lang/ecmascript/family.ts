/**
 * TypeScript and JavaScript: relative paths with extension swaps and index files, tsconfig `paths` and `baseUrl`,
 * workspace packages by their name, everything else from outside. Re-exports and `require` are import rows like any other.
 */

import { keptBy, leaves, looseJson, objectOf } from "../engine/resolve/config.ts";
import { type Family, writtenFamily } from "../engine/resolve/family.ts";
import { baseOf, folderOf, isDouble, join, upwards } from "../engine/resolve/paths.ts";
import type { Located } from "../engine/resolve/place.ts";
import type { Tree } from "../engine/resolve/tree.ts";
import type { Manifest, WorldSymbol } from "../engine/resolve/world.ts";
import { wordSet } from "../engine/words.ts";

const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".vue", ".svelte", ".astro", ".json"];
const INDEXES = EXTENSIONS.slice(0, 9);
/** What a written extension may stand for: the compiler's output names, not the sources'. */
const SWAPS: [string, string[]][] = [
  [".js", [".ts", ".tsx", ".d.ts", ".jsx"]],
  [".jsx", [".tsx"]],
  [".mjs", [".mts", ".d.mts"]],
  [".cjs", [".cts", ".d.cts"]],
];

/** The file that a path without (or with the wrong) extension means. */
function fileAt(tree: Tree, path: string): string | null {
  const whole = /\.[a-z]+$/i.test(path) ? (tree.extended(path).find((one) => one === path) ?? null) : null;
  if (whole) return whole;
  for (const [extension, swaps] of SWAPS) {
    const swapped = path.endsWith(extension) ? extendedBy(tree, path.slice(0, -extension.length), swaps) : null;
    if (swapped) return swapped;
  }
  return (path !== "" && extendedBy(tree, path, EXTENSIONS)) || extendedBy(tree, path === "" ? "index" : `${path}/index`, INDEXES);
}

/** The first of a path's extensions that a file has. */
function extendedBy(tree: Tree, path: string, extensions: readonly string[]): string | null {
  const files = tree.extended(path);
  const extension = files.length === 0 ? undefined : extensions.find((one) => files.includes(path + one));
  return extension === undefined ? null : path + extension;
}

function found(path: string): Located {
  return { is: "files", files: [path], folder: null };
}

/** Through the nearest tsconfig.json (or jsconfig.json) above the file. */
function throughPaths(tree: Tree, from: string, source: string): string | null {
  for (const at of configsOf(tree, folderOf(from))) {
    const hit = throughConfig(tree, at, source, 0);
    if (hit) return hit;
  }
  return null;
}

/** The configurations in and above a folder, nearest first. */
function configsOf(tree: Tree, folder: string): string[] {
  return tree.memo("configurations", folder, () => [
    ...["tsconfig.json", "jsconfig.json", "tsconfig.base.json"]
      .map((base) => (folder === "" ? base : `${folder}/${base}`))
      .filter((path) => tree.text(path) !== null),
    ...(folder === "" ? [] : configsOf(tree, folderOf(folder))),
  ]);
}

function throughConfig(tree: Tree, at: string, source: string, depth: number): string | null {
  const text = depth < 8 ? tree.text(at) : null;
  if (text === null) return null;
  const config = typescriptPaths(text);
  const base = join(folderOf(at), config.baseUrl ?? ".");
  if (base !== null) {
    for (const [pattern, targets] of config.paths) {
      const star = pattern.indexOf("*");
      const middle =
        star < 0
          ? source === pattern
            ? ""
            : null
          : source.startsWith(pattern.slice(0, star)) && source.endsWith(pattern.slice(star + 1)) && source.length >= pattern.length - 1
            ? source.slice(star, source.length - (pattern.length - star - 1))
            : null;
      if (middle === null) continue;
      for (const target of targets) {
        const path = join(base, target.replace("*", middle));
        const hit = path === null ? null : fileAt(tree, path);
        if (hit) return hit;
      }
    }
    if (config.baseUrl !== null) {
      const path = join(base, source);
      const hit = path === null ? null : fileAt(tree, path);
      if (hit) return hit;
    }
  }
  for (const above of config.extends) {
    if (above[0] !== ".") continue;
    const path = join(folderOf(at), above.endsWith(".json") ? above : `${above}.json`);
    const hit = path === null ? null : throughConfig(tree, path, source, depth + 1);
    if (hit) return hit;
  }
  return null;
}

interface Package {
  folder: string;
  manifest: string;
}

/** Packages of the tree by name: a tree may have hundreds, and every file asks. */
const workspaces = new WeakMap<readonly Manifest[], Map<string, Package>>();

/** The folder of the package of that name in this tree. */
function workspaceOf(tree: Tree, name: string): Package | null {
  const manifests = tree.texts("package.json");
  let packages = workspaces.get(manifests);
  if (!packages) {
    packages = new Map();
    for (const { path, text } of manifests) {
      const its = /(?:^|\/)node_modules\//.test(path) ? null : packageJson(text).name;
      if (its !== null && !packages.has(its)) packages.set(its, { folder: folderOf(path), manifest: text });
    }
    workspaces.set(manifests, packages);
  }
  return packages.get(name) ?? null;
}

/** Built files (`dist/index.js`) as the sources they are made from. */
function sourcesOf(written: string): string[] {
  const plain = written.replace(/^\.\//, "");
  const bare = plain.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
  const inner = bare.replace(/^(?:dist|build|lib|out|esm|cjs|types)\/(?:(?:esm|cjs|es|types|src)\/)?/, "");
  return [plain, bare, `src/${inner}`, inner, `lib/${inner}`];
}

function inPackage(tree: Tree, folder: string, manifest: string, subpath: string): string | null {
  const { entries, exports } = packageJson(manifest);
  const tries: string[] = [];
  if (subpath === "") {
    for (const [key, files] of exports) if (key === ".") tries.push(...files.flatMap(sourcesOf));
    tries.push(...entries.flatMap(sourcesOf), "src/index", "index", "src", "lib/index", "src/main", "mod");
  } else {
    for (const [key, files] of exports) {
      const star = key.indexOf("*");
      const wanted = `./${subpath}`;
      if (key === wanted) tries.push(...files.flatMap(sourcesOf));
      else if (star > 0 && wanted.startsWith(key.slice(0, star)) && wanted.endsWith(key.slice(star + 1)))
        tries.push(...files.flatMap((file) => sourcesOf(file.replace("*", wanted.slice(star, wanted.length - (key.length - star - 1))))));
    }
    tries.push(...sourcesOf(subpath), `src/${subpath}`);
  }
  for (const one of tries) {
    const path = join(folder, one);
    const hit = path === null || (one === "" && folder === "") ? null : fileAt(tree, path);
    // what is built stands for its source only where there is no source
    if (hit && !hit.endsWith(".json") && !(isDouble(hit) && !isDouble(folder) && hit.endsWith(".d.ts"))) return hit;
  }
  return null;
}

function locate(tree: Tree, from: string, imported: { source: string }): Located {
  const source = imported.source.replace(/[?#][\s\S]*$/, (tail, at: number) => (at === 0 ? tail : ""));
  if (source === "" || /^(?:https?|data|virtual|bun|npm|jsr):/.test(source))
    return { is: "external", name: source.replace(/^(?:npm|jsr):/, "") || "?" };
  if (/^\.\.?(?:\/|$)/.test(source) || source[0] === "/") {
    const path = join(source[0] === "/" ? "" : folderOf(from), source);
    const hit = path === null ? null : fileAt(tree, path);
    return hit ? found(hit) : { is: "nowhere" };
  }
  if (source.startsWith("node:")) return { is: "external", name: source.slice(5).split("/")[0]! };
  const mapped = throughPaths(tree, from, source);
  if (mapped) return found(mapped);
  if (source[0] === "#") {
    for (const folder of upwards(folderOf(from))) {
      const manifest = tree.text(join(folder, "package.json")!);
      if (manifest === null) continue;
      const exports = packageJson(manifest).exports.filter(([key]) => key === source);
      for (const file of exports.flatMap(([, files]) => files.flatMap(sourcesOf))) {
        const path = join(folder, file);
        const hit = path && fileAt(tree, path);
        if (hit) return found(hit);
      }
      return { is: "nowhere" };
    }
  }
  const parts = source.split("/");
  const name = parts.slice(0, source[0] === "@" ? 2 : 1).join("/");
  const workspace = workspaceOf(tree, name);
  if (workspace) {
    const hit = inPackage(tree, workspace.folder, workspace.manifest, source.slice(name.length + 1));
    return hit ? found(hit) : { is: "nowhere" };
  }
  return { is: "external", name };
}

/** What an Angular template calls is its component's: `list.component.html` is the template of `ListComponent` in `list.component.ts`. */
function ofComponent(tree: Tree, path: string, name: string): WorldSymbol[] {
  if (!path.endsWith(".html")) return [];
  const source = `${path.slice(0, -5)}.ts`;
  if (!tree.file(source)) return [];
  const component = baseOf(path.slice(0, -5)).replace(/(?:^|[-._])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return tree.members(source, `${component}.${name}`);
}

export const javascript: Family = writtenFamily({
  name: "javascript",
  ecosystem: "npm",
  prototypes: true,
  fewerArguments: true,
  sameList: wordSet("concat slice filter reverse sort toReversed toSorted"),
  self: ["this"],
  parent: ["super"],
  dynamic: true,
  flows: true,
  initialiser: "constructor",
  globals:
    wordSet(`Array ArrayBuffer AbortController Atomics BigInt Blob Boolean Buffer Bun console crypto customElements CustomEvent DataView Date Deno
    decodeURI decodeURIComponent describe document encodeURI encodeURIComponent Error EvalError Event EventTarget exports expect fetch File FormData Function
    globalThis Headers history HTMLElement Infinity Int32Array Intl isFinite isNaN it JSON jest localStorage location Map Math module NaN navigator Number Object
    parseFloat parseInt performance process Promise Proxy queueMicrotask RangeError ReferenceError Reflect RegExp Request require Response screen self
    sessionStorage Set setImmediate setInterval setTimeout clearImmediate clearInterval clearTimeout String structuredClone Symbol SyntaxError test TextDecoder
    TextEncoder TypeError Uint8Array undefined URL URLSearchParams WeakMap WeakRef WeakSet WebSocket window Worker alert confirm prompt requestAnimationFrame
    cancelAnimationFrame atob btoa eval arguments beforeEach afterEach beforeAll afterAll import Readable ReadableStream string number boolean any unknown never
    void object Record Partial Pick Omit Required Readonly Exclude Extract ReturnType Parameters NonNullable Awaited InstanceType Iterable Iterator
    AsyncIterable AsyncIterator AsyncGenerator Generator PromiseLike ArrayLike TemplateStringsArray`),
  locate,
  inFile: ofComponent,
});

// What tsconfig.json and package.json say of imports.

export interface TypeScriptPaths {
  extends: string[];
  baseUrl: string | null;
  paths: [string, string[]][];
}

/** What a tsconfig.json says about bare imports. */
export function typescriptPaths(text: string): TypeScriptPaths {
  return keptBy("tsconfig", text, () => {
    const json = looseJson(text);
    const above = json?.extends;
    const options = objectOf(json?.compilerOptions);
    const paths: [string, string[]][] = [];
    for (const [pattern, targets] of Object.entries(objectOf(options?.paths) ?? {}))
      if (Array.isArray(targets)) paths.push([pattern, targets.filter((target): target is string => typeof target === "string")]);
    return {
      extends:
        typeof above === "string" ? [above] : Array.isArray(above) ? above.filter((one): one is string => typeof one === "string") : [],
      baseUrl: typeof options?.baseUrl === "string" ? options.baseUrl : null,
      paths,
    };
  });
}

export interface PackageJson {
  name: string | null;
  /** Files it may be entered by, best first, as written. */
  entries: string[];
  /** `exports` (and `imports`): subpath → every file it may mean. */
  exports: [string, string[]][];
}

/** Name and entry points of a package.json. */
export function packageJson(text: string): PackageJson {
  return keptBy("package", text, () => {
    const json = looseJson(text);
    const entries: string[] = [];
    for (const key of ["source", "types", "typings", "module", "main"]) {
      const value = json?.[key];
      if (typeof value === "string") entries.push(value);
    }
    const exports: [string, string[]][] = [];
    for (const field of [json?.exports, json?.imports]) {
      const map = objectOf(field);
      if (typeof field === "string") exports.push([".", [field]]);
      else if (map && Object.keys(map).some((key) => key[0] === "." || key[0] === "#"))
        for (const [key, value] of Object.entries(map)) exports.push([key, leaves(value)]);
      else if (map) exports.push([".", leaves(map)]);
    }
    return { name: typeof json?.name === "string" ? json.name : null, entries, exports };
  });
}
