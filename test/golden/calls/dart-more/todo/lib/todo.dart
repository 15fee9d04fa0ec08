library todo;

export 'src/task.dart';
export 'src/store.dart' show MemoryStore, Store;
