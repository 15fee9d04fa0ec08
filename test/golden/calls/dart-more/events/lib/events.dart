abstract interface class Event {
  String topic();
  factory Event.parse(String s) => s.startsWith('u') ? UserEvent(s) : SystemEvent(_level(s));
}

int _level(String s) => s.length;

class UserEvent implements Event {
  UserEvent(this.user);
  final String user;

  @override
  String topic() => 'user';

  void greet() => print(hello());

  String hello() => 'hi $user';
}

class SystemEvent implements Event {
  const SystemEvent(this.level);
  final int level;

  @override
  String topic() {
    return Topics.forLevel(level);
  }
}

class Topics {
  static const low = 'low';
  static String forLevel(int n) => n > 3 ? _high() : low;
  static String _high() => 'high';
}
