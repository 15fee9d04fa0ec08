export type Resolver<A, R> = (args: A, ctx: RequestContext) => R | Promise<R>;

export interface Node {
  id(): string;
}

export abstract class Field<T> implements Node {
  protected constructor(readonly name: string) {}

  id(): string {
    return prefix(this.name);
  }

  abstract serialize(value: T): string;

  describe(value: T): string {
    return `${this.id()}=${this.serialize(value)}`;
  }
}

function prefix(s: string) {
  return "f:" + s;
}

export class StringField extends Field<string> {
  static of(name: string): StringField {
    return new StringField(name);
  }
  serialize(value: string) {
    return quote(value);
  }
}

export class ListField<T> extends Field<T[]> {
  constructor(name: string, private readonly inner: Field<T>) {
    super(name);
  }
  serialize(value: T[]) {
    return value.map((v) => this.inner.serialize(v)).join(",");
  }
}

export class RequestContext {
  private cache = new Map<string, Promise<User>>();
  constructor(private readonly users: UserLoader) {}

  user(id: string): Promise<User> {
    const hit = this.cache.get(id);
    if (hit) return hit;
    return this.users.load(id);
  }
}

export class User implements Node {
  constructor(private readonly key: string, public name = "anon") {}
  id() {
    return this.key;
  }
  rename(name: string): this {
    this.name = quote(name);
    return this;
  }
}

export interface UserLoader {
  load(id: string): Promise<User>;
}

export const quote = (s: string): string => JSON.stringify(s);
