<?php

require __DIR__ . '/src/Support/global.php';

use Acme\Shop\Http\OrderController;

function handle(string $path): ?string
{
    $controller = OrderController::boot();
    if (slug($path) === 'new') {
        $controller->create([]);
    }

    return $controller->show(1);
}

echo handle('/');
