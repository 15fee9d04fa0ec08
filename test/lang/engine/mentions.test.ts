import { describe, expect, test } from "bun:test";
import { mentioned } from "../../../src/lang/engine/mentions.ts";
import { edgesOf } from "./resolve/_tree.ts";

describe("what can be a name", () => {
  test("names, calls and paths; no words of the languages themselves, no prose", () => {
    expect(mentioned("Session.save(data)")).toEqual({ form: "symbol", name: "Session.save" });
    expect(mentioned("~db.Session.save")).toEqual({ form: "symbol", name: "db.Session.save" });
    expect(mentioned("Foo::bar")).toEqual({ form: "symbol", name: "Foo.bar" });
    expect(mentioned("Mod.run/2")).toEqual({ form: "symbol", name: "Mod.run" });
    expect(mentioned("#close")).toEqual({ form: "word", name: "close" });
    expect(mentioned("open_session")).toEqual({ form: "symbol", name: "open_session" });
    expect(mentioned("parse")).toEqual({ form: "word", name: "parse" });
    expect(mentioned("src/a.ts:12")).toEqual({ form: "file", name: "src/a.ts" });
    expect(mentioned("setup.py")).toEqual({ form: "file", name: "setup.py" });
    for (const text of ["true", "x", "two words", "a + b", "--flag", "", "null", "3.14", "...Data"]) expect(mentioned(text)).toBeNull();
  });
});

const references = (files: Record<string, string>): string[] => edgesOf(files).filter((line) => / (?:references|documents) /.test(line));

describe("references and documents", () => {
  test("doc comments: links, roles, code spans; members of the own type first; parameters and unknown names say nothing", () => {
    expect(
      references({
        "a.py": `from b import helper

class Session:
    """A session; see :func:\`helper\` and \`pkg.deep.Deep.run\`."""
    def save(self, helper_name, data):
        """Calls :meth:\`flush\`, not \`data\` or \`nobody_knows()\`."""

    def flush(self):
        pass

def save_all(helper):
    """Takes \`helper\`."""
`,
        "b.py": "def helper():\n    pass\n",
        "pkg/deep.py": "class Deep:\n    def run(self):\n        pass\n",
        "c.py": "def flush():\n    pass\n",
      }),
    ).toEqual([
      "a.py:Session references b.py:helper exact",
      "a.py:Session references pkg/deep.py:Deep.run unique",
      "a.py:Session.save references a.py:Session.flush exact",
    ]);
    expect(
      references({
        "a.ts": `/** Uses {@link parse}, {@link Tree.walk} and \`other()\`. */\nexport function run() {}\nexport function parse() {}\n`,
        "b.ts": "export class Tree { walk() {} }\nexport function other() {}\n",
        "c.ts": "export function other() {}\n",
      }),
    ).toEqual(["a.ts:run references a.ts:parse exact", "a.ts:run references b.ts:Tree.walk unique"]);
    expect(
      references({
        "a.rs": "/// Turns into [`Tree`] by [`Tree::grow`].\npub fn plant() {}\n",
        "b.rs": "pub struct Tree;\nimpl Tree { pub fn grow(&self) {} }\n",
      }),
    ).toEqual(["a.rs:plant references b.rs:Tree unique", "a.rs:plant references b.rs:Tree.grow unique"]);
  });

  test("documents: titles that are names describe them; code spans, links and paths in the text; examples and prose do not", () => {
    expect(
      references({
        "docs/guide.md": `# Guide

## \`Session.save(data)\`

Text about \`open_session\`, [the code](../src/store.py#L3) and \`src/store.py\`; see Router.

\`\`\`
not_this \`open_session\`
\`\`\`

## Router

### src/store.py

::: Session
`,
        "src/store.py":
          "class Session:\n    def save(self, data):\n        pass\n\ndef open_session():\n    pass\n\nclass Router:\n    pass\n",
      }),
    ).toEqual([
      "docs/guide.md:Guide.Router.src/store.py documents src/store.py exact",
      "docs/guide.md:Guide.Router.src/store.py documents src/store.py:Session unique",
      "docs/guide.md:Guide.Session.save(data) documents src/store.py:Session.save unique",
      "docs/guide.md:Guide.Session.save(data) references src/store.py exact",
      "docs/guide.md:Guide.Session.save(data) references src/store.py:open_session unique",
    ]);
  });

  test("a name that is defined twice is not unmistakable; a declaration and its definition are one", () => {
    const guide = { "guide.md": "# Guide\n\nCall `start_engine`.\n" };
    expect(references({ ...guide, "a.py": "def start_engine(): pass\n", "b.py": "def start_engine(): pass\n" })).toEqual([]);
    expect(references({ ...guide, "engine.h": "void start_engine(int n);\n", "engine.c": "void start_engine(int n) { n++; }\n" })).toEqual([
      // The declaration, which is a reference to what it declares.
      "engine.h:start_engine references engine.c:start_engine exact",
      "guide.md:Guide references engine.c:start_engine unique",
    ]);
  });
});

describe("decisions", () => {
  const code = {
    "store.ts":
      "export class TokenStore {\n  keep(token: string): void {}\n}\nexport class TokenCache {}\nexport class Store {}\nexport function channel(): void {}\n",
  };
  const governs = (section: string, path = "docs/adr/0001-tokens.md"): string[] =>
    edgesOf({ ...code, [path]: `# Tokens\n\n## Status\n\nAccepted\n\n${section}\n` }).filter((line) => / governed_by /.test(line));
  test("govern what their sections name, and what they name once as an example and once as what is meant", () => {
    expect(governs("## Decision\n\nTokens stay in the `TokenStore`.")).toHaveLength(1);
    expect(governs("## Decision\n\nKeep tokens away from disks (e.g. in the `TokenStore`). The `TokenStore` does.")).toHaveLength(1);
    expect(governs("## Decision\n\n`TokenStore.keep(token: string)` takes them.")).toHaveLength(1);
  });
  test("say nothing of what they name for instance, call with values, or give as a reason", () => {
    expect(governs("## Decision\n\nOne class (e.g. the `TokenStore`) may keep\nthem in memory.")).toEqual([]);
    expect(governs("## Decision\n\nClasses such as `TokenStore` stay.")).toEqual([]);
    expect(governs("## Decision\n\nReturn `TokenStore.keep(token)` at the end.")).toEqual([]);
    expect(governs("## Rationale\n\nToday the `TokenStore` forgets.")).toEqual([]);
    expect(governs("## Decision\n\nThe command can ask for a `channel`.")).toEqual([]);
    expect(governs("## Decision\n\nThe transaction's `Store` says so.")).toEqual([]);
    expect(governs("## Decision\n\n### `Store`\n\nIt says so.")).toHaveLength(1);
  });
  test("may have a folder of their own; any other README is a list", () => {
    const decided = "## Decision\n\nTokens stay in the `TokenStore`.";
    expect(governs(decided, "docs/decision-records/2024-05-02-tokens/README.md")).toHaveLength(1);
    expect(governs(decided, "docs/decision-records/README.md")).toEqual([]);
    expect(governs(decided, "docs/decision-records/templates/README.md")).toEqual([]);
  });
});
