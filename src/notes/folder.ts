/** The folder of notes in a tree: read as everything of a tree is (files/reader.ts), written whole or not at all. */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "../base/errors.ts";
import { brief } from "../base/visible.ts";
import { isInside, look } from "../files/files.ts";
import { readSourceSync } from "../files/reader.ts";
import { removeOwn, writeOwn } from "../store/own.ts";
import { notes as limits } from "./limits.ts";
import { type Note, noteText, parseNote } from "./note.ts";

/** Where notes are unless manifold.json says otherwise. */
export const NOTES_FOLDER = ".manifold-notes";

/** The notes of a tree, by path, and what of the folder is none. */
export interface Notes {
  folder: string;
  all: Note[];
  /** Sentences on files that are left out. */
  problems: string[];
}

/**
 * A folder of the settings, as it is used here.
 * @throws Refusal `bad-settings` where it does not lie in the tree
 */
export function notesFolder(said: string | null): string {
  const folder = (said ?? NOTES_FOLDER).replace(/^\.\//, "").replace(/\/+$/, "");
  const [first] = folder.split("/");
  if (!isInside(folder) || first === ".git" || first === ".manifold" || folder.length > 400)
    throw new Refusal(
      "bad-settings",
      `The folder of notes "${brief(said ?? "", 100)}" does not lie in the tree.`,
      'Give manifold.json a folder below its own: {"notes": {"folder": "docs/notes"}}.',
    );
  return folder;
}

/** Why the folder is not one to look into, as a sentence; null where it is, or is not there. */
function strange(root: string, folder: string): string | null {
  const parts = folder.split("/");
  for (let n = 1; n <= parts.length; n++) {
    const part = parts.slice(0, n).join("/");
    const { kind } = look(root, part);
    if (kind === "missing") return null;
    if (kind !== "folder") return `${part} is ${kind === "link" ? "a link" : "no folder"}: no notes are read through it.`;
  }
  return null;
}

/** Is there a folder of notes? One look, for questions of trees that have none. */
export const hasNotes = (root: string, folder: string): boolean => look(root, folder).kind !== "missing";

/** All notes of a folder. Links, devices, files that are too large or no text are left out, and told. */
export function readNotes(root: string, folder: string): Notes {
  const notes: Notes = { folder, all: [], problems: [] };
  const wrong = strange(root, folder);
  if (wrong !== null) return { ...notes, problems: [wrong] };
  const paths: string[] = [];
  let seen = 0;
  const walk = (at: string, depth: number): void => {
    let entries: string[] = [];
    try {
      entries = readdirSync(join(root, at), { withFileTypes: true }).flatMap((entry) => (entry.name.startsWith(".") ? [] : [entry.name]));
    } catch (error) {
      if ((error as { code?: string }).code !== "ENOENT") notes.problems.push(`${at} cannot be listed.`);
    }
    for (const name of entries.sort()) {
      if (++seen > limits.maxNames || paths.length >= limits.maxNotes) return;
      const path = `${at}/${name}`;
      const { kind, size } = look(root, path);
      if (kind === "folder" && depth < limits.maxDepth) walk(path, depth + 1);
      else if (!/\.(?:md|markdown)$/i.test(name)) continue;
      else if (kind === "link") notes.problems.push(`${path} is a link, which is not followed.`);
      else if (kind !== "file") notes.problems.push(`${path} is no plain file.`);
      else if (size > limits.maxBytes) notes.problems.push(`${path} has more than ${limits.maxBytes} bytes: a document, not a note.`);
      else paths.push(path);
    }
  };
  walk(folder, 0);
  if (seen > limits.maxNames || paths.length >= limits.maxNotes)
    notes.problems.push(`${folder} has more files than are read as notes: the first ${paths.length} of them are.`);
  const ids = new Set<string>();
  for (const path of paths) {
    const source = readSourceSync(root, path);
    if (typeof source === "string") {
      notes.problems.push(`${path} is not read (${source}).`);
      continue;
    }
    const note = parseNote(path, source.text);
    if (ids.has(note.id)) {
      note.problems.push(`Another note has the id ${note.id}.`);
      note.broken = true;
    }
    ids.add(note.id);
    notes.all.push(note);
  }
  return notes;
}

/**
 * Writes a note into its file.
 * @throws Refusal `index-unwritable` where that cannot be, `bad-settings` where the way there leads through a link
 */
export function writeNote(root: string, folder: string, note: Note): void {
  const wrong = strange(root, folder);
  if (wrong !== null) throw new Refusal("bad-settings", wrong, "Make it a folder of the tree, or name another in manifold.json.");
  try {
    mkdirSync(join(root, folder), { recursive: true });
    writeOwn(join(root, note.path), noteText(note), 0o644);
  } catch (error) {
    throw new Refusal("index-unwritable", `${note.path} cannot be written.`, "Check the owner and permissions of its folder.", {
      cause: error,
    });
  }
}

/** Removes a note's file. @throws Refusal `index-unwritable` */
export function removeNote(root: string, note: Note): void {
  try {
    removeOwn(join(root, note.path));
  } catch (error) {
    throw new Refusal("index-unwritable", `${note.path} cannot be removed.`, "Check the owner and permissions of its folder.", {
      cause: error,
    });
  }
}
