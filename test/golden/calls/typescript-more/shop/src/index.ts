import { Store, createStore } from "./store";
import { Money, format as fmt } from "@lib/money";
import * as rules from "./rules";
import Notifier, { type Channel } from "./notifier";

export class Checkout {
  private readonly notifier = new Notifier();

  constructor(private store: Store, private channel?: Channel) {}

  async run(ids: string[]): Promise<Money> {
    let total = Money.zero();
    for (const id of ids) {
      const product = await this.store.find(id);
      if (!product) continue;
      total = total.add(product.cost());
    }
    const final = this.applyRules(total);
    this.channel?.send(fmt(final));
    this.notifier.once("done").fire();
    return final;
  }

  private applyRules(m: Money): Money {
    return rules.all().reduce((acc, rule) => rule.apply(acc), m);
  }
}

export function main() {
  const store = createStore({ memory: true });
  const checkout = new Checkout(store);
  store.onChange(audit);
  checkout.run(["a"]).then(done);
}

function audit(id: string) {
  console.log(id);
}

const done = (m: Money) => {
  console.log(m.toString());
};

main();
