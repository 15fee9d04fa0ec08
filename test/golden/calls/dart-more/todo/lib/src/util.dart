String newId() => short(_random());
String _random() => 'abc';
String short(String s) => s.substring(0, 1);
int compare(int a, int b) => a - b;
void log(String m) => print(m);

extension ListX<T> on List<T> {
  T? firstOr(bool Function(T) test) {
    for (final x in this) {
      if (test(x)) return x;
    }
    return lastOr();
  }
  T? lastOr() => isEmpty ? null : last;
}

extension StringX on String {
  String shout() => upper(this);
}

String upper(String s) => s.toUpperCase();
