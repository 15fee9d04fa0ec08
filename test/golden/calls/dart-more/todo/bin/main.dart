import 'package:todo/todo.dart';
import 'package:todo/src/util.dart' show StringX, log;

class App {
  App(this.store, {void Function(String)? logger}) : _log = logger ?? log;
  final Store<Task> store;
  final void Function(String) _log;

  Future<void> run(List<String> args) async {
    final task = Task.fromJson({'id': 'a', 'p': 'high'});
    await store.save(task);
    final again = await store.findOrThrow('a');
    again
      ..stamp()
      ..done = true;
    _log(again.describe().shout());
    final both = task + Task.urgent();
    if (both.urgent) report(both);
    final tasks = [task, both]..sort(byId);
    tasks.map(label).forEach(log);
    void inner() => report(task);
    inner();
  }

  void report(Task t) => _log(t.toString());
  static int byId(Task a, Task b) => a.compareTo(b);
  String label(Task t) => t.describe();
}

Future<void> main(List<String> args) async {
  final store = MemoryStore();
  store.listen((t) => log(t.id));
  store.listen(onTask);
  await App(store).run(args);
  store.mostUrgent()?.stamp();
}

void onTask(Task t) => log(t.describe());
