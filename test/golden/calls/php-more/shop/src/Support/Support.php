<?php

namespace Acme\Support;

trait Loggable
{
    protected function log(string $m): void
    {
        $this->write($m);
    }

    private function write(string $m): void {}
}

class Collection
{
    private array $items = [];
    public function push($x): static { $this->items[] = $x; return $this; }
    public function map(callable $f): Collection { return new Collection(); }
    public function sum(): int { return array_sum($this->items); }
}

class Events
{
    private static array $map = [];
    public static function listen(string $n, callable $f): void { self::$map[$n][] = $f; }
    public static function fire(string $n): void
    {
        foreach (static::handlers($n) as $h) {
            $h();
        }
    }
    protected static function handlers(string $n): array { return self::$map[$n] ?? []; }
}
