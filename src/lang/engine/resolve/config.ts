/** Configuration files that decide where imports lead, as their languages read them. Leniently: what cannot be read decides nothing. */

const kept = new Map<string, unknown>();

/** A pure function of a text, kept by the text: hundreds of files ask about the same few configurations. */
export function keptBy<T>(what: string, text: string, make: () => T): T {
  const key = `${what}\0${text}`;
  if (kept.has(key)) return kept.get(key) as T;
  if (kept.size > 2_000) kept.clear();
  const value = make();
  kept.set(key, value);
  return value;
}

export type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;

/** JSON with comments and trailing commas; null when it is none. */
export function looseJson(text: string): { [key: string]: Json } | null {
  return keptBy("json", text, () => {
    const plain = text
      .replace(/("(?:\\.|[^"\\\n])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, quoted: string | undefined) => quoted ?? "")
      .replace(/("(?:\\.|[^"\\\n])*")|,(?=\s*[}\]])/g, (_, quoted: string | undefined) => quoted ?? "");
    try {
      const value = JSON.parse(plain) as Json;
      return value !== null && typeof value === "object" && !Array.isArray(value) ? value : null;
    } catch {
      return null;
    }
  });
}

export function objectOf(value: Json | undefined): { [key: string]: Json } | null {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : null;
}

export function leaves(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(leaves);
  const map = objectOf(value);
  return map ? Object.values(map).flatMap(leaves) : [];
}
