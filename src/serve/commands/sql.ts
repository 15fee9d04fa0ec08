/** `manifold sql`: one read-only query over the index, in a process of its own that is ended when it takes too long. */
import { asRefusal, EXIT, Refusal, type RefusalCode } from "../../base/errors.ts";
import { say, toJson } from "../../base/visible.ts";
import { childEnvironment, ownCommand } from "../../indexing/pool.ts";
import { DamagedIndex } from "../../store/damage.ts";
import type { Store } from "../../store/graph.ts";
import { openStore } from "../../store/open.ts";
import { type Cell, type Selected, select } from "../../store/select.ts";
import { VIEWS } from "../../store/views.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { outputFlags, rootFlags } from "../question.ts";
import { visible } from "../render/visible.ts";
import { printReport } from "../report.ts";
import { sayWarnings, withSession } from "../session.ts";

/** Rows that are printed unless somebody wants more, and at most. */
const ROWS = 200;
const MOST_ROWS = 100_000;
const SECONDS = 10;

interface Task {
  root: string;
  sql: string;
  limit: number;
}
type Said = { selected: Selected } | { refusal: { code: RefusalCode; what: string; fix: string } };

const sqlCommand = command({
  name: "sql",
  about: "Ask the index in SQL: read-only, one query over its views (without a query: what there is)",
  flags: {
    query: { type: "positional", valueHint: "QUERY", description: "A SELECT over the views; without one they are listed" },
    k: { type: "string", valueHint: "N", description: `Rows at most (default ${ROWS})` },
    seconds: { type: "string", valueHint: "N", description: `Seconds after which it is given up (default ${SECONDS})` },
    ...outputFlags,
    ...rootFlags,
  },
  async run(flags) {
    const limit = flags.number("k", ROWS, 1, MOST_ROWS);
    const seconds = flags.number("seconds", SECONDS, 1, 3_600);
    const sql = flags.word("query");
    const { root, columns, rows, more } = await withSession(flags, async (session) => {
      const { root, store } = session;
      sayWarnings(session);
      return { root, ...(sql === undefined ? listed(store) : await apart({ root, sql, limit }, seconds)) };
    });
    if (more) say(`manifold: there are more than these ${rows.length} rows; -k N prints more.\n`);
    printReport(flags, { root, columns, rows, more }, (paint) => {
      const [head = "", ...lines] = aligned([columns, ...rows]);
      return [paint.dim(head), ...lines];
    });
    return rows.length > 0 ? EXIT.ok : EXIT.nothing;
  },
});
export default sqlCommand;

/** What there is to ask. */
function listed(store: Store): Selected {
  const columns = (view: string): string => store.statement(`SELECT * FROM ${view} LIMIT 0`).columnNames.join(", ");
  const rows = Object.entries(VIEWS).map(([view, { about }]) => [view, columns(view), about]);
  return { columns: ["view", "columns", "what"], rows, more: false };
}

/** Lines of a table: numbers to the right, texts to the left. */
export function aligned(table: readonly (readonly Cell[])[]): string[] {
  const texts = table.map((row) => row.map((value) => (value === null ? "" : visible(String(value)).replace(/\s+/g, " "))));
  const widths = (texts[0] ?? []).map((_, at) => Math.min(60, Math.max(...texts.map((row) => row[at]?.length ?? 0))));
  const right = widths.map((_, at) => table.length > 1 && table.slice(1).every((row) => row[at] === null || typeof row[at] === "number"));
  return texts.map((row) =>
    row
      .map((text, at) => (right[at] ? text.padStart(widths[at]!) : at === row.length - 1 ? text : text.padEnd(widths[at]!)))
      .join("  ")
      .trimEnd(),
  );
}

/** Asks in a process of its own. */
async function apart(task: Task, seconds: number): Promise<Selected> {
  const child = Bun.spawn({ cmd: ownCommand("__sql"), cwd: "/", env: childEnvironment(), stdin: "pipe", stdout: "pipe", stderr: "ignore" });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, seconds * 1_000);
  try {
    child.stdin.write(JSON.stringify(task));
    await child.stdin.end();
    const text = await new Response(child.stdout).text();
    await child.exited;
    if (late)
      throw new Refusal("bad-query", `The query was not answered within ${seconds} s.`, "Narrow it, or give it more with --seconds N.");
    if (text === "") throw new Refusal("bad-query", "The process that ran the query ended.", "Ask for less at once.");
    const said = JSON.parse(text) as Said;
    if ("refusal" in said && said.refusal.code === "index-damaged") throw new DamagedIndex(said.refusal.what);
    if ("refusal" in said) throw new Refusal(said.refusal.code, said.refusal.what, said.refusal.fix);
    return said.selected;
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}

/** The other end: one task from standard input. */
export const sqlChild = command({
  name: "__sql",
  about: "",
  hidden: true,
  flags: {},
  async run() {
    const { root, sql, limit } = JSON.parse(await Bun.stdin.text()) as Task;
    let said: Said;
    try {
      const opened = openStore(root);
      if (opened.state !== "open") throw new Refusal("index-missing", "The index is gone.", "Ask again.");
      said = { selected: select(opened.store.db, sql, limit) };
      opened.store.close();
    } catch (error) {
      const { code, what, fix } = asRefusal(error);
      said = { refusal: { code, what, fix } };
    }
    print(toJson(said));
    return EXIT.ok;
  },
});
