/**
 * What is inside a binary, and under which licences: found out from the bundle, not from what is declared.
 *
 * A package of JavaScript is in it when the bundler kept bytes of it; a library when it is embedded; of the runtime, what Bun's own list says
 * (bun-types carries it). A licence that is not on the list here fails the build: a person has to look first.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import spdx from "spdx-license-list/full.js";
import pkg from "../package.json" with { type: "json" };
import { ORT_WASM } from "../src/base/native.ts";
import type { LicensedComponent } from "../src/base/schema.ts";
import { bundledIn, canonical, canonicals, carriedLicence, cratesIn, fetchedIn } from "./carried.ts";
import type { Platform } from "./platforms.ts";

/** A native library and the package that it comes from. */
export interface Native {
  name: string;
  path: string;
  packageName: string;
}

export interface Contents {
  platform: string;
  components: LicensedComponent[];
  /** Every embedded file: its name, the SHA-256 of what it unpacks to, its compressed bytes' file and both sizes. */
  assets: { name: string; sha256: string; size: number; compressed: string; stored: number }[];
  /** Files of packages that the bundle has bytes of, by component. */
  sources: Record<string, string[]>;
  /** Bun's program that it was made of. */
  runtime: string;
}

/** What may be in a binary that is given away: permissive, or with conditions that are met by naming it and giving its text. */
const ALLOWED = new Set(
  "MIT MIT-0 Apache-2.0 BSD-2-Clause BSD-3-Clause ISC 0BSD Zlib Unlicense CC0-1.0 BlueOak-1.0.0 Unicode-3.0 Python-2.0 LGPL-2.0-or-later LGPL-2.1-only"
    .split(" ")
    .concat("Apache-2.0 WITH LLVM-exception"),
);

/** Names that package authors write instead of SPDX's. */
const SPELT: Record<string, string> = { "Apache 2.0": "Apache-2.0", "Apache License 2.0": "Apache-2.0" };

/** What Bun's list of the libraries linked into it says, in SPDX's words; null where it only says that there are several (the list leads to them). */
const RUNTIME: Record<string, string | null> = {
  "several licenses": null,
  MIT: "MIT",
  "MIT licensed": "MIT",
  "MIT (bundled xxhash is BSD 2-Clause)": "MIT AND BSD-2-Clause",
  "MIT (portions derived from Chromium proto-quic, BSD 3-Clause)": "MIT AND BSD-3-Clause",
  "BSD 3-Clause": "BSD-3-Clause",
  "BSD 2-Clause": "BSD-2-Clause",
  "BSD 2-Clause (portions derived from libpng, PNG Reference Library License v2)": "BSD-2-Clause AND libpng-2.0",
  "BSD 3-Clause / IJG / zlib": "BSD-3-Clause AND IJG AND Zlib",
  "dual-licensed under the Perl License or the MIT License": "MIT",
  "dual-licensed under the BSD License or GPLv2 license": "BSD-3-Clause",
  "dual-licensed under CC0 1.0 or the BSD 2-Clause License": "CC0-1.0",
  "Apache 2.0": "Apache-2.0",
  "Apache 2.0 licensed": "Apache-2.0",
  "LGPL v2.1": "LGPL-2.1-only",
  zlib: "Zlib",
  "ICU license": "Unicode-3.0",
  "public domain": "blessing",
};
/** Conditions of the runtime's libraries that only ask to be named. */
const OF_RUNTIME = new Set(["libpng-2.0", "IJG", "blessing"]);

/** @throws Error naming the component where its licence is none that was looked at */
export function allowed(name: string, licence: string, runtime = false): void {
  const one = (id: string): boolean => ALLOWED.has(id) || (runtime && OF_RUNTIME.has(id));
  const plain = licence.replace(/[()]/g, "").trim();
  const fine = plain !== "" && plain.split(" AND ").every((both) => both.split(" OR ").some((id) => one(id.trim())));
  if (!fine)
    throw new Error(`${name} is under "${licence}", which is not on the list of licences in scripts/contents.ts: look at it first.`);
}

