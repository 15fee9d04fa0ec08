/**
 * What the manifests of a tree say: which packages it offers, and which it asks for. One reader a kind of manifest; each takes texts and gives data.
 *
 * Structured ones (TOML, XML, JSON) are parsed; of those that are programs (setup.py, Package.swift, mix.exs, gemspecs, Gradle's) only what stands there
 * literally is believed. Nothing is run, and what cannot be read says nothing.
 */
import { parse as parseToml } from "@decimalturn/toml-patch";
import { parseXml, type XmlElement } from "@rgrove/parse-xml";
import { type Json, leaves, looseJson, objectOf } from "../../lang/engine/resolve/config.ts";
import { baseOf, folderOf, isDouble, join, upwards } from "../../lang/engine/resolve/paths.ts";
import { type Dependency, type Ecosystem, type Entry, identity, type Module, type Package, type Said } from "./package.ts";

/** The tree that manifests stand in. */
export interface Manifests {
  /** Paths of all its files, sorted. */
  paths: readonly string[];
  /** A file's text by the one reader; null where there is none. */
  text(path: string): string | null;
}

/** A file of a manifest with the tree around it. */
class Reading {
  readonly folder: string;
  readonly packages: Package[] = [];
  readonly dependencies: Dependency[] = [];
  readonly entries: Entry[] = [];

  constructor(
    readonly path: string,
    readonly text: string,
    readonly tree: Manifests,
  ) {
    this.folder = folderOf(path);
  }

  /** Another file of the tree, by its path from this one's folder. */
  beside(relative: string): string | null {
    const path = join(this.folder, relative);
    return path === null ? null : this.tree.text(path);
  }

  /** The first of these that stands in the folder or one above, nearest first. */
  above(base: string): { folder: string; text: string } | null {
    for (const folder of upwards(this.folder)) {
      const text = this.tree.text(join(folder, base)!);
      if (text !== null) return { folder, text };
    }
    return null;
  }

  /** Paths of the files below a folder, from it. */
  below(folder: string): string[] {
    const start = folder === "" ? "" : `${folder}/`;
    return this.tree.paths.flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : []));
  }

  offers(
    ecosystem: Ecosystem,
    name: unknown,
    version: unknown,
    more: { modules?: Module[]; exports?: string[] | null; folder?: string } = {},
  ): void {
    const known = identity(ecosystem, name);
    if (known === null) return;
    const { modules = [], exports = null, folder = this.folder } = more;
    this.packages.push({ ecosystem, name: known, version: plainText(version), manifest: this.path, folder, modules, exports });
  }

  asks(ecosystem: Ecosystem, name: unknown, wanted: unknown, alias: string | null = null): void {
    const known = identity(ecosystem, name);
    if (known === null) return;
    this.dependencies.push({
      ecosystem,
      name: known,
      wanted: plainText(wanted),
      alias,
      manifest: this.path,
      line: this.lineOf(String(name)),
    });
  }

  /** Something begins in a file; of what is built (`dist/bin.js`) in its source (`src/bin.ts`); whatever the tree does not have is none. */
  begins(as: string, relative: unknown): void {
    if (typeof relative !== "string") return;
    const bare = relative.replace(/\.[cm]?[jt]sx?$/, "");
    const source = bare.replace(/^(?:\.\/)?(?:dist|lib|build|out)\/(?:(?:esm|cjs|es)\/)?/, "src/");
    const built = bare === relative ? [] : [bare, source].flatMap((one) => ["ts", "tsx", "mts", "js", "mjs"].map((end) => `${one}.${end}`));
    for (const one of [relative, ...built]) {
      const path = join(this.folder, one);
      if (path === null || !this.tree.paths.includes(path)) continue;
      if (!this.entries.some((known) => known.path === path)) this.entries.push({ path, as: plainText(as) ?? "", manifest: this.path });
      return;
    }
  }

  /** A function of a Python module is a command: `name = "package.module:function"`. */
  script(name: string, target: unknown): void {
    const module = typeof target === "string" ? /^\s*([\w.]+)/.exec(target)?.[1]?.replaceAll(".", "/") : undefined;
    if (module === undefined) return;
    for (const root of ["", "src/", "lib/"])
      for (const end of [".py", "/__main__.py", "/__init__.py"]) this.begins(`command ${name}`, `${root}${module}${end}`);
  }

  #lines: Map<string, number> | null = null;

  /** The first line that has a name, as a whole word. */
  lineOf(name: string): number {
    if (this.#lines === null) {
      this.#lines = new Map();
      for (const [at, line] of this.text.split("\n").entries())
        for (const [word] of line.matchAll(/[\w@./:~-]+/g)) if (!this.#lines.has(word)) this.#lines.set(word, at + 1);
    }
    return this.#lines.get(name) ?? this.#lines.get(name.slice(name.indexOf(":") + 1)) ?? 1;
  }
}

