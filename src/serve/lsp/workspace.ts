/** The folders that the client has open, and the trees that files in them belong to. */

import { realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { asRefusal, Refusal } from "../../base/errors.ts";
import { nameFromBytes, slashed, systemPath } from "../../base/names.ts";
import { namedRoot } from "../../store/root.ts";
import type { LiveTree } from "../mcp/live.ts";
import { isWithin, OpenTrees, treeFor } from "../mcp/trees.ts";

/** A folder as the client names it, and where it really is. */
interface Folder {
  given: string;
  real: string;
}

export class Workspace {
  #folders: Folder[] | null = null;
  readonly #trees = new OpenTrees();

  /** @param started the folder that the server stands for where the client has none */
  constructor(private readonly started: string) {}

  /** @param uris of the client's folders; null where it says nothing about them */
  set(uris: readonly string[] | null): void {
    this.#folders = uris?.flatMap((uri) => folderOf(uri) ?? []) ?? null;
  }

  add(uris: readonly string[], gone: readonly string[]): void {
    const paths = new Set(gone.map(pathOfUri));
    const left = (this.#folders ?? []).filter(({ given }) => !paths.has(given));
    this.#folders = [...left, ...uris.flatMap((uri) => folderOf(uri) ?? [])];
  }

  /**
   * Where a document really is.
   * @returns null for another scheme, another machine's file, or a folder that is not there
   */
  pathOf(uri: string): string | null {
    const path = pathOfUri(uri);
    return path === null ? null : realOf(path);
  }

  /** The URI of a file, below the folder that the client knows it in. */
  uriOf(path: string): string {
    const folder = this.#folders?.find(({ real }) => isWithin(path, real));
    return uriOfPath(folder ? slashed(join(folder.given, relative(folder.real, path))) : path);
  }

  /** The tree that a file is in, and its path there; null for one outside of what the client has open. */
  treeOf(path: string): { tree: LiveTree; path: string } | null {
    try {
      const tree = this.#tree(dirname(path));
      const inside = slashed(relative(tree.root, path));
      return isWithin(path, tree.root) && inside !== "" ? { tree, path: inside } : null;
    } catch (error) {
      if (error instanceof Refusal && (error.code === "root-refused" || error.code === "path-missing")) return null;
      throw error;
    }
  }

  #tree(named: string | undefined): LiveTree {
    return this.#trees.at(treeFor(named, this.#folders?.map(({ real }) => real) ?? null, this.started));
  }

  /** The trees of all open folders. */
  trees(): LiveTree[] {
    const folders = this.#folders?.map(({ real }) => real) ?? [undefined];
    const found = new Set<LiveTree>();
    for (const folder of folders) {
      try {
        found.add(this.#tree(folder));
      } catch (error) {
        if (asRefusal(error).code !== "root-refused") throw error;
      }
    }
    return [...found];
  }

  close(): void {
    this.#trees.close();
  }
}

function folderOf(uri: string): Folder | null {
  const given = pathOfUri(uri);
  try {
    return given === null ? null : { given, real: namedRoot(given) };
  } catch {
    return null;
  }
}

/** A path with its links followed; of one that is not there yet those of its folder. */
function realOf(path: string): string | null {
  const real = (one: string): string => slashed(nameFromBytes(realpathSync(systemPath(one), { encoding: "buffer" })));
  for (const made of [() => real(path), () => join(real(dirname(path)), basename(path))])
    try {
      return slashed(made());
    } catch {
      // The next way, or none.
    }
  return null;
}

// Files as the protocol names them: whatever bytes a name is made of, and as the client spells the folders that it has open.

const PERCENT = 0x25;

/** The path that a `file:` URI names; null for another scheme, another machine, or what no path can be. */
export function pathOfUri(uri: string): string | null {
  try {
    if (process.platform === "win32") return slashed(fileURLToPath(uri));
    const { protocol, host, pathname } = new URL(uri);
    if (protocol !== "file:" || (host !== "" && host !== "localhost") || /%(?:2f|00)/i.test(pathname)) return null;
    return nameFromBytes(unescaped(Buffer.from(pathname)));
  } catch {
    return null;
  }
}

/** @throws SyntaxError where a sign of percent begins nothing */
function unescaped(bytes: Buffer): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== PERCENT) {
      out.push(bytes[at]!);
      continue;
    }
    const byte = Uint8Array.fromHex(bytes.toString("latin1", at + 1, at + 3))[0];
    if (byte === undefined) throw new SyntaxError("A sign of percent begins nothing.");
    out.push(byte);
    at += 2;
  }
  return Uint8Array.from(out);
}

/** The URI of an absolute path. */
export function uriOfPath(path: string): string {
  if (process.platform === "win32") return pathToFileURL(path).href;
  const escaped = path.split("/").map((part) => {
    const name = systemPath(part);
    return typeof name === "string"
      ? encodeURIComponent(name.toWellFormed())
      : Array.from(name, (byte) =>
          byte < 0x80 ? encodeURIComponent(String.fromCharCode(byte)) : `%${byte.toString(16).toUpperCase()}`,
        ).join("");
  });
  return `file://${escaped.join("/")}`;
}
