<?php

require __DIR__ . '/vendor/autoload.php';

use Acme\Booking\Guest;
use Acme\Booking\Period;
use Acme\Booking\Pricing\Calculator;
use Acme\Booking\Room;
use function Acme\Booking\Support\each_of;
use function Acme\Booking\Support\write_line;

function announce($total): void
{
    write_line("Total: $total");
}

function book(array $requests): void
{
    $room = Room::numbered('12', 9000);
    $calculator = Calculator::standard()->onTotal('announce');
    $made = [];
    foreach ($requests as $text) {
        $made[] = $room->reserve(new Guest('Ada', true), Period::parse($text));
    }
    $total = $calculator->total(...$made);
    announce($total);
    each_of(['a', 'b'], 'Acme\Booking\Support\write_line');
    each_of(['c'], write_line(...));
}

book(array_slice($argv, 1));