/** Text of one line that can be shown; null for all else. */
const plainText = (value: unknown): string | null =>
  typeof value === "string" && value !== "" && value.length <= 200 && !/\p{C}/u.test(value) ? value : null;

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []);
type Table = Record<string, unknown>;
const table = (value: unknown): Table =>
  value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Date) ? (value as Table) : {};

// ---------------------------------------------------------------------------------------------- npm

const NPM_LISTS = ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"];

function packageJson(read: Reading): void {
  const json = looseJson(read.text);
  if (json === null) throw new Error("no JSON");
  read.offers("npm", json.name, json.version, {
    modules: typeof json.name === "string" ? [{ name: json.name, path: read.folder }] : [],
    exports: exportsOf(json.exports),
  });
  const commands = typeof json.bin === "string" ? { [String(json.name)]: json.bin } : (objectOf(json.bin) ?? {});
  for (const [name, path] of Object.entries(commands)) read.begins(`command ${name}`, path);
  for (const word of String(objectOf(json.scripts)?.start ?? "").split(/\s+/)) read.begins("npm start", word);
  const main = objectOf(json.exports)?.["."] ?? json.exports;
  for (const one of [json.source, ...(main === undefined ? [] : leaves(main)), json.module, json.main ?? "index.js"])
    read.begins("library", one);
  const seen = new Set<string>();
  for (const list of NPM_LISTS)
    for (const [name, wanted] of Object.entries(objectOf(json[list]) ?? {})) {
      if (seen.has(name)) continue;
      seen.add(name);
      // `"a": "npm:b@^1"`: imported as a, published as b
      const other = typeof wanted === "string" ? /^npm:(@?[^@]+)(?:@(.*))?$/.exec(wanted) : null;
      if (other) read.asks("npm", other[1], other[2] ?? null, name);
      else read.asks("npm", name, wanted);
    }
}

/** The subpaths that an `exports` names under whatever conditions; those that it shuts (`null`) are none. */
function exportsOf(value: Json | undefined): string[] | null {
  if (value === undefined || value === null) return null;
  const map = objectOf(value);
  const keys = map ? Object.keys(map).filter((key) => key[0] === ".") : [];
  return map === null || keys.length === 0 ? ["."] : keys.filter((key) => map[key] !== null);
}

// ---------------------------------------------------------------------------------------------- Go

function goMod(read: Reading): void {
  const module = /^\s*module\s+"?([^\s"]+)/m.exec(read.text)?.[1];
  if (module !== undefined) read.offers("go", module, null, { modules: [{ name: module, path: read.folder }] });
  const replaced = new Map(
    [...read.text.matchAll(/^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s*=>\s*(\S+)(?:[ \t]+(v\S+))?/gm)].map(([, from, to]) => [from!, to!]),
  );
  for (const [, name, version] of read.text.matchAll(/^\s*(?:require\s+)?([\w.~-]+(?:\/[\w.~-]+)+)\s+(v\d\S*)/gm)) {
    const to = replaced.get(name!);
    // what a folder takes the place of has no version; another module in its place is imported by the old name
    read.asks("go", name, to === undefined ? version : null);
  }
}

// ---------------------------------------------------------------------------------------------- Python