/** Every licence and notice in a package's folder. */
function textIn(folder: string): string {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice|unlicense|third.?party)/i.test(entry.name))
    .map(({ name }) => name);
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim())
    .join("\n\n----\n\n");
}

const purl = (type: "npm" | "cargo", name: string, version: string): string => `pkg:${type}/${name.replace("@", "%40")}@${version}`;

/** Something that a package carries. @throws Error where nobody looked at its licence */
function carried(
  from: "cargo" | "cmake" | "npm",
  one: { name: string; version: string },
  kind: LicensedComponent["kind"],
): LicensedComponent {
  const { licence, text } = carriedLicence(from, one.name);
  allowed(`${one.name}@${one.version}`, licence);
  return { ...one, kind, licence, purl: from === "cmake" ? null : purl(from, one.name, one.version), text };
}

/** The grammar that ast-grep's package of a parser was made from: it is a dependency of that package's development. */
function originOf(folder: string): { name: string; version: string } | null {
  const { name, devDependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    name: string;
    devDependencies?: Record<string, string>;
  };
  if (!name.startsWith("@ast-grep/lang-")) return null;
  const [origin, version] = Object.entries(devDependencies).find(([one]) => /(?:^|\/)tree-sitter-(?!cli$)/.test(one)) ?? [];
  if (!origin || !version) throw new Error(`${name} does not say which grammar it was made from.`);
  return { name: origin, version: version.replace(/^[\^~]/, "") };
}

/** What a package is, and its licence. @throws Error where nobody looked at that */
export function packaged(folder: string, kind: LicensedComponent["kind"]): LicensedComponent {
  const said = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license?: string | { type: string };
    repository?: string | { url?: string };
  };
  const written = typeof said.license === "object" ? said.license.type : (said.license ?? "");
  const text = textIn(folder);
  // What npm writes into a manifest unasked is not what its authors put beside it.
  const licence = written === "ISC" && /^(?:The )?MIT License\b/.test(text) ? "MIT" : (SPELT[written] ?? written);
  allowed(`${said.name}@${said.version}`, licence);
  return {
    name: said.name,
    version: said.version,
    kind,
    licence,
    purl: purl("npm", said.name, said.version),
    text: text === "" ? `${said.name} has no licence file; it names this one.\n\n${canonicals(licence)}` : text,
  };
}

