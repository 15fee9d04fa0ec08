import 'events.dart';
import 'handlers.dart';

typedef Listener = void Function(Event e);

class Bus {
  static final Bus instance = Bus._internal();
  final Map<String, List<Listener>> _listeners = {};
  final Counter counter = Counter();

  Bus._internal();

  factory Bus() => instance;

  void on(String topic, Listener l) {
    _bucket(topic).add(l);
  }

  void emit(Event e) {
    counter.bump(e.topic());
    for (final l in _bucket(e.topic())) {
      l(e);
    }
    if (e is UserEvent) {
      e.greet();
    }
  }

  List<Listener> _bucket(String topic) => _listeners.putIfAbsent(topic, () => []);
}

class Counter {
  final Map<String, int> _n = {};
  int bump(String k) => _n[k] = get(k) + 1;
  int get(String k) => _n[k] ?? 0;
}
