abstract class Describable {
  String describe();
}

abstract class Entity {
  final int id;

  Entity(this.id);

  String describe() => _key();

  void touch() {
    _mark();
  }

  void _mark() {}

  String _key() => '$id';
}

mixin Audited on Entity {
  void audit(String what) {
    touch();
    _write(what);
  }

  void _write(String what) {}
}
