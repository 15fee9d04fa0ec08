/**
 * Builds the release binaries: `bun run build [--target x64|arm64|all] [--strict]`.
 *
 * Everything native is embedded: the ast-grep addon and one library a grammar. The npm packages lack some libraries for
 * arm64 and ship some for the wrong machine, so each is checked by its ELF header and, where needed, compiled from the
 * C sources in the same package. Without a C compiler for the target the build goes on without that grammar and says so
 * (its files are then searched as plain text); with --strict that is an error.
 */
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ADDON, ASCII_TOKENS, ORT_WASM, OTHER_TOKENS, TOKEN_TABLE, VECTOR_ADDON } from "../src/base/native.ts";
import { type Arch, grammarLibraries, isFor, missingGrammars } from "./grammars.ts";

const top = join(import.meta.dir, "..");
const dist = join(top, "dist");
const args = process.argv.slice(2);
const strict = args.includes("--strict");
const wanted = args.includes("--target") ? args[args.indexOf("--target") + 1] : "all";
const targets: Arch[] = wanted === "all" ? ["x64", "arm64"] : wanted === "x64" || wanted === "arm64" ? [wanted] : [];
if (targets.length === 0) {
  console.error("build: --target takes x64, arm64 or all.");
  process.exit(2);
}

/** The node_modules folder that holds the optional packages of one architecture. */
function modulesFor(arch: Arch): string {
  if (process.arch === arch && process.platform === "linux") return join(top, "node_modules");
  const folder = join(dist, "packages", arch);
  mkdirSync(folder, { recursive: true });
  const stamp = createHash("sha256")
    .update(readFileSync(join(top, "bun.lock")))
    .digest("hex");
  const mark = join(folder, ".installed");
  if (existsSync(mark) && readFileSync(mark, "utf8") === stamp) return join(folder, "node_modules");
  for (const file of ["package.json", "bun.lock", "bunfig.toml"]) copyFileSync(join(top, file), join(folder, file));
  run([process.execPath, "install", "--frozen-lockfile", "--ignore-scripts", "--os=linux", `--cpu=${arch}`], folder);
  writeFileSync(mark, stamp);
  return join(folder, "node_modules");
}

function run(command: string[], cwd: string): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd, stdout: "ignore", stderr: "pipe" });
  if (exitCode !== 0) throw new Error(`${command.join(" ")} failed (exit ${exitCode}): ${stderr.toString().slice(-2000)}`);
}

interface Packed {
  name: string;
  compressed: string;
  size: number;
  wyhash: string;
  sha256: string;
}

/** Compresses one library (once for each content) and records what it must unpack to. */
function pack(name: string, path: string): Packed {
  const bytes = readFileSync(path);
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

function embeddedModule(arch: Arch, packed: Packed[]): string {
  const id = createHash("sha256");
  for (const asset of packed) id.update(`${asset.name}\0${asset.sha256}\n`);
  const imports = packed.map((asset, i) => `import a${i} from ${JSON.stringify(asset.compressed)} with { type: "file" };`);
  const rows = packed.map((asset, i) => `${JSON.stringify(asset.name)}: { file: a${i}, size: ${asset.size}, wyhash: "${asset.wyhash}" }`);
  return `${imports.join("\n")}\nexport const embedded = { id: "${arch}-${id.digest("hex").slice(0, 16)}", assets: { ${rows.join(", ")} } };\n`;
}

async function build(arch: Arch): Promise<void> {
  const started = performance.now();
  const modules = modulesFor(arch);
  const addon = join(modules, `@ast-grep/napi-linux-${arch}-gnu`, `ast-grep-napi.linux-${arch}-gnu.node`);
  if (!isFor(addon, arch)) throw new Error(`${addon} is missing or not for ${arch}.`);
  const vectorAddon = join(modules, "usearch", "prebuilds", `linux-${arch}`, "usearch.node");
  if (!isFor(vectorAddon, arch)) throw new Error(`${vectorAddon} is missing or not for ${arch}.`);
  const wasm = join(modules, "onnxruntime-web", "dist", "ort-wasm-simd-threaded.wasm");
  const packed = [
    pack(ADDON, addon),
    pack(VECTOR_ADDON, vectorAddon),
    pack(ORT_WASM, wasm),
    pack(TOKEN_TABLE, join(top, "src", "embed", TOKEN_TABLE)),
    pack(ASCII_TOKENS, join(top, "src", "query", ASCII_TOKENS)),
    pack(OTHER_TOKENS, join(top, "src", "query", OTHER_TOKENS)),
  ];
  const missing: string[] = [];
  for (const { grammar, path } of await grammarLibraries(modules, arch)) {
    if (path) packed.push(pack(`${grammar}.so`, path));
    else missing.push(grammar);
  }
  if (missing.length > 0) {
    const line = `build: ${missingGrammars(missing, arch)}`;
    if (strict) throw new Error(line);
    console.error(line);
  }
  const runtime =
    arch === process.arch ? process.execPath : join(modules, "@oven", `bun-linux-${arch === "arm64" ? "aarch64" : "x64"}`, "bin", "bun");
  if (!isFor(runtime, arch)) throw new Error(`${runtime} is missing or not for ${arch}.`);
  const outfile = join(dist, `manifold-linux-${arch}`);
  const contents = embeddedModule(arch, packed);
  const result = await Bun.build({
    entrypoints: [join(top, "src", "main.ts")],
    target: "bun",
    format: "esm",
    minify: { syntax: true, whitespace: true, identifiers: false },
    bytecode: true,
    // Nothing may be looked up at run time: a computed or external import would resolve from the user's folder.
    external: [],
    packages: "bundle",
    // A command loads its own part only: --version 11 ms instead of 14, and what serves agents costs a question nothing.
    splitting: true,
    plugins: [
      {
        name: "embedded-assets",
        setup(builder) {
          builder.onLoad({ filter: /src\/base\/embedded\.ts$/ }, () => ({ contents, loader: "js" }));
          // transformers is given a runtime (src/embed/onnx/runtime.ts): the one that it imports for a browser's graphics card is not needed.
          builder.onResolve({ filter: /^onnxruntime-web\/webgpu$/ }, () => ({ path: Bun.resolveSync("onnxruntime-web/wasm", top) }));
        },
      },
    ],
    compile: {
      target: `bun-linux-${arch}`,
      executablePath: runtime,
      outfile: `${outfile}.tmp`,
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
      // One cold question: 19 % less CPU than with the usual thresholds at 4, 27 % at 16 (src/base/pace.ts sets those for long work).
      jitPolicy: 16,
    },
    throw: false,
  });
  if (!result.success) {
    for (const log of result.logs) console.error(log);
    throw new Error(`The bundle for ${arch} failed.`);
  }
  if (!isFor(`${outfile}.tmp`, arch)) throw new Error(`The binary for ${arch} is for another machine.`);
  rmSync(outfile, { force: true });
  renameSync(`${outfile}.tmp`, outfile);
  chmodSync(outfile, 0o755);
  console.error(
    `build: dist/manifold-linux-${arch} ${(statSync(outfile).size / 2 ** 20).toFixed(0)} MB, ${packed.filter(({ name }) => name.endsWith(".so")).length} grammars, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}

for (const arch of targets) await build(arch);
