<?php

namespace Todo\Contract;

use Todo\Task;

interface Clock
{
    public function now(): int;
}

interface TaskRepository
{
    public function save(Task $task): void;
    public function get(int $id): Task;
    /** @return list<Task> */
    public function all(): array;
}
