import { Field, ListField, StringField, type Resolver } from "./types.js";
import { byId } from "./helpers.js";

interface Options {
  strict?: boolean;
}

export default class Builder {
  private fields: Field<any>[] = [];
  private readonly resolvers: Record<string, Resolver<any, any>> = {};
  static #count = 0;

  constructor(private readonly options: Options = defaults()) {
    Builder.register();
  }

  static register() {
    this.#count++;
  }

  string(name: string) {
    return this.push(StringField.of(name));
  }

  list(name: string) {
    const inner = StringField.of("item");
    return this.push(new ListField(name, inner));
  }

  resolve<A, R>(name: string, fn: Resolver<A, R>): Builder {
    this.resolvers[name] = fn;
    return this;
  }

  build(): Schema {
    if (this.options.strict) this.check();
    return new Schema(this.fields);
  }

  private push(f: Field<any>): this {
    this.fields.push(f);
    return this;
  }

  private check = () => {
    for (const f of this.fields) {
      f.id();
    }
  };
}

export class Schema {
  constructor(private readonly fields: Field<any>[]) {}
  field(id: string) {
    return byId(this.fields, id) ?? missing(id);
  }
  print(): string[] {
    return this.fields.map((f) => f.describe(""));
  }
}

function missing(id: string): never {
  throw new Error(id);
}

const defaults = (): Options => ({ strict: true });
