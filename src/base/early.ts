/**
 * An early answer that is not worth finishing: one that would be "there is no such thing" takes long to say so well, and a new file may be about to
 * change it; or files turn out to have changed.
 */
export class TooEarly extends Error {
  override readonly name = "TooEarly";
}

/** Of an answer that is worked out while the tree is looked at: has a change been found meanwhile? It costs nothing to ask. */
export type InVain = () => boolean;

/** @throws TooEarly where it is worked out in vain */
export function goOn(inVain: InVain | undefined): void {
  if (inVain?.()) throw new TooEarly();
}
