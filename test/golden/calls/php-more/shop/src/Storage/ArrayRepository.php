<?php

namespace Acme\Storage;

class ArrayRepository extends Base
{
    public function get(string $id): array
    {
        return $this->rows()[$this->guard($id)];
    }

    protected function rows(): array
    {
        return [];
    }
}
