import 'dart:async';
import 'request.dart';

typedef Handler = FutureOr<Response> Function(Request request);
typedef Middleware = Handler Function(Handler next);

abstract class Controller {
  Router get router;
  Response notFound() => Response(404)..write('not found');
}

mixin Logging {
  final List<String> _log = [];
  void info(String message) => _log.add(stamp(message));
  String stamp(String message) => '[$prefix] $message';
  String get prefix;
}

class Route {
  final Method method;
  final Pattern pattern;
  final Handler handler;
  const Route(this.method, this.pattern, this.handler);
  bool matches(Request request) => request.method == method && _pathMatches(request.segments);
  bool _pathMatches(List<String> segments) => segments.isNotEmpty;
}

class Router with Logging {
  final List<Route> _routes = [];
  final List<Middleware> _middleware = [];

  @override
  String get prefix => 'router';

  Router get(String path, Handler handler) => _add(Route(Method.get, path, handler));
  Router post(String path, Handler handler) => _add(Route(Method.post, path, handler));

  Router _add(Route route) {
    info('route ${route.pattern}');
    _routes.add(route);
    return this;
  }

  void use(Middleware middleware) => _middleware.add(middleware);

  void mount(Controller controller) => _routes.addAll(controller.router._routes);

  Future<Response> handle(Request request) async {
    final route = _find(request);
    if (route == null) return _fallback(request);
    Handler handler = route.handler;
    for (final middleware in _middleware.reversed) {
      handler = middleware(handler);
    }
    return handler(request);
  }

  Route? _find(Request request) {
    for (final route in _routes) {
      if (route.matches(request)) return route;
    }
    return null;
  }

  Response _fallback(Request request) {
    info('no route for ${request.uri}');
    return Response(404);
  }
}

extension RequestX on Request {
  bool get isApi => segments.contains('api');
  String? query(String name) => uri.queryParameters[name];
}