/** Bun, JavaScriptCore and what else its program is linked from. */
function runtime(top: string, platform: Platform): LicensedComponent[] {
  const list = readFileSync(join(top, "node_modules", "bun-types", "docs", "project", "license.mdx"), "utf8")
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .trim();
  const version = pkg.packageManager.split("@")[1]!;
  const rows = [...list.matchAll(/^\| (.+?)\s*\| (.+?)\s*\|$/gm)].map((row) => [row[1]!.trim(), row[2]!.trim()] as const);
  const linked = rows.flatMap(([cell, said]): LicensedComponent[] => {
    if (/^-+$|^(?:Library|Package)$/.test(cell)) return [];
    const name = (/`([^`]+)`/.exec(cell)?.[1] ?? /\[([^\]]+)\]/.exec(cell)?.[1] ?? cell).replace(/ on .*/, "");
    if (/\(on Windows\)/.test(cell) && platform.system !== "windows") return [];
    if (/\(on Linux and Windows\)/.test(cell) && platform.system === "darwin") return [];
    const words = said.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1");
    const link = /\((https?:[^)]+)\)/.exec(said)?.[1] ?? /\((https?:[^)]+)\)/.exec(cell)?.[1] ?? null;
    if (!Object.hasOwn(RUNTIME, words))
      throw new Error(`${name}, a part of Bun, is under "${words}", which is not on the list in scripts/contents.ts: look at it first.`);
    const licence = RUNTIME[words]!;
    if (licence !== null) allowed(name, licence, true);
    return [
      {
        name,
        version: `in Bun ${version}`,
        kind: "runtime",
        licence: licence ?? words,
        purl: null,
        text: licence === null ? `Several licences: ${link}` : canonicals(licence),
      },
    ];
  });
  return [
    {
      name: "bun",
      version,
      kind: "runtime",
      licence: "MIT",
      purl: `pkg:npm/${platform.bun.replace("@", "%40")}@${version}`,
      text: `${list}\n\n----\n\n${canonical("MIT")}`,
    },
    {
      name: "JavaScriptCore",
      version: `in Bun ${version}`,
      kind: "runtime",
      licence: "LGPL-2.0-or-later",
      purl: null,
      text: canonical("LGPL-2.0-or-later"),
    },
    ...linked,
  ];
}

/**
 * Everything inside a binary.
 * @param outputs what the bundler wrote, with the bytes that each file gave to it
 * @param program Bun's own for that platform
 * @throws Error where a licence is not on the list or its text cannot be had
 */
export function contentsOf(
  platform: Platform,
  top: string,
  outputs: readonly { inputs: Record<string, { bytesInOutput: number }> }[],
  natives: readonly Native[],
  packed: readonly { name: string; sha256: string; size: number; compressed: string }[],
  program: string,
): Contents {
  const modules = join(top, "node_modules");
  const sources = new Map<string, Set<string>>();
  for (const { inputs } of outputs)
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const at = file.lastIndexOf("node_modules/");
      if (at < 0 || bytesInOutput === 0) continue;
      const inside = file.slice(at + 13).split("/");
      const folder = join(top, file.slice(0, at + 13), ...inside.slice(0, inside[0]!.startsWith("@") ? 2 : 1));
      const files = sources.get(folder) ?? new Set();
      files.add(join(top, file));
      sources.set(folder, files);
    }
  const found = new Map<string, LicensedComponent>();
  const own: Record<string, string[]> = {};
  const add = (component: LicensedComponent): LicensedComponent => {
    const key = `${component.name}@${component.version}`;
    const before = found.get(key);
    if (before === undefined) found.set(key, component);
    return before ?? component;
  };
  for (const [folder, files] of sources) {
    const component = add(packaged(folder, "package"));
    own[`${component.name}@${component.version}`] = [...files].map((file) => relative(top, file)).sort();
  }
  const embedded = (component: LicensedComponent, file: string): void => {
    const one = add(component);
    one.files = [...(one.files ?? []), file].sort();
  };
  for (const { name, path, packageName } of natives) {
    const folder = join(modules, packageName);
    embedded(packaged(folder, name.endsWith(".so") ? "grammar" : "library"), name);
    const origin = name.endsWith(".so") ? originOf(folder) : null;
    if (origin) embedded(carried("npm", origin, "grammar"), name);
    for (const crate of cratesIn(readFileSync(path, "latin1"))) add(carried("cargo", crate, "library"));
  }
  if (natives.some(({ packageName }) => packageName === "usearch")) add(packaged(join(modules, "usearch", "numkong"), "library"));
  // What a package's own bundle took in: the metafile names that bundle only.
  for (const file of [...sources.values()].flatMap((files) => [...files])) {
    const map = existsSync(`${file}.map`) ? (JSON.parse(readFileSync(`${file}.map`, "utf8")) as { sources: string[] }).sources : [];
    for (const { name, version } of bundledIn([readFileSync(file, "utf8"), ...map].join("\n"))) {
      const folder = join(modules, name);
      if (!existsSync(join(folder, "package.json"))) add(carried("npm", { name, version }, "package"));
      else {
        const component = packaged(folder, "package");
        add(version === "" ? component : { ...component, version, purl: purl("npm", name, version) });
      }
    }
  }
  // Compiled from usearch's sources: what those include, and Zig's C++ library in it.
  if (natives.some(({ path }) => basename(path) === "usearch.node" && dirname(dirname(path)) === join(top, "dist", "libraries"))) {
    add(packaged(join(modules, "node-addon-api"), "library"));
    const zig = "Apache-2.0 WITH LLVM-exception";
    add({
      name: "libc++",
      version: "of Zig's compiler",
      kind: "library",
      licence: zig,
      purl: null,
      text: `${canonical(zig)}\n\nWith the LLVM exceptions.`,
    });
  }
  const onnx = packaged(join(modules, "onnxruntime-web"), "library");
  embedded(onnx, ORT_WASM);
  const wasm = packed.find(({ name }) => name === ORT_WASM);
  if (wasm)
    for (const { name } of fetchedIn(Buffer.from(Bun.zstdDecompressSync(readFileSync(wasm.compressed))).toString("latin1")))
      add({ ...carried("cmake", { name, version: `in onnxruntime-web ${onnx.version}` }, "library"), purl: null });
  // The tables that count tokens are made from its vocabulary.
  add(packaged(join(modules, "gpt-tokenizer"), "data")).files = packed
    .filter(({ name }) => name.startsWith("o200k"))
    .map(({ name }) => name);
  for (const component of runtime(top, platform)) add(component);
  add({
    name: "manifold",
    version: pkg.version,
    kind: "package",
    licence: pkg.license,
    purl: null,
    text: readFileSync(join(top, "LICENSE"), "utf8").trim(),
  });
  const order = (one: LicensedComponent): string => `${one.name}@${one.version}`;
  return {
    platform: platform.id,
    components: [...found.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1)),
    assets: packed.map(({ name, sha256, size, compressed }) => ({
      name,
      sha256,
      size,
      compressed: relative(top, compressed),
      stored: existsSync(compressed) ? readFileSync(compressed).length : 0,
    })),
    sources: own,
    runtime: relative(top, program),
  };
}

/** The same as CycloneDX 1.6, the same bytes for the same contents. */
export function cyclonedx({ platform, components, assets }: Contents): string {
  const hashes = new Map(assets.map(({ name, sha256 }) => [name, sha256]));
  const ref = (one: LicensedComponent): string => one.purl ?? `${one.kind}:${one.name}@${one.version}`;
  const listed = components
    .filter(({ name }) => name !== pkg.name)
    .map((one) => ({
      type: one.kind === "runtime" && one.name === "bun" ? "platform" : one.kind === "data" ? "data" : "library",
      "bom-ref": ref(one),
      name: one.name,
      version: one.version,
      ...(one.purl === null ? {} : { purl: one.purl }),
      licenses: / AND | OR | WITH /.test(one.licence)
        ? [{ expression: one.licence }]
        : [{ license: one.licence in (spdx as object) ? { id: one.licence } : { name: one.licence } }],
      ...(one.files?.length === 1 && hashes.has(one.files[0]!)
        ? { hashes: [{ alg: "SHA-256", content: hashes.get(one.files[0]!)! }] }
        : {}),
      ...(one.files
        ? { properties: one.files.map((file) => ({ name: "manifold:embedded", value: `${file} sha256:${hashes.get(file) ?? ""}` })) }
        : {}),
    }));
  const digest = createHash("sha256").update(JSON.stringify(listed)).update(platform).digest("hex");
  const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  const main = {
    type: "application",
    "bom-ref": `manifold@${pkg.version}`,
    name: pkg.name,
    version: pkg.version,
    licenses: [{ license: { id: pkg.license } }],
  };
  return `${JSON.stringify(
    {
      $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      serialNumber: `urn:uuid:${uuid}`,
      version: 1,
      metadata: { component: { ...main, properties: [{ name: "manifold:platform", value: platform }] } },
      components: listed,
      dependencies: [{ ref: main["bom-ref"], dependsOn: listed.map((one) => one["bom-ref"]).sort() }],
    },
    null,
    1,
  )}\n`;
}
