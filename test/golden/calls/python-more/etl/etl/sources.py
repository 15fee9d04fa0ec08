import csv
from abc import ABC, abstractmethod
from contextlib import closing

from etl.errors import SourceError
from etl.records import Key, Record


class Source(ABC):
    @abstractmethod
    def read(self):
        """Yields records."""

    def first(self) -> Record:
        for record in self.read():
            return record
        raise SourceError("empty")


class CsvSource(Source):
    def __init__(self, path):
        self._path = path
        self._reader = self._make_reader()

    def _make_reader(self):
        return Reader(self._path)

    def read(self):
        for row in self._reader.rows():
            yield self._to_record(row)

    def _to_record(self, row):
        return Record(Key("csv", row["id"]), row)


class Reader:
    def __init__(self, path):
        self.path = path

    def rows(self):
        with closing(self.open()) as f:
            yield from csv.DictReader(f)

    def open(self):
        return open(self.path)
