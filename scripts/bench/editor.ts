/**
 * Do positions mean what the graph says? `bun scripts/bench/editor.ts FOLDER…`, each with an index.
 *
 * Every definition of code is asked for at its own name, and every use that was resolved at the name of what it means in its line, as an editor would
 * (`manifold lsp`). Counted is what leads elsewhere.
 */
import { refresh } from "../../src/indexing/refresh.ts";
import { Buffers, holdsName } from "../../src/serve/lsp/text.ts";
import { isTold } from "../../src/serve/lsp/told.ts";
import { View } from "../../src/serve/lsp/view.ts";
import { uriOfPath } from "../../src/serve/lsp/workspace.ts";
import type { SymbolRow } from "../../src/store/graph.ts";

const USES = new Set(["calls", "inherits", "implements", "uses"]);
const none = () => ({ definitions: 0, nameless: 0, elsewhere: 0, uses: 0, unwritten: 0, right: 0, constructor: 0, other: 0, nothing: 0 });
const all = none();
const languages = new Set<string>();

for (const root of process.argv.slice(2)) {
  const { store } = await refresh(root, { skip: true, quiet: true });
  const view = new View({ root, store, behind: 0, warnings: [] }, new Buffers(), uriOfPath);
  const count = none();
  const same = (found: SymbolRow, meant: SymbolRow): boolean =>
    found.id === meant.id || (meant.declares && found.name === meant.name) || (found.path === meant.path && found.start === meant.start);
  for (const file of store.files()) {
    const page = view.page(file.path);
    if (!page) continue;
    for (const symbol of store.symbolsOfFile(file.id)) {
      if (!isTold(symbol)) continue;
      if (file.language) languages.add(file.language);
      count.definitions++;
      const spans = view.spans(symbol);
      const written = spans && page.disk.text.startsWith(symbol.name, page.disk.offsetAt(spans.name.start, "utf-16"));
      if (!written) count.nameless++;
      else if (!view.pointed(file.path, spans.name.start)?.symbols.some((one) => same(one, symbol))) count.elsewhere++;
    }
    for (const edge of store.edgesOfFile(file.id)) {
      const meant = USES.has(edge.kind) && ["exact", "typed", "unique"].includes(edge.resolution) ? store.symbolById(edge.dst) : null;
      if (!meant || !isTold(meant)) continue;
      count.uses++;
      const place = holdsName(page.disk.line(edge.line), meant.name) ? view.place(file.path, edge.line, [meant.name]) : null;
      if (!place) count.unwritten++;
      else {
        const symbols = view.pointed(file.path, place.range.start)?.symbols ?? [];
        if (symbols.some((one) => same(one, meant))) count.right++;
        else if (symbols.some(({ parent }) => parent === meant.id)) count.constructor++;
        else if (symbols.length > 0) count.other++;
        else count.nothing++;
      }
    }
  }
  store.close();
  for (const [key, value] of Object.entries(count)) all[key as keyof typeof all] += value;
  console.log(root.replace(/^.*\//, ""), JSON.stringify(count));
}
console.log(`all, ${languages.size} languages`, JSON.stringify(all));
