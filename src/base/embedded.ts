/**
 * What the build embeds in the binary. Run from source nothing is embedded and this table is null;
 * `scripts/build.ts` puts a generated module with the same shape in its place.
 */
export interface EmbeddedAsset {
  /** Path inside the executable; its bytes are compressed with zstd. */
  file: string;
  /** Size in bytes and wyhash (hex) of the unpacked asset. */
  size: number;
  wyhash: string;
}

export interface Embedded {
  /** Names the cache folder: architecture and hash of all assets. */
  id: string;
  assets: Record<string, EmbeddedAsset>;
}

export const embedded: Embedded | null = null;
