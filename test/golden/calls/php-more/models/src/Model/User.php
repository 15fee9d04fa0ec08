<?php
namespace App\Model;

use App\Support\{Str, Hasher as PasswordHasher};

final class User extends Model
{
    const DEFAULT = 'guest';

    private ?PasswordHasher $hasher = null;

    protected static function table(): string { return Str::plural('user'); }

    public function validate(): bool
    {
        return parent::fill([]) !== null && $this->hasName();
    }

    private function hasName(): bool { return $this->name !== ''; }

    public function setPassword(string $p): self
    {
        $this->hasher ??= new PasswordHasher();
        $this->set('password', $this->hasher->hash($p));
        return $this;
    }

    public function posts(): array
    {
        return Post::query()->where('user', $this)->orderBy('date')->get();
    }
}

class Post extends Model
{
    protected static function table(): string { return 'posts'; }
    public function validate(): bool { return true; }
    public function author(): User { return User::make([]); }
}
