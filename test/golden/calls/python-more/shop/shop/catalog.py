import json
from abc import ABC, abstractmethod

from shop.util import text


class Product:
    def __init__(self, name, price):
        self.name = name
        self.price = price

    @classmethod
    def from_dict(cls, data):
        return cls(text.clean(data["name"]), data["price"])

    def price_for(self, qty):
        return self.price * qty


class Source(ABC):
    @abstractmethod
    def rows(self):
        ...

    def products(self):
        return [Product.from_dict(r) for r in self.rows()]


class JsonSource(Source):
    def __init__(self, path):
        super().__init__()
        self.path = path

    def rows(self):
        return self._read()

    def _read(self):
        with open(self.path) as f:
            return json.load(f)


class StaticSource(Source):
    def rows(self):
        return [{"name": "pen", "price": 3}]


class Catalog:
    def __init__(self, source: Source):
        self._source = source
        self._index = {}
        self._build()

    def _build(self):
        for p in self._source.products():
            self._index[p.name] = p

    def find(self, name: str) -> Product:
        try:
            return self._index[name]
        except KeyError:
            raise MissingProduct(name)

    @property
    def size(self):
        return len(self._index)


class MissingProduct(Exception):
    pass


def load_catalog(path=None):
    source = JsonSource(path) if path else StaticSource()
    return Catalog(source)
