/** What is handed over on standard input or in a file that the user names (a pipe, too): read piece by piece, and never more than it may be. */
import { open } from "node:fs/promises";
import { Refusal } from "../base/errors.ts";

/** The most that each kind of input may have, in bytes; real ones have a hundredth of it. */
export const INPUT = { plan: 4_000_000, questions: 64_000_000, patch: 256_000_000, pushes: 16_000_000 } as const;

/** Characters of a line of `q -` that are kept: ten times the longest question, so that what is refused is told with its length. */
const LINE = 1_000_000;

/**
 * Standard input (`-`) or a file.
 * @param most bytes
 * @throws Refusal `bad-value` where it has more; the error of the system where it cannot be read
 */
export async function readInput(file: string, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of file === "-" ? Bun.stdin.stream() : pieced(file)) {
    length += piece.length;
    if (length > most)
      throw new Refusal(
        "bad-value",
        `${file === "-" ? "Standard input" : file} has more than ${most.toLocaleString("en")} bytes.`,
        "Give a part of it at a time.",
      );
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function* pieced(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    for (;;) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** The lines of a stream, without their ends; of a longer one than anybody asks only the beginning. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = "";
  const take = (text: string): void => {
    if (line.length < LINE) line += text.slice(0, LINE - line.length);
  };
  for await (const bytes of stream) {
    const [first = "", ...more] = decoder.decode(bytes, { stream: true }).split("\n");
    take(first);
    for (const next of more) {
      yield line.replace(/\r$/, "");
      line = "";
      take(next);
    }
  }
  take(decoder.decode());
  if (line !== "") yield line;
}
