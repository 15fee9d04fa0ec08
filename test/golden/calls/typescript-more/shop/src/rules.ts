import { Money } from "@lib/money";

export interface Rule {
  apply(m: Money): Money;
}

const half: Rule = {
  apply(m) {
    return cut(m, 2);
  },
};

class Fixed implements Rule {
  apply(m: Money): Money {
    return m.add(new Money(-5));
  }
}

export function all(): Rule[] {
  return [half, new Fixed()];
}

function cut(m: Money, n: number): Money {
  return new Money(m.value() / n);
}
