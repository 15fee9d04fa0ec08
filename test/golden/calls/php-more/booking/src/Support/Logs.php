<?php

namespace Acme\Booking\Support;

trait Logs
{
    protected function log(string $line): void
    {
        write_line($this->stamp() . ' ' . $line);
    }

    private function stamp(): string
    {
        return date('c');
    }
}
