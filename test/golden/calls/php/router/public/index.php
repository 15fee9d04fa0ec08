<?php

require __DIR__ . '/../vendor/autoload.php';

use App\Controller\UserController;
use App\Http\Request;
use App\Http\Router;
use App\Repository\UserRepository;

$router = new Router();
$router->resource('/users', new UserController(new UserRepository()));
$router->get('/ping', fn (Request $r) => pong($r));
$request = Request::fromGlobals();
$router->dispatch($request)->send();

function pong(Request $request): App\Http\Response
{
    $repository = new UserRepository();
    $user = $repository->find(1);
    return App\Http\Response::text($user?->name() ?? 'pong');
}
