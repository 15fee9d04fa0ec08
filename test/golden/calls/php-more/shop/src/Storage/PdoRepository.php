<?php

namespace Acme\Storage;

class PdoRepository extends Base
{
    public static function connect(string $dsn): self
    {
        $r = new self();
        $r->open($dsn);
        return $r;
    }

    private function open(string $dsn): void {}

    public function get(string $id): array
    {
        return $this->rows();
    }

    protected function rows(): array
    {
        return [parent::guard('a')];
    }
}
