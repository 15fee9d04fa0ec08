<?php

namespace Acme\Storage;

interface Repository
{
    public function get(string $id): array;
    public function all(): array;
}

abstract class Base implements Repository
{
    public function all(): array
    {
        return array_values($this->rows());
    }

    abstract protected function rows(): array;

    protected function guard(string $id): string
    {
        return trim($id);
    }
}
