<?php
namespace App;

use App\Http\Request;
use App\Http\Response;
use App\Middleware\Middleware;

class Router
{
    /** @var Route[] */
    private array $routes = [];
    /** @var Middleware[] */
    private $stack = [];

    public function get(string $path, callable|array $handler): Route
    {
        return $this->map('GET', $path, $handler);
    }

    public function map(string $method, string $path, $handler): Route
    {
        $route = new Route($method, $path, $handler);
        $this->routes[] = $route;
        return $route;
    }

    public function pipe(Middleware $m): static
    {
        $this->stack[] = $m;
        return $this;
    }

    public function dispatch(Request $request): Response
    {
        foreach ($this->routes as $route) {
            if ($route->matches($request)) {
                return $this->process($route, $request);
            }
        }
        return Response::notFound();
    }

    private function process(Route $route, Request $request): Response
    {
        $next = fn(Request $r): Response => $route->run($r);
        foreach ($this->stack as $m) {
            $next = $m->wrap($next);
        }
        return $next($request);
    }
}
