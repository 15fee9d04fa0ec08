/**
 * Answers that repeat each other: near-duplicates collapse into the best of them, and of what is left each next result is weighed against
 * those that stand before it (maximal marginal relevance; Carbonell and Goldstein, SIGIR 1998).
 */
import { diversity } from "../base/settings.ts";
import { words } from "../base/words.ts";

/** How alike two items are, by their places: 1 for the same, 0 for strangers. */
export type Likeness = (a: number, b: number) => number;

/**
 * The order in which λ · relevance − (1 − λ) · (likeness to the likest before it) is highest. Relevance is taken as a share of the best.
 * @param relevance best first; only the first `settings.diversity.most` change places
 * @param lambda 1 keeps the order, 0 minds nothing but difference
 * @returns places of the items in their new order; ties keep the old one
 */
export function marginalOrder(relevance: readonly number[], likeness: Likeness, lambda: number): number[] {
  const count = Math.min(relevance.length, diversity.most);
  const order: number[] = [];
  const open = Array.from({ length: count }, (_, i) => i);
  const nearest = new Float64Array(count);
  const best = Math.max(...relevance.slice(0, count), 1e-9);
  while (open.length > 0) {
    let chosen = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (const [place, i] of open.entries()) {
      const value = (lambda * relevance[i]!) / best - (1 - lambda) * nearest[i]!;
      if (value > most + 1e-12) [chosen, most] = [place, value];
    }
    const [item] = open.splice(chosen, 1) as [number];
    order.push(item);
    for (const i of open) nearest[i] = Math.max(nearest[i]!, likeness(i, item));
  }
  for (let i = count; i < relevance.length; i++) order.push(i);
  return order;
}

/**
 * Items without those that nearly repeat an earlier one.
 * @param rather which of two that repeat each other stays, in the place of the first: the original rather than a copy; the first unless told
 * @returns places of the items that stay, in the order of the first of their kind, and how many others each stands for
 */
export function collapse(
  count: number,
  repeats: (later: number, earlier: number) => boolean,
  rather: (later: number, earlier: number) => boolean = () => false,
): { kept: number[]; duplicates: number[] } {
  const first: number[] = [];
  const kept: number[] = [];
  const duplicates: number[] = [];
  for (let i = 0; i < count; i++) {
    const at = first.findIndex((earlier) => repeats(i, earlier));
    if (at >= 0) {
      duplicates[at]!++;
      if (rather(i, kept[at]!)) kept[at] = i;
    } else {
      first.push(i);
      kept.push(i);
      duplicates.push(0);
    }
  }
  return { kept, duplicates };
}

/** Cosine of stored vectors (signed bytes). */
export function vectorLikeness(rows: readonly (Int8Array | null)[]): Likeness {
  const norms = rows.map((row) => (row === null ? 0 : Math.sqrt(row.reduce((sum, x) => sum + x * x, 0))));
  return (a, b) => {
    const [p, q] = [rows[a], rows[b]];
    if (!p || !q || norms[a] === 0 || norms[b] === 0) return 0;
    let sum = 0;
    for (let k = 0; k < p.length; k++) sum += p[k]! * q[k]!;
    return sum / (norms[a]! * norms[b]!);
  };
}

/** Cosine of how often texts have each word, the square root taken: one word said thirty times is not thirty words. */
export function termLikeness(texts: readonly string[]): Likeness {
  const numbers = new Map<string, number>();
  const counted = texts.map((text) => {
    const counts: number[] = [];
    for (const word of words(text.slice(0, diversity.termCharacters))) {
      const number = numbers.get(word) ?? numbers.size;
      if (number === numbers.size) numbers.set(word, number);
      counts[number] = (counts[number] ?? 0) + 1;
    }
    return counts;
  });
  const norms = counted.map((counts) => Math.sqrt(counts.reduce((sum, count) => sum + count, 0)));
  // Written out: every pair is compared, and a look-up by word costs more than a dozen products.
  const rows = counted.map((counts) => {
    const row = new Float64Array(numbers.size);
    counts.forEach((count, number) => {
      row[number] = Math.sqrt(count);
    });
    return row;
  });
  return (a, b) => {
    if (norms[a] === 0 || norms[b] === 0) return 0;
    const [p, q] = [rows[a]!, rows[b]!];
    let sum = 0;
    for (let k = 0; k < p.length; k++) sum += p[k]! * q[k]!;
    return sum / (norms[a]! * norms[b]!);
  };
}
