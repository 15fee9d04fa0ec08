/** Whether a binary holds what the list of its contents says, and nothing embedded that the list does not say: looked up in the program's own bytes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LICENCES } from "../../src/base/native.ts";
import type { Contents } from "../contents.ts";

/** Literals of a source that are long and plain enough to be found again in a bundle that keeps texts as they are. */
const LITERAL = /(["'])([A-Za-z][A-Za-z0-9 ,;:._-]{15,120})\1/g;
/** The share that must be found. Of packages that are in it .33 to 1.00 are; of two that are not, 0 and .02 (words that others use too). */
const SHARE = 0.2;
/** More of them than of any package would be left out by a bundler that uses a part of it. */
const TRIED = 60;

/**
 * @param top the repository
 * @returns what is wrong; empty if nothing is
 */
export function differences(binary: string, contents: Contents, top: string): string[] {
  const bytes = readFileSync(binary);
  const wrong: string[] = [];
  for (const { name, compressed } of contents.assets)
    if (!bytes.includes(readFileSync(join(top, compressed)))) wrong.push(`${name} is listed and not in the program`);
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
  for (const [component, files] of Object.entries(contents.sources)) {
    const literals = new Set(
      files.flatMap((file) => [...readFileSync(join(top, file), "utf8").matchAll(LITERAL)].map((found) => found[2]!)),
    );
    const tried = [...literals].sort((a, b) => b.length - a.length).slice(0, TRIED);
    const found = tried.filter((literal) => text.includes(literal)).length;
    if (tried.length >= 5 && found < SHARE * tried.length) wrong.push(`${component} is listed, and its texts are not in the program`);
  }
  return [...new Set(wrong)].sort();
}
