from .records import RecordBatch


class Sink:
    def write(self, batch: RecordBatch) -> None:
        raise NotImplementedError

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()


class PrintSink(Sink):
    def write(self, batch):
        for label in batch.labels():
            self._emit(label)

    def _emit(self, label):
        print(label)


class CountingSink(PrintSink):
    def write(self, batch: RecordBatch) -> None:
        super().write(batch)
        batch.first().label()
