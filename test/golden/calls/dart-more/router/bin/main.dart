import 'package:router/src/request.dart';
import 'package:router/src/router.dart' as routing;
import 'package:router/src/router.dart' show Controller, Handler, Router, RequestX;

class UserController extends Controller {
  final UserStore store;
  UserController(this.store);

  @override
  Router get router => Router()
    ..get('/users', list)
    ..post('/users', create);

  Response list(Request request) {
    if (!request.isApi) return notFound();
    final response = Response.ok();
    store.all().map(_render).forEach(response.write);
    return response;
  }

  Future<Response> create(Request request) async {
    final name = request.query('name');
    if (name == null) return super.notFound();
    await store.save(name);
    return Response.ok(name);
  }

  String _render(String user) => '<li>$user</li>';
}

abstract interface class UserStore {
  factory UserStore.memory() = MemoryStore;
  Iterable<String> all();
  Future<void> save(String name);
}

class MemoryStore implements UserStore {
  final List<String> _users = [];
  @override
  Iterable<String> all() => _users;
  @override
  Future<void> save(String name) async => _users.add(_clean(name));
  String _clean(String name) => name.trim();
}

Handler timing(Handler next) {
  return (request) async {
    final response = await next(request);
    if (!response.isOk) report(request, response);
    return response;
  };
}

void report(Request request, Response response) {
  print('${request.headers['host']} ${response.status}');
}

Future<void> main(List<String> args) async {
  final router = routing.Router();
  router.use(timing);
  router.mount(UserController(UserStore.memory()));
  router.get('/', (request) => Response.ok('hi'));
  final requests = [Request.parse('get /users'), Request.get('/')];
  for (final request in requests) {
    request.headers['host'] = 'x';
    final response = await router.handle(request);
    print(response.isOk);
  }
  if (requests.first.headers.isEmpty) print(router.prefix);
}
