import argparse
import asyncio
import sys

import jobs
from jobs import JobWorker, job
from jobs import queue as q
from jobs.backends import MemoryBackend
from jobs.worker import QuietWorker, format_task


@job
def add(a, b):
    return a + b


@job(name="shout")
def shout(text):
    return _upper(text)


def _upper(text):
    return text.upper()


def cmd_put(args):
    queue = jobs.connect(args.url)
    queue.subscribe(print_task).put(q.Task("add", (1, 2)))


def cmd_work(args):
    queue = q.Queue(MemoryBackend())
    worker = QuietWorker(queue) if args.quiet else JobWorker(queue)
    asyncio.run(worker.start())


def cmd_size(args):
    with MemoryBackend(limit=3) as backend:
        print(len(backend), backend.size())


def print_task(task):
    print(format_task(task))


def build_parser():
    parser = argparse.ArgumentParser()
    sub = parser.add_subparsers()
    for name, handler in [("put", cmd_put), ("work", cmd_work)]:
        sub.add_parser(name).set_defaults(func=handler)
    sub.add_parser("size").set_defaults(func=cmd_size)
    return parser


def main(argv=None):
    args = build_parser().parse_args(argv)
    tasks = sorted([q.Task("b"), q.Task("a")], key=q.Task.label)
    for task in map(format_task, tasks):
        print(task)
    return args.func(args)


if __name__ == "__main__":
    sys.exit(main())
