<?php

require_once __DIR__ . '/Router.php';

use App\Http\{Request, Response};
use App\Middleware\AdminAuth;
use App\Router;

class HomeController
{
    public function __construct(private ?Renderer $view = null)
    {
        $this->view = $view ?? new Renderer();
    }

    public function index(Request $r): Response
    {
        return new Response($this->view->render('home'));
    }

    public static function about(Request $r): Response
    {
        return new Response('about');
    }
}

class Renderer
{
    public function render(string $name): string { return $this->load($name); }
    private function load(string $n): string { return $n; }
}

function build(): Router
{
    $router = new Router();
    $home = new HomeController();
    $router->get('/', [$home, 'index'])->name('home');
    $router->get('/about', [HomeController::class, 'about']);
    $router->get('/x', 'fallback');
    return $router->pipe(new AdminAuth());
}

function fallback(Request $r): Response
{
    return new Response('x');
}

build()->dispatch(Request::capture())->send();
