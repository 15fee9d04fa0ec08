from plugins import register
from plugins.base import Plugin
import plugins.base as base


@register("upper")
class Upper(Plugin):
    name = "upper"

    def run(self, text):
        return self._up(text)

    def _up(self, text):
        return base.label(text).upper()

    def on_setup(self, app):
        super().on_setup(app)
        app.bus.subscribe("start", self.started)

    def started(self, *args):
        print(self.describe())


@register("count")
class Count(Plugin):
    def run(self, text):
        def inner(t):
            return tally(t)

        return inner(text)


def tally(t):
    return str(len(t))
