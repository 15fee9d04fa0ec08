<?php

namespace Acme\Shop\Support;

final class Money
{
    private function __construct(private int $cents)
    {
    }

    public static function zero(): self
    {
        return new self(0);
    }

    public static function of(int $cents): self
    {
        return new self($cents);
    }

    public function plus(Money $other): self
    {
        return new self($this->cents + $other->cents);
    }

    public function format(): string
    {
        return format_cents($this->cents);
    }
}
