library shop;

export 'src/models.dart';
export 'src/repo.dart';
import 'src/models.dart';
import 'src/repo.dart';
import 'src/util.dart';

class Shop with Logging {
  final Repo<Product> _repo;
  final List<Product> products = [];

  Shop(this._repo);

  factory Shop.memory() => Shop(MemoryRepo());

  void open() {
    log('open');
  }

  void register(Product p) {
    check(p.price >= 0);
    _repo.save(p.name, p);
    products.add(p);
  }

  Future<Order?> order(String name, {int qty = 1}) async {
    final product = await _repo.find(name);
    if (product == null) return null;
    return Order.of(product, qty);
  }

  int total() => products.map((p) => p.discounted()).fold(0, (a, b) => sum(a, b));

  void each(void Function(Product) action) {
    products.forEach(action);
  }
}
