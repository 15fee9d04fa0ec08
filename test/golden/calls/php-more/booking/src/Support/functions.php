<?php

namespace Acme\Booking\Support;

function write_line(string $line): void
{
    echo $line, PHP_EOL;
}

function each_of(array $items, callable $f): void
{
    foreach ($items as $item) {
        $f($item);
    }
}
