import 'package:quiz/quiz.dart';
import 'package:quiz/storage.dart';

void main() async {
  final quiz = Quiz(mode: Mode.hard, storage: FileStorage.shared);
  quiz
    ..listen(print)
    ..answer(0, 'x');
  if (quiz.mode.isStrict()) {
    announce(quiz);
  }
  print(Quiz.easy().report());
  final runner = Runner(quiz, onDone: finish);
  await runner.run();
}

void announce(Quiz q) => print(q.report());

void finish(int n) {}

class Runner {
  Runner(this.quiz, {required this.onDone});
  final Quiz quiz;
  final void Function(int) onDone;

  Future<void> run() async {
    quiz.answer(1, 'y');
    onDone(1);
  }
}
