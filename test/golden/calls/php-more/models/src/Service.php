<?php
namespace App;

use App\Contracts\Storable;
use App\Model\User;
use App\Model\Post;
use function App\Support\tap;

class Service
{
    private array $items = [];

    public function __construct(private Mailer $mailer = new Mailer()) {}

    public function register(string $name): User
    {
        $user = User::make(['name' => $name]);
        $user->setPassword('x')->save();
        $this->persist($user);
        tap($user, function (User $u) { $this->mailer->welcome($u); });
        $user->on('saving', $this->onSaving(...));
        return $user;
    }

    private function persist(Storable $s): void { $s->save(); }

    public function onSaving($m): void { log_it('saving'); }

    public function titles(Post ...$posts): array
    {
        usort($posts, fn(Post $a, Post $b) => $this->compare($a, $b));
        $post = $posts[0];
        if ($post instanceof Post) { $post->author()->posts(); }
        return array_filter($posts, 'App\keep');
    }

    private function compare(Post $a, Post $b): int { return 0; }
    public function __invoke(): void { $this->register('i'); }
}

function log_it(string $s): void {}
function keep($p): bool { return true; }

class Mailer { public function welcome(User $u): void { Mailer::send($u); } private static function send($u): void {} }
