int sum(Iterable<int> xs) => xs.fold(0, _plus);

int _plus(int a, int b) => a + b;

String capitalize(String s) => s;

extension Slugs on String {
  String slug() => clean(this);

  String get loud => toUpperCase();
}

String clean(String s) => s.trim();
