<?php

namespace Acme\Booking;

use DateTimeImmutable;

class Period
{
    public function __construct(private DateTimeImmutable $from, private DateTimeImmutable $to)
    {
    }

    public static function parse(string $text): Period
    {
        [$from, $to] = array_map(fn (string $day) => new DateTimeImmutable($day), explode('/', $text));

        return new Period($from, $to);
    }

    public function nights(): int
    {
        return $this->from->diff($this->to)->days;
    }

    public function overlaps(Period $other): bool
    {
        return $this->from < $other->to && $other->from < $this->to;
    }
}
