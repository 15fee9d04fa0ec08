import 'util.dart' as util;

enum Priority {
  low(1),
  high(10);

  const Priority(this.weight);
  final int weight;
  static Priority parse(String s) => s == 'high' ? high : fallback();
  static Priority fallback() => low;
  bool operator >(Priority other) => weight > other.weight;
}

mixin Stamped {
  DateTime? at;
  void stamp() {
    at = now();
    onStamp();
  }
  DateTime now() => DateTime.now();
  void onStamp() {}
}

abstract class Entity {
  final String id;
  Entity(this.id);
  Entity.generated() : this(util.newId());
  String describe();
  @override
  String toString() => describe();
}

class Task extends Entity with Stamped implements Comparable<Task> {
  Task(String id, {this.priority = Priority.low}) : super(id) {
    stamp();
  }
  factory Task.fromJson(Map<String, dynamic> json) {
    return Task(json['id'] as String, priority: Priority.parse(json['p'] as String));
  }
  Task.urgent() : priority = Priority.high, super.generated();

  final Priority priority;
  bool get urgent => isUrgent(priority);
  set done(bool v) => util.log('done $v');

  @override
  int compareTo(Task other) => util.compare(priority.weight, other.priority.weight);

  @override
  String describe() => 'task ${util.short(id)}';

  @override
  void onStamp() => super.onStamp();

  Task operator +(Task o) => merge(o);
  Task merge(Task o) => Task(id + o.id);
}

bool isUrgent(Priority p) => p > Priority.low;
