<?php

namespace Acme\Mail\Transport;

use Acme\Mail\Message;

interface Transport
{
    public function deliver(Message $message, string $body): bool;
}

abstract class BaseTransport implements Transport
{
    public function deliver(Message $message, string $body): bool
    {
        $this->before($message);
        return $this->write($this->headers($message) . $body);
    }

    protected function before(Message $message): void
    {
    }

    abstract protected function write(string $raw): bool;

    protected function headers(Message $message): string
    {
        return implode("\n", array_keys($message->data()));
    }
}

final class SmtpTransport extends BaseTransport
{
    public function __construct(private string $host)
    {
    }

    protected function write(string $raw): bool
    {
        return $this->connect() !== null;
    }

    private function connect(): ?string
    {
        return $this->host;
    }
}

final class LogTransport extends BaseTransport
{
    private array $lines = [];

    protected function write(string $raw): bool
    {
        $this->lines[] = $raw;
        return true;
    }
}
