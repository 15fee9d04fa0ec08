<?php
require_once __DIR__ . '/src/Service.php';

use App\Service;
use function App\log_it as logIt;

function main(): void
{
    $service = new Service();
    $service();
    $user = $service->register('a');
    logIt($user->name);
    $handler = [$service, 'register'];
    $fn = fn() => $service->titles();
    $fn();
}

main();
