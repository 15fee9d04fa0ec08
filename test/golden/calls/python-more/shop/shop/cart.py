from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Optional

from . import pricing
from .catalog import Catalog, Product
from .util.text import money


@dataclass
class Line:
    product: Product
    qty: int = 1

    def cost(self) -> int:
        return self.product.price_for(self.qty)


@dataclass
class Cart:
    catalog: Catalog
    lines: list[Line] = field(default_factory=list)
    coupon: Optional[pricing.Coupon] = None

    def add(self, name: str, qty: int = 1) -> Cart:
        product = self.catalog.find(name)
        self.lines.append(Line(product, qty))
        return self

    def total(self) -> int:
        amount = sum(line.cost() for line in self.lines)
        if self.coupon is not None:
            amount = self.coupon.apply(amount)
        return pricing.round_up(amount)

    def receipt(self) -> str:
        for line in self.lines:
            print(line.cost())
        return money(self.total())

    def each(self, fn: Callable[[Line], None]) -> None:
        for line in self.lines:
            fn(line)
