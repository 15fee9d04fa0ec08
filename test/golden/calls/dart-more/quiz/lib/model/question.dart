abstract class Question {
  const Question(this.title);
  final String title;

  static Question parse(String line) {
    final parts = splitLine(line);
    return parts.length > 2 ? Choice(parts.first, parts) : Open(parts.first);
  }

  bool check(String answer);

  String render() => decorate(title);
}

class Open extends Question {
  const Open(super.title);

  @override
  bool check(String answer) => normalize(answer) == title;
}

class Choice extends Question with Markable {
  Choice(String title, this.options) : super(title);
  final List<String> options;

  bool has(String o) => options.any((x) => same(x, o));

  void choose(String o) => mark(o);

  @override
  bool check(String answer) => marked(answer) && has(answer);

  @override
  String render() => super.render() + options.join();
}

mixin Markable {
  final Set<String> _marks = {};
  void mark(String s) => _marks.add(s);
  bool marked(String s) => _marks.contains(s);
}

List<String> splitLine(String s) => s.split('|').map(normalize).toList();
String normalize(String s) => s.trim();
bool same(String a, String b) => normalize(a) == normalize(b);
String decorate(String s) => '? $s';
