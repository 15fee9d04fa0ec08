/** Hidden: what this program is when it starts itself. A parser that aborts, memory and time go with the child. */
import { asRefusal, EXIT } from "../../base/errors.ts";
import { tuneForBatch } from "../../base/program.ts";
import { toJson } from "../../base/visible.ts";
import { command } from "../command.ts";
import type { Said } from "../mcp/live.ts";
import { print } from "../print.ts";

/** Milliseconds between two reports. */
const REPORT_MS = 100;

/** Builds the index of a server that lives on. */
export const indexChild = command({
  name: "__index",
  about: "",
  hidden: true,
  flags: { folder: { type: "positional", description: "" }, wait: { type: "positional", description: "" } },
  async run(flags) {
    const [{ index }, { refused }] = await Promise.all([import("../../indexing.ts"), import("../mcp/live.ts")]);
    const stop = new AbortController();
    // Whoever started us holds the other end: when that is gone, nobody wants the index.
    void Bun.stdin
      .text()
      .catch(() => "")
      .then(() => stop.abort());
    let last = 0;
    let before = "";
    const say = (said: Said): void => print(`${toJson(said)}\n`);
    const onProgress = (step: string, done: number, total: number): void => {
      const now = performance.now();
      if (step === before && now - last < REPORT_MS) return;
      last = now;
      before = step;
      say({ step, done, total });
    };
    try {
      const options = { quiet: true, signal: stop.signal, ignored: false, wait: Number(flags.word("wait")), onProgress };
      const { warnings } = await index(flags.word("folder") ?? ".", options);
      say({ warnings });
    } catch (error) {
      say(refused(error));
    }
    return EXIT.ok;
  },
});

/** Fills the file of a large full build. */
export const buildChild = command({
  name: "__build",
  about: "",
  hidden: true,
  flags: {},
  async run() {
    tuneForBatch();
    await (await import("../../indexing/build.ts")).buildChild();
    return EXIT.ok;
  },
});

/** Parses: a parser that aborts takes only this process with it. */
export const parseChild = command({
  name: "__parse",
  about: "",
  hidden: true,
  flags: {},
  async run() {
    tuneForBatch();
    await (await import("../../indexing/child.ts")).parseChild();
    return EXIT.ok;
  },
});

/** What the child below says. */
export interface GrammarsLoaded {
  /** Why none does, where they have that in common. */
  refused: { what: string; fix: string } | null;
  grammars: { grammar: string; loads: boolean }[];
}

/** Says which grammars load here, as JSON: one that aborts takes only this process with it. */
export const grammarsChild = command({
  name: "__grammars",
  about: "",
  hidden: true,
  flags: { grammars: { type: "positional", words: 100, description: "" } },
  async run(flags) {
    const [{ loadGrammars, astOf }, { LANGUAGES }] = await Promise.all([
      import("../../lang/engine/parser.ts"),
      import("../../lang/languages.ts"),
    ]);
    const asked = flags.list("grammars");
    const wanted = LANGUAGES.filter(({ grammar }) => grammar !== null && (asked.length === 0 || asked.includes(grammar)));
    let refused: GrammarsLoaded["refused"] = null;
    try {
      await loadGrammars(wanted.map(({ name }) => name));
    } catch (error) {
      // What loads all of them does not.
      const { what, fix } = asRefusal(error);
      refused = { what, fix };
    }
    const names = [...new Set(wanted.map(({ grammar }) => grammar!))].sort();
    const loads = (grammar: string): boolean => {
      try {
        return refused === null && astOf(grammar, "a\n") !== null;
      } catch {
        return false;
      }
    };
    const said: GrammarsLoaded = { refused, grammars: names.map((grammar) => ({ grammar, loads: loads(grammar) })) };
    print(`${toJson(said)}\n`);
    return EXIT.ok;
  },
});

/** Resolves one half of a full build's names, so that two processors share them. */
export const resolveChild = command({
  name: "__resolve",
  about: "",
  hidden: true,
  flags: {},
  async run() {
    tuneForBatch();
    await (await import("../../indexing/resolver.ts")).resolveChild();
    return EXIT.ok;
  },
});
