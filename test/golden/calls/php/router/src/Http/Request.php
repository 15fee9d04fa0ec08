<?php

declare(strict_types=1);

namespace App\Http;

final class Request
{
    public function __construct(
        public readonly string $path,
        private array $query = [],
    ) {
        $this->query = self::clean($query);
    }

    public static function fromGlobals(): static
    {
        return new static($_SERVER['REQUEST_URI'], $_GET);
    }

    private static function clean(array $query): array
    {
        return array_map('trim', $query);
    }

    public function get(string $key, ?string $default = null): ?string
    {
        return $this->query[$key] ?? $default;
    }
}
