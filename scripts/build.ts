/**
 * Builds the binaries: `bun run build [--target x64|arm64|<platform>|all] [--release] [--strict]`; without `--target` those of this system.
 *
 * Everything native is embedded: the ast-grep addon, usearch's and one library a grammar. The npm packages lack some libraries for some machines and
 * ship some for the wrong one, so each is checked by its header and, where needed, compiled from the sources in the same package (grammars.ts). With
 * --release every library must also load on the oldest system that is supported (libraries.ts). Without a compiler for the target the build goes on
 * without that grammar and says so (its files are then searched as plain text); with --strict or --release that is an error.
 *
 * What is inside, with every licence, is found out from the bundle itself and embedded too (contents.ts).
 */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BunPlugin } from "bun";
import { ADDON, ASCII_TOKENS, LICENCES, ORT_WASM, OTHER_TOKENS, TOKEN_TABLE, VECTOR_ADDON } from "../src/base/native.ts";
import { contentsOf, type Native } from "./contents.ts";
import { grammarLibraries, installOnce, type Kit, missingGrammars, vectorLibrary } from "./grammars.ts";
import { isFor } from "./libraries.ts";
import { type Platform, platformsNamed, thisPlatform } from "./platforms.ts";

const top = join(import.meta.dir, "..");
const dist = join(top, "dist");

/** Path of a platform's binary. */
export const builtFor = ({ id, system }: Platform, folder = dist): string =>
  join(folder, `manifold-${id}${system === "windows" ? ".exe" : ""}`);

/** Path of what a release binary has in it, beside it (contents.ts). */
export const contentsBeside = ({ id }: Platform, folder = dist): string => join(folder, `manifold-${id}.contents.json`);

/** The node_modules folder that holds the optional packages of one platform. */
function modulesFor(platform: Platform): string {
  if (platform === thisPlatform()) return join(top, "node_modules");
  const folder = join(dist, "packages", platform.id);
  const system = platform.system === "windows" ? "win32" : platform.system;
  const flags = [`--os=${system}`, `--cpu=${platform.arch}`, ...(platform.libc === null ? [] : [`--libc=${platform.libc}`])];
  if (!installOnce(top, folder, flags)) throw new Error(`The packages for ${platform.id} could not be installed.`);
  return join(folder, "node_modules");
}

export interface Packed {
  name: string;
  compressed: string;
  size: number;
  wyhash: string;
  sha256: string;
}

/** Compresses one library (once for each content) and records what it must unpack to. */
const pack = (name: string, path: string): Packed => packBytes(name, readFileSync(path));

function packBytes(name: string, bytes: Buffer): Packed {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const folder = join(dist, "packed");
  mkdirSync(folder, { recursive: true });
  const compressed = join(folder, `${name}-${sha256.slice(0, 16)}.zst`);
  if (!existsSync(compressed)) {
    writeFileSync(`${compressed}.tmp`, Bun.zstdCompressSync(bytes, { level: 19 }));
    renameSync(`${compressed}.tmp`, compressed);
  }
  return { name, compressed, size: bytes.length, wyhash: Bun.hash(bytes).toString(16), sha256 };
}

function embeddedModule(id: string, packed: readonly Packed[]): string {
  const hash = createHash("sha256");
  for (const asset of packed) hash.update(`${asset.name}\0${asset.sha256}\n`);
  const imports = packed.map((asset, i) => `import a${i} from ${JSON.stringify(asset.compressed)} with { type: "file" };`);
  const rows = packed.map((asset, i) => `${JSON.stringify(asset.name)}: { file: a${i}, size: ${asset.size}, wyhash: "${asset.wyhash}" }`);
  return `${imports.join("\n")}\nexport const embedded = { id: "${id}-${hash.digest("hex").slice(0, 16)}", assets: { ${rows.join(", ")} } };\n`;
}

/** What is bundled, and how; `packed` is put in the place of src/base/embedded.ts. */
function bundling(platform: Platform, packed: readonly Packed[]): Bun.BuildConfig & { plugins: BunPlugin[] } {
  const contents = embeddedModule(platform.id, packed);
  return {
    entrypoints: [join(top, "src", "main.ts")],
    target: "bun",
    format: "esm",
    minify: { syntax: true, whitespace: true, identifiers: false },
    // Nothing may be looked up at run time: a computed or external import would resolve from the user's folder.
    external: [],
    packages: "bundle",
    // Packages that ask where their file is would carry the folder of the build: other bytes for another checkout.
    define: { __filename: '"/manifold/module.js"', __dirname: '"/manifold"' },
    // A command loads its own part only: --version 11 ms instead of 14, and what serves agents costs a question nothing.
    splitting: true,
    plugins: [
      {
        name: "embedded-assets",
        setup(builder) {
          builder.onLoad({ filter: /src[\\/]base[\\/]embedded\.ts$/ }, () => ({ contents, loader: "js" }));
          // transformers is given a runtime (src/embed/onnx/runtime.ts): the one that it imports for a browser's graphics card is not needed.
          builder.onResolve({ filter: /^onnxruntime-web\/webgpu$/ }, () => ({ path: Bun.resolveSync("onnxruntime-web/wasm", top) }));
        },
      },
    ],
    throw: false,
  };
}

