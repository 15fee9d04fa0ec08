<?php

namespace Acme\Mail;

trait Queues
{
    /** @var Message[] */
    private array $queue = [];

    protected function enqueue(Message $message): void
    {
        $message->attempts++;
        if (!$message->isDead()) {
            $this->queue[] = $message;
        }
    }

    /** @return Message[] */
    protected function drain(): array
    {
        usort($this->queue, static fn (Message $a, Message $b) => $a->compareTo($b));
        foreach ($this->queue as $message) {
            $message->touch();
        }
        return array_splice($this->queue, 0);
    }
}
