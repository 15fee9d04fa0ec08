import asyncio
from collections import defaultdict
from contextlib import contextmanager

from plugins.registry import registry
from .base import Plugin
from . import builtin


class Bus:
    def __init__(self):
        self.handlers = defaultdict(list)

    def subscribe(self, topic, handler):
        self.handlers[topic].append(handler)

    def publish(self, topic):
        for handler in self.handlers[topic]:
            handler(topic)


class App:
    def __init__(self, bus: Bus | None = None):
        self.bus = bus or Bus()
        self.plugins: list[Plugin] = []

    def use(self, name: str) -> "App":
        plugin = registry.get(name)
        plugin.setup(self)
        self.plugins.append(plugin)
        return self

    @contextmanager
    def session(self):
        self.bus.publish("start")
        yield Session(self)

    async def process(self, text):
        result = await self._pipeline(text)
        return apply(result, builtin.tally)

    async def _pipeline(self, text):
        for plugin in self.plugins:
            text = plugin.run(text)
        return text


class Session:
    def __init__(self, app: App):
        self.app = app

    def send(self, text):
        return asyncio.run(self.app.process(text))


def apply(value, fn):
    return fn(value)


def main():
    app = App().use("upper").use("count")
    with app.session() as session:
        session.send("hi")
    items = [Session(app) for _ in range(2)]
    items[0].send("x")
    p = registry.get("upper")
    if isinstance(p, builtin.Upper):
        p.started()
    Plugin.version()
