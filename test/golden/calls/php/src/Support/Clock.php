<?php

namespace Acme\Shop\Support;

interface Clock
{
    public function now(): int;
}
