/** Files as the protocol names them: whatever bytes a name is made of, and as the client spells the folders that it has open. */
import { fileURLToPath, pathToFileURL } from "node:url";
import { nameFromBytes, slashed, systemPath } from "../../base/names.ts";

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
