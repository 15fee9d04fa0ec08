<?php
namespace App\Http;

abstract class Message
{
    protected array $headers = [];

    public function header(string $k): ?string
    {
        return $this->headers[$this->key($k)] ?? null;
    }

    private function key(string $k): string { return strtolower($k); }
}

class Request extends Message
{
    public static function capture(): Request
    {
        $r = new static();
        $r->parse($_SERVER);
        return $r;
    }

    private function parse(array $s): void { $this->headers = $s; }

    public function method(): string { return $this->header('method'); }

    public function path(): string { return $this->header('path'); }
}

class Response extends Message
{
    public function __construct(private string $body, private Status $status = Status::Ok) {}

    public static function notFound(): self
    {
        return new self('', Status::NotFound);
    }

    public function send(): void
    {
        echo $this->status->line(), $this->body;
    }
}

enum Status: int
{
    case Ok = 200;
    case NotFound = 404;

    public function line(): string
    {
        return $this->value . self::text($this);
    }

    public static function text(self $s): string
    {
        return match ($s) { self::Ok => 'ok', default => 'no' };
    }
}
