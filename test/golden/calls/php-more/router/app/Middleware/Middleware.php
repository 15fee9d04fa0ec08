<?php
namespace App\Middleware;

use App\Http\Request;
use App\Http\Response;
use Closure;

interface Middleware
{
    public function wrap(callable $next): callable;
}

class Auth implements Middleware
{
    public function wrap(callable $next): callable
    {
        return function (Request $r) use ($next) {
            if (!$this->allowed($r)) {
                return Response::notFound();
            }
            return $next($r);
        };
    }

    protected function allowed(Request $r): bool
    {
        return $r->header('token') !== null;
    }
}

final class AdminAuth extends Auth
{
    protected function allowed(Request $r): bool
    {
        return parent::allowed($r) && $this->isAdmin($r);
    }

    private function isAdmin(Request $r): bool { return $r->path() === '/admin'; }
}
