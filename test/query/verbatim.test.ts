/** Pasted messages find the literal that they were made of, whatever a language writes for its holes; ordinary questions are left alone. */
import { describe, expect, test } from "bun:test";
import { ask, PLAIN } from "../../src/asking.ts";
import { mayBePasted, quotedMessage, searchVerbatim } from "../../src/query/verbatim.ts";
import { indexed } from "../_indexed.ts";

/** A file about the same things in other words, so that words alone do not find the line. */
const about = (words: string) => `# ${words}\n`.repeat(30);
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is the source of files
const FILES: Record<string, string> = {
  "app/port.py": `def check(port):\n    if port > 65535:\n        raise ValueError("Port %d is not in the range %d to %d" % (port, 0, 65535))\n    raise TypeError(f'listening on {host}:{port} was refused by {who!r}')\n\n\ndef name(n):\n    raise KeyError('no plugin called {} in group {group}'.format(n, group=1))\n`,
  "app/notes.py": about("port range plugin group listening refused value read write snapshot lease token expired"),
  "app/split.py":
    "def late():\n    raise RuntimeError('the lease of ' + owner + ' has expired, renew it '\n                       'with a new token first')\n",
  "web/read.ts":
    "export function read(file: string) {\n  throw new Error(`could not read snapshot ${file}: checksum of block ${1 + 2} differs`);\n}\n",
  "web/join.js": 'function open(a) {\n  throw new Error("session " + a.id + " belongs to another tenant (" + a.tenant + ")");\n}\n',
  "srv/main.go":
    'package main\n\nfunc dial(a string) error {\n\treturn fmt.Errorf("dialing upstream %q failed after %d attempts: %w", a, 3, err)\n}\n',
  "srv/lib.rs": 'fn open(p: &str) {\n    panic!("database {p} is locked by process {}", std::process::id());\n}\n',
  "srv/log.c": 'void f(int n) {\n  fprintf(stderr, "dropped %5.2lf%% of frames\\nbecause queue %s is full\\n", x, q);\n}\n',
  "ios/Load.swift": 'func load() {\n  fatalError("asset \\(name) missing from bundle \\(bundle.path)")\n}\n',
  "rb/mail.rb": 'def send\n  raise "mailbox #{box} does not accept attachments over #{max} bytes"\nend\n',
  "php/form.php": '<?php\nthrow new Exception("field $name must not be longer than {$max} characters");\n',
  "test/port_test.py": "def test_port():\n    assert str(e) == 'Port 70000 is not in the range 0 to 65535'\n",
  "net/wait.py": 'def wait(late):\n    if late:\n        raise TimeoutError("the request timed out")\n',
  "net/state.js": "function fail(job) {\n  return new Error(`Job ${job.id} is not in the ${job.state} state. ${job.command}`);\n}\n",
  "net/first.py": 'def first(r):\n    if r is None:\n        raise RuntimeError("__call__() called before outcome was set")\n',
  "net/second.py": 'def second(r):\n    if r is None:\n        raise RuntimeError("__call__ called before outcome was set")\n',
  "net/about.py": about("com acme service main error var lib app config yml job state worker"),
  "web/snippet.ts":
    "export const pairs = (list: string[]) =>\n  list.flatMap((one, i) => list.slice(i + 1).map((other) => [one, other] as const));\n",
  "srv/patch.c":
    "void clear(delta *delta) {\n\tif (delta->status == MODIFIED)\n\t\tdelta->flags = 1;\n\tdelta->old_file.id = 2;\n\n\tif (delta->status == ADDED) {\n\t\toid_clear(&delta->old_file.id,\n\t\t\tpatch->base.oid_type);\n\t}\n}\n",
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is the source of files
const MESSAGES: [message: string, place: string][] = [
  ["Port 70000 is not in the range 0 to 65535", "app/port.py:3"],
  ["ERROR 2026-01-02 12:00:01 app.port: Port 99999 is not in the range 1 to 1024", "app/port.py:3"],
  ["listening on 10.0.0.1:8080 was refused by 'root'", "app/port.py:4"],
  ["KeyError: 'no plugin called frobnicate in group metrics'", "app/port.py:8"],
  ["the lease of alice has expired, renew it with a new token first", "app/split.py:2"],
  ["Error: could not read snapshot /var/lib/x.snap: checksum of block 17 differs", "web/read.ts:2"],
  ["session 8f3a11c2 belongs to another tenant (acme)", "web/join.js:2"],
  ['dialing upstream "db:5432" failed after 3 attempts: connection reset', "srv/main.go:4"],
  ["database /tmp/a.db is locked by process 4711", "srv/lib.rs:2"],
  ["dropped 12.50% of frames", "srv/log.c:2"],
  ["because queue video is full", "srv/log.c:2"],
  ["Fatal error: asset logo.png missing from bundle /Applications/X.app", "ios/Load.swift:2"],
  ["mailbox INBOX does not accept attachments over 1024 bytes", "rb/mail.rb:2"],
  ["field surname must not be longer than 30 characters", "php/form.php:2"],
  ["why do I get: database main.db is locked by process 12", "srv/lib.rs:2"],
  ["where does the message 'mailbox SPAM does not accept attachments over 1 bytes' come from", "rb/mail.rb:2"],
  ["2024-05-01 10:00:00,123 ERROR [main] com.acme.Service - the request timed out", "net/wait.py:3"],
  ["[2024-05-01T10:00:00Z] [worker-3] WARN  acme.error: Job 7 is not in the active state. /var/lib/app/config.yml", "net/state.js:2"],
  ["__call__ called before outcome was set", "net/second.py:3"],
  ["__call__() called before outcome was set", "net/first.py:3"],
  ["list.flatMap((one, i) => list.slice(i + 1).map((other) => [one, other] as const))", "web/snippet.ts:2"],
  ["if (delta->status == ADDED) {\n\t\toid_clear(&delta->old_file.id,\n\t\t\tpatch->base.oid_type);", "srv/patch.c:6"],
];

const tree = indexed(FILES, { embedding: { steps: 0 } });

describe("a message finds its literal first", () => {
  for (const [message, place] of MESSAGES)
    test(message, async () => {
      const { results, fallback } = await ask(tree.session, message, PLAIN);
      expect(`${results[0]?.path}:${results[0]?.line}`).toBe(place);
      expect([fallback, results[0]!.near, results[0]!.strategies]).toEqual([false, false, ["keyword"]]);
    });
});

test("a message that a test repeats is found where it is raised first, however many results are asked for", async () => {
  for (const k of [1, 2, 5, 20])
    expect((await ask(tree.session, "Port 70000 is not in the range 0 to 65535", { ...PLAIN, k })).results[0]).toMatchObject({
      path: "app/port.py",
    });
});
test("filters hold for the lines too", async () => {
  const { results } = await ask(tree.session, "Port 70000 is not in the range 0 to 65535", { ...PLAIN, excludes: ["app/"] });
  expect(results[0]).toMatchObject({ path: "test/port_test.py", line: 2 });
});
test("questions and topics are none", () => {
  for (const text of ["how is the port range checked", "who calls check", "plugin group", "queue frames", "reading snapshots of blocks"])
    expect([text, mayBePasted(text) ? searchVerbatim(tree.session.store, text, 3) : []]).toEqual([text, []]);
  expect(quotedMessage("how does the 'check' function work")).toBeNull();
  expect(quotedMessage("why do I see: the lease of bob has expired")).toBe("the lease of bob has expired");
});
test("a message of another program finds nothing", async () => {
  const { fallback, results } = await ask(tree.session, "Segment 12 of tape drive B: could not be rewound, is the door closed?", PLAIN);
  expect([fallback, results.filter((result) => !result.near)]).toEqual([true, []]);
});
