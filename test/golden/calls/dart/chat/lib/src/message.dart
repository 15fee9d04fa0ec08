import 'dart:convert';

class Message implements Comparable<Message> {
  final String from;
  final String text;
  final DateTime at;

  Message(this.from, this.text, {DateTime? at}) : at = at ?? _now();

  Message.system(String text) : this('system', text);

  factory Message.fromJson(Map<String, dynamic> json) {
    return Message(json['from'] as String, _unescape(json['text'] as String));
  }

  static DateTime _now() => DateTime.now();

  static String _unescape(String text) => text.replaceAll('&amp;', '&');

  Map<String, dynamic> toJson() => {'from': from, 'text': text};

  bool get isSystem => from == 'system';

  String get preview => shorten(text, 10);

  Message operator +(String more) => Message(from, join(text, more));

  String join(String a, String b) => '$a $b';

  @override
  int compareTo(Message other) => at.compareTo(other.at);

  @override
  String toString() => encode(this);
}

String shorten(String text, int max) => text.length < max ? text : text.substring(0, max);

String encode(Message message) => jsonEncode(message.toJson());
