/**
 * The extension for VS Code as a .vsix: a zip with one file of JavaScript, into which the official client is bundled, and the two lists that its format
 * wants. The same bytes whenever it is made. `bun scripts/release/vscode.ts [FILE]` makes one by itself.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import pkg from "../../package.json" with { type: "json" };
import { packaged } from "../contents.ts";
import manifest from "./editors/vscode/package.json" with { type: "json" };
import { PROJECT, VERSION } from "./packaging.ts";

const top = join(import.meta.dir, "..", "..");
const folder = join(import.meta.dir, "editors", "vscode");

export const EXTENSION = `${manifest.name}-${VERSION}.vsix`;

/** What stands in the extension's own package.json. */
const described = {
  ...manifest,
  version: VERSION,
  publisher: PROJECT.owner,
  description: `${pkg.description}: references, calls, impact`,
  license: pkg.license,
  repository: { type: "git", url: `${PROJECT.repository}.git` },
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const listing = (): string => `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${described.name}" Version="${VERSION}" Publisher="${described.publisher}" />
    <DisplayName>${escaped(described.displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(described.description)}</Description>
    <Tags></Tags>
    <Categories>${described.categories.map(escaped).join(",")}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(described.engines.vscode)}" />
      <Property Id="Microsoft.VisualStudio.Code.ExtensionDependencies" Value="" />
      <Property Id="Microsoft.VisualStudio.Code.ExtensionPack" Value="" />
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace" />
      <Property Id="Microsoft.VisualStudio.Code.ExecutesCode" Value="true" />
      <Property Id="Microsoft.VisualStudio.Services.Links.Source" Value="${escaped(described.repository.url)}" />
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/readme.md" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true" />
  </Assets>
</PackageManifest>
`;

const TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json" />
  <Default Extension=".js" ContentType="application/javascript" />
  <Default Extension=".md" ContentType="text/markdown" />
  <Default Extension=".txt" ContentType="text/plain" />
  <Default Extension=".vsixmanifest" ContentType="text/xml" />
</Types>
`;

/** The code with what it needs, and the licences of that. @throws Error for a licence that nobody looked at */
async function bundled(): Promise<{ code: string; licences: string }> {
  const result = await Bun.build({
    entrypoints: [join(folder, "extension.js")],
    target: "node",
    format: "cjs",
    external: ["vscode"],
    minify: { syntax: true, whitespace: true, identifiers: false },
    metafile: true,
    throw: false,
  });
  if (!result.success) throw new Error(`The extension cannot be bundled: ${result.logs.join("; ")}`);
  const inside = Object.keys(result.metafile!.inputs).flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll("\\", "/")) ?? [],
  );
  const components = [...new Set(inside)].sort().map((path) => packaged(join(top, path.replace(/^.*?(?=node_modules\/)/, "")), "package"));
  const texts = components.map(({ name, version, text }) => `${name} ${version}\n${"-".repeat(72)}\n\n${text}\n`);
  return { code: await result.outputs[0]!.text(), licences: [readFileSync(join(top, "LICENSE"), "utf8"), ...texts].join("\n") };
}

/** The whole extension. */
export async function vsix(): Promise<Uint8Array> {
  const { code, licences } = await bundled();
  const files: Record<string, string> = {
    "extension.vsixmanifest": listing(),
    "[Content_Types].xml": TYPES,
    "extension/package.json": `${JSON.stringify(described, null, 2)}\n`,
    "extension/extension.js": code,
    "extension/readme.md": readFileSync(join(folder, "README.md"), "utf8"),
    "extension/LICENSE.txt": licences,
  };
  const packed = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]));
  // The first moment that a zip knows: in local time, as it writes it.
  return zipSync(packed, { level: 9, mtime: new Date(1980, 0, 1) });
}

if (import.meta.main) writeFileSync(process.argv[2] ?? EXTENSION, await vsix());