/** `requests[socks] >=2.0, <3; python_version > "3"`. */
function requirement(read: Reading, text: string): void {
  const [, name, wanted = ""] = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?\s*([^;@#)]*)/.exec(text) ?? [];
  if (name !== undefined) read.asks("pypi", name, wanted.trim() === "" ? null : wanted.trim());
}

/** What setuptools leaves out of a tree without `src`. */
const NO_MODULES = new Set(
  "ci bin debian doc docs documentation manpages news newsfragments changelog test tests unit_test unit_tests integration_test integration_tests example examples scripts tools util utils python build benchmark benchmarks exercise exercises htmlcov tasks fabfile site_scons setup conftest noxfile".split(
    " ",
  ),
);

/** @param where folders that packages stand in, as the manifest says; @param named modules that it names */
function pythonModules(read: Reading, name: unknown, where: string[], named: string[] = []): Module[] {
  const dist = typeof name === "string" ? name.toLowerCase().replace(/[-.]+/g, "_") : "";
  const all = read.below(read.folder);
  const roots =
    where.length > 0 ? where : all.some((path) => /^src\/(?:[^/]+\/)+[^/]+\.pyx?$|^src\/[^/]+\.py$/.test(path)) ? ["src"] : ["", "lib"];
  const modules = new Map<string, string>();
  for (const root of roots) {
    const start = root === "" || root === "." ? "" : `${root.replace(/^\.\/|\/$/g, "")}/`;
    for (const path of all) {
      if (!path.startsWith(start)) continue;
      const rest = path.slice(start.length);
      const [, folder, below, file] = /^(?:(\w+)\/((?:\w+\/)*)__init__\.pyi?|(\w+)\.py)$/.exec(rest) ?? [];
      const at = join(read.folder, start + (folder ?? rest))!;
      if (folder !== undefined && below === "" && (start !== "" || named.includes(folder) || !NO_MODULES.has(folder) || folder === dist))
        modules.set(folder, at);
      else if (file !== undefined && file !== "setup" && (named.includes(file) || file.toLowerCase() === dist)) modules.set(file, at);
      else if (
        folder !== undefined &&
        below !== "" &&
        !modules.has(folder) &&
        (start !== "" || named.includes(folder) || !NO_MODULES.has(folder))
      ) {
        // a folder without `__init__` is a name space that several distributions share
        const inner = `${folder}.${below!.slice(0, -1).replaceAll("/", ".")}`;
        const path = join(read.folder, `${start}${folder}/${below!.slice(0, -1)}`)!;
        if (![...modules.keys()].some((known) => inner.startsWith(`${known}.`))) modules.set(inner, path);
      }
    }
  }
  for (const known of [...modules.keys()])
    if (known.includes(".") && modules.has(known.slice(0, known.indexOf(".")))) modules.delete(known);
  return [...modules].map(([module, path]) => ({ name: module, path }));
}

function pyproject(read: Reading): void {
  const toml = table(parseToml(read.text));
  const [project, tool] = [table(toml.project), table(toml.tool)];
  const poetry = table(tool.poetry);
  const setuptools = table(tool.setuptools);
  const flit = table(table(tool.flit).module).name;
  const name = project.name ?? poetry.name;
  const packages = setuptools.packages;
  const found = strings(table(table(packages).find).where);
  const hatch = strings(table(table(table(table(tool.hatch).build).targets).wheel).packages);
  const included = Array.isArray(poetry.packages) ? poetry.packages.map(table) : [];
  const roots = Object.values(table(setuptools["package-dir"])).filter((one): one is string => typeof one === "string");
  const where = [
    ...found,
    ...(found.length === 0 ? roots : []),
    ...hatch.map(folderOf),
    ...included.flatMap(({ from }) => (typeof from === "string" ? [from] : [""])),
  ];
  const named = [
    ...strings(packages).map((one) => one.split(".")[0]!),
    ...strings(setuptools["py-modules"]),
    ...hatch.map(baseOf),
    ...included.flatMap(({ include }) => (typeof include === "string" ? [include.split("/")[0]!] : [])),
    ...(typeof flit === "string" ? [flit] : []),
  ];
  if (name !== undefined) {
    const modules = pythonModules(read, name, [...new Set(where)], named);
    const path = table(table(tool.hatch).version).path ?? table(table(tool.pdm).version).path;
    const version = project.version ?? poetry.version ?? versionIn(read, path, modules);
    read.offers("pypi", name, version, { modules });
  }
  for (const scripts of [project.scripts, project["gui-scripts"], poetry.scripts])
    for (const [one, target] of Object.entries(table(scripts))) read.script(one, target);
  for (const one of strings(project.dependencies)) requirement(read, one);
  for (const list of [...Object.values(table(project["optional-dependencies"])), ...Object.values(table(toml["dependency-groups"]))])
    for (const one of strings(list)) requirement(read, one);
  const groups = Object.values(table(poetry.group)).map((group) => table(group).dependencies);
  for (const list of [poetry.dependencies, poetry["dev-dependencies"], ...groups])
    for (const [one, wanted] of Object.entries(table(list)))
      read.asks("pypi", one, typeof wanted === "string" ? wanted : table(wanted).version);
}

/** The version that a file of a distribution has as a literal: the one that the manifest names, else one where it mostly stands. */
function versionIn(read: Reading, path: unknown, modules: readonly Module[]): string | undefined {
  const named = typeof path === "string" ? [join(read.folder, path)] : [];
  const usual = modules.flatMap(({ path: at }) => ["__version__", "_version", "version", "__init__"].map((base) => `${at}/${base}.py`));
  const texts = [...named, ...usual].flatMap((one) => (one === null ? [] : (read.tree.text(one) ?? [])));
  return texts.flatMap((text) => /^(?:__version__|VERSION|version)\s*(?::\s*\w+\s*)?=\s*["'](\d[^"'\n]*)["']/m.exec(text)?.[1] ?? [])[0];
}

/** Sections of an INI file. */
function ini(text: string): Map<string, Map<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  let last = "";
  for (const line of text.split(/\r?\n/)) {
    const head = /^\[([^\]]+)\]/.exec(line);
    const [, key, value] = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (head) {
      section = new Map();
      sections.set(head[1]!.trim(), section);
    } else if (key !== undefined) {
      last = key;
      section.set(key, value!.trim());
    } else if (/^\s+\S/.test(line) && last !== "") section.set(last, `${section.get(last)}\n${line.trim()}`);
  }
  return sections;
}

