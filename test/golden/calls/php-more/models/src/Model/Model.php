<?php
declare(strict_types=1);

namespace App\Model;

use App\Support\Str;
use App\Contracts\Storable;
use function App\Support\collect;

abstract class Model implements Storable
{
    use HasEvents, HasTimestamps {
        HasEvents::boot as protected bootEvents;
    }

    protected static array $registry = [];
    protected array $attributes = [];

    public function __construct(array $attributes = [])
    {
        $this->fill($attributes);
        $this->bootEvents();
    }

    public static function make(array $attributes): static
    {
        return new static($attributes);
    }

    public static function query(): Query
    {
        return new Query(static::table());
    }

    abstract protected static function table(): string;

    public function fill(array $attributes): self
    {
        foreach ($attributes as $k => $v) {
            $this->set($k, $v);
        }
        return $this;
    }

    protected function set(string $k, $v): void
    {
        $this->attributes[Str::snake($k)] = $v;
    }

    public function __get(string $name)
    {
        return $this->read($name);
    }

    private function read(string $n)
    {
        return $this->attributes[$n] ?? null;
    }

    public function save(): bool
    {
        $this->touch();
        $this->fire('saving');
        return collect($this->attributes)->map(fn($v) => Str::trim($v))->isNotEmpty();
    }
}
