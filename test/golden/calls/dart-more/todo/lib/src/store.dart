import 'dart:async';
import 'task.dart';
import 'util.dart';

typedef Listener = void Function(Task);

abstract class Store<T extends Entity> {
  Future<T?> find(String id);
  Future<void> save(T item);
  Future<T> findOrThrow(String id) async {
    final found = await find(id);
    return found ?? missing(id);
  }
  T missing(String id) => throw StateError(id);
}

class MemoryStore extends Store<Task> {
  MemoryStore._();
  static final MemoryStore _instance = MemoryStore._();
  factory MemoryStore() => _instance;

  final Map<String, Task> _items = {};
  final List<Listener> _listeners = [];

  @override
  Future<Task?> find(String id) async => _items[id];

  @override
  Future<void> save(Task item) async {
    _items[item.id] = item;
    _notify(item);
  }

  void listen(Listener l) => _listeners.add(l);

  void _notify(Task t) {
    for (final l in _listeners) {
      l(t);
    }
    log(t.describe());
  }

  Task? mostUrgent() => _items.values.toList().firstOr((t) => t.urgent);
}
