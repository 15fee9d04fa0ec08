/**
 * One entry of a JSON file with comments, edited in place: everything else stays byte for byte.
 *
 * jsonc-parser reads and applies; where to put and take away is decided here, because its own formatting rewrites the lines around an
 * edit and its insertion moves the comment behind the last entry to the new one.
 */
import {
  applyEdits,
  createScanner,
  type Edit,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";

/** Keys from the root of a file to an entry. */
export type FieldPath = string[];

export const json: ConfigFormat = {
  value: (text) => {
    const root = tree(split(text).body);
    return root ? getNodeValue(root) : {};
  },
  put(text, path, entry) {
    const { bom, body } = split(text);
    const eol = body.includes("\r\n") ? "\r\n" : "\n";
    return bom + set(body.trim() === "" ? `{}${eol}` : body, path, entry, { eol, unit: unitOf(body) });
  },
  drop(text, path) {
    const { bom, body } = split(text);
    const property = findNodeAtLocation(rootOf(body, path), path)?.parent;
    return property ? bom + applyEdits(body, removal(body, property)) : text;
  },
};

/** Elements of a list in a JSON file, edited in place as entries are. */
export const elements = {
  /** The text with a value under a key, where there is none yet. */
  ensure(text: string, key: string, value: unknown): string {
    const { bom, body } = split(text);
    const eol = body.includes("\r\n") ? "\r\n" : "\n";
    const whole = body.trim() === "" ? `{}${eol}` : body;
    return findNodeAtLocation(rootOf(whole, [key]), [key]) ? text : bom + set(whole, [key], value, { eol, unit: unitOf(body) });
  },
  /** The text with one more element at the end of the list at a path, which is made where there is none. */
  append(text: string, path: FieldPath, element: unknown): string {
    const { bom, body } = split(text);
    const layout = { eol: body.includes("\r\n") ? "\r\n" : "\n", unit: unitOf(body) };
    const whole = body.trim() === "" ? `{}${layout.eol}` : body;
    const list = listAt(whole, path);
    return bom + (list ? applyEdits(whole, insertion(whole, list, null, element, layout)) : set(whole, path, [element], layout));
  },
  /** The text without the elements that pass. */
  drop(text: string, path: FieldPath, passes: (element: unknown) => boolean): string {
    const { bom, body } = split(text);
    for (let left = body; ; ) {
      const gone = listAt(left, path)?.children?.find((element) => passes(getNodeValue(element)));
      if (!gone) return bom + left;
      left = applyEdits(left, removal(left, gone));
    }
  },
};

/** @throws ConfigTrouble where something else than a list stands there */
function listAt(body: string, path: FieldPath): Node | undefined {
  if (body.trim() === "") return undefined;
  const there = findNodeAtLocation(rootOf(body, path), path);
  if (there && there.type !== "array") throw new ConfigTrouble(`${path.join(".")} is not a list`);
  return there;
}

interface Layout {
  eol: string;
  /** One step of indentation. */
  unit: string;
}

function split(text: string): { bom: string; body: string } {
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  return { bom, body: text.slice(bom.length) };
}

/** The tree of a file, undefined for an empty one. */
function tree(body: string): Node | undefined {
  if (body.trim() === "") return undefined;
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, { allowTrailingComma: true, disallowComments: false });
  const [first] = errors;
  if (first) {
    const before = body.slice(0, first.offset).split("\n");
    throw new ConfigTrouble(`line ${before.length}, column ${before.at(-1)!.length + 1}: ${printParseErrorCode(first.error)}`);
  }
  if (root?.type !== "object") throw new ConfigTrouble("it does not hold an object");
  return root;
}

/** The root; what leads to the entry must be objects, as far as it is there. */
function rootOf(body: string, path: FieldPath): Node {
  const root = tree(body);
  if (!root) throw new ConfigTrouble("it is empty");
  for (let depth = 1; depth < path.length; depth++) {
    const node = findNodeAtLocation(root, path.slice(0, depth));
    if (node && node.type !== "object") throw new ConfigTrouble(`${path.slice(0, depth).join(".")} is not an object`);
  }
  return root;
}

/** One step of indentation as the file has it; two spaces where nothing tells. */
function unitOf(body: string): string {
  return (
    /^\s*\{[^\n]*\r?\n(?:[^\S\n]*(?:\/\/[^\n]*)?\r?\n)*([ \t]+)\S/.exec(
      body.replace(/^(?:\s*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/))+/, ""),
    )?.[1] ?? "  "
  );
}

