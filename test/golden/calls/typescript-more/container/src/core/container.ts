type Factory<T> = (c: Container) => T;

export class Token<T> {
  constructor(public readonly name: string) {}
}

export class Container {
  factories = new Map<string, Factory<unknown>>();
  private cache: Map<string, unknown> = new Map();

  register<T>(token: Token<T>, factory: Factory<T>): this {
    this.factories.set(token.name, factory);
    return this;
  }

  get<T>(token: Token<T>): T {
    if (!this.cache.has(token.name)) this.cache.set(token.name, this.create(token));
    return this.cache.get(token.name) as T;
  }

  create<T>(token: Token<T>): T {
    const factory = this.factories.get(token.name);
    if (!factory) throw Container.missing(token);
    return factory(this) as T;
  }

  private static missing(token: Token<unknown>): Error {
    return new Error(token.name);
  }
}
