import 'dart:async';
import 'package:shop/shop.dart';
import 'package:shop/src/services/mailer.dart' as mail;
import 'package:http/http.dart' as http;

import '../lib/src/util.dart' hide capitalize;

final registry = Registry.instance;

void main(List<String> args) async {
  final service = OrderService(mail.SmtpMailer('root'), MemoryRepository());
  final order = await service.place('x');
  order.addLine(Line(3)).addLine(Line.free());
  order
    ..touch()
    ..close();
  print(order.describe());
  for (final line in order.lines) {
    line.amount();
  }
  order.lines.forEach((line) => line.rename('a'));
  order.lines.where((l) => l.isCheap).map(format).toList();
  order.lines.first.rename('b');
  final total = sum([1, 2].map((x) => twice(x)));
  registry.add('a', order);
  Shape shape = Shape.parse('circle');
  print(shape.area());
  if (shape is Circle) {
    shape.radiusText();
  }
  'text'.slug();
  args.first.slug();
  final copy = Order.from(order);
  copy.close();
  service.onPlaced(handlePlaced);
  mail.log('done');
  await http.get(Uri.parse('x'));
  Timer(Duration(seconds: 1), tick);
  void local() => tick();
  local();
}

String format(Line line) => line.text();

void handlePlaced(Order order) {
  order.touch();
}

void tick() {}

int twice(int x) => x * 2;
