<?php

namespace App\Support;

function escape(string $text): string
{
    return htmlspecialchars($text);
}

trait Logs
{
    private array $lines = [];

    protected function log(string $text): void
    {
        $this->lines[] = $this->stamp() . $text;
    }

    private function stamp(): string
    {
        return date('c');
    }
}
