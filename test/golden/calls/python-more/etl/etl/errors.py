class EtlError(Exception):
    def report(self):
        print(self.describe())

    def describe(self):
        return clean(str(self))


class SourceError(EtlError):
    def describe(self):
        return "source: " + super().describe()


def wrap(e):
    return EtlError(clean(e))


def clean(x):
    return str(x).strip()
