<?php

namespace Acme\Shop\Domain;

abstract class Entity
{
    protected int $updated = 0;

    public function __construct(protected int $id)
    {
    }

    public function id(): int
    {
        return $this->id;
    }

    protected function touch(): void
    {
        $this->updated = time();
        $this->changed();
    }

    protected function changed(): void
    {
    }

    protected function createdAt(): int
    {
        return $this->updated;
    }
}
