from collections import defaultdict
from contextlib import contextmanager
from typing import Iterator, List

from . import pricing
from .money import Money as M


class Line:
    def __init__(self, name: str, price: M, count: int = 1):
        self.name = name
        self.price = price
        self.count = count

    @property
    def total(self) -> M:
        return self.price * self.count

    @total.setter
    def total(self, value: M):
        self.price = value

    def __repr__(self):
        return f"<{self.name} {self.total}>"


class Cart:
    def __init__(self):
        self.lines: List[Line] = []
        self._listeners = defaultdict(list)

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __getitem__(self, name: str) -> Line:
        return next(line for line in self if line.name == name)

    def add(self, name: str, price: str) -> "Cart":
        self.lines.append(Line(name, pricing.price_of(price)))
        self._emit("added", name)
        return self

    def on(self, event: str, listener):
        self._listeners[event].append(listener)

    def _emit(self, event: str, *args):
        for listener in self._listeners[event]:
            listener(*args)

    def total(self) -> M:
        result = M.zero()
        for line in self.lines:
            result = result + line.total
        return result

    @contextmanager
    def batch(self):
        self._emit("begin")
        yield self
        self._emit("end")
