enum Method { get, post }

class Headers {
  final Map<String, String> _values = {};
  String? operator [](String name) => _values[_normalize(name)];
  void operator []=(String name, String value) => _values[_normalize(name)] = value;
  bool get isEmpty => _values.isEmpty;
  static String _normalize(String name) => name.toLowerCase();
}

class Request {
  final Method method;
  final Uri uri;
  final Headers headers;

  Request(this.method, this.uri) : headers = Headers();
  Request.get(String path) : this(Method.get, Uri.parse(path));
  factory Request.parse(String line) {
    final parts = line.split(' ');
    return Request(_method(parts[0]), Uri.parse(parts[1]));
  }

  static Method _method(String text) => Method.values.byName(text);
  List<String> get segments => _split(uri.path);
  List<String> _split(String path) => path.split('/');
}

class Response {
  final int status;
  String body = '';
  Response(this.status);
  Response.ok([String body = '']) : this._with(200, body);
  Response._with(this.status, this.body);
  bool get isOk => status < 400;
  void write(Object? value) => body += '$value';
}
