/**
 * Short texts, compressed one by one: of texts of a kilobyte or two zstd leaves more than deflate, a higher level or brotli gain little for twice the
 * time, and a dictionary made from the same tree gains more but is read anew for every text.
 */

const PACKING = { level: 6, library: "libdeflate" } as const;

/** What libdeflate packs in less time than zlib, zlib unpacks in a third of libdeflate's, which is made anew for every text. */
const UNPACKING = { library: "zlib" } as const;

/** @param text any length */
export function deflate(text: string): Uint8Array {
  return Bun.deflateSync(text, PACKING);
}

/** @throws when the bytes are not ours */
export function inflate(data: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = Bun.inflateSync(data as Uint8Array<ArrayBuffer>, UNPACKING);
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}
