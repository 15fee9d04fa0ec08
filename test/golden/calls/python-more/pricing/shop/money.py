from __future__ import annotations

import functools
from dataclasses import dataclass


@functools.total_ordering
@dataclass(frozen=True)
class Money:
    cents: int
    currency: str = "EUR"

    def __post_init__(self):
        self._check()

    def _check(self) -> None:
        if self.cents < 0:
            raise ValueError(self.describe())

    @classmethod
    def parse(cls, text: str) -> Money:
        return cls(int(float(_strip(text)) * 100))

    @staticmethod
    def zero() -> Money:
        return Money(0)

    @property
    def units(self) -> float:
        return _to_units(self.cents)

    def __add__(self, other: Money) -> Money:
        return Money(self.cents + other.cents, self.currency)

    def __mul__(self, n: int) -> Money:
        return Money(self.cents * n)

    def __lt__(self, other: Money) -> bool:
        return self.cents < other.cents

    def __str__(self) -> str:
        return self.describe()

    def describe(self) -> str:
        return f"{self.units:.2f} {self.currency}"


def _strip(text: str) -> str:
    return text.strip(" €$")


def _to_units(cents: int) -> float:
    return cents / 100
