/**
 * What documents refer to that is not there: files and headings that links lead to, paths and qualified names in code spans, patterns that match nothing.
 *
 * A linter's rule: what is reported is wrong. A link is read as Markdown reads it, and as a path from the document only; a path in a code span counts
 * where its folder is there and the file is not; a qualified name where its container is one type of this tree and the member stands in no code at all.
 * Of reStructuredText and AsciiDoc (`WRITTEN`) the same is read, as far as it says by itself where a link leads.
 */

import type { Nodes } from "mdast";
import { HIERARCHY } from "../../base/kinds.ts";
import { look } from "../../files/files.ts";
import { FILE_ENDINGS, mentioned } from "../../lang/engine/mentions.ts";
import { languageFor } from "../../lang/languages.ts";
import type { FileRow, Store, SymbolRow } from "../../store/graph.ts";
import { isType } from "../../store/symbols.ts";
import { searchKeyword } from "../keyword.ts";
import { editsFrom } from "../walk.ts";

export type GoneKind = "file" | "heading" | "name" | "pattern";

/** A reference that leads nowhere. */
export interface Gone {
  path: string;
  line: number;
  kind: GoneKind;
  /** As written. */
  target: string;
  /** What it may have meant: a path, a heading's anchor, a name; null where nothing is like it. */
  nearest: string | null;
}

export interface GoneReport {
  documents: number;
  /** References that were looked at. */
  references: number;
  gone: Gone[];
}

/** Documents that are looked through; more are a site of its own. */
const MOST_DOCUMENTS = 5_000;
/** Larger ones are generated. */
const LARGEST = 500_000;
/** Documents that are about what was: that a name is gone is what they tell. */
const OF_THE_PAST =
  /(?:^|\/)(?:change[-_]?logs?|changes|history|news|releases?(?:[-_]notes)?|upgrad\w*|migrat\w*|whats[-_]?new)(?:[^/]*$|\/)/i;
/** Documents to be copied: what they refer to is for whoever fills them in. */
const TEMPLATE = /(?:^|\/)[^/]*template[^/]*$/i;
/** Lines that make the parser quadratic; no author writes them. */
const HOSTILE = /^[ \t]*(?:[>*+-][ \t]*){40}/m;
const FOREIGN: readonly string[] = ["test", "vendored", "generated", "example"];

/** Looks through every document of the tree. */
export function goneOf(store: Store): GoneReport {
  const check = new Check(store);
  for (const file of store.files()) {
    const { content } = languageFor(file.language);
    if (content !== "document" && !WRITTEN.has(file.language ?? "")) continue;
    if (file.size > LARGEST || TEMPLATE.test(file.path) || file.tags.some((tag) => FOREIGN.includes(tag))) continue;
    if (check.documents >= MOST_DOCUMENTS) break;
    check.document(file);
  }
  check.rules();
  const { documents, references, gone } = check;
  gone.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || (a.target < b.target ? -1 : 1)));
  return { documents, references, gone };
}

class Check {
  documents = 0;
  references = 0;
  readonly gone: Gone[] = [];
  readonly #paths: readonly string[];
  readonly #files: ReadonlySet<string>;
  readonly #folders = new Set<string>();
  readonly #anchors = new Map<string, ReadonlySet<string>>();
  readonly #inCode = new Map<string, boolean>();

  constructor(private readonly store: Store) {
    this.#paths = store.files().map(({ path }) => path);
    this.#files = new Set(this.#paths);
    for (const path of this.#paths)
      for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) this.#folders.add(path.slice(0, at));
  }

