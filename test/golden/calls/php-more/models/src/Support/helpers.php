<?php
namespace App\Support;

function collect(array $items): Collection { return new Collection($items); }
function tap($value, callable $cb) { $cb($value); return $value; }

class Collection
{
    public function __construct(private array $items) {}
    public function map(callable $f): self { return new self(array_map($f, $this->items)); }
    public function isNotEmpty(): bool { return !$this->isEmpty(); }
    public function isEmpty(): bool { return count($this->items) === 0; }
}

class Str
{
    public static function snake(string $s): string { return self::lower(static::trim($s)); }
    public static function lower(string $s): string { return strtolower($s); }
    public static function trim(string $s): string { return trim($s); }
    public static function plural(string $s): string { return $s . 's'; }
}

class Hasher { public function hash(string $p): string { return md5($p); } }
