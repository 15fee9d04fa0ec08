/** Just enough of the ELF header to tell which machine a library is for (System V ABI, e_machine). */

const MACHINES: Record<number, string> = { 62: "x64", 183: "arm64" };

/**
 * The machine of an ELF file, from its first 20 bytes.
 * @returns `x64`, `arm64`, or null when it is no 64-bit little-endian ELF file of a machine we know
 */
export function elfMachine(head: Uint8Array): string | null {
  if (head.length < 20 || head[0] !== 0x7f || head[1] !== 0x45 || head[2] !== 0x4c || head[3] !== 0x46) return null;
  if (head[4] !== 2 || head[5] !== 1) return null;
  return MACHINES[head[18]! | (head[19]! << 8)] ?? null;
}
