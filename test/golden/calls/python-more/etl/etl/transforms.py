from .records import Record


def upper(record: Record) -> Record:
    record.data = {k: _up(v) for k, v in record.data.items()}
    return record


def _up(v):
    return v.upper()


def keep(*names):
    def step(record):
        return select(record, names)

    return step


def select(record, names):
    return record
