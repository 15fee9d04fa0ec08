<?php
namespace App;

use App\Http\Request;
use App\Http\Response;

class Route
{
    private $name;

    public function __construct(private string $method, private string $path, private $handler) {}

    public function name(string $n): self
    {
        $this->name = $n;
        return $this;
    }

    public function matches(Request $r): bool
    {
        return $r->method() === $this->method && self::compare($r->path(), $this->path);
    }

    private static function compare(string $a, string $b): bool
    {
        return normalize($a) === normalize($b);
    }

    public function run(Request $r): Response
    {
        return \call_user_func($this->handler, $r);
    }
}

function normalize(string $s): string
{
    return rtrim($s, '/');
}
