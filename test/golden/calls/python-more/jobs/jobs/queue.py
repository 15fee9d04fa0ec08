from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Callable, Iterator, Optional

from .backends import Backend

_registry: dict[str, Callable] = {}


class RetryError(Exception):
    def __init__(self, task: Task):
        super().__init__(task.label())
        self.task = task


@dataclass(order=True)
class Task:
    name: str
    args: tuple = ()
    retries: int = 3
    tags: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        return self._key()

    def _key(self) -> str:
        return f"{self.name}:{hash(self.args)}"

    def label(self) -> str:
        return self.name.title()

    @classmethod
    def from_payload(cls, payload: dict) -> Task:
        return cls(**payload).validate()

    @staticmethod
    def known(name: str) -> bool:
        return name in _registry

    def validate(self) -> Task:
        if not self.known(self.name):
            raise KeyError(self.name)
        return self

    def run(self):
        return _registry[self.name](*self.args)


def job(fn=None, *, name=None):
    def register(func):
        _registry[name or func.__name__] = func

        @functools.wraps(func)
        def wrapper(*args):
            return func(*args)

        wrapper.delay = lambda *args: Task(func.__name__, args)
        return wrapper

    return register(fn) if fn else register


class Queue:
    def __init__(self, backend: Backend):
        self.backend = backend
        self.observers: list[Callable[[Task], None]] = []

    def subscribe(self, observer):
        self.observers.append(observer)
        return self

    def put(self, task: Task) -> Queue:
        self.backend.push(vars(task))
        self._notify(task)
        return self

    def _notify(self, task):
        for observer in self.observers:
            observer(task)

    def __iter__(self) -> Iterator[Task]:
        while (task := self.get()) is not None:
            yield task

    def get(self) -> Optional[Task]:
        payload = self.backend.pop()
        return Task.from_payload(payload) if payload else None

    def drain(self):
        return [task.run() for task in self]
