export class Registry<T> {
  private map: Record<string, T> = {};
  set(k: string, v: T) {
    this.check(k);
    this.map[k] = v;
  }
  get(k: string): T {
    const found = this.map[k];
    if (found === undefined) throw new MissingError(k);
    return found;
  }
  private check(k: string) {
    if (k in this.map) throw MissingError.duplicate(k);
  }
}

export class MissingError extends Error {
  constructor(key: string) {
    super(`missing ${key}`);
  }
  static duplicate(k: string) {
    return new this(k);
  }
}
