type Event = { name: string; label: string; at: number };

abstract class Sink {
  abstract write(event: Event): void;
  flush(): void {}
}

class ConsoleSink extends Sink {
  write(event: Event) {
    console.log(format(event));
  }
}

class BufferSink extends Sink {
  private events: Event[] = [];
  write(event: Event) {
    this.events.push(event);
    if (this.events.length > 10) this.flush();
  }
  override flush() {
    post(this.events.splice(0));
  }
}

let sink: Sink = process.env.DEBUG ? new ConsoleSink() : new BufferSink();

export function setSink(next: Sink) {
  sink.flush();
  sink = next;
}

export function track(name: string, label: string) {
  sink.write(stamp({ name, label }));
}

const stamp = (event: Omit<Event, "at">): Event => ({ ...event, at: Date.now() });
const format = ({ name, label }: Event) => `${name}:${label}`;
async function post(events: Event[]) {
  await fetch("/events", { method: "POST", body: JSON.stringify(events) });
}
