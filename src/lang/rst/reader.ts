/**
 * reStructuredText: titles as sections, nested by the order in which their adornments are met, as docutils reads them; what roles and code spans name.
 *
 * Lines are enough: a title is text over a row of one mark that is as long as it, with or without such a row above. What is indented, a literal block, a
 * comment or a directive's content, has no titles, and says by its indentation where it ends.
 */
import type { FileFacts, RawSymbol } from "../../base/types.ts";
import { type DocumentFacts, documentFacts, type Heading, sections } from "../markdown/reader.ts";

/** A document with more titles than this is generated. */
const SECTION_LIMIT = 5_000;
const ROW = /^([!-/:-@[-`{-~])\1*[ \t]*$/;

/** Titles of a document, in order. */
export function titles(text: string): Heading[] {
  const found: Heading[] = [];
  const styles: string[] = [];
  const lines = text.split("\n");
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  const bare = (index: number): string => (lines[index] ?? "").trimEnd();
  const wide = (title: string): number =>
    Array.from(title).reduce(
      (sum, one) => sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(one) ? 2 : 1),
      0,
    );
  const add = (style: string, title: string, first: number, last: number): void => {
    let level = styles.indexOf(style);
    if (level < 0) level = styles.push(style) - 1;
    found.push({
      level: level + 1,
      name: plain(title),
      line: first + 1,
      from: starts[first]!,
      to: starts[last]! + lines[last]!.length,
      signature: title.trim(),
    });
  };
  for (let i = 0; i < lines.length && found.length < SECTION_LIMIT; i++) {
    const line = bare(i);
    if (line === "" || /^\s/.test(line)) continue;
    const above = i === 0 || bare(i - 1) === "";
    const row = ROW.exec(line);
    if (row && above && ROW.exec(bare(i + 2))?.[1] === row[1] && bare(i + 1) !== "" && !ROW.test(bare(i + 1))) {
      // a row above and below: the title may be indented
      if (line.length >= wide(bare(i + 1).trim())) {
        add(`${row[1]}${row[1]}`, bare(i + 1), i, i + 2);
        i += 2;
        continue;
      }
    }
    const under = row ? null : ROW.exec(bare(i + 1));
    // one that is too short is taken all the same from four marks on, with a warning
    if (!under || !above || bare(i + 1).length < Math.min(4, wide(line)) || bare(i + 1).length < 2) continue;
    add(under[1]!, line, i, i + 1);
    i++;
  }
  return found;
}

/** Sections of a document, with what they name and govern. */
export function readRst(text: string, file: RawSymbol): Omit<DocumentFacts, "references"> & Pick<FileFacts, "references"> {
  return { ...documentFacts(asCode(text), sections(titles(text), text, file)), references: [] };
}

/** Literals in the form in which code spans are looked for, their length kept; links to files as links. */
const asCode = (text: string): string =>
  text.replace(/^(?:\.\. code-block::|\.\. code::|\.\. sourcecode::)[^\n]*\n(?:(?:[ \t][^\n]*)?\n)*/gm, (block) =>
    block.replace(/[^\n]/g, " "),
  );

/** A title without its markup. */
const plain = (title: string): string =>
  title
    .trim()
    .replace(/:[a-z:]+:`(?:[^`<]*<)?([^`>]+)>?`/g, "$1")
    .replace(
      /``([^`]+)``|`([^`]+)`_?|\*\*([^*]+)\*\*|\*([^*]+)\*/g,
      (_, ...groups: (string | undefined)[]) => groups.slice(0, 4).find((one) => one !== undefined) ?? "",
    )
    .replace(/\\(.)/g, "$1");
