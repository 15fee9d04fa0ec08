/**
 * universal-ctags as the reference for definitions: which of its kinds count, and what it says of a set of files.
 *
 * Its parsers for Scala, Swift, Dart, Zig and HCL do not exist (or are newer than Debian's): for these a few line patterns of ours stand in, or another reader (`_readers.ts`)
 * (`--kinddef`, `--regex`), written from the languages' grammars and not from our rules. They know nothing of nesting, which names and lines do not need.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./_measure.ts";
import { helper } from "./_packages.ts";

/** What a symbol is, as far as two tools can be expected to agree; a `value` of an interface may be callable or not. */
export type Group = "callable" | "type" | "section" | "key" | "value";

/** One definition. */
export interface Tag {
  name: string;
  path: string;
  line: number;
  kind: string;
  group: Group;
  scope: string;
}

/** A language in ctags. */
export interface Reference {
  /** Its name there. */
  parser: string;
  /** Its kinds that are functions, methods, classes or types here. */
  kinds: Record<string, Group>;
  /** A name as it is compared. */
  named?: (name: string) => string;
  /** Parsers of other languages inside. */
  guests?: string;
  /** Line patterns instead of a parser: kind, then what captures the name in group 1 (POSIX extended). */
  patterns?: [kind: string, pattern: string][];
}

const callables = (...kinds: string[]): Record<string, Group> => Object.fromEntries(kinds.map((kind) => [kind, "callable"]));
const types = (...kinds: string[]): Record<string, Group> => Object.fromEntries(kinds.map((kind) => [kind, "type"]));

const ECMASCRIPT = {
  ...callables("function", "method", "generator", "getter", "setter"),
  ...types("class", "interface", "enum", "alias", "namespace"),
};
const MODIFIERS = "^[ \t]*(@[A-Za-z]+(\\([^)]*\\))?[ \t]+)*";

