<?php

namespace Acme\Booking\Pricing;

use Acme\Booking\Money;
use Acme\Booking\Reservation;
use Acme\Booking\Support\Logs;

class Calculator
{
    use Logs;

    /** @var callable[] */
    private array $listeners = [];

    /** @param Rule[] $rules */
    public function __construct(private array $rules)
    {
    }

    public static function standard(): self
    {
        return new self([new RegularGuest()]);
    }

    public function onTotal(callable $listener): static
    {
        $this->listeners[] = $listener;

        return $this;
    }

    public function total(Reservation ...$reservations): Money
    {
        $sum = Money::of(0);
        foreach ($reservations as $reservation) {
            $sum = $sum->plus($this->priceOf($reservation));
        }
        $this->log("total $sum");

        return $sum;
    }

    private function priceOf(Reservation $reservation): Money
    {
        $price = $reservation->price();
        foreach ($this->rules as $rule) {
            $price = $rule->apply($price, $reservation);
        }

        return $price;
    }
}
