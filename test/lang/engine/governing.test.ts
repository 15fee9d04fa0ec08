/** What documents say they govern, and which of them record decisions. */
import { describe, expect, test } from "bun:test";
import { extract } from "../../../src/lang/engine/extract.ts";
import { languageOf, loadRules } from "../../../src/lang/languages.ts";

await loadRules();

const read = (path: string, text: string) => extract(path, text, languageOf(path, ""));
const rules = (path: string, text: string): string[] => (read(path, text).rules ?? []).map(({ pattern, line }) => `${line} ${pattern}`);
const names = (path: string, text: string): string[] =>
  (read(path, text).mentions ?? []).filter(({ form }) => form === "governs").map(({ name, line }) => `${line} ${name}`);
const status = (path: string, text: string): string | null => read(path, text).symbols[0]!.type;

describe("front matter", () => {
  test("a scalar, a list in brackets, with commas or of one line each, in YAML and TOML", () => {
    expect(rules("a.md", "---\ngoverns: src/auth/**\n---\n# A\n")).toEqual(["2 src/auth/**"]);
    expect(rules("a.md", "---\ntitle: x\ngoverns: [src/a/**, 'lib/*.ts']\n---\n")).toEqual(["3 src/a/**", "3 lib/*.ts"]);
    expect(rules("a.md", '---\ngoverns:\n  - src/a/\n  # none\n  - "lib/b"\ntags:\n  - x/y\n---\n')).toEqual([
      "3 src/a/**",
      "5 lib/b{,/**}",
    ]);
    expect(rules("a.md", "---\ngoverns:\n- src/{a,b}/**\n---\n")).toEqual(["3 src/{a,b}/**"]);
    expect(rules("a.mdc", "---\nglobs: *.ts,src/**/*.tsx\n---\n")).toEqual(["2 **/*.ts", "2 src/**/*.tsx"]);
    expect(rules("a.md", '+++\napplies_to = [\n  "src/a/**",\n  "src/b/**",\n]\n+++\n')).toEqual(["3 src/a/**", "4 src/b/**"]);
    expect(rules("a.md", '---\napplyTo: "**"\n---\n')).toEqual(["2 **"]);
  });
  test("names and files are mentions; a bare word may be a folder too", () => {
    const text = "---\ngoverns: [TokenStore, auth.Session, src/auth/session.ts, billing]\n---\n";
    expect(names("a.md", text)).toEqual(["2 TokenStore", "2 auth.Session", "2 src/auth/session.ts", "2 billing"]);
    expect(rules("a.md", text)).toEqual(["2 billing{,/**}"]);
  });
  test("what is beside the document, and what is no path", () => {
    expect(rules("docs/adr/a.md", "---\ngoverns: [../../src/x/**, ./img/, https://x.y/z/**]\n---\n")).toEqual([
      "2 src/x/**",
      "2 docs/adr/img/**",
    ]);
    expect(rules("a.md", "# A\n\n---\nglobs: src/**\n---\n")).toEqual([]);
  });
});

describe("fields and sections", () => {
  test("“Applies to” in a list, in bold, in a table, with a list behind it", () => {
    expect(rules("a.md", "# A\n\nApplies to: `src/a/**`, lib/b/\n")).toEqual(["3 src/a/**", "3 lib/b/**"]);
    expect(rules("a.md", "# A\n\n* Applies to: src/a/**\n* **Governs:** `lib/`\n")).toEqual(["3 src/a/**", "4 lib/**"]);
    expect(rules("a.md", "# A\n\n| Applies to | `src/a/` |\n|---|---|\n")).toEqual(["3 src/a/**"]);
    expect(rules("a.md", "# A\n\n**Applies to:**\n\n- no\n")).toEqual([]);
    expect(rules("a.md", "# A\n\n**Applies to:**\n- `src/a/`\n- [b](src/b/)\n\n`src/c/`\n")).toEqual(["4 src/a/**", "5 src/b/**"]);
    expect(names("a.md", "# A\n\nApplies to: TokenStore, everything else\n")).toEqual(["3 TokenStore"]);
  });
  test("a section of that title; sentences in it say nothing", () => {
    expect(rules("a.md", "# A\n\n## Applies to\n\n- `src/a/**`\n- all and/or some code\n\n## Other\n\n`src/b/**`\n")).toEqual([
      "5 src/a/**",
    ]);
  });
  test("what only a decision means so", () => {
    const text = "# A\n\n* Scope: `src/a/**`\n";
    expect([rules("a.md", text), rules("docs/adr/0001-a.md", text)]).toEqual([[], ["3 src/a/**"]]);
  });
});

describe("decisions", () => {
  test("are told by folder, number, the sections of a template, or front matter", () => {
    for (const path of [
      "docs/adr/0001-a.md",
      "doc/architecture/decisions/use-x.md",
      "ADR-12.md",
      "rfcs/0007-x.md",
      "docs/decision-records/x.md",
    ])
      expect([path, status(path, "# A\n")]).toEqual([path, "unknown"]);
    for (const path of ["docs/adr/README.md", "docs/adr/template.md", "rfcs/intro.md", "docs/guide.md", "docs/2020-01-01-post.md"])
      expect([path, status(path, "# A\n")]).toEqual([path, null]);
    expect(status("x.md", "# X\n## Status\nAccepted\n## Context\nc\n## Decision\nd\n")).toBe("accepted");
    expect(status("x.md", "# X\n## Context and Problem Statement\n## Considered Options\n## Decision Outcome\n")).toBe("unknown");
    expect(status("x.md", "---\nstatus: proposed\ndeciders: a\n---\n# X\n")).toBe("proposed");
    expect(read("docs/adr/0001-a.md", "# A\n").symbols[0]!.type).toBe("unknown");
  });
  test("statuses as templates write them", () => {
    const path = "adr/0001-x.md";
    expect(status(path, "# 1. X\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n\nSuperseded by [2](0002-y.md)\n\n## Context\n")).toBe(
      "superseded",
    );
    expect(status(path, "# X\n\n* Status: accepted\n* Deciders: a\n")).toBe("accepted");
    expect(status(path, "# X\n\n**Status**: Rejected\n")).toBe("rejected");
    expect(status(path, "# X\n\n| Status | Deprecated |\n|---|---|\n")).toBe("deprecated");
    expect(status(path, "# X\n\n## Status\n\n**Proposed**\n")).toBe("proposed");
    expect(status(path, "---\nstatus: {superseded by ADR-2}\n---\n# X\n")).toBe("superseded");
  });
});

describe("other documents", () => {
  test("reStructuredText and AsciiDoc: fields, attributes, sections and decisions", () => {
    expect(rules("docs/adr/0001-x.rst", "X\n=\n\n:Status: Accepted\n:Applies to: ``src/a/**``\n")).toEqual(["5 src/a/**"]);
    expect(status("docs/adr/0001-x.rst", "Title\n=====\n\nStatus\n------\n\nSuperseded by 2.\n\nDecision\n--------\n")).toBe("superseded");
    expect(rules("docs/adr/0001-x.adoc", "= X\n:status: accepted\n\n== Applies to\n\n* `src/a/**`\n")).toEqual(["6 src/a/**"]);
    expect(status("docs/adr/0001-x.adoc", "= X\n:status: rejected\n")).toBe("rejected");
  });
});
