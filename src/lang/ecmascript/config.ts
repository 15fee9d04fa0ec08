/** What tsconfig.json and package.json say of imports. */
import { keptBy, leaves, looseJson, objectOf } from "../engine/resolve/config.ts";

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
