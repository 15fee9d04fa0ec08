<?php

namespace Acme\Mail;

use Acme\Mail\Template\Renderer;
use Acme\Mail\Transport\Transport;

class Mailer
{
    use Queues;

    private Renderer $renderer;

    public function __construct(private readonly Transport $transport, ?Renderer $renderer = null)
    {
        $this->renderer = $renderer ?? new Renderer();
    }

    public function to(string ...$addresses): PendingMail
    {
        return (new PendingMail($this))->to(...array_map('Acme\Mail\normalize', $addresses));
    }

    public function send(Message $message): bool
    {
        $body = $this->renderer->render($message->template(), $message->data());
        if (!$this->transport->deliver($message, $body)) {
            $this->enqueue($message);
            return false;
        }
        return true;
    }

    public function flush(): int
    {
        return count(array_filter($this->drain(), [$this, 'send']));
    }
}
