<?php

declare(strict_types=1);

namespace Acme\Booking;

final class Room
{
    /** @var Reservation[] */
    private array $reservations = [];

    private function __construct(
        public readonly string $number,
        private Money $rate,
    ) {
    }

    public static function numbered(string $number, int $cents): self
    {
        return new self($number, Money::of($cents));
    }

    public function rate(): Money
    {
        return $this->rate;
    }

    public function isFree(Period $period): bool
    {
        foreach ($this->reservations as $reservation) {
            if ($reservation->overlaps($period)) {
                return false;
            }
        }

        return true;
    }

    public function reserve(Guest $guest, Period $period): Reservation
    {
        if (!$this->isFree($period)) {
            throw RoomTaken::on($this, $period);
        }
        $reservation = new Reservation($this, $guest, $period);
        $this->reservations[] = $reservation;

        return $reservation;
    }
}
