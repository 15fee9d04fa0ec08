import 'message.dart';

abstract interface class Store {
  void save(Message message);
  Future<List<Message>> load();
}

class MemoryStore implements Store {
  final _messages = <Message>[];

  @override
  void save(Message message) {
    _messages.add(message);
    _trim();
  }

  void _trim() {
    if (_messages.length > max) _messages.removeAt(0);
  }

  static const max = 100;

  @override
  Future<List<Message>> load() async => List.of(_messages);
}

class FileStore implements Store {
  FileStore._(this.path);
  final String path;
  static FileStore? _instance;

  factory FileStore(String path) => _instance ??= FileStore._(path);

  @override
  void save(Message message) => _append(encode(message));

  void _append(String line) {}

  @override
  Future<List<Message>> load() async {
    final lines = await _read();
    return lines.map(parse).toList();
  }

  Future<List<String>> _read() async => [];

  static Message parse(String line) => Message.fromJson({'from': line, 'text': line});
}
