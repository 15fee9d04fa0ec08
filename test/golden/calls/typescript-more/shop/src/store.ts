import { Money } from "@lib/money";

export class Product {
  constructor(readonly id: string, private cents: number) {}
  cost(): Money {
    return new Money(this.cents);
  }
  static parse(line: string): Product {
    const [id, c] = splitLine(line);
    return new Product(id!, Number(c));
  }
}

function splitLine(line: string): string[] {
  return line.split(",");
}

export interface Store {
  find(id: string): Promise<Product | undefined>;
  onChange(cb: (id: string) => void): void;
}

export abstract class BaseStore implements Store {
  protected listeners: Array<(id: string) => void> = [];

  abstract find(id: string): Promise<Product | undefined>;

  onChange(cb: (id: string) => void): void {
    this.listeners.push(cb);
    this.touch();
  }

  protected touch() {}
}

export class MemoryStore extends BaseStore {
  private items = new Map<string, Product>();

  async find(id: string) {
    return this.items.get(id) ?? this.load(id);
  }

  private load(id: string): Product {
    const p = Product.parse(id + ",1");
    this.items.set(p.id, p);
    return p;
  }

  protected override touch() {
    super.touch();
    this.items.forEach((p) => p.cost());
  }
}

export class RemoteStore extends BaseStore {
  async find(id: string): Promise<Product | undefined> {
    return fetchProduct(id);
  }
}

const fetchProduct = async (id: string) => Product.parse(id);

export function createStore(opts: { memory: boolean }): Store {
  return opts.memory ? new MemoryStore() : new RemoteStore();
}
