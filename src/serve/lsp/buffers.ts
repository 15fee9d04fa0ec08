/** What the client has open, as it stands there: saved or not. */
import type { TextDocumentContentChangeEvent } from "vscode-languageserver/node";
import { redact } from "../../files/secrets.ts";
import { Aligned } from "./aligned.ts";
import { type Encoding, Text } from "./text.ts";

/** The text of an open document. */
export class Buffer {
  #redacted: Text | null = null;
  #aligned: { disk: string; made: Aligned } | null = null;

  constructor(
    /** As the client wrote it. */
    readonly uri: string,
    readonly text: Text,
  ) {}

  /** Its lines beside those of the file; null where they are the same. @param disk redacted, as the buffer is for the comparison */
  beside(disk: Text): Aligned | null {
    if (this.text.text === disk.text) return null;
    this.#redacted ??= new Text(redact(this.text.text).text);
    if (this.#redacted.text === disk.text) return null;
    if (this.#aligned?.disk !== disk.text) this.#aligned = { disk: disk.text, made: new Aligned(disk.lines, this.#redacted.lines) };
    return this.#aligned.made;
  }
}

/** The open documents by path. */
export class Buffers {
  readonly #open = new Map<string, Buffer>();
  /** Agreed on with the client. */
  encoding: Encoding = "utf-16";

  get(path: string): Buffer | null {
    return this.#open.get(path) ?? null;
  }

  open(path: string, uri: string, text: string): void {
    this.#open.set(path, new Buffer(uri, new Text(text)));
  }

  close(path: string): void {
    this.#open.delete(path);
  }

  change(path: string, changes: readonly TextDocumentContentChangeEvent[]): void {
    let buffer = this.#open.get(path);
    if (!buffer) return;
    for (const change of changes) {
      const { text } = buffer.text;
      const next =
        "range" in change
          ? text.slice(0, buffer.text.offsetAt(change.range.start, this.encoding)) +
            change.text +
            text.slice(buffer.text.offsetAt(change.range.end, this.encoding))
          : change.text;
      buffer = new Buffer(buffer.uri, new Text(next));
    }
    this.#open.set(path, buffer);
  }
}
