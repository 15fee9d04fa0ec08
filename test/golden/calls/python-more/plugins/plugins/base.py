import logging

log = logging.getLogger(__name__)


class Mixin:
    def describe(self):
        return label(self.name)


def label(s):
    return s.title()


class Plugin(Mixin):
    name = "plugin"

    def setup(self, app: "App") -> None:
        self.on_setup(app)

    def on_setup(self, app):
        pass

    def run(self, text: str) -> str:
        raise NotImplementedError

    @staticmethod
    def version() -> str:
        return normalize("1.0")


def normalize(v):
    return v.strip()
