export 'src/message.dart' show Message;
export 'src/room.dart';
