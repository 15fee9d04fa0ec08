/** The commands of the operation table: each asks one relation of one named symbol. */
import type { CommandDef } from "citty";
import { Refusal } from "../../base/errors.ts";
import type { Operation } from "../../base/types.ts";
import { answered, formOf } from "../answer.ts";
import { command } from "../command.ts";
import type { FlagDefs } from "../flags.ts";
import { answerFlags, askOptions, toRoot } from "../question.ts";
import { answerOf } from "../session.ts";

interface Row {
  operation: Operation;
  about: string;
  /** What stands after the command. */
  takes: keyof typeof WORDS | "two";
}

/** What stands after a command: its sign in the usage, its description, an example. */
const WORDS = {
  symbol: ["SYMBOL", "Symbol: name, Class.method, file:name", "Session.save"],
  file: ["FILE", "File or module", "src/main.ts"],
  path: ["SYMBOL|PATH", "Symbol, file or folder", "src/auth"],
  governor: ["DOCUMENT|OWNER", "Decision (ADR-7), document or owner (@org/team)", "ADR-7"],
} as const;

const ROWS: Record<string, Row> = {
  def: { operation: "definition", about: "Where a symbol is defined", takes: "symbol" },
  refs: { operation: "references", about: "Every use of a symbol", takes: "symbol" },
  callers: { operation: "callers", about: "What calls a symbol", takes: "symbol" },
  callees: { operation: "callees", about: "What a symbol calls", takes: "symbol" },
  members: { operation: "members", about: "What a class, module or file contains", takes: "symbol" },
  subclasses: { operation: "subclasses", about: "What inherits from a type or implements it", takes: "symbol" },
  superclasses: { operation: "superclasses", about: "What a type inherits from or implements", takes: "symbol" },
  imports: { operation: "imports", about: "What a file or module imports", takes: "file" },
  importers: { operation: "importers", about: "What imports a file or module", takes: "file" },
  trace: { operation: "path", about: "The shortest call chain from A to B", takes: "two" },
  docs: { operation: "documents", about: "Documents that describe or mention a symbol or file", takes: "path" },
  decisions: { operation: "decisions", about: "Decisions (ADRs) that govern or concern a symbol, file or folder", takes: "path" },
  owners: { operation: "owners", about: "Who owns a symbol, file or folder (CODEOWNERS)", takes: "path" },
  "governed-by": { operation: "governed_by", about: "Decisions, documents and owners that govern a symbol, file or folder", takes: "path" },
  governs: { operation: "governs", about: "What a decision, document or owner governs", takes: "governor" },
  similar: { operation: "similar", about: "Code like a symbol or a place", takes: "symbol" },
};

/** The citty command of one row. */
export function structuralCommand(name: string): CommandDef {
  const row = ROWS[name]!;
  const words: FlagDefs =
    row.takes === "two"
      ? {
          from: { type: "positional", valueHint: "SYMBOL", description: "Symbol the chain starts at" },
          to: { type: "positional", valueHint: "SYMBOL", description: "Symbol it ends at" },
          "to-at": { type: "string", valueHint: "FILE:LINE", description: "It ends at the symbol defined there" },
        }
      : {
          symbol: {
            type: "positional",
            valueHint: WORDS[row.takes][0],
            description: WORDS[row.takes][1],
          },
        };
  return command({
    name,
    about: row.about,
    flags: { ...words, ...answerFlags },
    async run(flags) {
      const symbol = flags.word(row.takes === "two" ? "from" : "symbol");
      const target = flags.word("to");
      const at = flags.has("at");
      const [, what, example] = WORDS[row.takes === "two" ? "symbol" : row.takes];
      if ((symbol === undefined || symbol.trim() === "") && !at)
        throw new Refusal(
          "bad-value",
          `manifold ${name} needs a ${what
            .replace(/[:(].*/, "")
            .trim()
            .toLowerCase()}.`,
          `Write for example: manifold ${name} ${example}.`,
        );
      if (row.takes === "two" && target === undefined && !flags.has("to-at"))
        throw new Refusal("bad-value", "manifold trace needs two symbols.", "Write for example: manifold trace main handle_request.");
      const question = [name, symbol, target].filter((word) => word !== undefined).join(" ");
      const answer = await answerOf(
        flags,
        () => question,
        (root) => {
          const named =
            symbol === undefined
              ? undefined
              : row.takes === "file" || (symbol.includes("/") && !symbol.startsWith("@"))
                ? toRoot(symbol, root, process.cwd())
                : symbol;
          const asked = { ...askOptions(flags, root), form: formOf(flags) };
          return { ...asked, operation: row.operation, strategy: "structural" as const, command: name, symbol: named, target };
        },
      );
      return answered(name, answer, flags);
    },
  });
}
