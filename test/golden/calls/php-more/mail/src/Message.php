<?php

namespace Acme\Mail;

abstract class Message
{
    public int $attempts = 0;
    protected array $data = [];
    private ?\DateTimeImmutable $touched = null;

    abstract public function template(): string;

    public function with(string $key, mixed $value): static
    {
        $this->data[$key] = $value;
        return $this;
    }

    public function data(): array
    {
        return $this->data + ['subject' => $this->subject()];
    }

    protected function subject(): string
    {
        return static::class;
    }

    public function isDead(): bool
    {
        return $this->attempts > static::maxAttempts();
    }

    public static function maxAttempts(): int
    {
        return 3;
    }

    public function compareTo(self $other): int
    {
        return $this->attempts <=> $other->attempts;
    }

    public function touch(): void
    {
        $this->touched = new \DateTimeImmutable();
    }
}

class Welcome extends Message
{
    public static function for(string $name): self
    {
        return (new self())->with('name', $name);
    }

    public function template(): string
    {
        return 'Hello {{ name }}';
    }

    protected function subject(): string
    {
        return parent::subject() . '!';
    }
}

final class PendingMail
{
    private array $to = [];

    public function __construct(private Mailer $mailer)
    {
    }

    public function to(string ...$addresses): static
    {
        $this->to = array_merge($this->to, $addresses);
        return $this;
    }

    public function send(Message $message): bool
    {
        return $this->mailer->send($message->with('to', $this->to));
    }
}
