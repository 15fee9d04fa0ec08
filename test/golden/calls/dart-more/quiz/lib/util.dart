int clamp(int n, int lo, int hi) => n < lo ? lo : n;

String pad(int n) => n.toString();

extension Boxes on String {
  String boxed() => '[$this]';
  List<String> lines() => split('\n');
}
