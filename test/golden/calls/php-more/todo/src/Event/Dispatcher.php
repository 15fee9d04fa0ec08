<?php

namespace Todo\Event;

use Todo\Task;

class Dispatcher
{
    /** @var array<string, callable[]> */
    private array $listeners = [];

    private static ?Dispatcher $instance = null;

    public static function create(): self
    {
        return self::$instance ??= new self();
    }

    public function on(string $name, callable $listener): self
    {
        $this->listeners[$name][] = $listener;
        return $this;
    }

    public function dispatch(Event $event): void
    {
        foreach ($this->for($event->name()) as $listener) {
            $listener($event);
        }
    }

    private function for(string $name): iterable
    {
        yield from $this->listeners[$name] ?? [];
    }
}

abstract class Event
{
    public function name(): string
    {
        return $this->prefix() . static::class;
    }

    abstract protected function prefix(): string;
}

final class TaskDone extends Event
{
    public function __construct(public readonly Task $task) {}

    protected function prefix(): string
    {
        return 'task.' . $this->task->priority();
    }
}
