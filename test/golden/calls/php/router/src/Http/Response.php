<?php

namespace App\Http;

class Response
{
    private array $headers = [];

    public function __construct(private string $body, private int $status = 200)
    {
        $this->header('Content-Length', (string) strlen($body));
    }

    public static function text(string $body, int $status = 200): Response
    {
        return (new Response($body, $status))->header('Content-Type', 'text/plain');
    }

    public function header(string $name, string $value): static
    {
        $this->headers[$name] = $value;
        return $this;
    }

    public function send(): void
    {
        foreach ($this->headers as $name => $value) {
            emit_header($name, $value);
        }
        echo $this->body;
    }
}

function emit_header(string $name, string $value): void
{
    header("$name: $value");
}
