from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Key(NamedTuple):
    table: str
    id: int

    def text(self) -> str:
        return "/".join([self.table, str(self.id)])


@dataclass
class Record:
    key: Key
    data: dict = field(default_factory=dict)

    def copy(self) -> "Record":
        return Record(self.key, dict(self.data))

    def label(self) -> str:
        return self.key.text()

    def __getitem__(self, name: str) -> Any:
        return self.get(name)

    def get(self, name):
        return self.data.get(name)


class RecordBatch:
    def __init__(self, items):
        self._items: list[Record] = list(items)

    @staticmethod
    def of(items):
        return RecordBatch(items)

    def size(self):
        return len(self._items)

    def labels(self):
        return [r.label() for r in self._items]

    def first(self) -> Record:
        return self._items[0]
