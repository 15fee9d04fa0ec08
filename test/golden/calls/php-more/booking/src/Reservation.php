<?php

namespace Acme\Booking;

class Reservation
{
    public function __construct(private Room $room, private Guest $guest, private Period $period)
    {
    }

    public function overlaps(Period $period): bool
    {
        return $this->period->overlaps($period);
    }

    public function price(): Money
    {
        return $this->room->rate()->times($this->period->nights());
    }

    public function guest(): Guest
    {
        return $this->guest;
    }
}

class Guest
{
    public function __construct(private string $name, private bool $regular = false)
    {
    }

    public function isRegular(): bool
    {
        return $this->regular;
    }
}

class RoomTaken extends \RuntimeException
{
    public static function on(Room $room, Period $period): self
    {
        return new self("Room {$room->number} is taken.");
    }
}
