/** Lines in and out: however the bytes are cut, every message arrives once, and what is none is answered. */
import { expect, test } from "bun:test";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { StdioTransport } from "../../../src/serve/mcp/transport.ts";

async function received(chunks: Buffer[], limit = 10_000) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new StdioTransport(input, output, limit);
  const messages: unknown[] = [];
  const ended = new Promise<void>((resolve) => {
    transport.onend = resolve;
  });
  transport.onmessage = (message) => void messages.push(message);
  await transport.start();
  for (const chunk of chunks) input.write(chunk);
  input.end();
  await ended;
  output.end();
  const said = (await new Response(output as unknown as ReadableStream).text().catch(() => "")) || String(output.read() ?? "");
  return {
    messages,
    errors: said
      .split("\n")
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { error: { code: number } }).error.code),
  };
}

const message = (id: number, text: string) => ({ jsonrpc: "2.0" as const, id, method: "ping", params: { text } });

test("messages arrive whole and in order, wherever the stream is cut", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "grapheme" }), { maxLength: 8 }),
      fc.array(fc.nat(40), { maxLength: 60 }),
      fc.boolean(),
      async (texts, cuts, newline) => {
        const wanted = texts.map((text, i) => message(i, text));
        const bytes = Buffer.from(wanted.map((one) => JSON.stringify(one)).join("\r\n") + (newline ? "\n" : ""));
        const chunks: Buffer[] = [];
        let at = 0;
        for (const cut of cuts) {
          chunks.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        chunks.push(bytes.subarray(at));
        const { messages, errors } = await received(chunks);
        expect([messages, errors]).toEqual([wanted, []]);
      },
    ),
    { numRuns: 100 },
  );
});

test("an overlong line is refused once, and the line after it is understood", async () => {
  const long = JSON.stringify(message(1, "y".repeat(500)));
  for (const size of [1, 7, 64, 1_000]) {
    const bytes = Buffer.from(`${JSON.stringify(message(0, ""))}\n${long}\n${JSON.stringify(message(2, ""))}\n`);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
    const { messages, errors } = await received(chunks, 200);
    expect([size, messages, errors]).toEqual([size, [message(0, ""), message(2, "")], [-32_600]]);
  }
});
