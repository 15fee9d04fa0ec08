from __future__ import annotations

import logging
from functools import partial, reduce
from typing import Iterable, Iterator, List, Optional, TYPE_CHECKING

from .errors import EtlError, wrap
from .records import Record, RecordBatch

if TYPE_CHECKING:
    from .sources import Source
    from .sinks import Sink

log = logging.getLogger(__name__)


class Pipeline:
    _registry: dict[str, "Pipeline"] = {}

    def __init__(self, source: Source, sink: Optional[Sink] = None):
        self.source = source
        self.sink = sink
        self.steps = []
        self.stats = Stats()

    @classmethod
    def named(cls, name: str, source: Source) -> Pipeline:
        p = cls(source)
        cls._registry[name] = p
        return p

    def then(self, fn) -> Pipeline:
        self.steps.append(fn)
        return self

    def into(self, sink: Sink) -> "Pipeline":
        self.sink = sink
        return self

    def run(self) -> Stats:
        for batch in self._batches():
            self.stats.count(batch.size())
            if self.sink:
                self.sink.write(batch)
        self._finish()
        return self.stats

    def _batches(self) -> Iterator[RecordBatch]:
        records = (self._apply(r) for r in self.source.read())
        yield RecordBatch.of(records)

    def _apply(self, record: Record) -> Record:
        try:
            return reduce(lambda acc, step: step(acc), self.steps, record.copy())
        except EtlError as error:
            error.report()
            raise wrap(error)

    def _finish(self):
        if self.sink is not None:
            self.sink.close()
        log.info(self.stats.render())


class Stats:
    total = 0

    def count(self, n: int) -> None:
        self.total += n

    def render(self) -> str:
        return _line(self.total)


def _line(n):
    return f"{n} records"
