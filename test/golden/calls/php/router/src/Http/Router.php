<?php

namespace App\Http;

use App\Controller\Controller;
use Closure;

class Router
{
    /** @var array<string, callable> */
    private array $routes = [];

    public function get(string $path, callable $handler): self
    {
        $this->routes[$this->normalize($path)] = $handler;
        return $this;
    }

    public function dispatch(Request $request): Response
    {
        $handler = $this->routes[$this->normalize($request->path)] ?? [$this, 'notFound'];
        return $handler($request);
    }

    public function notFound(Request $request): Response
    {
        return Response::text('not found', 404);
    }

    private function normalize(string $path): string
    {
        return rtrim($path, '/');
    }

    public function resource(string $path, Controller $controller): void
    {
        $this->get($path, [$controller, 'index'])
            ->get("$path/show", $controller->show(...));
    }
}
