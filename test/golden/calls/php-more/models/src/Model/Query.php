<?php
namespace App\Model;

class Query
{
    public function __construct(private string $table) {}
    public function where(string $k, $v): static { return $this->add($k); }
    public function orderBy(string $k): static { return $this; }
    public function get(): array { return array_map([$this, 'hydrate'], $this->run()); }
    private function add(string $k): static { return $this; }
    private function run(): array { return []; }
    protected function hydrate($row) { return $row; }
}
