<?php

declare(strict_types=1);

namespace Acme\Mail;

use Acme\Mail\Transport\{LogTransport, SmtpTransport, Transport};
use Closure;

final class Manager
{
    private static ?self $instance = null;

    /** @var array<string, Closure> */
    private array $creators = [];

    /** @var Mailer[] */
    private array $mailers = [];

    private function __construct()
    {
        $this->extend('smtp', fn () => new SmtpTransport('localhost'));
        $this->extend('log', function (): Transport {
            return $this->createLog();
        });
    }

    public static function getInstance(): self
    {
        return self::$instance ??= new self();
    }

    public function extend(string $name, callable $creator): void
    {
        $this->creators[$name] = Closure::fromCallable($creator);
    }

    public function mailer(string $name): Mailer
    {
        return $this->mailers[$name] ??= $this->make($name);
    }

    private function make(string $name): Mailer
    {
        $transport = ($this->creators[$name])();
        return new Mailer($transport);
    }

    private function createLog(): LogTransport
    {
        return new LogTransport();
    }

    public function flush(): int
    {
        $sent = 0;
        foreach ($this->mailers as $mailer) {
            $sent += $mailer->flush();
        }
        return $sent;
    }
}
