<?php
namespace App\Model;

trait HasEvents
{
    private array $listeners = [];
    public function boot(): void { $this->on('saving', [$this, 'validate']); }
    public function on(string $event, callable $cb): static
    {
        $this->listeners[$event][] = $cb;
        return $this;
    }
    protected function fire(string $event): void
    {
        foreach ($this->listeners[$event] ?? [] as $cb) {
            $cb($this);
        }
        self::trace($event);
    }
    private static function trace(string $e): void {}
    abstract public function validate(): bool;
}

trait HasTimestamps
{
    public function touch(): void { $this->stamp = $this->now(); }
    private function now(): int { return time(); }
}
