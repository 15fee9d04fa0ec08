mixin Logging {
  void log(String m) => _write(m);
  void _write(String m) => print(m);
}

String money(int n) => '\$${pad(n)}';

String pad(int n, [int width = 4]) => n.toString().padLeft(width);

int sum(int a, int b) => a + b;

void check(bool ok) {
  if (!ok) throw ArgumentError();
}

extension StringX on String {
  String normalized() => trim().toLowerCase();
}
