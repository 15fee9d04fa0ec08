import 'dart:async';

import 'model/question.dart';
import 'model/score.dart';
import 'storage.dart' show Storage, FileStorage;

enum Mode {
  easy(1),
  hard(3);

  const Mode(this.factor);
  final int factor;

  bool get strict => isStrict();
  bool isStrict() => factor > 2;
}

class Quiz extends Base<Question> {
  Quiz({required this.mode, Storage? storage}) : _storage = storage ?? FileStorage('q.txt') {
    _load();
  }

  Quiz.easy() : this(mode: Mode.easy);

  final Mode mode;
  final Storage _storage;
  final _score = Score.zero();
  late final StreamController<Question> _events = StreamController();

  Future<void> _load() async {
    final lines = await _storage.read();
    for (final line in lines) {
      add(Question.parse(line));
    }
  }

  bool answer(int index, String text) {
    final question = at(index);
    if (question case Choice c when c.has(text)) {
      c.choose(text);
    }
    final ok = question.check(text);
    ok ? _score.up(mode.factor) : _score.down();
    _events.add(question);
    return ok;
  }

  void listen(void Function(Question) onQuestion) {
    _events.stream.listen((q) => onQuestion(q));
    _events.stream.listen((q) {
      q.render();
    });
  }

  String report() => '${_score.format()} ${items.map((q) => q.render()).join()}';
}

abstract class Base<T> {
  final List<T> items = [];

  void add(T item) {
    items.add(item);
    changed();
  }

  T at(int i) => items[check(i)];

  int check(int i) => i;

  void changed() {}
}
