import '../models/order.dart';

abstract interface class Repository {
  Future<void> save(Order order);

  Future<Order?> find(int id);
}

class MemoryRepository implements Repository {
  @override
  Future<void> save(Order order) async {
    order.close();
  }

  @override
  Future<Order?> find(int id) async => null;
}
