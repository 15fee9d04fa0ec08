<?php

namespace Acme\Shop\Domain;

trait RecordsEvents
{
    private array $events = [];

    protected function record(string $name): void
    {
        $this->events[] = $this->stamp($name);
    }

    private function stamp(string $name): string
    {
        return slug($name);
    }
}
