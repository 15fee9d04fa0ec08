/** Relations of described things over a real index on disk. */
import { describe, expect, test } from "bun:test";
import { type AskOptions, ask, PLAIN } from "../../src/asking.ts";
import { type Answer, answerSchema } from "../../src/base/schema.ts";
import type { Operand, Relation } from "../../src/query/relation.ts";
import { indexed } from "../_indexed.ts";

const FILES: Record<string, string> = {
  "app/store.py":
    '"""Rows in the database."""\n\n\ndef write_user_row(db, user):\n    """Writes a user into the users table."""\n    db.execute("INSERT INTO users VALUES (?)", [user.name])\n\n\ndef read_orders(db):\n    """Lists all orders."""\n    return db.execute("SELECT * FROM orders")\n',
  "app/accounts.py":
    "from app.store import write_user_row, read_orders\n\n\ndef sign_up(db, form):\n    user = form.user()\n    write_user_row(db, user)\n    return user\n\n\ndef import_accounts(db, rows):\n    for row in rows:\n        write_user_row(db, row)\n\n\ndef report(db):\n    return len(read_orders(db))\n",
  "app/http.py":
    'from app.accounts import sign_up\nfrom app.retry import with_backoff\n\n\ndef handle_request(db, request):\n    """The handler of HTTP requests."""\n    return with_backoff(lambda: sign_up(db, request.form))\n\n\ndef route(db, request):\n    return sign_up(db, request.form)\n',
  "app/retry.py":
    'import time\n\n\ndef with_backoff(action, attempts=3):\n    """Retries an action that fails, waiting longer each time."""\n    for attempt in range(attempts):\n        try:\n            return action()\n        except OSError:\n            time.sleep(2**attempt)\n',
  "app/formats.py":
    'class YamlReader:\n    """Parses YAML documents."""\n\n    def load(self, text):\n        return text.split(":")\n\n    def close(self):\n        """Closes the document."""\n\n\nclass StrictYaml(YamlReader):\n    def close(self):\n        pass\n\n\nclass FrontMatter(YamlReader):\n    pass\n\n\nclass CsvReader:\n    """Parses comma separated values."""\n',
  "app/bridges.py":
    "def collect_bridge_toll(ferry, lantern):\n    pass\n\n\ndef raise_bridge(gate):\n    pass\n\n\ndef lower_bridge(gate):\n    pass\n\n\ndef open_gate(gate):\n    raise_bridge(gate)\n    lower_bridge(gate)\n",
  "tests/test_retry.py":
    "from app.retry import with_backoff\nfrom app.http import handle_request\n\n\ndef helper():\n    return with_backoff(lambda: 1)\n\n\ndef test_gives_up():\n    assert helper() == 1\n\n\ndef test_direct():\n    with_backoff(lambda: 2)\n",
  "tests/test_formats.py": "from app.formats import CsvReader\n\n\ndef test_csv():\n    CsvReader()\n",
};

const tree = indexed(FILES);
const options: AskOptions = { ...PLAIN, explain: true };
const asked = async (text: string, more: Partial<AskOptions> = {}): Promise<Answer> =>
  answerSchema.parse(await ask(tree.session, text, { ...options, ...more }));
/** What the graph says, without the search results that fill up. */
const related = (answer: Answer): string[] =>
  answer.results.filter((result) => result.strategies.includes("structural")).map((result) => result.qualified);
const relationIn = (answer: Answer) => (answer.plan as { relation: Relation | null }).relation;

