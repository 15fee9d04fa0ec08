import 'models.dart';
import 'util.dart';

abstract class Repo<T> {
  Future<T?> find(String key);
  void save(String key, T value);
}

class MemoryRepo implements Repo<Product> {
  final Map<String, Product> _items = {};

  @override
  Future<Product?> find(String key) async => _items[key.normalized()];

  @override
  void save(String key, Product value) {
    _items[key.normalized()] = value;
    _items[key]?.touch();
  }
}