/** Of `.a.b` the last class, as of any path; a longer selector is a name as it is. */
const selector = (name: string): string => (/[\s([]/.test(name) ? name : name.slice(name.lastIndexOf(".") + 1));

export const REFERENCES: Record<string, Reference> = {
  bash: { parser: "Sh", kinds: callables("function") },
  c: { parser: "C", kinds: { ...callables("function"), ...types("struct", "union", "enum", "typedef") } },
  clojure: { parser: "Clojure", kinds: callables("function") },
  cpp: { parser: "C++", kinds: { ...callables("function"), ...types("class", "struct", "union", "enum", "typedef") } },
  csharp: { parser: "C#", kinds: { ...callables("method"), ...types("class", "enum", "interface", "struct", "typedef") } },
  css: { parser: "CSS", kinds: types("class", "id", "selector"), named: selector },
  dart: {
    parser: "DartLines",
    kinds: { ...callables("function"), ...types("class", "enum", "mixin", "extension", "typedef") },
    patterns: [
      ["class", "^(abstract |base |final |sealed |interface |mixin )*class +([A-Za-z_$][A-Za-z0-9_$]*)"],
      ["enum", "^enum +([A-Za-z_$][A-Za-z0-9_$]*)"],
      ["mixin", "^(base )?mixin +([A-Za-z_$][A-Za-z0-9_$]*)"],
      ["typedef", "^typedef +([A-Za-z_$][A-Za-z0-9_$]*)"],
      [
        "function",
        "^ *(static |external |override )*(void|Future<[A-Za-z<>?, ]*>|bool|int|double|String|Widget) +([a-z_$][A-Za-z0-9_$]*)\\([^;]*(\\{|=>|async)",
      ],
    ],
  },
  elixir: {
    parser: "Elixir",
    kinds: {
      ...callables("function", "macro", "guard", "delegate", "operator"),
      ...types("module", "protocol", "type"),
    },
  },
  go: { parser: "Go", kinds: { ...callables("func", "methodSpec"), ...types("struct", "interface", "type", "talias") } },
  haskell: { parser: "Haskell", kinds: { ...callables("function"), ...types("type") } },
  html: {
    parser: "HTML",
    guests: "JavaScript,CSS",
    named: selector,
    kinds: {
      ...ECMASCRIPT,
      ...types("selector"),
      id: "value",
      heading1: "section",
      heading2: "section",
      heading3: "section",
    },
  },
  java: { parser: "Java", kinds: { ...callables("method"), ...types("annotation", "class", "enum", "interface") } },
  javascript: { parser: "JavaScript", kinds: ECMASCRIPT },
  julia: { parser: "Julia", kinds: { ...callables("function", "macro"), ...types("module", "struct", "type") } },
  kotlin: { parser: "Kotlin", kinds: { ...callables("method"), ...types("class", "interface", "object", "typealias") } },
  lua: { parser: "Lua", kinds: callables("function") },
  markdown: {
    parser: "Markdown",
    kinds: Object.fromEntries(
      ["chapter", "section", "subsection", "subsubsection", "l4subsection", "l5subsection"].map((kind) => [kind, "section" as const]),
    ),
  },
  objc: {
    parser: "ObjectiveC",
    kinds: {
      ...callables("method", "class", "function"),
      ...types("interface", "implementation", "protocol", "typedef", "struct", "enum"),
    },
  },
  ocaml: { parser: "OCaml", kinds: { ...callables("function", "method"), ...types("class", "module", "type") } },
  "ocaml-interface": { parser: "OCaml", kinds: { val: "value", function: "value", method: "value", ...types("class", "module", "type") } },
  perl: { parser: "Perl", kinds: { ...callables("subroutine"), ...types("package") } },
  php: { parser: "PHP", kinds: { ...callables("function"), ...types("class", "interface", "trait") } },
  python: { parser: "Python", kinds: { ...callables("function", "member"), ...types("class") } },
  r: { parser: "R", kinds: callables("function") },
  // What an accessor defines is a method that stands for a field, and a field here.
  ruby: { parser: "Ruby", kinds: { ...callables("method", "singletonMethod", "alias"), accessor: "value", ...types("class", "module") } },
  rust: { parser: "Rust", kinds: { ...callables("function", "method", "macro"), ...types("struct", "interface", "enum", "typedef") } },
  scala: {
    parser: "ScalaLines",
    kinds: { ...callables("def"), ...types("class", "object", "trait", "type") },
    patterns: [
      ["class", `${MODIFIERS}(([a-z]+(\\[[A-Za-z.]+\\])?|case) +)*class +([A-Za-z_$][A-Za-z0-9_$]*)`],
      ["object", `${MODIFIERS}([a-z]+(\\[[A-Za-z.]+\\])? +)*object +([A-Za-z_$][A-Za-z0-9_$]*)`],
      ["trait", `${MODIFIERS}([a-z]+(\\[[A-Za-z.]+\\])? +)*trait +([A-Za-z_$][A-Za-z0-9_$]*)`],
      ["type", `${MODIFIERS}([a-z]+(\\[[A-Za-z.]+\\])? +)*type +([A-Z][A-Za-z0-9_$]*)`],
      ["def", `${MODIFIERS}([a-z]+(\\[[A-Za-z.]+\\])? +)*def +([A-Za-z_$][A-Za-z0-9_$]*)`],
    ],
  },
  sql: { parser: "SQL", kinds: { ...callables("function", "procedure", "trigger"), ...types("table", "view", "domain", "subtype") } },
  swift: {
    parser: "SwiftLines",
    kinds: { ...callables("func"), ...types("class", "struct", "enum", "protocol", "typealias", "actor") },
    patterns: [
      ["class", `${MODIFIERS}([a-z]+(\\([a-z]+\\))? +)*class +([A-Z][A-Za-z0-9_]*)`],
      ["struct", `${MODIFIERS}([a-z]+(\\([a-z]+\\))? +)*struct +([A-Z][A-Za-z0-9_]*)`],
      ["enum", `${MODIFIERS}([a-z]+(\\([a-z]+\\))? +)*enum +([A-Z][A-Za-z0-9_]*)`],
      ["protocol", `${MODIFIERS}([a-z]+(\\([a-z]+\\))? +)*protocol +([A-Z][A-Za-z0-9_]*)`],
      ["actor", `${MODIFIERS}([a-z]+(\\([a-z]+\\))? +)*actor +([A-Z][A-Za-z0-9_]*)`],
      ["typealias", `${MODIFIERS}([a-z]+(\\([a-z]+\\))? +)*typealias +([A-Z][A-Za-z0-9_]*)`],
      ["func", `${MODIFIERS}([a-z]+(\\([a-z]+\\))? +)*func +([A-Za-z_][A-Za-z0-9_]*)`],
    ],
  },
  tsx: { parser: "TypeScript", kinds: ECMASCRIPT },
  typescript: { parser: "TypeScript", kinds: ECMASCRIPT },
  zig: {
    parser: "ZigLines",
    kinds: { ...callables("fn"), ...types("struct", "enum", "union") },
    patterns: [
      ["fn", '^ *(pub +)?(export +|inline +|extern +("[a-z]+" +)?)*fn +([A-Za-z_][A-Za-z0-9_]*)'],
      ["struct", "^ *(pub +)?const +([A-Za-z_][A-Za-z0-9_]*) *= *[a-z ]*struct *[({]"],
      ["enum", "^ *(pub +)?const +([A-Za-z_][A-Za-z0-9_]*) *= *[a-z ]*enum *[({]"],
      ["union", "^ *(pub +)?const +([A-Za-z_][A-Za-z0-9_]*) *= *[a-z ]*union *[({]"],
    ],
  },
};

interface JsonTag {
  _type: string;
  name: string;
  path: string;
  line: number;
  kind: string;
  scope?: string;
}

/** `universal-ctags` and its version; throws where it is not installed or another ctags is. */
export function ctagsVersion(): string {
  const text = helper(["ctags", "--version"], ".");
  if (!text.startsWith("Universal Ctags")) throw new Error("ctags is not universal-ctags");
  return text.split("\n")[0]!;
}

/** Definitions of the counted kinds in these files, in their order. */
export function tagsOf(language: string, files: readonly string[]): Tag[] {
  const { parser, kinds, guests, patterns, named = (name) => name } = REFERENCES[language]!;
  const home = join(cacheFolder(), "ctags");
  mkdirSync(home, { recursive: true });
  const list = join(home, `${language}.files`);
  writeFileSync(list, files.join("\n"));
  const defined = patterns ? definitions(parser, patterns) : [];
  const output = helper(
    [
      "ctags",
      "--options=NONE",
      "--quiet=yes",
      ...defined,
      `--language-force=${parser}`,
      `--languages=${guests ? `${parser},${guests}` : parser}`,
      ...(guests ? ["--extras=+g"] : []),
      "--output-format=json",
      "--fields=NFnKs",
      "--sort=no",
      "-f",
      "-",
      "-L",
      list,
    ],
    home,
  );
  const tags: Tag[] = [];
  for (const line of output.split("\n")) {
    if (!line.startsWith("{")) continue;
    let tag: JsonTag;
    try {
      tag = JSON.parse(line) as JsonTag;
    } catch {
      // A name that is no valid UTF-8.
      continue;
    }
    const group = Object.hasOwn(kinds, tag.kind) ? kinds[tag.kind] : undefined;
    if (tag._type === "tag" && group)
      tags.push({ name: named(tag.name), path: tag.path, line: tag.line, kind: tag.kind, group, scope: tag.scope ?? "" });
  }
  return tags;
}

/** A language made of line patterns; the name is the last group that took part. */
function definitions(parser: string, patterns: readonly [string, string][]): string[] {
  const options = [`--langdef=${parser}`];
  const letters = "abcdefghijklm";
  patterns.forEach(([kind, pattern], i) => {
    const groups = pattern.replaceAll(/\\\(|\[[^\]]*\]/g, "").split("(").length - 1;
    const named = kind === "function" && parser === "DartLines" ? groups - 1 : groups;
    options.push(
      `--kinddef-${parser}=${letters[i]},${kind},${kind}`,
      `--regex-${parser}=/${pattern.replaceAll("/", "\\/")}/\\${named}/${letters[i]}/`,
    );
  });
  return options;
}
