/** What a client may read without calling a tool: how the index is, an overview of the tree, and any chunk by its id. */
import { pageOf } from "../../asking/overview.ts";
import type { Session } from "../../asking.ts";
import { visible } from "../../base/visible.ts";
import { ofOne } from "./asked.ts";
import { readChunk } from "./tools/read_chunk.ts";

interface Resource {
  listed: { uri: string; name: string; title: string; description: string; mimeType: string };
  text(session: Session): string | Promise<string>;
}

const text = (name: string, title: string, description: string): Resource["listed"] => ({
  uri: `manifold://${name}`,
  name,
  title,
  description,
  mimeType: "text/plain",
});

export const RESOURCES: readonly Resource[] = [
  {
    listed: text("status", "The index", "What the index is of, how fresh it is, and what is left out of it and why."),
    text: statusOf,
  },
  {
    listed: text("overview", "Overview of the tree", "Languages, folders, entry points, documents, and what most of the code depends on."),
    text: overviewOf,
  },
];

/** The page of a tree with what its manifests say. */
export async function overviewOf({ root, store }: Session): Promise<string> {
  const { Packages } = await import("../../fleet/stitch/packages.ts");
  return pageOf(root, store, new Packages(store).said.entries);
}

export const CHUNK_TEMPLATE = {
  uriTemplate: "manifold://chunk/{id}",
  name: "chunk",
  title: "A chunk",
  description: "The text of a chunk_… id as it is now, as read_chunk reads it.",
  mimeType: "text/plain",
};

/** What reads a resource; null for an address of none. */
export function readerOf(uri: string): ((session: Session) => Promise<string>) | null {
  const named = RESOURCES.find(({ listed }) => listed.uri === uri);
  if (named) return async (session) => named.text(session);
  const id = /^manifold:\/\/chunk\/(chunk_[0-9a-f]{16})$/.exec(uri)?.[1];
  if (id === undefined) return null;
  return async (session) => (await readChunk.check({ citation: id }).run(ofOne(session))).text;
}

function statusOf({ root, store, behind, warnings }: Session): string {
  const counts = store.counts();
  const left = Map.groupBy(store.skipped(), ({ reason }) => reason);
  const damaged = store.files().filter((file) => file.damaged);
  return [
    `tree: ${visible(root)}`,
    `indexed: ${counts.files} files, ${counts.chunks} chunks, ${counts.symbols} symbols, ${counts.edges} edges`,
    `languages: ${listOf(Object.entries(store.languages()))}`,
    behind === 0 ? "fresh: as the files are now" : `fresh: ${behind} changed files are not in it yet`,
    `left out: ${listOf([...left].map(([reason, files]) => [reason, files.length]))}`,
    `searched as text only (their grammar cannot read them): ${damaged.length === 0 ? "none" : some(damaged.map(({ path }) => path))}`,
    ...warnings.map(({ message }) => `! ${visible(message)}`),
  ].join("\n");
}

const listOf = (rows: readonly (readonly [string, number])[]): string =>
  rows.length === 0 ? "none" : rows.map(([name, count]) => `${visible(name)} ${count}`).join(", ");

/** Names of files, as many as tell what it is about. */
const some = (paths: readonly string[]): string =>
  `${paths.slice(0, 10).map(visible).join(", ")}${paths.length > 10 ? ` and ${paths.length - 10} more` : ""}`;
