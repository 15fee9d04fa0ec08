/** The fixtures of every language: what stands in `test/lang/<language>/fixtures`, expectations left out. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Fixture {
  /** Base name: it tells the language. */
  name: string;
  path: string;
  text: string;
}

export const FIXTURES: readonly Fixture[] = readdirSync(import.meta.dir, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "engine")
  .flatMap(({ name: folder }) => {
    const inside = join(import.meta.dir, folder, "fixtures");
    return readdirSync(inside)
      .filter((name) => !name.endsWith(".facts"))
      .map((name) => ({ name, path: join(inside, name), text: readFileSync(join(inside, name), "utf8") }));
  })
  .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
