import '../models/order.dart';
import 'mailer.dart';
import 'repository.dart';

export 'repository.dart';

typedef Handler = void Function(Order order);

class OrderService {
  final Mailer mailer;
  final Repository _repository;
  final List<Handler> _handlers = [];

  OrderService(this.mailer, this._repository);

  Future<Order> place(String name) async {
    final order = Order.create(name);
    await _repository.save(order);
    mailer.send(order.describe());
    final found = await _repository.find(1);
    found?.touch();
    _notify(order);
    return order;
  }

  void onPlaced(Handler handler) => _handlers.add(handler);

  void _notify(Order order) {
    for (final handler in _handlers) {
      handler(order);
    }
  }
}

class Registry {
  static final Registry instance = Registry._();

  final Map<String, Order> _items = {};

  Registry._();

  void add(String key, Order order) {
    _items[key] = order;
    _items[key]?.touch();
    _items.values.forEach((o) => o.close());
  }
}
