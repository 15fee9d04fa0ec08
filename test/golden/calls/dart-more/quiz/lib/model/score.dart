import 'package:quiz/util.dart' as u;

class Score {
  Score._(this._points);
  factory Score.zero() => Score._(0);
  int _points;

  void up([int by = 1]) => _set(_points + by);
  void down() {
    _set(_points - 1);
  }

  void _set(int p) {
    _points = u.clamp(p, 0, 10);
  }

  String format() => u.pad(_points).boxed();
}
