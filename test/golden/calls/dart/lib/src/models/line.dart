part of 'order.dart';

class Line {
  final int price;

  Line(this.price);

  Line.free() : this(0);

  int amount() => price;

  bool get isCheap => amount() < 10;

  void rename(String to) {
    _check(to);
  }

  String text() => clean('$price');
}

void _check(String s) {}
