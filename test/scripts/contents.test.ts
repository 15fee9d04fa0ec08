/** What a build says is inside: from the bundle, with licences that were looked at. */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { carriedLicence } from "../../scripts/carried.ts";
import { allowed, type Contents, contentsOf, cyclonedx } from "../../scripts/contents.ts";
import { PLATFORMS } from "../../scripts/platforms.ts";

const linux = PLATFORMS.find(({ id }) => id === "linux-x64")!;
const windows = PLATFORMS.find(({ id }) => id === "windows-x64")!;

test("a licence that nobody looked at fails the build", () => {
  for (const fine of ["MIT", "(MIT OR Apache-2.0)", "GPL-3.0-only OR MIT", "BSD-3-Clause AND MIT", "Apache-2.0 WITH LLVM-exception"])
    expect(() => allowed("one", fine)).not.toThrow();
  for (const bad of [
    "GPL-3.0-only",
    "MIT AND GPL-2.0-only",
    "SEE LICENSE IN LICENSE",
    "UNLICENSED",
    "",
    "AGPL-3.0-or-later",
    "SSPL-1.0",
    "MIT-like",
  ])
    expect(() => allowed("one@1.0.0", bad)).toThrow("one@1.0.0 is under");
  // What Bun is linked from may ask for more than being named; packages may not.
  expect(() => allowed("libspng", "BSD-2-Clause AND libpng-2.0", true)).not.toThrow();
  expect(() => allowed("libspng", "BSD-2-Clause AND libpng-2.0")).toThrow();
});

/** A tree with two packages, one of which the bundler kept bytes of. */
function contents(platform = linux, licence = "MIT"): Contents {
  const folder = mkdtempSync(join(tmpdir(), "manifold-contents-"));
  try {
    const write = (path: string, text: string) => {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write("node_modules/used/package.json", JSON.stringify({ name: "used", version: "1.2.3", license: licence }));
    write("node_modules/used/LICENSE", "Be kind.\r\n");
    write("node_modules/used/node_modules/@in/ner/package.json", JSON.stringify({ name: "@in/ner", version: "2.0.0", license: "ISC" }));
    write("node_modules/shaken/package.json", JSON.stringify({ name: "shaken", version: "1.0.0", license: "GPL-3.0-only" }));
    write(
      "node_modules/bun-types/docs/project/license.mdx",
      "| Library | License |\n|---|---|\n| [`zlib-ng`](https://example.org) | zlib |\n| `libuv` (on Windows) | MIT |\n",
    );
    for (const name of ["onnxruntime-web", "gpt-tokenizer"])
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", license: "MIT" }));
    write("LICENSE", "MIT License");
    write("node_modules/used/a.js", "// ../node_modules/.pnpm/scule@1.3.0/node_modules/scule/dist/index.mjs\nconst a = 1;\n");
    write("node_modules/used/a.js.map", JSON.stringify({ sources: ["a.js", "../node_modules/mapped/m.js"] }));
    write("node_modules/used/node_modules/@in/ner/b.js", "export {};\n");
    write("node_modules/mapped/package.json", JSON.stringify({ name: "mapped", version: "3.0.0", license: "ISC" }));
    write("node_modules/mapped/LICENSE", "MIT License\n\nFree.\n");
    const inputs = {
      "src/main.ts": { bytesInOutput: 10 },
      "node_modules/used/a.js": { bytesInOutput: 10 },
      "node_modules/used/node_modules/@in/ner/b.js": { bytesInOutput: 1 },
      "node_modules/shaken/index.js": { bytesInOutput: 0 },
    };
    return contentsOf(
      platform,
      folder,
      [{ inputs }],
      [],
      [{ name: "x", sha256: "00", size: 1, compressed: join(folder, "x") }],
      join(folder, "bun"),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("packages are those that the bundle has bytes of, nested ones too, with their texts", () => {
  const { components } = contents();
  const named = components.map(({ name, version }) => `${name}@${version}`);
  expect(named).toContain("used@1.2.3");
  expect(named).toContain("@in/ner@2.0.0");
  expect(named.some((one) => one.startsWith("shaken"))).toBe(false);
  expect(components.find(({ name }) => name === "used")!.text).toBe("Be kind.");
  // No file: the canonical text, and that it is so.
  expect(components.find(({ name }) => name === "@in/ner")!.text).toContain("has no licence file");
  expect(() => contents(linux, "Proprietary")).toThrow("used@1.2.3 is under");
  // What a package's bundle took in: one that is installed, whose own file says more than its manifest, and one that is not.
  const of = (name: string) => components.find((one) => one.name === name);
  expect([of("mapped")?.version, of("mapped")?.licence]).toEqual(["3.0.0", "MIT"]);
  expect([of("scule")?.version, of("scule")?.text.includes("Copyright (c) Pooya Parsa")]).toEqual(["1.3.0", true]);
  expect(() => carriedLicence("cargo", "nobody-looked-at-it")).toThrow("look at it first");
});

test("the runtime's parts are those of the system, with the texts of their licences", () => {
  const names = (platform: typeof linux) =>
    contents(platform)
      .components.filter(({ kind }) => kind === "runtime")
      .map(({ name }) => name);
  expect(names(linux)).toEqual(["JavaScriptCore", "bun", "zlib-ng"]);
  expect(names(windows)).toEqual(["JavaScriptCore", "bun", "libuv", "zlib-ng"]);
  expect(contents().components.find(({ name }) => name === "JavaScriptCore")!.text).toContain("GNU LIBRARY GENERAL PUBLIC LICENSE");
});

test("the bill of materials is CycloneDX, and the same bytes for the same contents", () => {
  const bill = cyclonedx(contents());
  expect(cyclonedx(contents())).toBe(bill);
  expect(cyclonedx(contents(windows))).not.toBe(bill);
  const said = JSON.parse(bill) as {
    bomFormat: string;
    serialNumber: string;
    components: { "bom-ref": string; purl?: string }[];
    dependencies: { dependsOn: string[] }[];
  };
  expect(said.bomFormat).toBe("CycloneDX");
  expect(said.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(said.components.map((one) => one["bom-ref"])).size).toBe(said.components.length);
  expect(said.dependencies[0]!.dependsOn).toEqual(said.components.map((one) => one["bom-ref"]).sort());
  expect(said.components.find(({ purl }) => purl === "pkg:npm/%40in/ner@2.0.0")).toBeDefined();
});