function setupCfg(read: Reading): void {
  const sections = ini(read.text);
  const options = sections.get("options");
  const name = sections.get("metadata")?.get("name");
  const where =
    sections.get("options.packages.find")?.get("where") ?? options?.get("package_dir")?.split("\n").at(-1)?.split("=").at(-1)?.trim();
  const named = (options?.get("py_modules") ?? "").split(/[\s,]+/).filter(Boolean);
  if (name !== undefined)
    read.offers("pypi", name, literalVersion(sections.get("metadata")?.get("version")), {
      modules: pythonModules(read, name, where ? [where] : [], named),
    });
  scripts(read, sections.get("options.entry_points")?.get("console_scripts") ?? "");
  for (const list of [options?.get("install_requires"), ...(sections.get("options.extras_require")?.values() ?? [])])
    for (const line of list?.split("\n") ?? []) requirement(read, line);
}

/** Lines `name = module:function`. */
function scripts(read: Reading, text: string): void {
  for (const [, name, target] of text.matchAll(/([\w.-]+)\s*=\s*([\w.]+:[\w.]+)/g)) read.script(name!, target);
}

const literalVersion = (text: string | undefined): string | undefined => (text !== undefined && /^\d/.test(text) ? text : undefined);

function setupPy(read: Reading): void {
  const call = /\bsetup\s*\(/.exec(read.text);
  if (!call) return;
  const text = read.text.slice(call.index);
  const word = (key: string): string | undefined => new RegExp(`\\b${key}\\s*=\\s*["']([^"'\\n]+)["']`).exec(text)?.[1];
  const name = word("name");
  const where =
    /package_dir\s*=\s*\{\s*["']["']\s*:\s*["']([\w./-]+)["']|find_(?:namespace_)?packages\(\s*(?:where\s*=\s*)?["']([\w./-]+)["']/.exec(
      text,
    );
  const named = [...(/\b(?:py_modules|packages)\s*=\s*\[([^\]]*)\]/.exec(text)?.[1] ?? "").matchAll(/["'](\w+)/g)].map(([, one]) => one!);
  const root = where?.[1] ?? where?.[2];
  scripts(read, /console_scripts["']?\s*[:=]\s*\[([^\]]*)\]/.exec(text)?.[1] ?? "");
  if (name !== undefined)
    read.offers("pypi", name, literalVersion(word("version")), { modules: pythonModules(read, name, root ? [root] : [], named) });
  for (const list of read.text.matchAll(/\b(?:install_requires|requires|REQUIRES|REQUIREMENTS)\s*=\s*\[([^\]]*)\]/g))
    for (const [, one] of list[1]!.matchAll(/["']([^"'\n]+)["']/g)) requirement(read, one!);
}

function requirementsTxt(read: Reading): void {
  for (const line of read.text.split(/\r?\n/))
    if (/^\s*[A-Za-z0-9]/.test(line) && !/:\/\//.test(line.split("#")[0]!.split("@")[0]!)) requirement(read, line);
}

// ---------------------------------------------------------------------------------------------- Cargo

function cargoToml(read: Reading): void {
  const toml = table(parseToml(read.text));
  const own = table(toml.package);
  const around = (): Table => {
    for (const folder of upwards(read.folder)) {
      const text = read.tree.text(join(folder, "Cargo.toml")!);
      const found = text === null || !text.includes("[workspace") ? undefined : table(parseToml(text)).workspace;
      if (found !== undefined) return table(found);
    }
    return {};
  };
  let workspace: Table | null = null;
  const shared = (key: string): Table => {
    workspace ??= around();
    return table(workspace[key]);
  };
  if (typeof own.name === "string") {
    const library = table(toml.lib);
    for (const bin of (Array.isArray(toml.bin) ? toml.bin : []).map(table))
      read.begins(`command ${bin.name}`, bin.path ?? (bin.name === own.name ? "src/main.rs" : `src/bin/${bin.name}.rs`));
    read.begins(`command ${own.name}`, "src/main.rs");
    for (const path of read.below(join(read.folder, "src/bin")!))
      if (/^[^/]+\.rs$|^[^/]+\/main\.rs$/.test(path)) read.begins(`command ${path.replace(/(?:\/main)?\.rs$/, "")}`, `src/bin/${path}`);
    read.begins("library", library.path ?? "src/lib.rs");
    const version =
      typeof own.version === "string" ? own.version : table(own.version).workspace === true ? shared("package").version : undefined;
    const module = typeof library.name === "string" ? library.name : own.name.replaceAll("-", "_");
    const root = join(read.folder, folderOf(typeof library.path === "string" ? library.path : "src/lib.rs"));
    if (read.tree.paths.includes(join(read.folder, typeof library.path === "string" ? library.path : "src/lib.rs")!))
      read.offers("cargo", own.name, version, { modules: [{ name: module, path: root ?? read.folder }] });
  }
  const targets = Object.values(table(toml.target)).map(table);
  for (const holder of [toml, ...targets, table(toml.workspace)])
    for (const list of ["dependencies", "dev-dependencies", "build-dependencies"])
      for (const [key, value] of Object.entries(table(holder[list]))) {
        const said = table(value);
        const inherited = said.workspace === true ? shared("dependencies")[key] : undefined;
        const from = inherited === undefined ? said : table(inherited);
        const wanted = typeof inherited === "string" ? inherited : typeof value === "string" ? value : from.version;
        const name = typeof from.package === "string" ? from.package : key;
        read.asks("cargo", name, wanted, name === key ? null : key.replaceAll("-", "_"));
      }
}

// ---------------------------------------------------------------------------------------------- JVM

const inside = (element: XmlElement | null, ...names: string[]): XmlElement | null => {
  let at: XmlElement | null = element;
  for (const name of names)
    at = (at?.children.find((child) => "name" in child && (child as XmlElement).name === name) as XmlElement | undefined) ?? null;
  return at;
};
const all = (element: XmlElement | null, name: string): XmlElement[] =>
  (element?.children.filter((child) => "name" in child && (child as XmlElement).name === name) as XmlElement[] | undefined) ?? [];
const textIn = (element: XmlElement | null, ...names: string[]): string | null => inside(element, ...names)?.text.trim() || null;

/** XML without what a document type says: entities of one's own are nobody's business here. */
const xml = (text: string): XmlElement | null => parseXml(text, { ignoreUndefinedEntities: true }).root;

function pom(read: Reading): void {
  const root = xml(read.text);
  if (root?.name !== "project") return;
  const chain: XmlElement[] = [root];
  let folder = read.folder;
  for (let at: XmlElement = root; chain.length < 8; ) {
    const parent = inside(at, "parent");
    const path = parent === null ? null : join(folder, textIn(parent, "relativePath") ?? "../pom.xml");
    const file = path === null ? null : path.endsWith(".xml") ? path : join(path, "pom.xml");
    const text = file === null ? null : read.tree.text(file);
    const above = text === null ? null : xml(text);
    if (above === null || textIn(above, "artifactId") !== textIn(parent, "artifactId")) break;
    chain.push(above);
    [at, folder] = [above, folderOf(file!)];
  }
  const first = (...names: string[]): string | null => chain.map((one) => textIn(one, ...names)).find((one) => one !== null) ?? null;
  const group = first("groupId") ?? first("parent", "groupId");
  const version = first("version") ?? first("parent", "version");
  const filled = (text: string | null, depth = 0): string | null =>
    text === null || depth > 8
      ? text
      : text.replace(/\$\{([\w.-]+)\}/g, (whole, name: string) => {
          if (/^(?:project|pom)\.version$/.test(name)) return version ?? whole;
          if (/^(?:project|pom)\.groupId$/.test(name)) return group ?? whole;
          return filled(first("properties", name), depth + 1) ?? whole;
        });
  const literal = (text: string | null): string | null => (text?.includes("${") === true ? null : text);
  const coordinates = (of: XmlElement): string => `${filled(textIn(of, "groupId")) ?? group}:${filled(textIn(of, "artifactId"))}`;
  if (textIn(root, "packaging") !== "pom")
    read.offers("maven", `${filled(group)}:${filled(textIn(root, "artifactId"))}`, literal(filled(version)));
  const managed = new Map<string, string | null>();
  for (const one of chain.toReversed())
    for (const dependency of all(inside(one, "dependencyManagement", "dependencies"), "dependency"))
      managed.set(coordinates(dependency), textIn(dependency, "version"));
  for (const dependency of all(inside(root, "dependencies"), "dependency")) {
    const name = coordinates(dependency);
    read.asks("maven", name, literal(filled(textIn(dependency, "version") ?? managed.get(name) ?? null)));
  }
}

/** `KEY=value` lines. */
const properties = (text: string | null): Map<string, string> =>
  new Map([...(text ?? "").matchAll(/^\s*([\w.-]+)\s*[=:]\s*(.*?)\s*$/gm)].map(([, key, value]) => [key!, value!]));

function gradle(read: Reading): void {
  const { text } = read;
  const own = properties(read.beside("gradle.properties"));
  const shared = properties(read.above("gradle.properties")?.text ?? null);
  const top = properties(read.tree.text("gradle.properties"));
  const word = (key: string, source: string): string | undefined =>
    new RegExp(`^\\s*${key}\\s*(?:=|\\s)\\s*["']([^"'$\\n]+)["']`, "m").exec(source)?.[1];
  const settings = read.beside("settings.gradle.kts") ?? read.beside("settings.gradle");
  const roots = ["build.gradle.kts", "build.gradle"].flatMap((base) => read.tree.text(base) ?? []);
  const everywhere = roots.join("\n");
  const group =
    word("group", text) ?? own.get("GROUP") ?? shared.get("GROUP") ?? top.get("GROUP") ?? top.get("group") ?? word("group", everywhere);
  const version =
    word("version", text) ??
    own.get("VERSION_NAME") ??
    shared.get("VERSION_NAME") ??
    top.get("VERSION_NAME") ??
    top.get("version") ??
    word("version", everywhere);
  const artifact =
    own.get("POM_ARTIFACT_ID") ??
    (settings ? /rootProject\.name\s*=\s*["']([^"'\n]+)["']/.exec(settings)?.[1] : undefined) ??
    baseOf(read.folder);
  const sources = read.below(join(read.folder, "src") ?? "src").length > 0;
  if (group !== undefined && artifact !== "" && sources) read.offers("maven", `${group}:${artifact}`, version);
  for (const [, name, wanted] of text.matchAll(/["']([\w.-]+:[\w.-]+)(?::([\w.+-]+))?(?:@\w+)?["']/g)) read.asks("maven", name, wanted);
}

/** Gradle's list of what all builds of the tree may ask for. */
function versionCatalog(read: Reading): void {
  const toml = table(parseToml(read.text));
  const versions = table(toml.versions);
  for (const value of Object.values(table(toml.libraries))) {
    const said = table(value);
    const [group, artifact, literal] =
      typeof value === "string" ? value.split(":") : typeof said.module === "string" ? said.module.split(":") : [said.group, said.name];
    const version = literal ?? (typeof said.version === "string" ? said.version : versions[String(table(said.version).ref ?? "")]);
    read.asks("maven", `${group}:${artifact}`, typeof version === "string" ? version : table(version).strictly);
  }
}

// ---------------------------------------------------------------------------------------------- PHP, Ruby, .NET, Swift, Elixir

function composerJson(read: Reading): void {
  const json = looseJson(read.text);
  if (json === null) throw new Error("no JSON");
  read.offers("composer", json.name, json.version);
  for (const path of typeof json.bin === "string" ? [json.bin] : strings(json.bin)) read.begins(`command ${baseOf(path)}`, path);
  for (const list of ["require", "require-dev"])
    for (const [name, wanted] of Object.entries(objectOf(json[list]) ?? {})) if (name.includes("/")) read.asks("composer", name, wanted);
}

function gemspec(read: Reading): void {
  const name = /\.name\s*=\s*["']([^"'\n]+)["']/.exec(read.text)?.[1] ?? baseOf(read.path).replace(/\.gemspec$/, "");
  const folder = /\.bindir\s*=\s*["']([\w./-]+)["']/.exec(read.text)?.[1] ?? "bin";
  const commands = /\.executables?\s*(?:=|<<)\s*(\[[^\]]*\]|%w[[({][^\])}]*|["'][^"'\n]*["'])/.exec(read.text)?.[1] ?? "";
  for (const [command] of commands.replace(/^%w/, "").matchAll(/[\w-]+/g)) read.begins(`command ${command}`, `${folder}/${command}`);
  const library = join(read.folder, "lib")!;
  read.begins("library", `lib/${name.replaceAll("-", "/")}.rb`);
  read.begins("library", `lib/${name}.rb`);
  const files = read.below(library);
  const versions = files.filter((path) => /(?:^|\/)version\.rb$/.test(path)).sort((a, b) => a.length - b.length);
  const constant = versions[0] === undefined ? null : read.tree.text(`${library}/${versions[0]}`);
  const version =
    /\.version\s*=\s*["']([^"'\n]+)["']/.exec(read.text)?.[1] ??
    /\b(?:VERSION|RELEASE)\s*=\s*["'](\d[^"'\n]*)["']/.exec(constant ?? "")?.[1];
  const modules = new Map<string, string>();
  for (const path of files) {
    const top = path.split("/")[0]!;
    if (path.endsWith(".rb")) modules.set(top.replace(/\.rb$/, ""), library);
  }
  read.offers("gem", name, version, { modules: [...modules].map(([module, path]) => ({ name: module, path })) });
  for (const [, gem, ranges] of read.text.matchAll(
    /add_(?:runtime_|development_)?dependency[\s(]+["']([\w.-]+)["']((?:\s*,\s*\[?\s*["'][^"'\n]*["']\]?)*)/g,
  ))
    read.asks("gem", gem, listed(ranges!));
}

/** Several quoted ranges as one. */
const listed = (text: string): string => [...text.matchAll(/["']([^"'\n]*)["']/g)].map(([, one]) => one).join(", ");

function gemfile(read: Reading): void {
  for (const [, gem, ranges] of read.text.matchAll(/^\s*gem[\s(]+["']([\w.-]+)["']((?:\s*,\s*["'][^"'\n]*["'])*)/gm))
    read.asks("gem", gem, listed(ranges!));
}

function csproj(read: Reading): void {
  const root = xml(read.text);
  const props = (base: string): XmlElement | null => {
    const found = read.above(base);
    return found === null ? null : xml(found.text);
  };
  const shared = props("Directory.Build.props");
  const value = (name: string): string | null => {
    for (const one of [root, shared])
      for (const group of all(one, "PropertyGroup")) {
        const text = textIn(group, name);
        if (text !== null && !text.includes("$(")) return text;
      }
    return null;
  };
  if (value("OutputType")?.toLowerCase() === "exe" || root?.attributes.Sdk?.endsWith(".Web")) read.begins("program", "Program.cs");
  const name = value("PackageId") ?? value("AssemblyName") ?? baseOf(read.path).replace(/\.\w+proj$/, "");
  read.offers("nuget", name, value("PackageVersion") ?? value("Version") ?? value("VersionPrefix"));
  const central = new Map(
    all(props("Directory.Packages.props"), "ItemGroup").flatMap((group) =>
      all(group, "PackageVersion").map(({ attributes }) => [attributes.Include?.toLowerCase(), attributes.Version]),
    ),
  );
  for (const group of all(root, "ItemGroup"))
    for (const one of all(group, "PackageReference"))
      read.asks(
        "nuget",
        one.attributes.Include,
        one.attributes.Version ?? textIn(one, "Version") ?? central.get(one.attributes.Include?.toLowerCase()),
      );
}

function packageSwift(read: Reading): void {
  const modules = [
    ...read.text.matchAll(/\.(?:target|macro|systemLibrary|executableTarget)\s*\(\s*name:\s*"([\w-]+)"([^()]*(?:\([^()]*\)[^()]*)*)/g),
  ].flatMap(([, name, rest]) => {
    const path = join(read.folder, /\bpath:\s*"([^"\n]+)"/.exec(rest!)?.[1] ?? `Sources/${name}`);
    return path === null ? [] : [{ name: name!, path }];
  });
  read.offers("swiftpm", /\bPackage\s*\(\s*name:\s*"([^"\n]+)"/.exec(read.text)?.[1], null, { modules });
  for (const [, url, rest] of read.text.matchAll(
    /\.package\s*\(\s*(?:name:\s*"[^"\n]*"\s*,\s*)?(?:url|path):\s*"([^"\n]+)"([^()]*(?:\([^()]*\)[^()]*)*)\)/g,
  )) {
    const from = /\bfrom:\s*"([^"\n]+)"|upToNextMajor\(from:\s*"([^"\n]+)"/.exec(rest!);
    const minor = /upToNextMinor\(from:\s*"([^"\n]+)"/.exec(rest!)?.[1];
    const exact = /\bexact(?:\(|:\s*)"([^"\n]+)"/.exec(rest!)?.[1];
    const range = /"[\d.]+"\s*\.\.[.<]\s*"[\d.]+"/.exec(rest!)?.[0];
    const least = from?.[1] ?? from?.[2];
    read.asks(
      "swiftpm",
      baseOf(url!.replace(/\/$/, "")).replace(/\.git$/, ""),
      least !== undefined ? `^${least}` : minor !== undefined ? `~${minor}` : (exact ?? range ?? null),
    );
  }
}

function mixExs(read: Reading): void {
  const version = /\bversion:\s*"([^"\n]+)"/.exec(read.text)?.[1] ?? /@version\s+"([^"\n]+)"/.exec(read.text)?.[1];
  read.offers("mix", /\bapp:\s*:(\w+)/.exec(read.text)?.[1], version);
  for (const [, name, wanted, rest] of read.text.matchAll(/\{\s*:(\w+)\s*,\s*(?:"([^"\n]+)")?([^{}\n]*)\}/g))
    read.asks("mix", /\bhex:\s*:(\w+)/.exec(rest!)?.[1] ?? name, wanted ?? null);
}

/** What a container (CMD, ENTRYPOINT) or a platform (`web: …`) starts, where a word of it is a file here. */
function started(read: Reading): void {
  for (const [, as, line] of read.text.matchAll(/^\s*(CMD|ENTRYPOINT|[a-z]+:)\s(.*)$/gm))
    for (const [word] of line!.matchAll(/[\w./-]+/g)) read.begins(as!, word);
}

// ---------------------------------------------------------------------------------------------- all of them

const READERS: readonly [base: RegExp, read: (reading: Reading) => void][] = [
  [/^package\.json$/, packageJson],
  [/^go\.mod$/, goMod],
  [/^pyproject\.toml$/, pyproject],
  [/^setup\.cfg$/, setupCfg],
  [/^setup\.py$/, setupPy],
  [/^requirements[\w.-]*\.(?:txt|in)$/, requirementsTxt],
  [/^Cargo\.toml$/, cargoToml],
  [/^pom\.xml$/, pom],
  [/^build\.gradle(?:\.kts)?$/, gradle],
  [/\.versions\.toml$/, versionCatalog],
  [/^composer\.json$/, composerJson],
  [/\.gemspec$/, gemspec],
  [/^Gemfile$/, gemfile],
  [/\.(?:cs|fs|vb)proj$/, csproj],
  [/^Package\.swift$/, packageSwift],
  [/^mix\.exs$/, mixExs],
  [/^(?:Dockerfile|Containerfile|Procfile)$/, started],
];

/** Any of them: most files of a tree are none. */
const MANIFEST = new RegExp(READERS.map(([{ source }]) => source).join("|"));

/** Is it a manifest, by its name? */
export const isManifest = (path: string): boolean => MANIFEST.test(baseOf(path));

/** What a tool puts into a tree is none of its own. */
const INSTALLED = /(?:^|\/)(?:node_modules|vendor|\.venv|venv|site-packages|deps|Carthage|Pods)\//;

/** What all manifests of a tree say. Packages of tests, examples and the like are nobody's to import; what those ask for counts. */
export function manifestsOf(tree: Manifests): Said {
  const said: Said = { entries: [], packages: [], dependencies: [], unread: [] };
  for (const path of tree.paths) {
    if (!isManifest(path) || INSTALLED.test(path)) continue;
    const reader = READERS.find(([base]) => base.test(baseOf(path)))?.[1];
    const text = reader ? tree.text(path) : null;
    if (!reader || text === null) continue;
    const reading = new Reading(path, text, tree);
    try {
      reader(reading);
    } catch (error) {
      said.unread.push({ path, reason: error instanceof RangeError ? "nested too deep" : "not in its form" });
      continue;
    }
    if (!isDouble(`${reading.folder}/_`)) {
      said.packages.push(...reading.packages);
      said.entries.push(...reading.entries);
    }
    said.dependencies.push(...reading.dependencies);
  }
  // one distribution in several manifests (setup.py beside pyproject.toml): what each lacks the others say
  const merged = new Map<string, Package>();
  for (const one of said.packages) {
    const key = `${one.ecosystem} ${one.name} ${one.folder}`;
    const known = merged.get(key);
    if (known === undefined) merged.set(key, one);
    else
      merged.set(key, {
        ...known,
        version: known.version ?? one.version,
        modules: known.modules.length >= one.modules.length ? known.modules : one.modules,
      });
  }
  said.packages = [...merged.values()];
  return said;
}
