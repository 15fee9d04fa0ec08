export class Money {
  constructor(private cents: number) {}
  static zero() {
    return new Money(0);
  }
  add(o: Money) {
    return new Money(this.cents + o.value());
  }
  value() {
    return this.cents;
  }
  toString(): string {
    return format(this);
  }
}

export function format(m: Money): string {
  return pad(String(m.value()));
}

function pad(s: string) {
  return s.padStart(4);
}
