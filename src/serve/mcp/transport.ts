/**
 * JSON-RPC over standard input and output, one message a line.
 *
 * The SDK's own transport answers nothing to a line that is no message, gives up the connection at an overlong one, and does not notice
 * the end of its input: a client would wait for ever, and a server stay behind. This one answers with the error that JSON-RPC has for
 * it, throws away the rest of an overlong line, and tells of the end.
 */

import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { toJson } from "../../base/visible.ts";
import { mcp } from "../limits.ts";

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const NEWLINE = 10;

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The client has closed its end: nothing more will come. */
  onend?: () => void;
  #pieces: Buffer[] = [];
  #length = 0;
  /** Throwing away the rest of an overlong line. */
  #skipping = false;
  #open = true;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    private readonly limit = mcp.maxMessageBytes as number,
  ) {}

  async start(): Promise<void> {
    this.input.on("data", (chunk: Buffer) => this.#take(chunk));
    this.input.on("end", () => this.#ended());
    this.input.on("close", () => this.#ended());
    this.input.on("error", () => this.#ended());
  }

  #ended(): void {
    if (!this.#open) return;
    this.#open = false;
    // A last line without its newline is a message all the same.
    if (this.#length > 0) this.#line(Buffer.concat(this.#pieces));
    this.#pieces = [];
    this.onend?.();
  }

  #take(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const last = chunk.subarray(from, at);
      if (!this.#skipping && this.#length + last.length > this.limit) this.#tooLong();
      else if (!this.#skipping) this.#line(this.#length === 0 ? last : Buffer.concat([...this.#pieces, last]));
      this.#pieces = [];
      this.#length = 0;
      this.#skipping = false;
      from = at + 1;
    }
    if (this.#skipping || from === chunk.length) return;
    const rest = chunk.subarray(from);
    this.#length += rest.length;
    if (this.#length <= this.limit) {
      this.#pieces.push(Buffer.from(rest));
      return;
    }
    this.#tooLong();
    this.#pieces = [];
    this.#length = 0;
    this.#skipping = true;
  }

  #tooLong(): void {
    this.#refuse(null, INVALID_REQUEST, `The message is longer than ${this.limit} bytes.`);
  }

  #line(bytes: Buffer): void {
    const text = bytes.toString("utf8").trim();
    if (text === "") return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#refuse(null, PARSE_ERROR, "The message is not JSON.");
      return;
    }
    const parsed = JSONRPCMessageSchema.safeParse(value);
    if (parsed.success) this.onmessage?.(parsed.data);
    else this.#refuse(idOf(value), INVALID_REQUEST, "The message is not a JSON-RPC 2.0 request, response or notification.");
  }

  #refuse(id: string | number | null, code: number, message: string): void {
    this.output.write(`${toJson({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      this.output.write(`${toJson(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    this.#open = false;
    this.input.removeAllListeners("data");
    this.input.pause();
    this.onclose?.();
  }
}

/** The id of what was meant as a request, so that whoever waits for it hears of it. */
function idOf(value: unknown): string | number | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
