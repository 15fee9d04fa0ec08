/** Whether a binary holds what the list of its contents says, and nothing that the list does not say: looked up in the program's own bytes. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { LICENCES } from "../../src/base/native.ts";
import type { Contents } from "../contents.ts";

/** Names and texts of a source that are long and plain enough to be found again in a bundle, which keeps both as they are. */
const WORD = /[A-Za-z_$][\w$]{9,}|(?<=["'`])[A-Za-z][A-Za-z0-9 ,;:._-]{15,120}(?=["'`])/g;
/** With fewer words that Bun's own program does not have, nothing is said of a package. */
const ENOUGH = 4;
/** Of packages that are in it a bundle keeps .17 and more, of those that are not it has .64 at most: what both say in their licences. */
const LEAST = 0.15;
const MOST = 0.75;
/** Of packages that are not listed, files up to this size and so many are read: a compiler's own bundle would tell no more. */
const READ = { bytes: 3_000_000, files: 200 };

const wordsOf = (text: string): Set<string> => new Set(Array.from(text.matchAll(WORD), ([word]) => word));

/**
 * @param top the repository
 * @returns what is wrong; empty if nothing is
 */
export function differences(binary: string, contents: Contents, top: string): string[] {
  const bytes = readFileSync(binary);
  const wrong: string[] = [];
  // They lie together: only what comes before the first that was found is looked for from the beginning.
  let first = 0;
  for (const { name, compressed } of contents.assets) {
    const asset = readFileSync(join(top, compressed));
    const at = Math.max(bytes.indexOf(asset, first), first === 0 ? -1 : bytes.subarray(0, first + asset.length).indexOf(asset));
    if (at < 0) wrong.push(`${name} is listed and not in the program`);
    else first = first === 0 ? at : Math.min(first, at);
  }
  const listed = new Set(
    contents.assets.map(({ compressed }) =>
      compressed
        .split("/")
        .at(-1)!
        .replace(/\.zst$/, ""),
    ),
  );
  const isListed = (embedded: string): boolean => listed.has(embedded) || embedded.startsWith(`${LICENCES}-`);
  const text = bytes.toString("latin1");
  for (const [, embedded] of text.matchAll(/[/\\]([\w.-]+-[0-9a-f]{16})-[a-z0-9]{8}\.zst/g))
    if (!isListed(embedded!)) wrong.push(`${embedded} is in the program and not listed`);

  const here = wordsOf(text);
  const everywhere = wordsOf(readFileSync(join(top, contents.runtime), "latin1"));
  /** The share of a package's own words that are in the program; null where it has too few. */
  const share = (files: readonly string[]): number | null => {
    const own = [...new Set(files.flatMap((file) => [...wordsOf(readFileSync(file, "utf8"))]))].filter((word) => !everywhere.has(word));
    return own.length < ENOUGH ? null : own.filter((word) => here.has(word)).length / own.length;
  };
  for (const [component, files] of Object.entries(contents.sources))
    if ((share(files.map((file) => join(top, file))) ?? 1) < LEAST)
      wrong.push(`${component} is listed, and its words are not in the program`);
  const named = new Set(contents.components.map(({ name }) => name));
  for (const [name, files] of installed(join(top, "node_modules")))
    if (!named.has(name) && (share(files) ?? 0) > MOST) wrong.push(`${name} is in the program and not listed`);
  return [...new Set(wrong)].sort();
}

/** Packages that are installed, with their files of JavaScript. */
function* installed(modules: string): Generator<[string, string[]]> {
  const folders = readdirSync(modules).filter((name) => !name.startsWith("."));
  const names = folders.flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name],
  );
  for (const name of names) {
    const folder = join(modules, name);
    if (!existsSync(join(folder, "package.json"))) continue;
    const files = (readdirSync(folder, { recursive: true }) as string[])
      .filter((path) => /\.[cm]?js$/.test(path) && !/node_modules/.test(path))
      .map((path) => join(folder, path))
      .filter((path) => statSync(path).isFile() && statSync(path).size < READ.bytes);
    yield [name, files.slice(0, READ.files)];
  }
}
