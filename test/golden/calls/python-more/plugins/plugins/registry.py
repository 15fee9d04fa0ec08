from typing import Dict, Generic, Type, TypeVar

from .base import Plugin

T = TypeVar("T")


class Registry(Generic[T]):
    def __init__(self) -> None:
        self._items: Dict[str, T] = {}

    def add(self, name: str, item: T) -> T:
        self._check(name)
        self._items[name] = item
        return item

    def get(self, name: str) -> T:
        return self._items[name]

    def _check(self, name: str) -> None:
        if name in self._items:
            raise DuplicateError(name)

    def __len__(self):
        return len(self._items)


class DuplicateError(KeyError):
    def __init__(self, name):
        super().__init__(message(name))


def message(name):
    return f"duplicate {name}"


registry: Registry[Plugin] = Registry()


def register(name):
    def wrap(cls):
        registry.add(name, cls())
        return cls

    return wrap
