library shop;

export 'src/models/order.dart';
export 'src/models/shape.dart' show Shape, Circle;
export 'src/services/order_service.dart';
