<?php

namespace App\Controller;

use App\Http\{Request, Response};
use App\Support\Logs;

abstract class Controller
{
    use Logs;

    abstract public function index(Request $request): Response;

    public function show(Request $request): Response
    {
        $this->log('show');
        return $this->render($this->title(), $request->get('id'));
    }

    protected function title(): string
    {
        return static::class;
    }

    protected function render(string $title, ?string $body): Response
    {
        return Response::text($title . $body);
    }
}