function set(body: string, path: FieldPath, value: unknown, layout: Layout): string {
  const root = rootOf(body, path);
  const there = findNodeAtLocation(root, path);
  if (there?.type === "object" && typeof value === "object" && value !== null && !Array.isArray(value)) {
    // Key by key: what the user added or wrote beside them stays.
    let text = body;
    for (const [key, one] of Object.entries(value)) text = set(text, [...path, key], one, layout);
    return text;
  }
  if (there) {
    if (Bun.deepEquals(getNodeValue(there), value)) return body;
    return applyEdits(body, [{ offset: there.offset, length: there.length, content: JSON.stringify(value) }]);
  }
  let depth = path.length - 1;
  while (depth > 0 && !findNodeAtLocation(root, path.slice(0, depth))) depth--;
  const holder = depth === 0 ? root : findNodeAtLocation(root, path.slice(0, depth))!;
  const wrapped = path.slice(depth + 1).reduceRight((inner: unknown, key) => ({ [key]: inner }), value);
  return applyEdits(body, insertion(body, holder, path[depth]!, wrapped, layout));
}

/** Puts a property at the end of an object, or an element (no key) at the end of a list, on lines of its own. */
function insertion(body: string, holder: Node, key: string | null, value: unknown, { eol, unit }: Layout): Edit[] {
  const close = holder.offset + holder.length - 1;
  const last = holder.children?.at(-1);
  const own = indentAt(body, close);
  const first = holder.children?.[0];
  const indent = (first && aloneOnLine(body, first.offset) ? indentAt(body, first.offset) : null) ?? own + unit;
  const space = /\s*$/.exec(body.slice(holder.offset + 1, close))![0];
  const property = `${key === null ? "" : `${JSON.stringify(key)}: `}${JSON.stringify(value, null, unit).replaceAll("\n", eol + indent)}`;
  const comma = last ? commaAfter(body, last.offset + last.length, close) : null;
  const edits: Edit[] = [];
  if (last && comma === null) edits.push({ offset: last.offset + last.length, length: 0, content: "," });
  const tail = space.includes("\n") ? "" : eol + own;
  // A file that ends its lists with a comma goes on doing so.
  const text = eol + indent + property + (comma === null ? "" : ",") + tail;
  edits.push({ offset: close - space.length, length: space.includes("\n") ? 0 : space.length, content: text });
  return edits;
}

/** Takes a property or an element out, with its line and one comma; comments around it stay. */
function removal(body: string, property: Node): Edit[] {
  const siblings = property.parent?.children ?? [];
  const at = siblings.indexOf(property);
  const close = property.parent!.offset + property.parent!.length - 1;
  let end = property.offset + property.length;
  const after = commaAfter(body, end, siblings[at + 1]?.offset ?? close);
  if (after !== null) end = after + 1;
  const edits: Edit[] = [];
  if (after === null && at > 0) {
    const before = siblings[at - 1]!;
    const comma = commaAfter(body, before.offset + before.length, property.offset);
    if (comma !== null) edits.push({ offset: comma, length: 1, content: "" });
  }
  const line = body.lastIndexOf("\n", property.offset - 1);
  const whole = aloneOnLine(body, property.offset) && line >= 0;
  const from = whole ? (body[line - 1] === "\r" ? line - 1 : line) : property.offset;
  edits.push({ offset: from, length: end - from, content: "" });
  return edits;
}

/** Where the comma is that follows, comments aside; null if there is none before `end`. */
function commaAfter(body: string, from: number, end: number): number | null {
  const scanner = createScanner(body.slice(from, end), true);
  scanner.scan();
  const at = from + scanner.getTokenOffset();
  return at < end && body[at] === "," ? at : null;
}

const lineStart = (body: string, offset: number): number => body.lastIndexOf("\n", offset - 1) + 1;
const aloneOnLine = (body: string, offset: number): boolean => body.slice(lineStart(body, offset), offset).trim() === "";
const indentAt = (body: string, offset: number): string => /^[ \t]*/.exec(body.slice(lineStart(body, offset), offset))![0];

// What the configuration formats have in common.

/** A file that cannot be edited as it is; the message says where and why. */
export class ConfigTrouble extends Error {
  override readonly name = "ConfigTrouble";
}

export interface ConfigFormat {
  /**
   * What a text holds; an empty one holds an empty object.
   * @throws ConfigTrouble
   */
  value(text: string): unknown;
  /** The text with the entry; everything else as it was. */
  put(text: string, path: string[], entry: Record<string, unknown>): string;
  /** The text without the entry. */
  drop(text: string, path: string[]): string;
}

/** The value at a path, undefined where there is none. */
export function at(value: unknown, path: readonly string[]): unknown {
  let here: unknown = value;
  for (const key of path) here = typeof here === "object" && here !== null ? (here as Record<string, unknown>)[key] : undefined;
  return here;
}
