/** An early answer that would be "there is no such thing": it takes long to say so well, and a new file may be about to change it. */
export class TooEarly extends Error {
  override readonly name = "TooEarly";
}
