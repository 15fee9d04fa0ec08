<?php

namespace App\Controller;

use App\Http\Request;
use App\Http\Response;
use App\Repository\UserRepository as Users;
use function App\Support\escape;

class UserController extends Controller
{
    private Users $users;

    public function __construct(Users $users)
    {
        $this->users = $users;
    }

    public function index(Request $request): Response
    {
        $names = array_map(fn ($user) => escape($user->name()), $this->users->all());
        usort($names, [self::class, 'compare']);
        return $this->render($this->title(), implode(',', $names));
    }

    protected function title(): string
    {
        return 'Users ' . parent::title();
    }

    public static function compare(string $a, string $b): int
    {
        return strcmp($a, $b);
    }
}
