<?php

namespace Acme\Booking\Pricing;

use Acme\Booking\{Money, Reservation};

interface Rule
{
    public function apply(Money $price, Reservation $reservation): Money;
}

abstract class Discount implements Rule
{
    public function apply(Money $price, Reservation $reservation): Money
    {
        return $this->matches($reservation) ? $this->reduce($price) : $price;
    }

    protected function reduce(Money $price): Money
    {
        return $price->times(1);
    }

    abstract protected function matches(Reservation $reservation): bool;
}

final class RegularGuest extends Discount
{
    protected function matches(Reservation $reservation): bool
    {
        return $reservation->guest()->isRegular();
    }

    protected function reduce(Money $price): Money
    {
        return parent::reduce($price)->times(1);
    }
}
