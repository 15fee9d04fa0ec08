<?php

namespace Acme\Shop\Support;

class SystemClock implements Clock
{
    public function now(): int
    {
        return time();
    }
}
