<?php

namespace Acme\Shop\Domain;

use Acme\Shop\Support\Money;

class Line
{
    public function __construct(private string $name, private Money $price)
    {
    }

    public function price(): Money
    {
        return $this->price;
    }
}
