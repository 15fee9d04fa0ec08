/**
 * Stack traces of the common runtimes: which places they name, innermost first.
 *
 * The table is data. Every expression is looked for anywhere in the text, for pasting may have lost the line breaks; none repeats inside a repetition, so
 * time is linear. A runtime tells the innermost frame first or last, and where causes are chained, in which block the first cause is.
 */
import { trace as settings } from "../base/settings.ts";
import type { Store } from "../store/graph.ts";

/** A place that a trace names. */
export interface Frame {
  runtime: string;
  /** As written, `/` between its parts. */
  path: string;
  line: number;
  /** The function, as far as the trace names it: its last segment. */
  name: string | null;
  /** The package and class of a runtime that names no folders: some of its first segments are folders. */
  owner: string[] | null;
}

/** A trace, read. */
export interface Trace {
  runtime: string;
  /** Innermost first, those of the first cause before those of what it caused. */
  frames: Frame[];
  /** What it says besides its frames: messages, those of the first cause first. */
  messages: string[];
}

interface Runtime {
  name: string;
  /** Without one of these it has no frame: cheaper to look for than the expressions. */
  needs: string[];
  /** Groups `path`, `line` and, where there is one, `name`; `class` instead of folders (Java). */
  frames: RegExp[];
  /** The innermost frame comes last. */
  last?: boolean;
  /** What stands between the blocks of chained causes, and where the first cause is. */
  chained?: { between: RegExp; first: "first" | "last" };
}

const PATH = "[^\\s\"'()<>|:*?]{1,400}?";
/** A path that nothing announces: it begins where a word does, so that no text is gone through more than once. */
const START = "(?<![^\\s\"'()<>|:*?\\[])";
const rx = (source: string): RegExp => new RegExp(source, "gm");

