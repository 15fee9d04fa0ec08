/**
 * Configuration files that decide where imports lead: tsconfig.json, package.json, go.mod, Cargo.toml, composer.json.
 * Read leniently: what cannot be read decides nothing.
 */

const kept = new Map<string, unknown>();

/** A pure function of a text, kept by the text: hundreds of files ask about the same few configurations. */
function keptBy<T>(what: string, text: string, make: () => T): T {
  const key = `${what}\0${text}`;
  if (kept.has(key)) return kept.get(key) as T;
  if (kept.size > 2_000) kept.clear();
  const value = make();
  kept.set(key, value);
  return value;
}

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;

/** JSON with comments and trailing commas; null when it is none. */
export function looseJson(text: string): { [key: string]: Json } | null {
  return keptBy("json", text, () => {
    const plain = text
      .replace(/("(?:\\.|[^"\\\n])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, quoted: string | undefined) => quoted ?? "")
      .replace(/("(?:\\.|[^"\\\n])*")|,(?=\s*[}\]])/g, (_, quoted: string | undefined) => quoted ?? "");
    try {
      const value = JSON.parse(plain) as Json;
      return value !== null && typeof value === "object" && !Array.isArray(value) ? value : null;
    } catch {
      return null;
    }
  });
}

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

function objectOf(value: Json | undefined): { [key: string]: Json } | null {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : null;
}

function leaves(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(leaves);
  const map = objectOf(value);
  return map ? Object.values(map).flatMap(leaves) : [];
}

/** The module path of a go.mod. */
export function goModule(text: string): string | null {
  return /^\s*module\s+"?([^\s"]+)/m.exec(text)?.[1] ?? null;
}

/** The crate name of a Cargo.toml as code writes it (`-` is `_`); null for a pure workspace. */
export function crateName(text: string): string | null {
  return keptBy("cargo", text, () => {
    const section = /^\[package\]([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(text)?.[1] ?? "";
    const library = /^\[lib\]([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(text)?.[1] ?? "";
    const name = /^\s*name\s*=\s*"([^"]+)"/m;
    return (name.exec(library)?.[1] ?? name.exec(section)?.[1])?.replaceAll("-", "_") ?? null;
  });
}

/** PSR-4 prefixes of a composer.json: namespace (with `\` at its end) → folders. */
export function psr4(text: string): [string, string[]][] {
  return keptBy("composer", text, () => {
    const json = looseJson(text);
    const out: [string, string[]][] = [];
    for (const key of ["autoload", "autoload-dev"])
      for (const [prefix, folders] of Object.entries(objectOf(objectOf(json?.[key])?.["psr-4"]) ?? {})) out.push([prefix, leaves(folders)]);
    return out.sort((a, b) => b[0].length - a[0].length);
  });
}
