from abc import ABC, abstractmethod
from collections import deque


class Backend(ABC):
    def __init__(self, name="default"):
        self.name = name

    @abstractmethod
    def push(self, payload): ...

    @abstractmethod
    def pop(self): ...

    def __len__(self):
        return self.size()

    def size(self):
        return 0

    def __enter__(self):
        self.open()
        return self

    def __exit__(self, *exc):
        self.close()

    def open(self):
        pass

    def close(self):
        pass


class MemoryBackend(Backend):
    def __init__(self, name="memory", limit=None):
        super().__init__(name)
        self._items = deque(maxlen=limit)

    def push(self, payload):
        self._items.append(payload)

    def pop(self):
        return self._items.popleft() if self._items else None

    def size(self):
        return len(self._items)


class FileBackend(Backend):
    def push(self, payload):
        with _locked(self.name) as handle:
            handle.write(_encode(payload))

    def pop(self):
        return _decode("")


def _encode(payload):
    return repr(payload)


def _decode(text):
    return text or None


from contextlib import contextmanager


@contextmanager
def _locked(name):
    handle = open(name, "a")
    try:
        yield handle
    finally:
        _release(handle)


def _release(handle):
    handle.close()


_BACKENDS = {"memory": MemoryBackend, "file": FileBackend}


def make_backend(url, **options):
    scheme, _, name = url.partition("://")
    return _BACKENDS[scheme](name, **options)