describe("an answer", () => {
  const rows: [question: string, operation: string, found: string[]][] = [
    ["what calls the function that writes to users", "callers", ["sign_up", "import_accounts"]],
    ["subclasses of whatever parses YAML", "subclasses", ["StrictYaml", "FrontMatter"]],
    ["who imports the module that retries actions", "importers", ["app/http.py", "tests/test_retry.py"]],
    ["what overrides the method that closes the document", "subclasses", ["StrictYaml.close"]],
    ["who calls the callers of write_user_row", "callers", ["handle_request", "route"]],
    ["which classes extend the class that parses YAML", "subclasses", ["StrictYaml", "FrontMatter"]],
    ["where is the function that lists all orders defined", "definition", ["read_orders"]],
    ["what does the function that lists sign ups call", "callees", ["write_user_row"]],
    ["which subclasses of YamlReader override close", "subclasses", ["StrictYaml.close"]],
    ["what do the subclasses of YamlReader override", "subclasses", ["StrictYaml.close"]],
  ];
  for (const [question, operation, found] of rows)
    test(question, async () => {
      const answer = await asked(question);
      expect(answer.route).toMatchObject({ strategy: "hybrid", operation });
      expect(related(answer)).toEqual(expect.arrayContaining(found));
      expect(found).toContain(answer.results[0]!.qualified);
    });

  test("is only tests where tests are asked for, however far", async () => {
    const answer = await asked("tests that reach the retry code");
    expect(related(answer)).toEqual(expect.arrayContaining(["test_gives_up", "test_direct"]));
    for (const result of answer.results.filter((one) => one.strategies.includes("structural"))) expect(result.path).toStartWith("tests/");
  });
  test("is a chain between two ends, in order", async () => {
    const answer = await asked("call chain from route to the function that writes to users");
    expect(related(answer)).toEqual(["route", "sign_up", "write_user_row"]);
    expect(answer.graph.edges.map((edge) => edge.kind)).toEqual(["calls", "calls"]);
  });
  test("is a search beside which a clear path stands, where any verb joins what is described", async () => {
    const answer = await asked("how does importing accounts write each user row");
    expect(answer.route.operation).toBe("search");
    expect(answer.paths.map(({ steps }) => steps.map(({ qualified }) => qualified))).toEqual([["import_accounts", "write_user_row"]]);
    expect((await asked("how does importing accounts polish each zeppelin")).paths).toEqual([]);
  });
  test("is no path where none is likely: what its ends may be is told", async () => {
    const answer = await asked("how does the opening of a ferry reach the lantern that a bridge toll collects");
    expect(answer.paths).toEqual([]);
    expect(answer.warnings[0]).toMatchObject({ code: "weak-match" });
    expect(answer.warnings[0]!.message).toMatch(/^No path is told.*open_gate \(app\/bridges.py:13\)/);
    expect(answer.results.every(({ near }) => near)).toBe(true);
  });
  test("says what was taken for what, and shows it in the plan and the graph", async () => {
    const answer = await asked("what calls the function that writes to users");
    expect(answer.warnings.find((warning) => warning.code === "bound")!.message).toContain("write_user_row (app/store.py:4)");
    expect(answer.symbol.chosen).toMatchObject({ qualified: "write_user_row", path: "app/store.py" });
    const { bound } = relationIn(answer)!.of as Extract<Operand, { description: string }>;
    expect(bound![0]).toMatchObject({ qualified: "write_user_row", path: "app/store.py", start: 4, score: 1 });
    expect(answer.graph.edges.map((edge) => edge.to)).toContain(bound![0]!.symbol);
  });
  test("has the citation of what was described after the relation's", async () => {
    const answer = await asked("what calls the function that writes to users");
    expect(answer.results.map((result) => result.qualified)).toContain("write_user_row");
    for (const { chunk } of answer.results) expect(chunk).toMatch(/^chunk_[0-9a-f]{16}$/);
  });
  test("falls back to the search where nothing fits, and says so", async () => {
    const answer = await asked("what calls the function that polishes zeppelins");
    expect(answer.fallback).toBe(true);
    expect(answer.warnings.length).toBeGreaterThan(0);
  });
  test("obeys the filters and the conditions of a thick query", async () => {
    const tests = await asked("who imports the module that retries actions", { paths: ["tests/"] });
    expect(related(tests)).toEqual(["tests/test_retry.py"]);
    const thick = await asked("what calls the function that writes to users", { keywords: ["rows"] });
    expect(related(thick)).toEqual(["import_accounts"]);
  });
});

describe("a plan", () => {
  test("gives the same answer again, and binds what it is told to", async () => {
    const first = await asked("what calls the function that writes to users");
    const again = await asked("", { plan: JSON.stringify(first.plan) });
    expect(again.results).toEqual(first.results);
    const other = (await asked("read_orders")).symbol.chosen!;
    const relation = relationIn(first)!;
    const bound = [{ symbol: other.id, qualified: "", path: "", start: 1, end: 1, score: 1 }];
    const told = await asked("", { plan: JSON.stringify({ ...first.plan, relation: { ...relation, of: { ...relation.of, bound } } }) });
    expect(related(told)).toEqual(["report"]);
  });
  test("may be written by hand, nested, with what it leaves out at its default", async () => {
    const relation = { operation: "callers", of: { relation: { operation: "callers", of: { description: "writes to users" } } } };
    const answer = await asked("", { plan: JSON.stringify({ version: 1, strategy: "hybrid", operation: "callers", relation }) });
    expect(related(answer)).toContain("route");
  });
  test("is refused where it is none", async () => {
    const plan = (relation: unknown) => asked("", { plan: JSON.stringify({ version: 1, relation }) });
    await expect(plan({ operation: "search", of: { symbol: "x" } })).rejects.toThrow(/relation/);
    await expect(plan({ operation: "path", of: { symbol: "x" } })).rejects.toThrow(/two ends/);
    await expect(plan({ operation: "callers" })).rejects.toThrow(/relation/);
    let deep: unknown = { symbol: "x" };
    for (let i = 0; i < 9; i++) deep = { relation: { operation: "callers", of: deep } };
    await expect(plan({ operation: "callers", of: deep })).rejects.toThrow(/relation/);
  });
});
