<?php

use Acme\Mail\Manager;
use Acme\Mail\Welcome;
use function Acme\Mail\mailer;
use function Acme\Mail\mailer as post;

require __DIR__ . '/vendor/autoload.php';

mailer()->to('A@b.c')->send(Welcome::for('Ann'));
post('log')->send(new Welcome());

function summary(): void
{
    $manager = Manager::getInstance();
    printf('%d of %d', $manager->flush(), Welcome::maxAttempts());
}

register_shutdown_function('summary');
