import 'package:shop/shop.dart';
import 'package:shop/src/util.dart' as util;

void main(List<String> args) async {
  final shop = Shop(MemoryRepo())..open();
  shop.register(Product('pen', 3));
  shop.register(Product.free('sticker'));
  final order = await shop.order('pen', qty: 2);
  order?.ship();
  print(util.money(shop.total()));
  shop.each(printProduct);
  for (final p in shop.products) {
    p.discount(0.1);
  }
}

void printProduct(Product p) => print(p.label());
