import 'entity.dart';
import '../util.dart';

part 'line.dart';

class Order extends Entity with Audited implements Describable {
  final List<Line> lines = [];
  final String name;
  Status _status = Status.open;

  Order(this.name) : super(1) {
    _validate();
  }

  Order._internal(this.name) : super(2);

  factory Order.create(String name) {
    return Order._internal(capitalize(name));
  }

  factory Order.from(Order other) => Order(other.name);

  Order addLine(Line line) {
    lines.add(line);
    touch();
    return this;
  }

  int get total => lines.fold(0, (sum, line) => sum + line.amount());

  @override
  String describe() => super.describe() + _label();

  void close() {
    _status = _status.next();
    audit('close');
  }

  void _validate() {}

  String _label() => name.slug();
}

enum Status {
  open,
  closed;

  Status next() => closed;
}