async function bundled(config: Bun.BuildConfig, what: string): Promise<Bun.BuildOutput> {
  const result = await Bun.build(config);
  if (result.success) return result;
  for (const log of result.logs) console.error(log);
  throw new Error(`The bundle for ${what} failed.`);
}

/**
 * Builds one platform's binary, and says where it is.
 * @param into another folder than `dist/`
 */
export async function build(
  platform: Platform,
  { release, strict, into = dist }: { release: boolean; strict: boolean; into?: string },
): Promise<string> {
  const started = performance.now();
  // The bundler names what it reads from here: started in another folder, a build would have other names in it.
  process.chdir(top);
  const modules = modulesFor(platform);
  const kit: Kit = { platform, modules, release };
  const addon = join(modules, `@ast-grep/napi-${platform.addon}`, `ast-grep-napi.${platform.addon}.node`);
  const vectors = await vectorLibrary(kit);
  const natives: Native[] = [{ name: ADDON, path: addon, packageName: "@ast-grep/napi" }];
  if (vectors) natives.push({ name: VECTOR_ADDON, path: vectors, packageName: "usearch" });
  const missing: string[] = [];
  for (const { grammar, path, packageName } of await grammarLibraries(kit)) {
    if (path) natives.push({ name: `${grammar}.so`, path, packageName });
    else missing.push(grammar);
  }
  for (const { path } of natives) if (!isFor(path, platform)) throw new Error(`${path} is missing or not for ${platform.id}.`);
  if (missing.length > 0 || vectors === null) {
    const line = `build: ${missingGrammars([...missing, ...(vectors === null ? ["usearch"] : [])], platform)}`;
    if (strict || release) throw new Error(line);
    console.error(line);
  }
  const runtime = join(modules, ...platform.bun.split("/"), "bin", platform.system === "windows" ? "bun.exe" : "bun");
  if (!isFor(runtime, platform)) throw new Error(`${runtime} is missing or not for ${platform.id}.`);
  const packed = [
    ...natives.slice(0, vectors ? 2 : 1).map(({ name, path }) => pack(name, path)),
    pack(ORT_WASM, join(modules, "onnxruntime-web", "dist", "ort-wasm-simd-threaded.wasm")),
    pack(TOKEN_TABLE, join(top, "src", "embed", TOKEN_TABLE)),
    pack(ASCII_TOKENS, join(top, "src", "query", ASCII_TOKENS)),
    pack(OTHER_TOKENS, join(top, "src", "query", OTHER_TOKENS)),
    ...natives.slice(vectors ? 2 : 1).map(({ name, path }) => pack(name, path)),
  ];
  const config = bundling(platform, packed);
  const { metafile } = await bundled({ ...config, metafile: true }, platform.id);
  const contents = contentsOf(platform, top, Object.values(metafile!.outputs), natives, packed, runtime);
  packed.push(packBytes(LICENCES, Buffer.from(JSON.stringify(contents.components))));
  const outfile = builtFor(platform, into);
  await bundled(
    {
      ...bundling(platform, packed),
      bytecode: true,
      compile: {
        target: `bun-${platform.id}` as Bun.Build.CompileTarget,
        executablePath: runtime,
        outfile: `${outfile}.tmp`,
        autoloadDotenv: false,
        autoloadBunfig: false,
        autoloadTsconfig: false,
        autoloadPackageJson: false,
        // One cold question: 19 % less CPU than with the usual thresholds at 4, 27 % at 16 (src/base/program.ts sets those for long work).
        jitPolicy: 16,
      },
    },
    platform.id,
  );
  // For Windows the compiler puts an ending behind the name that it was given.
  const made = existsSync(`${outfile}.tmp`) ? `${outfile}.tmp` : `${outfile}.tmp.exe`;
  if (!isFor(made, platform)) throw new Error(`The binary for ${platform.id} is for another machine.`);
  renameSync(made, outfile);
  chmodSync(outfile, 0o755);
  writeFileSync(contentsBeside(platform, into), JSON.stringify(contents));
  console.error(
    `build: dist/manifold-${platform.id} ${(statSync(outfile).size / 2 ** 20).toFixed(0)} MB, ${packed.filter(({ name }) => name.endsWith(".so")).length} grammars, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  return outfile;
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const at = args.indexOf("--target");
  const here = thisPlatform();
  const wanted = at >= 0 ? platformsNamed(args[at + 1] ?? "") : ["x64", "arm64"].flatMap((arch) => platformsNamed(arch) ?? []);
  if (wanted === null || wanted.length === 0) {
    console.error(
      `build: --target takes x64, arm64, all or ${(platformsNamed("all") ?? []).map(({ id }) => id).join(", ")}${here ? "" : "; this machine has no row"}.`,
    );
    process.exit(2);
  }
  for (const platform of wanted) await build(platform, { release: args.includes("--release"), strict: args.includes("--strict") });
}
