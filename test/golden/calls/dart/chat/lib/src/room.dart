import 'dart:async';
import 'message.dart';
import 'store.dart' as store;

typedef Handler = void Function(Message message);

mixin Logging {
  final List<String> _lines = [];
  void log(String line) {
    _lines.add(prefix() + line);
  }

  String prefix() => '> ';
}

abstract class Channel {
  String get name;
  void send(Message message);
  void open() {
    onOpen();
  }

  void onOpen() {}
}

class Room extends Channel with Logging {
  @override
  final String name;
  final List<Handler> _handlers = [];
  final store.Store _store;
  late final Timer _timer;

  Room(this.name, {store.Store? backing}) : _store = backing ?? store.MemoryStore() {
    _start();
  }

  void _start() {
    _timer = Timer.periodic(Duration(seconds: 1), (_) => _tick());
  }

  void _tick() => log('tick');

  void listen(Handler handler) => _handlers.add(handler);

  @override
  void send(Message message) {
    _store.save(message);
    for (final handler in _handlers) {
      handler(message);
    }
    log(message.preview);
  }

  @override
  void onOpen() {
    super.onOpen();
    send(Message.system('opened'));
  }

  Future<List<Message>> history() async {
    final all = await _store.load();
    return all.where((m) => !m.isSystem).toList()..sort();
  }

  void close() {
    _timer.cancel();
    log('closed');
  }
}

extension Names on String {
  String get capitalized => this[0].toUpperCase() + substring(1);
  String mention() => '@${capitalized}';
}
