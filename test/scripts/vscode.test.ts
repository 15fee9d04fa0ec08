/** The extension for VS Code as it is given away: whole, with the licences of what is in it, and asking for nothing that the editor does not have. */
import { expect, test } from "bun:test";
import { isBuiltin } from "node:module";
import { strFromU8, unzipSync } from "fflate";
import pkg from "../../package.json" with { type: "json" };
import { EXTENSION, vsix } from "../../scripts/release/vscode.ts";

test("the same bytes twice; every file that it names is there; it needs the editor alone", async () => {
  const bytes = await vsix();
  expect(Bun.hash(bytes)).toBe(Bun.hash(await vsix()));
  const files = Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, data]) => [path, strFromU8(data)]));
  expect(EXTENSION).toBe(`manifold-vscode-${pkg.version}.vsix`);
  const manifest = JSON.parse(files["extension/package.json"]!) as {
    main: string;
    version: string;
    contributes: { configuration: { properties: Record<string, { scope: string }> }; commands: { command: string }[] };
  };
  expect(manifest.version).toBe(pkg.version);
  for (const [, path] of files["extension.vsixmanifest"]!.matchAll(/(?:Path="|<License>)([^"<]+)/g))
    expect(Object.keys(files)).toContain(path!);
  for (const path of Object.keys(files).filter((name) => name !== "[Content_Types].xml"))
    expect(files["[Content_Types].xml"]).toContain(`Extension="${/\.\w+$/.exec(path)![0]}"`);
  const code = files[`extension/${manifest.main.replace("./", "")}`]!;
  const required = new Set([...code.matchAll(/\brequire\("([^"]+)"\)/g)].map((match) => match[1]!));
  expect(required).toContain("vscode");
  expect([...required].filter((name) => name !== "vscode" && !isBuiltin(name))).toEqual([]);
  expect(code).not.toContain(import.meta.dir.replace(/\/test\/scripts$/, ""));
  // What is run is said for the whole machine, never by the folder that is open.
  expect(manifest.contributes.configuration.properties["manifold.path"]!.scope).toBe("machine");
  for (const { command } of manifest.contributes.commands) expect(code).toContain(`"${command}"`);
  for (const name of ["vscode-languageclient", "vscode-jsonrpc", "vscode-languageserver-protocol", "semver", "minimatch"])
    expect(files["extension/LICENSE.txt"]).toMatch(new RegExp(`^${name} \\d`, "m"));
});
