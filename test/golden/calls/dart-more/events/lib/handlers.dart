import 'bus.dart';
import 'events.dart';

abstract class Handler<E extends Event> {
  void handle(E e);

  void call(Event e) {
    before();
    handle(e as E);
  }

  void before() {}
}

class Greeter extends Handler<UserEvent> {
  @override
  void handle(UserEvent e) {
    e.greet();
  }
}

class Monitor extends Handler<SystemEvent> {
  final Box<SystemEvent> last = Box<SystemEvent>();

  @override
  void before() {
    super.before();
    reset();
  }

  void reset() => last.clear();

  @override
  void handle(SystemEvent e) {
    last.set(e);
    final seen = last.get();
    seen.topic();
  }
}

class Box<T> {
  T? _v;
  void set(T v) => _v = v;
  T get() => _v!;
  void clear() => _v = null;
}

class Setup {
  final Bus bus;
  final Greeter greeter = Greeter();
  Setup() : bus = Bus() {
    wire();
  }

  void wire() {
    bus.on('user', greeter.call);
    bus.on('low', (e) => Monitor().call(e));
    bus.on('all', dump);
  }

  Setup run(String s) {
    bus.emit(Event.parse(s));
    return this;
  }
}

void dump(Event e) {
  switch (e) {
    case UserEvent u:
      u.greet();
    case SystemEvent():
      print(e.topic());
  }
}

void start() {
  Setup().run('u1').run('s');
}
