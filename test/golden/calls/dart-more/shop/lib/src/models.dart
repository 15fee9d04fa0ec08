import 'util.dart';

abstract class Entity {
  String get id;
  void touch() {
    onTouch();
  }

  void onTouch();
}

class Product extends Entity {
  final String name;
  int price;
  double _rate = 0;

  Product(this.name, this.price);
  Product.free(String name) : this(name, 0);

  @override
  String get id => name;

  @override
  void onTouch() {}

  String label() => '$name ${money(price)}';

  void discount(double rate) {
    _rate = rate;
    touch();
  }

  int discounted() => (price * (1 - _rate)).round();
}

class Order extends Entity {
  final List<Line> lines;
  Order(this.lines);

  static Order of(Product p, int qty) {
    return Order([Line(p, qty)]);
  }

  @override
  String get id => lines.first.describe();

  void ship() {
    for (var line in lines) {
      line.pack();
    }
    super.touch();
  }

  @override
  void onTouch() => lines.clear();
}

class Line {
  Line(this.product, this.qty);
  final Product product;
  final int qty;
  String describe() => product.label();
  void pack() => product.touch();
}
