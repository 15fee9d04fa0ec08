/** Paths between described ends, over a real index on disk: what is found, and as what it is told. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fit, lineForm } from "../../src/asking/fit.ts";
import { type AskOptions, ask, PLAIN } from "../../src/asking.ts";
import { type Answer, answerSchema } from "../../src/base/schema.ts";
import { refresh } from "../../src/indexing/refresh.ts";
import { index } from "../../src/indexing.ts";
import { renderFound } from "../../src/serve/mcp/text.ts";
import { renderText } from "../../src/serve/render/text.ts";
import { style } from "../../src/serve/render/visible.ts";
import { indexed } from "../_indexed.ts";
import { writeTree } from "../query/_index.ts";

const FILES: Record<string, string> = {
  "app/http.py": `"""HTTP requests."""
from app.login import login


def routes():
    return {"/sign-in": login}


def handle_request(request):
    """The handler of each HTTP request."""
    return dispatch(request)


def dispatch(request):
    return login(request.form)
`,
  "app/login.py": `from app.users import find_user
from app.session import start_session


def login(form):
    """Logs a user in."""
    user = find_user(form.name)
    hash_password(form.password)
    return start_session(user)


def hash_password(password):
    """A password that nobody can read."""
    return password[::-1]
`,
  "app/users.py": `from app.database import Database


def find_user(name):
    return Database().execute("SELECT * FROM users")
`,
  "app/database.py": `class Database:
    """The database."""

    def execute(self, sql):
        return []
`,
  "app/session.py": `def start_session(user):
    return make_session_cookie(user)


def make_session_cookie(user):
    """The cookie of a session."""
    return f"session={user}"
`,
  "app/cli.py": `def build_parser(parser):
    parser.add_argument("--dry-run")
    return parser


def run(args):
    if args.dry_run:
        report(args)


def report(args):
    print_table(args)


def print_table(rows):
    """Prints a table of rows."""


def each(rows, what):
    what(rows)


def export(rows, target):
    """Exports rows."""
    each(rows, print_table)
    target.deliver_all(rows)


class Mailer:
    def deliver_all(self, rows):
        """Delivers everything by mail."""
`,
  "app/settings.py": "def read_settings(path):\n    return {}\n\n\ndef load_settings(path):\n    return read_settings(path)\n",
  "app/draw.py": "def draw(settings):\n    return settings\n",
  "app/archive.py": `import pickle
import sqlite3


def archive(rows):
    """Keeps rows for good."""
    write(pickle.dumps(rows))


def write(blob):
    sqlite3.connect("archive").execute("INSERT INTO archive VALUES (?)", [blob])
`,
  "app/start.py":
    'from app.draw import draw\nfrom app.settings import load_settings\n\n\ndef start():\n    settings = load_settings("a")\n    draw(settings)\n',
  "app/adapters.py": `class Adapter:
    """Keeps whether a switch is on."""


${["Paper", "Slate", "Shelf", "Table", "Cloud", "Null"].map((kind) => `class ${kind}Adapter(Adapter):\n    def turn(self, switch):\n        """Of ${kind}."""\n`).join("\n\n")}

def flip(switch, holder):
    """Flips a switch."""
    holder.held.turn(switch)
`,
  "examples/basic.py": `from app.adapters import PaperAdapter


def flipping_switches():
    """Flipping a switch."""
    PaperAdapter().turn("a")
`,
  "tests/test_login.py": "from app.login import login\n\n\ndef test_login():\n    login(None)\n",
};

const tree = indexed(FILES);
const asked = async (text: string, more: Partial<AskOptions> = {}): Promise<Answer> =>
  answerSchema.parse(await ask(tree.session, text, { ...PLAIN, ...more }));
const steps = ({ paths }: Answer, at = 0): string[] => paths[at]?.steps.map(({ qualified }) => qualified) ?? [];
const told = ({ warnings }: Answer): string => warnings.map(({ message }) => message).join(" ");

test("a description that is a name word for word means what has it, though of others more is known", async () => {
  const page = `class PageServer:
    def run(self, sink):
        return sink.take_it(self)


class PageServerRequest:
    """What the page server gives to the page renderer."""

    def to_page_renderer(self):
        return PageRenderer().show()


class PageRenderer:
    def show(self):
        return ""
`;
  const own = mkdtempSync(join(tmpdir(), "manifold-paths-"));
  writeTree(own, { "page.py": page });
  await index(own, { quiet: true });
  const { store, behind, warnings } = await refresh(own, { skip: true });
  const answer = await ask({ root: own, store, behind, warnings }, "how does the page server reach the page renderer", PLAIN);
  store.close();
  rmSync(own, { recursive: true, force: true });
  expect(steps(answer)).toEqual([]);
  expect(told(answer)).toContain("“page server” was taken to mean PageServer (");
  expect(told(answer)).toContain("from PageServer to PageRenderer");
});

describe("a path is found", () => {
  const DATABASE = ["handle_request", "dispatch", "login", "find_user", "Database"];
  const COOKIE = ["login", "start_session", "make_session_cookie"];
  const rows: [question: string, expected: string[]][] = [
    ["how does a request reach the database", DATABASE],
    ["how does a request get from handle_request to the database", DATABASE],
    ["what happens between login and the session cookie", COOKIE],
    ["how does login get to the session cookie", COOKIE],
    ["through which functions does login end up in the cookie of a session", COOKIE],
    ["what lies between login and make_session_cookie", COOKIE],
    ["trace from login to the session cookie", COOKIE],
    ["walk me through what happens from login to the session cookie", COOKIE],
    ["which path leads from login to the session cookie", COOKIE],
    ["what connects login with the session cookie", COOKIE],
    // ends without an order
    ["what connects the session cookie with login", COOKIE],
    ["how are the session cookie and login connected", COOKIE],
    // a route, a flag that another function reads, a file
    ["trace from /sign-in to the session cookie", ["routes", ...COOKIE]],
    ["trace from the --dry-run flag to printing a table", ["run", "report", "print_table"]],
    ["what links app/http.py to make_session_cookie", ["dispatch", ...COOKIE]],
  ];
  for (const [question, expected] of rows)
    test(question, async () => {
      const answer = await asked(question);
      expect(steps(answer)).toEqual(expected);
      expect([answer.route.operation, answer.paths[0]!.kind, answer.paths[0]!.certain]).toEqual(["path", "asked", true]);
      expect(answer.results.map(({ qualified }) => qualified)).toEqual(expect.arrayContaining(expected));
    });

  test("with the line of each use, as it stands there", async () => {
    const [, ...uses] = (await asked("what happens between login and the session cookie")).paths[0]!.steps;
    expect(uses.map(({ by }) => `${by!.path}:${by!.line} ${by!.text}`)).toEqual([
      "app/login.py:9 return start_session(user)",
      "app/session.py:2 return make_session_cookie(user)",
    ]);
  });
});

test("what stands below a type is it, a call whose name says nothing may lead there, and examples are no ends", async () => {
  const answer = await asked("how does flipping a switch reach the adapter");
  expect(steps(answer)[0]).toBe("flip");
  expect(steps(answer)[1]).toMatch(/^[A-Z]\w+Adapter\.turn$/);
  expect([answer.paths[0]!.kind, answer.paths[0]!.certain]).toEqual(["asked", false]);
});

describe("ends outside of the tree", () => {
  test("a package that is called so", async () => {
    const answer = await asked("how does archive reach pickle");
    expect(steps(answer)).toEqual(["archive", "pickle"]);
    expect(answer.paths[0]!.steps[1]!.by).toMatchObject({ path: "app/archive.py", line: 7, resolution: "external" });
    expect(renderText(answer, { cwd: tree.root, style: style(false), explain: false })).not.toContain(":0");
  });
  test("what does what a common word says", async () => {
    expect(steps(await asked("how does archive reach the database"))).toEqual(["archive", "write", "sqlite3"]);
    // A definition that is called so is meant where it lies nearer.
    expect(steps(await asked("how does login reach the database"))).toEqual(["login", "find_user", "Database"]);
  });
});

describe("what is no such path is told as what it is", () => {
  test("the other way round", async () => {
    const answer = await asked("how does make_session_cookie get to dispatch");
    expect(answer.paths[0]!.kind).toBe("reverse");
    expect(steps(answer)).toEqual(["dispatch", "login", "start_session", "make_session_cookie"]);
    expect(answer.results.filter(({ strategies }) => strategies.includes("structural"))).toEqual([]);
    expect(told(answer)).toContain("No chain leads from make_session_cookie to dispatch");
    expect(told(answer)).toContain("the other way round: dispatch reaches make_session_cookie");
  });
  test("somebody who reaches both", async () => {
    const answer = await asked("call chain from hash_password to make_session_cookie");
    expect(answer.paths.map(({ kind }) => kind)).toEqual(["meeting", "meeting"]);
    expect([steps(answer, 0), steps(answer, 1)]).toEqual([
      ["login", "hash_password"],
      ["login", "start_session", "make_session_cookie"],
    ]);
    expect(told(answer)).toContain("Neither reaches the other, but login (app/login.py:5) reaches both.");
    // both ways stay, however little room there is
    expect(fit(tree.session.store, answer, 200, lineForm).paths).toHaveLength(2);
  });
  test("of described ends that is said before it is told", async () => {
    const answer = await asked("call chain from the session cookie to the dispatch of a request");
    expect([answer.paths[0]!.kind, answer.fallback]).toEqual(["reverse", true]);
    const text = renderText(answer, { cwd: tree.root, style: style(false), explain: false });
    expect(text).toStartWith("! No chain");
    expect(text).toContain("the other way round, 3 steps: dispatch to make_session_cookie");
  });
  test("only possible: after everything certain, and said", async () => {
    const answer = await asked("call chain from export to Mailer.deliver_all");
    expect(answer.paths[0]).toMatchObject({ kind: "asked", certain: false });
    expect(told(answer)).toContain("needs 1 unresolved call(s)");
  });
  test("not known: how far it was followed, and what is open", async () => {
    const answer = await asked("call chain from export to hash_password");
    expect(answer.paths).toEqual([]);
    expect((await asked("shortest route between export and hash_password")).results.filter(({ near }) => !near)).toEqual([]);
    expect(told(answer)).toContain(
      "No chain from export to hash_password was found within 1 step; 1 call on the way could not be resolved.",
    );
  });
  test("of what is described, too", async () => {
    const answer = await asked("call chain from the printing of a table to the session cookie");
    expect(answer.paths).toEqual([]);
    expect(told(answer)).toContain("No chain from print_table to make_session_cookie was found within");
  });
  test("what nothing here says a word of is no end", async () => {
    const answer = await asked("call chain from the printing of a table to the garbage collector");
    expect([answer.paths, answer.fallback]).toEqual([[], true]);
    expect(told(answer)).toContain("Nothing here seems to be “garbage collector”");
  });
  test("nor what something only comes near to: it is told as unknown, with the nearest", async () => {
    const answer = await asked("call chain from login to the table of contents of a book");
    expect([answer.paths, answer.fallback]).toEqual([[], true]);
    expect(answer.warnings[0]!.message).toMatch(
      /^Nothing here seems to be “table of contents of a book”; the nearest to it: .*print_table/,
    );
  });
  test("a common word for what lies outside is nothing that only sounds like it, where nothing here reaches it", async () => {
    const answer = await asked("how does login reach the network");
    expect([answer.paths, answer.fallback]).toEqual([[], true]);
    expect(told(answer)).toContain("Nothing here seems to be “network”");
  });
  test("what stands in tests is no end in the code", async () => {
    const answer = await asked("call chain from the test of the login to hash_password");
    expect(steps(answer)).toEqual(["test_login", "login", "hash_password"]);
    const without = await asked("call chain from the login to hash_password");
    expect(steps(without)).toEqual(["login", "hash_password"]);
  });
  test("handed over, not called", async () => {
    const answer = await asked("call chain from export to print_table");
    expect(steps(answer)).toEqual(["export", "print_table"]);
    expect(told(answer)).toContain("print_table is handed over on this chain");
  });
  test("a value that is passed on, with the places where it is", async () => {
    const answer = await asked("through which functions does read_settings end up in draw");
    expect(steps(answer)).toEqual(["read_settings", "load_settings", "draw"]);
    expect(answer.paths[0]!.steps.slice(1).map(({ by }) => `${by!.kind} ${by!.path}:${by!.line} ${by!.text}`)).toEqual([
      "dataflow app/settings.py:6 return read_settings(path)",
      "dataflow app/start.py:7 draw(settings)",
    ]);
  });
  test("words that may mean something else are searched for where nothing joins them", async () => {
    const answer = await asked("how do passwords turn into a table");
    expect([answer.paths, answer.route.operation]).toEqual([[], "search"]);
  });
});

describe("an answer", () => {
  test("tells the steps in text and to models", async () => {
    const answer = await asked("what happens between login and the session cookie");
    const text = renderText(answer, { cwd: tree.root, style: style(false), explain: false });
    expect(text).toContain(
      "path, 2 steps: login to make_session_cookie\n" +
        "  app/login.py:5  login\n" +
        "  app/login.py:9  calls start_session (app/session.py:1)  return start_session(user)\n" +
        "  app/session.py:2  calls make_session_cookie (app/session.py:5)  return make_session_cookie(user)\n",
    );
    const view = { answer, results: answer.results, graph: null, omitted: 0, brief: false, citing: false };
    expect(renderFound(view)).toContain("app/login.py:9  calls start_session (app/session.py:1)  return start_session(user)");
  });
  test("keeps to its budget: further paths go first, then the texts of lines, never the steps", async () => {
    const answer = await asked("how does a request reach the database");
    const [first] = answer.paths;
    const many: Answer = { ...answer, paths: [first!, first!, first!, first!] };
    const small = fit(tree.session.store, many, 1_500, lineForm);
    expect(small.budget.tokens).toBeLessThanOrEqual(1_500);
    expect(small.paths.length).toBeLessThan(4);
    const least = fit(tree.session.store, many, 300, lineForm);
    expect(least.paths.map(({ steps: all }) => all.map(({ by }) => by?.text ?? ""))).toEqual([["", "", "", "", ""]]);
  });
});

describe("in a tree that is itself about what lies outside", () => {
  const words = ["Headers", "Status", "Method", "Version", "Cookie", "Options", "Result", "Failure", "Timeout"];
  const own = indexed({
    "src/types.ts": words.map((word) => `export class Http${word} {\n  value = 1;\n}\n`).join("\n"),
    "src/send.ts":
      'import { HttpHeaders } from "./types";\nexport function send(url: string) {\n  return fetch(url, { headers: new HttpHeaders() });\n}\n',
    "src/client.ts":
      'import { send } from "./send";\nimport { HttpOptions } from "./types";\nexport function request(url: string) {\n  new HttpOptions();\n  return send(url);\n}\n',
    "dist/bundle.js": "function request(url) {\n  return fetch(url);\n}\n",
  });
  test("types that are called so are no way out: the line that goes there is, in source and not in what is built from it", async () => {
    const answer = await ask(own.session, "how does a request reach the network", PLAIN);
    expect(steps(answer)).toEqual(["request", "send"]);
    expect(told(answer)).toContain("“network” was taken to mean send (src/send.ts:2)");
  });
});
