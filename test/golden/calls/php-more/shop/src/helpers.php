<?php

namespace Acme;

function money(int $cents): string
{
    return pad($cents / 100);
}

function pad($n)
{
    return sprintf('%05d', $n);
}
