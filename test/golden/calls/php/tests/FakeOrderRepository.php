<?php

namespace Acme\Shop\Tests;

class FakeClock
{
    public function now(): int
    {
        return 1;
    }

    public function render(): string
    {
        return '';
    }
}