  document(file: FileRow): void {
    const source = this.store.source(file.path, file);
    if (typeof source === "string" || HOSTILE.test(source.text)) return;
    this.documents++;
    const past = OF_THE_PAST.test(file.path) || file.tags.includes("decision");
    const seen = new Set<string>();
    const link = (url: string, line: number): void => {
      if (seen.has(`l ${url}`)) return;
      seen.add(`l ${url}`);
      this.#link(file, url, line);
    };
    const code = (written: string, line: number): void => {
      if (past || seen.has(`c ${written}`)) return;
      seen.add(`c ${written}`);
      this.#code(file, written, line);
    };
    const written = WRITTEN.get(file.language ?? "");
    if (written) {
      const text = written.blocks.reduce((left, block) => left.replace(block, (whole) => whole.replace(/[^\n]/g, " ")), source.text);
      const antora = ANTORA.test(file.path) || /^:(?:imagesdir|docdir|rootdir|[\w-]*path):/m.test(text);
      for (const [index, row] of text.split("\n").entries())
        for (const { groups } of row.matchAll(written.named)) {
          const { code: span, link: url, page } = groups!;
          if (span !== undefined) code(span, index + 1);
          else if (page !== undefined) this.#page(file, page, index + 1);
          else if (url !== undefined && !antora) link(url, index + 1);
        }
      return;
    }
    const { fromMarkdown } = require("mdast-util-from-markdown") as typeof import("mdast-util-from-markdown");
    const walk = (node: Nodes): void => {
      const line = node.position?.start.line ?? 1;
      if (node.type === "link" || node.type === "image" || node.type === "definition") link(node.url, line);
      else if (node.type === "inlineCode") code(node.value, line);
      if ("children" in node) for (const child of node.children) walk(child);
    };
    walk(fromMarkdown(source.text.replace(/^\ufeff?---[ \t]*\r?\n[\s\S]*?\n---/, (front) => front.replace(/[^\n]/g, " "))));
  }

