<?php

namespace Acme\Shop\Support;

function format_cents(int $cents): string
{
    return sprintf('%.2f', $cents / 100);
}

function tap(mixed $value, callable $then): mixed
{
    $then($value);

    return $value;
}
