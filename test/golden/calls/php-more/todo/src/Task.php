<?php

namespace Todo;

class Task
{
    use Timestamps;

    private ?int $due = null;
    protected int $priority = 0;

    final public function __construct(public string $title)
    {
        $this->touch();
    }

    public static function titled(string $t): static
    {
        return new static(trim($t));
    }

    public function dueAt(int $when): static
    {
        $copy = clone $this;
        $copy->due = $when;
        $copy->touch();
        return $copy;
    }

    public function finish(): void
    {
        $this->due = null;
        self::log($this->title);
    }

    public function isLate(int $now): bool
    {
        return $this->due !== null && $this->due < $now;
    }

    public function priority(): int
    {
        return $this->priority;
    }

    private static function log(string $m): void {}
}

class UrgentTask extends Task
{
    public function priority(): int
    {
        return parent::priority() + $this->boost();
    }

    private function boost(): int { return 10; }
}

trait Timestamps
{
    private int $touched = 0;

    protected function touch(): void
    {
        $this->touched = $this->stamp();
    }

    abstract protected function stampBase(): int;

    private function stamp(): int { return time(); }
}
