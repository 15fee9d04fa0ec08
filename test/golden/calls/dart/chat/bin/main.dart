import 'package:chat/chat.dart';
import 'package:chat/src/store.dart';

class Bot {
  final Room room;
  Bot(this.room) {
    room.listen(reply);
  }

  void reply(Message message) {
    if (message.isSystem) return;
    room.send(message + 'indeed');
  }
}

Future<void> main(List<String> args) async {
  final room = Room('dart', backing: FileStore('x'));
  room
    ..open()
    ..listen(show)
    ..send(Message('ann', 'hi'.mention()));
  Bot(room);
  final history = await room.history();
  history.forEach(show);
  for (final message in history) {
    print(message.preview);
  }
  final Channel channel = room;
  channel.send(Message.system('bye'));
  room.close();
}

void show(Message message) => print(format(message));

String format(Message m) => m.toString();
