import sys
import etl
from etl import CsvSource, Pipeline, t
from etl.sinks import CountingSink, PrintSink as Out


def sink_for(kind):
    return CountingSink() if kind == "count" else Out()


def show(stats):
    print(stats.render())


def main(argv):
    source = CsvSource(argv[0])
    pipeline = Pipeline.named("main", source).then(t.upper).then(t.keep("id"))
    stats = pipeline.into(sink_for(argv[1])).run()
    show(stats)
    rec = source.first()
    rec.label()
    with Out() as out:
        out.close()
    on_exit(lambda: show(stats))
    return stats.render()


def on_exit(fn):
    fn()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