/** The first that has a frame wins, so the most particular stand first. */
const RUNTIMES: readonly Runtime[] = [
  {
    name: "Python",
    needs: ['", line ', ".py:"],
    frames: [
      rx('File "(?<path>[^"\\n]{1,400})", line (?<line>\\d{1,7})(?:,? in (?<name>[\\w.<>]+))?'),
      // pytest, rich
      rx(`${START}(?<path>${PATH}\\.pyx?):(?<line>\\d{1,7}):? in (?<name>[\\w.<>]+)`),
      rx(`^(?<path>${PATH}\\.pyx?):(?<line>\\d{1,7}): ?[\\w.]{0,100}$`),
    ],
    last: true,
    chained: { between: /The above exception was the direct cause of|During handling of the above exception/, first: "first" },
  },
  {
    name: ".NET",
    needs: [".cs:", ".cs :", ".fs:", ".fs :", ".vb:", ".vb :", ".razor:", ".cshtml:"],
    frames: [
      // "at … in …:line" is said in the machine's language.
      rx(
        "(?<!\\S)[^\\s\\d(]{1,6} (?<name>[\\w.<>`+,|\\[\\]]{1,300})\\([^)\\n]{0,500}\\) [^\\s\\d(]{1,10} (?<path>[^\\n]{1,400}?\\.(?:cs|fs|vb|razor|cshtml)) ?:[^\\s\\d:]{1,12} (?<line>\\d{1,7})",
      ),
      // Mono, Unity
      rx(
        "(?<name>[\\w.<>`+]{1,300}) ?\\([^)\\n]{0,500}\\) (?:\\[0x[\\da-f]{1,8}\\] in |\\(at )(?<path>[^\\n:]{1,400}\\.cs):(?<line>\\d{1,7})",
      ),
    ],
  },
  {
    name: "JVM",
    needs: [".java:", ".kt", ".scala:", ".groovy:", ".clj:"],
    frames: [
      rx(
        "\\bat (?:[\\w.@-]{1,100}/{1,2}){0,3}(?<class>[\\w.$-]{1,300})\\.(?<name>[\\w$<>-]{1,120})\\((?<path>[\\w$-]{1,120}\\.(?:java|kts?|scala|groovy|clj)):(?<line>\\d{1,7})\\)",
      ),
    ],
    chained: { between: /^\s*(?:Caused by|Suppressed):/m, first: "last" },
  },
  {
    name: "JavaScript",
    needs: ["js:", "ts:", "jsx:", "tsx:", "vue", "svelte", "js?", "ts?"],
    frames: [
      rx(
        `\\bat (?:async )?(?:(?:new )?(?<name>[^\\s()]{1,200})(?: \\[as [^\\]\\n]{1,80}\\])? \\()?(?:file://|webpack(?:-internal)?://|https?://[^/\\s]{1,100})?(?<path>(?:[A-Za-z]:)?${PATH}\\.(?:[cm]?[jt]sx?|vue|svelte))(?:\\?[\\w-]{0,80})?:(?<line>\\d{1,7})(?::\\d{1,7})?\\)?`,
      ),
      rx(
        `^(?<name>[\\w$.<>/*]{0,120})@(?:file://|https?://[^/\\s]{1,100})?(?<path>${PATH}\\.(?:[cm]?[jt]sx?|vue|svelte))(?:\\?[\\w-]{0,80})?:(?<line>\\d{1,7}):\\d{1,7}`,
      ),
    ],
    chained: { between: /\[cause\]:/, first: "last" },
  },
  {
    name: "Rust",
    needs: [".rs:"],
    frames: [
      rx(`panicked at (?:'[^'\\n]{0,300}', )?(?<path>${PATH}\\.rs):(?<line>\\d{1,7})`),
      rx(`(?:\\d{1,4}: {1,12}(?:0x[\\da-f]{1,16} - )?(?<name>[^\\s]{1,300})\\s{1,40})?\\bat (?<path>${PATH}\\.rs):(?<line>\\d{1,7})`),
    ],
  },
  {
    name: "Swift",
    needs: [".swift"],
    frames: [
      rx(`${START}(?<path>${PATH}\\.swift):(?<line>\\d{1,7}): (?:Fatal error|Assertion|Precondition)`),
      rx(`: file (?<path>${PATH}\\.swift), line (?<line>\\d{1,7})`),
      rx(`(?:0x[\\da-f]{1,16} )(?<name>[\\w.$]{1,200})[^\\n]{0,200}? (?:in|at) [^\\n]{0,120}?(?<path>${PATH}\\.swift):(?<line>\\d{1,7})`),
    ],
  },
  {
    name: "Dart",
    needs: [".dart"],
    frames: [
      rx(
        `#\\d{1,4} {1,12}(?<name>[^\\s(]{1,200})[^\\n(]{0,60}\\((?:file://)?(?<path>(?:package:)?${PATH}\\.dart):(?<line>\\d{1,7})(?::\\d{1,7})?\\)`,
      ),
      rx(`^(?<path>(?:package:)?${PATH}\\.dart) (?<line>\\d{1,7}):\\d{1,7} {1,40}(?<name>\\S{1,200})`),
    ],
  },
  {
    name: "PHP",
    needs: [".php", ".phtml", ".inc"],
    frames: [
      rx(`\\bin (?<path>(?:[A-Za-z]:)?${PATH}\\.(?:php|phtml|inc))(?::| on line )(?<line>\\d{1,7})`),
      rx(`#\\d{1,4} (?<path>(?:[A-Za-z]:)?${PATH}\\.(?:php|phtml|inc))\\((?<line>\\d{1,7})\\): (?<called>[\\w\\\\:>{}-]{1,200})`),
    ],
    chained: { between: /^\s*Next \\?[\w\\]+/m, first: "first" },
  },
  {
    name: "Ruby",
    needs: [":in `", ":in '"],
    frames: [
      rx(
        `${START}(?<path>${PATH}\\.(?:rb|rake|erb|ru|gemspec)|${PATH}bin/[\\w-]{1,60}):(?<line>\\d{1,7}):in [\`'](?:[^'\\n]{0,60}? in )?(?<name>[^'\\n]{1,120})'`,
      ),
    ],
    chained: { between: /^(?!\s*(?:from|\d+: from) )\S+:\d+:in [^\n]*\([\w:]+\)$/m, first: "last" },
  },
  {
    name: "Elixir",
    needs: [".ex", ".erl", ".heex", ".eex", ".leex"],
    frames: [
      rx(
        `(?:\\([\\w.-]{1,60}(?: [\\w.+-]{1,40})?\\) )?${START}(?<path>${PATH}\\.(?:exs?|erl|heex|eex|leex)):(?<line>\\d{1,7}): (?<name>[\\w.!?@]{1,200}(?:/\\d)?)`,
      ),
      rx(`\\[\\{file,"(?<path>[^"\\n]{1,400})"\\},\\{line,(?<line>\\d{1,7})\\}`),
    ],
  },
  {
    name: "Go",
    needs: [".go:"],
    frames: [
      rx(
        `(?<name>[\\w./*()-]{1,300})\\([^\\n]{0,300}\\)\\s{1,8}(?<path>(?:[A-Za-z]:)?${PATH}\\.go):(?<line>\\d{1,7})(?: \\+0x[\\da-f]{1,16})?`,
      ),
      rx(`${START}(?<path>(?:[A-Za-z]:)?${PATH}\\.go):(?<line>\\d{1,7}) \\+0x[\\da-f]{1,16}`),
    ],
  },
  {
    name: "C",
    needs: ["#", 'Source "', " 0x"],
    frames: [
      // Valgrind
      rx("\\b(?:at|by) 0x[\\da-fA-F]{1,16}: (?<name>[^\\n]{1,300}?) \\((?<path>[^\\s():]{1,400}\\.\\w{1,4}):(?<line>\\d{1,7})\\)"),
      // lldb, Boost and C++23, backward-cpp
      rx(
        `frame #\\d{1,4}: 0x[\\da-f]{1,16} [^\\n\`]{1,200}\`(?<name>[^\\n(]{1,300})[^\\n]{0,500}? at (?<path>[^\\s():]{1,400}\\.\\w{1,4}):(?<line>\\d{1,7})`,
      ),
      rx(`\\b\\d{1,4}# (?<name>[^\\n(]{1,300})[^\\n]{0,500}? (?:at|in) (?<path>[^\\s():]{1,400}\\.\\w{1,4}):(?<line>\\d{1,7})`),
      rx(`Source "(?<path>[^"\\n]{1,400})", line (?<line>\\d{1,7}), in (?<name>[\\w:~<>]{1,200})`),
      rx(`#\\d{1,4} {1,4}0x[\\da-f]{1,16} in (?<name>[^\\n]{1,300}?) (?<path>[^\\s():]{1,400}\\.\\w{1,4}):(?<line>\\d{1,7})`),
      rx(
        `#\\d{1,4} {1,4}(?:0x[\\da-f]{1,16} in )?(?<name>[\\w:~<>*&]{1,200}) ?\\([^\\n]{0,500}?\\)\\s{1,12}at (?<path>[^\\s():]{1,400}):(?<line>\\d{1,7})`,
      ),
    ],
  },
  {
    name: "Lua",
    needs: [".lua:"],
    frames: [
      rx(
        `${START}(?<path>${PATH}\\.lua):(?<line>\\d{1,7}): in (?:(?:function|method|local|upvalue|field|global) ){0,2}['<]?(?<name>[\\w.:]{1,120})`,
      ),
    ],
  },
  {
    name: "Haskell",
    needs: ["called at "],
    frames: [rx(`\\b(?<called>[\\w.']{1,120}), called at (?<path>${PATH}\\.l?hs):(?<line>\\d{1,7})`)],
  },
  { name: "Perl", needs: [" line "], frames: [rx(`\\bat (?<path>${PATH}\\.(?:p[lm]|t)) line (?<line>\\d{1,7})`)] },
];

