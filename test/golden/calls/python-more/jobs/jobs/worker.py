import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from .queue import Queue, RetryError, Task

log = logging.getLogger(__name__)


class Worker:
    poll = 0.1

    def __init__(self, queue: Queue, *, pool=None):
        self.queue = queue
        self.pool = pool or ThreadPoolExecutor()
        self._handlers = {"ok": self._done, "failed": self._failed}

    async def start(self):
        while True:
            task = self.queue.get()
            if task is None:
                await asyncio.sleep(self.poll)
                continue
            await self.execute(task)

    async def execute(self, task: Task):
        try:
            result = await self._in_pool(task.run)
        except Exception as error:
            self._handlers["failed"](task, error)
        else:
            self._handlers["ok"](task, result)

    async def _in_pool(self, func):
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, func)

    def _done(self, task, result):
        log.info("%s: %s", task.key, result)

    def _failed(self, task: Task, error):
        if task.retries <= 0:
            raise RetryError(task) from error
        task.retries -= 1
        self.queue.put(task)


class QuietWorker(Worker):
    def _done(self, task, result):
        pass

    async def execute(self, task):
        self.before(task)
        await super().execute(task)

    def before(self, task):
        log.debug(format_task(task))


def format_task(task: Task) -> str:
    return f"{task.key} {task.label()}"
