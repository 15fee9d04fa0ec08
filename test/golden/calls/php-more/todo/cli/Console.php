<?php

namespace Todo\Cli;

use Todo\Contract\{Clock, TaskRepository};
use Todo\Event\Dispatcher;
use Todo\Event\Event;
use Todo\Event\TaskDone;
use Todo\Task;
use Todo\TaskService;
use Todo\UrgentTask;

class SystemClock implements Clock
{
    public function now(): int { return time(); }
}

class MemoryTasks implements TaskRepository
{
    private array $rows = [];

    public function save(Task $task): void
    {
        $this->rows[$this->nextId()] = $task;
    }

    public function get(int $id): Task { return $this->rows[$id] ?? throw new \OutOfBoundsException(); }

    public function all(): array { return $this->rows; }

    private function nextId(): int { return count($this->rows); }
}

class Console
{
    private TaskService $service;

    public function __construct()
    {
        $events = Dispatcher::create();
        $events->on('done', function (Event $e) {
            if ($e instanceof TaskDone) {
                $this->write($e->task->title);
                $e->task->finish();
            }
        })->on('late', $this->write(...));
        $this->service = new TaskService(new MemoryTasks(), new SystemClock(), $events);
    }

    public function run(array $argv): int
    {
        $handler = match ($argv[1] ?? 'list') {
            'add' => $this->addCommand($argv),
            default => $this->listCommand(),
        };
        return exit_code($handler);
    }

    private function addCommand(array $argv): string
    {
        $task = $this->service->add($argv[2]);
        return $task->title . UrgentTask::titled('x')->priority();
    }

    private function listCommand(): string
    {
        return implode("\n", $this->service->overdue());
    }

    public function write(string $s): void { echo $s; }
}

function exit_code(?string $out): int
{
    return $out === null ? 1 : 0;
}

(new Console())->run($argv);