/** What every one of these expressions has: without it the table is not even compiled. */
const LOOKS = /\bline \d|\.\w{2,6} ?:\S{1,12} \d|[\w)]:\d|\(\d+\):|\{line,\d|\.dart \d/;

/** A text, or its beginning and its end: a log that holds a trace mostly ends with it. */
const bothEnds = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most / 2)}\n${text.slice(-most / 2)}`;

/** Is a question a stack trace? */
export function isTrace(question: string): boolean {
  if (question.length < settings.least) return false;
  const ends = bothEnds(question, settings.sniffed);
  return LOOKS.test(ends) && MARKS.test(ends);
}

/** What only traces have. */
const MARKS =
  /\bFile "[^"\n]{1,400}", line \d|(?:^|\s)at (?:[^\s(]{1,300} (?:\[as [^\]\n]{1,80}\] )?\()?[^\s()]{1,400}\.\w{1,6}(?:\?[\w-]{0,80})?:\d|(?:^|\s)at [\w.$@/<>`-]{1,300}\([\w$.-]{1,200}:\d|\) in [^\n]{1,400}:line \d|goroutine \d+ \[|panicked at |stack (?:backtrace|traceback):|#\d{1,4} +(?:0x[\da-f]+ in |[^\s(]{1,300} ?\()|#\d{1,4} [^\s(]{1,400}\(\d+\)|:\d{1,7}:in [`']|: Fatal error|Fatal error: [^\n]{1,400} (?:on line|:)|called at [^\s:]{1,400}:\d|\([\w.-]{1,60} [\w.+-]{1,40}\) [^\s:]{1,400}:\d{1,7}: |\.lua:\d{1,7}: in |\{file,"[^"\n]{1,400}"\},\{line,|\.go:\d{1,7} \+0x|\bat [^\s]{1,400}\.(?:p[lm]|t) line \d|\.pyx?:\d{1,7}:? in \w|most recent call (?:first|last)|\) \S{1,10} [^\n]{1,400}\.(?:cs|fs|vb) ?:\S{1,12} \d|\bframe #\d{1,4}: 0x|\b(?:at|by) 0x[\da-fA-F]{1,16}: |\bpackage:[^\s]{1,400}\.dart \d{1,7}:\d|\(at [^\n:]{1,400}\.cs:\d|\b\d{1,4}# [^\n]{1,800} (?:at|in) [^\s:]{1,400}:\d|\w@[^\s@]{1,400}:\d{1,7}:\d/;

/** The trace in a text; null if it has none. */
export function readTrace(pasted: string): Trace | null {
  const text = bothEnds(pasted, settings.maxLength);
  if (!LOOKS.test(text)) return null;
  for (const runtime of RUNTIMES) {
    if (!runtime.needs.some((part) => text.includes(part))) continue;
    const found = framesIn(text, runtime);
    if (found.length > 0) return ordered(text, runtime, found);
  }
  return null;
}

const NAMED = rx(
  `${START}(?<path>(?:[A-Za-z]:)?${PATH}\\.[A-Za-z]\\w{0,9})(?:(?::|#L|\\(|,? (?:at |on |in )?lines? )(?<line>\\d{1,7}))?(?![\\w/])`,
);

/** Files that prose names, with a line or without (`src/a.ts:12`, `a.ts, line 12`, `a.ts#L12`): at most as many as a trace has frames. */
export function placesNamed(text: string): Frame[] {
  return [...bothEnds(text, settings.maxLength).matchAll(NAMED)].slice(0, settings.maxFrames).map(({ groups }) => ({
    runtime: "",
    path: plainPath(groups!.path!.replace(/^[`]+/, "")),
    line: Number(groups!.line ?? 0),
    name: null,
    owner: null,
  }));
}

interface Found extends Frame {
  from: number;
  end: number;
}

function framesIn(text: string, { name: runtime, frames }: Runtime): Found[] {
  const found: Found[] = [];
  for (const expression of frames)
    for (const match of text.matchAll(expression)) {
      const { path = "", line = "", name, class: owner } = match.groups ?? {};
      const within = owner?.split(".") ?? null;
      const folders = (within ?? []).slice(0, -1).map((part) => `${part}/`);
      const from = match.index;
      const end = from + match[0].length;
      // What an earlier expression has read is not read again by a looser one.
      if (found.some((one) => from < one.end && one.from < end)) continue;
      found.push({ runtime, path: folders.join("") + plainPath(path), line: Number(line), name: lastName(name), owner: within, from, end });
    }
  return found.sort((a, b) => a.from - b.from).slice(0, settings.maxFrames);
}

const plainPath = (path: string): string =>
  path
    .replaceAll("\\", "/")
    .replace(/^package:([^/]+)\//, "$1/lib/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/^\/{2,}/, "/");

/** `Foo.bar/2`, `main.(*T).Method`, `crate::m::f`, `Object.<anonymous>`: the last part; null for what has no name. */
function lastName(name: string | undefined): string | null {
  const last =
    name
      ?.replace(/\/\d+$/, "")
      .split(/[.:#/]+/)
      .at(-1)
      ?.replace(/[^\p{L}\p{N}_$!?=]/gu, "") ?? "";
  return last === "" || /^(?:anonymous|module|main|lambda|closure)$/.test(last) ? null : last;
}

/** Innermost first, the first cause's block first; the text between the frames as messages. */
function ordered(text: string, { name, last, chained }: Runtime, found: readonly Found[]): Trace {
  const cuts = chained ? [...text.matchAll(new RegExp(chained.between, "gm"))].map((match) => match.index) : [];
  const blockOf = (at: number): number => cuts.filter((cut) => cut <= at).length;
  const blocks: Found[][] = Array.from({ length: cuts.length + 1 }, () => []);
  for (const frame of found) blocks[blockOf(frame.from)]!.push(frame);
  // Some print the other way round, and say so.
  const reversed = text.includes("most recent call first") ? false : last === true || text.includes("most recent call last");
  if (reversed) for (const block of blocks) block.reverse();
  const bounds = [0, ...cuts, text.length];
  const said = blocks.map((_, i) => messagesOf(text.slice(bounds[i], bounds[i + 1])));
  if (chained?.first === "last") {
    blocks.reverse();
    said.reverse();
  }
  return {
    runtime: name,
    frames: blocks.flat().map(({ from: _, end: __, ...frame }) => frame),
    messages: said.flat().slice(0, settings.messages),
  };
}

/** What a logger puts before a message: the time, the level, who says it; only where one of the first two is there. */
const LOGGED =
  /^\s*(?=.{0,80}?(?:\d\d:\d\d|\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL|SEVERE)\b))(?:\[?(?:\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d[\d:.,]*)?|\p{Lu}\p{Ll}{2} [ \d]\d|\d\d:\d\d[\d:.,]*)(?:Z|[+-]\d\d:?\d\d)?\]?[,:]?\s+|\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL|SEVERE)\]?:?\s+|\[[^\]\n]{1,80}\]:?\s+|[\w-]{1,60}(?:\[\d+\]):\s+|[\w$-]{1,60}(?:[.:/][\w$-]{1,60})+(?:\s+-|:)\s+|[\w.$-]{1,100}\s+-\s+|-+\s+)+/u;
/** What a runtime puts before it. */
const RAISED =
  /^(?:Exception in thread "[^"\n]{0,80}"\s+|.{0,300}?(?:Caused by|Uncaught|panic|panicked at [^:]+|panicked|fatal error|Fatal error|Unhandled exception\.?)\b:?\s*)/i;
const CLASS = /^\**\s*\(?[\w.:\\$]*(?:Error|Exception|Failure|Panic|Exit|Warning)\)?:?\s+/;

/** A line as its program wrote it, without what loggers and runtimes put before it. */
export const withoutHead = (line: string): string => line.replace(LOGGED, "").replace(RAISED, "").replace(CLASS, "");

/** Lines that are neither frames nor quoted source: what went wrong, without the name of the error. */
function messagesOf(block: string): string[] {
  return block.split("\n").flatMap((line) => {
    if (
      /^\s/.test(line) ||
      /^(?:Traceback|goroutine|stack (?:backtrace|traceback)|Stack trace|note:|During handling|The above)/i.test(line)
    )
      return [];
    const message = withoutHead(line)
      .replace(/\s+in \S+:\d+$/, "")
      .trim();
    return (message.match(/\p{L}{2,}/gu)?.length ?? 0) >= 2 ? [message] : [];
  });
}

// ---------------------------------------------------------------------------------------------- in the tree

/** A frame whose file is in the tree. */
export interface OwnFrame extends Frame {
  /** Of the file in the tree. */
  own: string;
  /** The line that it names, or where the function of its name begins if that is elsewhere now. */
  at: number;
  /** The line is another than the trace says: the file has changed, or was compiled. */
  moved: boolean;
}

/** Where libraries are installed: a file of the same name in the tree is not meant, unless nearly all of its path agrees. */
const LIBRARY =
  /(?:^|\/)(?:site-packages|dist-packages|node_modules|vendor|gems|\.cargo|rustc|pkg\/mod|usr\/(?:local\/)?(?:lib|go\/src)|\.m2|\.nuget|\.pub-cache|Frameworks)\//;
/** Endings under which a source is run. */
const FAMILIES: readonly (readonly string[])[] = [["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue", "svelte"]];
const COMPILED = /^(?:dist|build|lib|out|esm|cjs|target)$/;

/**
 * The frames of a trace that lie in the tree, in their order, each place once.
 * @param sure a file that is named without its folder must be the only one of that name
 */
export function ownFrames(store: Store, trace: Pick<Trace, "frames">, sure = false): OwnFrame[] {
  const byName = new Map<string, string[]>();
  for (const { path } of store.files()) {
    const key = stemKey(path);
    const list = byName.get(key);
    if (list) list.push(path);
    else byName.set(key, [path]);
  }
  const seen = new Set<string>();
  return trace.frames.flatMap((frame) => {
    const candidates = byName.get(stemKey(frame.path)) ?? [];
    if (sure && candidates.length > 1 && !frame.path.includes("/") && !candidates.includes(frame.path)) return [];
    const own = ownFile(store, frame, candidates);
    if (own === null) return [];
    const placed = { ...frame, own, ...lineOf(store, own, frame) };
    const key = `${own}:${placed.at}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [placed];
  });
}

/** A file's name, the same for source and what it is compiled to. */
function stemKey(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const ending = name.slice(dot + 1);
  const family = FAMILIES.find((one) => one.includes(ending));
  return family ? `${name.slice(0, dot)}.${family[0]}` : name;
}

/** The file that a frame names; null where that is no more than chance. */
function ownFile(store: Store, frame: Frame, candidates: readonly string[]): string | null {
  const { path, owner, name } = frame;
  if (owner === null) return likeliest(store, frame, fileOf(path, candidates, store.root));
  // Which segments are folders is not told: a function of a package stands in no class, one of an inner class in two.
  const file = path.slice(path.lastIndexOf("/") + 1);
  let best: Near | null = null;
  for (let parts = owner.length; parts > 0; parts--) {
    const near = fileOf([...owner.slice(0, parts), file].join("/"), candidates, store.root);
    if (near && (best === null || near.common > best.common)) best = near;
  }
  if (best !== null || candidates.length !== 1 || name === null) return likeliest(store, frame, best);
  // Folders may leave out what all packages have in common: the only file of that name is meant if the function is there.
  const [only] = candidates as [string];
  return store.symbolsOfFile(store.fileByPath(only)?.id ?? -1).some((symbol) => symbol.name === name) ? only : null;
}

/** Of files that are named alike (variants for a platform or a version) the one whose function of that name has the line. */
function likeliest(store: Store, { name, line }: Frame, near: Near | null): string | null {
  if (near === null) return null;
  const has = (path: string): boolean =>
    store.symbolsOfFile(store.fileByPath(path)?.id ?? -1).some((one) => one.name === name && one.start <= line && one.end >= line);
  return (near.paths.length > 1 && name !== null ? near.paths.find(has) : null) ?? near.paths[0]!;
}

interface Near {
  /** More than one where nothing tells them apart. */
  paths: string[];
  /** Parts in common from the end, and how many of them to the letter. */
  common: number;
  exact: number;
}

/** The file of the tree with the longest path in common from the end; null where that is no more than chance. */
function fileOf(path: string, candidates: readonly string[], root: string): Near | null {
  const inside = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const asked = inside.split("/").filter((part) => part !== "" && part !== ".");
  if (candidates.includes(inside)) return { paths: [inside], common: asked.length, exact: asked.length };
  let best: Near | null = null;
  for (const candidate of candidates) {
    const parts = candidate.split("/");
    // What a library compiles to says nothing about a source of that name here.
    const foreign = LIBRARY.test(inside) && !LIBRARY.test(candidate);
    if (foreign && parts.at(-1) !== asked.at(-1)) continue;
    let common = 1;
    let exact = Number(parts.at(-1) === asked.at(-1));
    while (common < parts.length && common < asked.length) {
      const [own, other] = [parts.at(-1 - common)!, asked.at(-1 - common)!];
      if (own !== other && (foreign || !sameFolder(own, other))) break;
      common++;
      exact += Number(own === other);
    }
    const whole = common === parts.length || common === asked.length;
    const enough = foreign ? common >= 2 && common === parts.length : whole || common >= 2;
    if (!enough) continue;
    if (best === null || common > best.common || (common === best.common && exact > best.exact))
      best = { paths: [candidate], common, exact };
    else if (common === best.common && exact === best.exact) best.paths.push(candidate);
  }
  return best;
}

const sameFolder = (a: string, b: string): boolean => (a === "src" && COMPILED.test(b)) || (b === "src" && COMPILED.test(a));

/** The line as told, unless the function that the frame names lies elsewhere in the file. */
function lineOf(store: Store, own: string, { path, line, name }: Frame): { at: number; moved: boolean } {
  const file = store.fileByPath(own);
  const last = file?.lines ?? 0;
  const compiled = path.slice(path.lastIndexOf(".")) !== own.slice(own.lastIndexOf("."));
  if (file && name !== null) {
    const named = store.symbolsOfFile(file.id).filter((symbol) => symbol.name === name && symbol.at > 0 && symbol.kind !== "import");
    if (named.length > 0 && (compiled || !named.some((symbol) => symbol.start <= line && symbol.end >= line))) {
      const nearest = named.sort((a, b) => Math.abs(a.start - line) - Math.abs(b.start - line))[0]!;
      return { at: nearest.start, moved: true };
    }
  }
  return { at: Math.max(1, Math.min(line, Math.max(1, last))), moved: compiled || line > last };
}
