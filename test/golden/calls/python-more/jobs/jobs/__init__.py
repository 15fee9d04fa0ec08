from .queue import Queue, job
from .worker import Worker as JobWorker

__all__ = ["Queue", "job", "JobWorker", "connect"]


def connect(url, **options):
    from .backends import make_backend

    return Queue(make_backend(url, **options))
