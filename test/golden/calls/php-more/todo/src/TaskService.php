<?php

declare(strict_types=1);

namespace Todo;

use InvalidArgumentException;
use Todo\Contract\Clock;
use Todo\Contract\TaskRepository as Repo;
use Todo\Event\{Dispatcher, TaskDone};

class TaskService
{
    private Dispatcher $events;

    public function __construct(
        private readonly Repo $tasks,
        private Clock $clock,
        ?Dispatcher $events = null,
    ) {
        $this->events = $events ?? Dispatcher::create();
    }

    public function add(string $title): Task
    {
        $task = Task::titled($title)->dueAt($this->clock->now());
        $this->validate($task);
        $this->tasks->save($task);
        return $task;
    }

    public function complete(int $id): void
    {
        $task = $this->tasks->get($id);
        $task->finish();
        $this->events->dispatch(new TaskDone($task));
    }

    public function overdue(): array
    {
        $now = $this->clock->now();
        $late = array_filter($this->tasks->all(), fn (Task $t) => $t->isLate($now));
        usort($late, [self::class, 'compare']);
        return array_map([$this, 'present'], $late);
    }

    public static function compare(Task $a, Task $b): int
    {
        return $a->priority() <=> $b->priority();
    }

    private function present(Task $t): string
    {
        return strtoupper($t->title);
    }

    private function validate(Task $t): void
    {
        if ($t->title === '') {
            throw new InvalidArgumentException('title');
        }
    }
}
