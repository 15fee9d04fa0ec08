import abc
from typing import Callable, Dict, Optional, Protocol

from .money import Money

_REGISTRY: Dict[str, Callable[[Money], Money]] = {}


class Tax(Protocol):
    def apply(self, price: Money) -> Money: ...


class Discount(abc.ABC):
    @abc.abstractmethod
    def apply(self, price: Money) -> Money:
        raise NotImplementedError

    def __call__(self, price: Money) -> Money:
        return self.apply(price)


class Percent(Discount):
    def __init__(self, rate: int):
        super().__init__()
        self.rate = self._clamp(rate)

    @staticmethod
    def _clamp(rate: int) -> int:
        return max(0, min(rate, 100))

    def apply(self, price: Money) -> Money:
        return Money(price.cents * (100 - self.rate) // 100)


class Nothing(Discount):
    def apply(self, price):
        return price


def rule(name: str):
    def decorate(func):
        _REGISTRY[name] = func
        return func

    return decorate


@rule("half")
def half(price: Money) -> Money:
    return Percent(50)(price)


def price_of(text: str, discount: Optional[Discount] = None) -> Money:
    price = Money.parse(text)
    if discount is None:
        discount = default_discount()
    return discount.apply(price)


def default_discount() -> Discount:
    return Nothing()


def apply_rule(name: str, price: Money) -> Money:
    func = _REGISTRY.get(name, identity)
    return func(price)


def identity(price: Money) -> Money:
    return price
