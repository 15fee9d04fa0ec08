<?php

namespace Acme\Mail\Template;

class Renderer
{
    /** @var array<string, callable> */
    private array $filters;

    public function __construct()
    {
        $this->filters = ['upper' => 'strtoupper', 'escape' => [self::class, 'escape'], 'date' => $this->date(...)];
    }

    public function render(string $template, array $data): string
    {
        return preg_replace_callback('/{{ (\w+) }}/', fn ($m) => $this->value($data, $m[1]), $template);
    }

    private function value(array $data, string $key): string
    {
        return self::escape($data[$key] ?? $this->missing($key));
    }

    public static function escape(string $text): string
    {
        return htmlspecialchars($text);
    }

    private function date(int $time): string
    {
        return date('c', $time);
    }

    private function missing(string $key): never
    {
        throw new MissingValue($key);
    }

    public function __call(string $name, array $arguments): mixed
    {
        return ($this->filters[$name])(...$arguments);
    }
}

class MissingValue extends \RuntimeException
{
    public function __construct(public readonly string $key)
    {
        parent::__construct("missing $key");
    }
}
