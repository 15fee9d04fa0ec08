<?php

namespace Acme\Booking;

class Money
{
    public function __construct(private int $cents)
    {
    }

    public static function of(int $cents): static
    {
        return new static($cents);
    }

    public function times(int $n): self
    {
        return self::of($this->cents * $n);
    }

    public function plus(Money $other): self
    {
        return new self($this->cents + $other->cents);
    }

    public function __toString(): string
    {
        return number_format($this->cents / 100, 2);
    }
}
