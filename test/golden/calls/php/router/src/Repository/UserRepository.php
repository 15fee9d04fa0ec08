<?php

namespace App\Repository;

class UserRepository
{
    private ?\PDO $pdo = null;

    /** @return User[] */
    public function all(): array
    {
        $rows = $this->connection()->query('SELECT * FROM users')->fetchAll();
        return array_map([$this, 'hydrate'], $rows);
    }

    public function find(int $id): ?User
    {
        foreach ($this->all() as $user) {
            if ($user->is($id)) {
                return $user;
            }
        }
        return null;
    }

    private function hydrate(array $row): User
    {
        return new User($row['id'], $row['name']);
    }

    private function connection(): \PDO
    {
        return $this->pdo ??= new \PDO('sqlite::memory:');
    }
}

class User
{
    public function __construct(private int $id, private string $name) {}

    public function name(): string
    {
        return ucfirst($this->name);
    }

    public function is(int $id): bool
    {
        return $this->id === $id;
    }
}