  #report(file: FileRow, line: number, kind: GoneKind, target: string, nearest: string | null): void {
    this.gone.push({ path: file.path, line, kind, target, nearest });
  }

  #isThere(path: string): boolean {
    return this.#files.has(path) || this.#folders.has(path) || look(this.store.root, path).kind !== "missing";
  }

  // ------------------------------------------------------------------------------------------ links

  #link(file: FileRow, url: string, line: number): void {
    // other sites, mail, and what a template or a site's generator makes of it
    if (/^(?:[a-z][a-z+.-]*:|\/)|[{}$<>|\\]/i.test(url)) return;
    const [whole, fragment] = url.split("#", 2) as [string, string | undefined];
    const written = decoded(whole.replace(/\?.*$/, ""));
    const path = written === "" ? file.path : joined(file.path, written);
    if (path === null) return;
    const ending = path
      .slice(path.lastIndexOf("/") + 1)
      .split(".")
      .at(-1)!
      .toLowerCase();
    if (written !== "") {
      // without an ending it may be a page of a site
      if (!LINKED.has(ending) && !FILE_ENDINGS.has(ending)) return;
      this.references++;
      if (!this.#isThere(path)) {
        this.#report(file, line, "file", written, this.#nearestFile(path));
        return;
      }
    }
    if (fragment === undefined || fragment === "" || !/^(?:md|mdx|markdown)$/.test(ending) || !this.#files.has(path)) return;
    this.references++;
    const anchors = this.#anchorsOf(path);
    const wanted = plain(decoded(fragment));
    if (wanted === "" || anchors === null || anchors.has(wanted) || /^(?:l\d+|top|readme)$/i.test(wanted)) return;
    this.#report(file, line, "heading", `${written}#${fragment}`, nearestOf(wanted, [...anchors]));
  }

  /** A page that `:doc:` names, without its ending. From the root of the sources (`/x`) it cannot be told where that is. */
  #page(file: FileRow, written: string, line: number): void {
    const path = /^\/|[{}$<>|\\:]/.test(written) ? null : joined(file.path, written);
    if (path === null) return;
    this.references++;
    if (this.#paths.some((one) => one.startsWith(`${path}.`)) || this.#isThere(path)) return;
    const near = this.#nearestFile(`${path}${file.path.slice(file.path.lastIndexOf("."))}`);
    this.#report(file, line, "file", written, near);
  }

  /** Headings of a document and the anchors that its HTML sets, letters and digits only: generators differ in the rest. */
  #anchorsOf(path: string): ReadonlySet<string> | null {
    const known = this.#anchors.get(path);
    if (known) return known;
    const row = this.store.fileByPath(path)!;
    const source = this.store.source(path, row);
    if (typeof source === "string") return null;
    const found = new Set<string>();
    const count = new Map<string, number>();
    const add = (name: string): void => {
      const times = count.get(name) ?? 0;
      count.set(name, times + 1);
      found.add(name);
      found.add(`${name}${times}`);
    };
    for (const { kind, name, signature } of this.store.symbolsOfFile(row.id)) {
      if (kind !== "section") continue;
      add(plain(name));
      const title = signature.replace(/^#+\s*|\s*#+$|\s*[-=]{2,}$/g, "");
      add(plain(title.replace(/\{#[^}]*\}/, "").replace(/<[^>]*>|\]\([^)]*\)/g, "")));
    }
    for (const [, , id] of source.text.matchAll(/(?:\b(?:id|name)=(["'])([^"'\n]{1,200})\1)/g)) found.add(plain(id ?? ""));
    for (const match of source.text.matchAll(/\b(?:id|name)=["']?([\w:.-]{1,200})|\{#([\w:.-]{1,200})/g))
      found.add(plain(match[1] ?? match[2]!));
    // headings in quotes and lists have anchors too
    for (const [, title] of source.text.matchAll(/^[ \t>*+-]*#{1,6}[ \t]+(.+)$/gm)) add(plain(title!.replace(/\]\([^)]*\)|<[^>]*>/g, "")));
    this.#anchors.set(path, found);
    return found;
  }

  // ------------------------------------------------------------------------------------------ code spans

  #code(file: FileRow, written: string, line: number): void {
    if (/\s/.test(written) || /[*{}<>$|…]|\.\.\./.test(written)) return;
    const mention = mentioned(written);
    if (mention?.form === "file" && mention.name.includes("/")) this.#path(file, mention.name, line);
    else if (mention?.form === "symbol" && mention.name.includes(".")) this.#name(file, mention.name, written, line);
  }

  #path(file: FileRow, written: string, line: number): void {
    const fromRoot = written.replace(/^\/+/, "");
    const beside = joined(file.path, written);
    const places = [fromRoot.startsWith(".") ? null : fromRoot, beside].filter((one) => one !== null);
    const ending = written.slice(written.lastIndexOf(".") + 1);
    const folders = places
      .map((place) => place.slice(0, place.lastIndexOf("/")))
      .filter((folder) => folder !== "" && this.#folders.has(folder));
    if (folders.length === 0 || !FILE_ENDINGS.has(ending)) return;
    this.references++;
    if (places.some((place) => this.#isThere(place))) return;
    if (this.#paths.some((path) => path.endsWith(`/${fromRoot}`))) return;
    this.#report(file, line, "file", written, this.#nearestFile(`${folders[0]}/${written.slice(written.lastIndexOf("/") + 1)}`));
  }

  #name(file: FileRow, name: string, written: string, line: number): void {
    const segments = name.split(".");
    const last = segments.at(-1)!;
    const container = segments.at(-2)!;
    if (container.length < 4 || last.length < 3) return;
    const types = this.store.symbolsByName(container).filter((one) => one.file !== null && one.kind !== "import" && one.kind !== "section");
    const [type] = types;
    if (!type || types.length > 1 || !isType(type) || !this.#isClosed(type)) return;
    this.references++;
    if (this.store.symbolsByName(last).some(({ kind }) => kind !== "section") || this.#standsInCode(last)) return;
    const members = this.store.childrenOf(type.id).map((one) => one.name);
    const near = nearestOf(last, members);
    this.#report(file, line, "name", written, near === null ? null : `${container}.${near}`);
  }

  /** Is all that a type has in this tree, with what it inherits? */
  #isClosed(type: SymbolRow, depth = 0): boolean {
    if (type.file === null || depth > 8) return false;
    const said = this.store
      .referencesOf(type.file)
      .filter(({ kind, scope }) => (kind === "inherit" || kind === "implement") && scope === type.at);
    const above = this.store.edgesFrom(type.id, HIERARCHY).flatMap(({ dst }) => this.store.symbolById(dst) ?? []);
    return said.length <= above.length && above.every((one) => this.#isClosed(one, depth + 1));
  }

  #standsInCode(name: string): boolean {
    let found = this.#inCode.get(name);
    if (found === undefined) {
      const accept = (_: string, language: string | null): boolean => languageFor(language).documents !== true;
      const answer = searchKeyword(this.store, name, { limit: 1, accept });
      found = answer.count > 0;
      this.#inCode.set(name, found);
    }
    return found;
  }

  // ------------------------------------------------------------------------------------------ rules

  /** Rules whose folder or file is not there: nothing can match them. */
  rules(): void {
    const seen = new Set<string>();
    for (const { file, line, pattern } of this.store.governance.rules()) {
      const literal = /^[^*?{]*/.exec(pattern.replace(/^!/, "").replace(/\\(.)/g, "$1"))![0];
      const place = literal === pattern || pattern.startsWith(`${literal}{`) ? literal : literal.slice(0, literal.lastIndexOf("/"));
      const row = this.store.fileById(file);
      if (!row || place === "" || row.tags.some((tag) => FOREIGN.includes(tag))) continue;
      this.references++;
      if (seen.has(`${file} ${line} ${place}`) || this.#isThere(place)) continue;
      seen.add(`${file} ${line} ${place}`);
      this.#report(row, line, "pattern", place, this.#nearestFile(place));
    }
  }

  /** A file or folder of the same name elsewhere, where there is one; else the nearest name in the same folder. */
  #nearestFile(path: string): string | null {
    const base = path.slice(path.lastIndexOf("/") + 1);
    const same = [...this.#paths, ...this.#folders].filter((one) => one === base || one.endsWith(`/${base}`));
    if (same.length > 0) return same.sort((a, b) => shared(b, path) - shared(a, path) || (a < b ? -1 : 1))[0]!;
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
    const inside = this.#paths
      .filter((one) => one.startsWith(folder) && !one.includes("/", folder.length))
      .map((one) => one.slice(folder.length));
    const near = nearestOf(base, inside);
    return near === null ? null : folder + near;
  }
}

/** Where paths are from the root of a module, not from the document. */
const ANTORA = /(?:^|\/)modules\/[^/]+\/(?:pages|partials|examples)\//;

/** Documents that are not Markdown: their blocks in which nothing is a reference, and what is one in a line. */
const WRITTEN: ReadonlyMap<string, { blocks: readonly RegExp[]; named: RegExp }> = new Map([
  [
    "rst",
    {
      blocks: [
        /^[ \t]*\.\. (?:code-block|code|sourcecode|highlight|parsed-literal|raw|jinja)::[^\n]*\n(?:(?:[ \t][^\n]*)?\n)*/gm,
        /::[ \t]*\n[ \t]*\n(?:(?:[ \t][^\n]*)?\n)*/g,
      ],
      named:
        /:doc:`(?:[^`<\n]*<)?(?<page>[^`<>\n]+)>?`|``(?<code>[^`\n]{2,120})``|(?<![`:])`(?:[^`<\n]+<)(?<link>[^`<>\s]+)>`__?|^\.\. (?:include|literalinclude|image|figure):: (?<link>\S+)\s*$|^\.\. _[^:\n]+: (?<link>[^\s`]*\/[^\s`]+|[\w-]+\.\w+)$/g,
    },
  ],
  [
    "asciidoc",
    {
      blocks: [/^(-{4,}|\.{4,}|\+{4,}|\/{4,}|```)[^\n]*\n[\s\S]*?^\1[ \t]*$/gm, /^\/\/[^\n]*$/gm],
      named: /(?<![\\\w])(?:xref|link|include|image)::?(?<link>[^\s[\]:]+)\[|(?<![`\\])`\+?(?<code>[^`+\n]{2,120})\+?`/g,
    },
  ],
]);

/** Endings of what links lead to besides code. */
const LINKED: ReadonlySet<string> = new Set(
  "md mdx markdown rst adoc txt png jpg jpeg gif svg webp pdf csv xml proto gradle lock".split(" "),
);

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A path beside a document, from the root; null where it leads out of the tree. */
function joined(document: string, written: string): string | null {
  const parts = document.split("/").slice(0, -1);
  for (const part of written.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

/** Length of the beginning that two paths have in common. */
function shared(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** The nearest of some names, at most a third of its letters away. */
function nearestOf(wanted: string, names: readonly string[]): string | null {
  const folded = new Map(names.map((name) => [name.toLowerCase(), name]));
  const limit = Math.max(1, Math.min(4, Math.floor(wanted.length / 3)));
  const near = [...editsFrom(wanted.toLowerCase(), [...folded.keys()], limit)].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));
  return near[0] ? folded.get(near[0][0])! : null;
}
