/** What documents refer to that is not there, and what a linter must not call so. */
import { afterEach, expect, test } from "bun:test";
import { index } from "../../../src/indexing.ts";
import { goneOf } from "../../../src/query/graph/gone.ts";
import { opened, removeTemporary, temporary, write } from "../../store/_tree.ts";

afterEach(removeTemporary);

async function gone(files: Record<string, string>): Promise<string[]> {
  const root = temporary();
  write(root, {
    "src/auth/session.ts": "export class TokenStore {\n  get(k: string) { return k; }\n}\nexport class Open extends Elsewhere {}\n",
    "docs/guide.md": "# Guide\n\n## Set up & run\n\n## Twice\n\n## Twice\n\n<a id='own'></a>\n",
    ...files,
  });
  await index(root, { quiet: true });
  const store = opened(root);
  const report = goneOf(store);
  store.close();
  return report.gone.map(({ path, line, kind, target, nearest }) => `${path}:${line} ${kind} ${target} ${nearest}`);
}

test("links, headings, paths in code and members, each with the nearest name", async () => {
  const text = [
    "# A",
    "[a](guides.md) [b](guide.md#set-up-und-run) ![c](img/x.png)",
    "`src/auth/sesion.ts` and `TokenStore.gett`",
    "[d][ref]",
    "",
    "[ref]: ../src/auth/gone.ts",
  ].join("\n");
  expect(await gone({ "docs/a.md": text })).toEqual([
    "docs/a.md:2 heading guide.md#set-up-und-run setuprun",
    "docs/a.md:2 file guides.md docs/guide.md",
    "docs/a.md:2 file img/x.png null",
    "docs/a.md:3 name TokenStore.gett TokenStore.get",
    "docs/a.md:3 file src/auth/sesion.ts src/auth/session.ts",
    "docs/a.md:6 file ../src/auth/gone.ts null",
  ]);
});

test("what is there, what may be there, and what is no reference", async () => {
  const text = [
    "[a](guide.md#set-up--run) [b](guide.md#twice-1) [c](guide.md#own) [d](../src/auth/session.ts#L2) [e](../src/) [f](#a-title)",
    "# A title",
    "[g](https://x.y/z.md) [h](/guide/intro) [i](./page) [j]({{ url }}.md) [k](mailto:a@b.c)",
    "`your/own/file.ts` `Elsewhere.run` `TokenStore.get()` `Open.save` `some words.md` `npm run x`",
    "```md",
    "[l](gone.md)",
    "```",
  ].join("\n");
  expect(
    await gone({
      "docs/a.md": text,
      "test/fixtures/b.md": "[x](gone.md)",
      "docs/adr/template.md": "[x](yyyy-xxx.md)",
      "CHANGELOG.md": "`src/auth/old.ts` went\n",
    }),
  ).toEqual([]);
});

test("reStructuredText and AsciiDoc: links, pages, includes, paths in code and members; not what stands in blocks", async () => {
  const rst = [
    "A",
    "=",
    "See :doc:`lost`, :doc:`guide`, :doc:`text <page>`, `this <nope.rst>`_ and ``src/auth/sesion.ts``, ``TokenStore.gett``, ``TokenStore.get``.",
    "Not :doc:`/from/the/root`, `web <https://x.y/z.rst>`_, :ref:`label`, ``some words.md``.",
    "",
    ".. include:: absent.rst",
    ".. image:: img/x.png",
    ".. code-block:: rst",
    "",
    "   see `this <gone.rst>`_",
    "",
    "Like this::",
    "",
    "   ``src/auth/gone.ts``",
    "",
  ].join("\n");
  const adoc = [
    "= B",
    "",
    "xref:lost.adoc[l], link:guide.md[g], link:https://x.y/z.adoc[w], xref:c.adoc#part[c], `src/auth/sesion.ts`, `TokenStore.gett`",
    "",
    "include::gone.adoc[]",
    "include::{snippets}/gone.adoc[]",
    "----",
    "link:gone.adoc[x]",
    "----",
    "// link:gone.adoc[x]",
  ].join("\n");
  const antora = "= P\n\nxref:other.adoc[o] and image::x.png[]\n";
  const there = { "docs/page.md": "# P\n", "docs/c.adoc": "= C\n", "docs/modules/ROOT/pages/p.adoc": antora };
  expect(await gone({ "docs/a.rst": rst, "docs/b.adoc": adoc, ...there })).toEqual([
    "docs/a.rst:3 name TokenStore.gett TokenStore.get",
    "docs/a.rst:3 file lost null",
    "docs/a.rst:3 file nope.rst null",
    "docs/a.rst:3 file src/auth/sesion.ts src/auth/session.ts",
    "docs/a.rst:6 file absent.rst null",
    "docs/a.rst:7 file img/x.png null",
    "docs/b.adoc:3 name TokenStore.gett TokenStore.get",
    "docs/b.adoc:3 file lost.adoc null",
    "docs/b.adoc:3 file src/auth/sesion.ts src/auth/session.ts",
    "docs/b.adoc:5 file gone.adoc null",
  ]);
});

test("rules whose folder is not there", async () => {
  const owners = "/src/auth/ @a\n/src/gone/ @b\n*.sql @c\n/src/**/x.ts @d\n";
  expect(await gone({ ".github/CODEOWNERS": owners, "docs/adr/0001-a.md": "---\ngoverns: lib/auth/**\n---\n# A\n" })).toEqual([
    ".github/CODEOWNERS:2 pattern src/gone null",
    "docs/adr/0001-a.md:2 pattern lib/auth src/auth",
  ]);
});
