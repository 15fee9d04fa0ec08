<?php

declare(strict_types=1);

namespace Acme\Shop\Domain;

use Acme\Shop\Support\{Clock, Money as Cash};

final class Order extends Entity implements \JsonSerializable
{
    use RecordsEvents;

    /** @var Line[] */
    private array $lines = [];
    private ?Cash $discount = null;

    public function __construct(private readonly Clock $clock, int $id)
    {
        parent::__construct($id);
    }

    public static function place(Clock $clock): static
    {
        $order = new static($clock, self::nextId());
        $order->record('placed');

        return $order;
    }

    public function add(Line $line): self
    {
        $this->lines[] = $line;
        $this->touch();

        return $this;
    }

    public function total(): Cash
    {
        $sum = Cash::zero();
        foreach ($this->lines as $line) {
            $sum = $sum->plus($line->price());
        }

        return $sum;
    }

    public function age(): int
    {
        return $this->clock->now() - $this->createdAt();
    }

    public function jsonSerialize(): array
    {
        return ['id' => $this->id(), 'total' => $this->total()->format()];
    }

    private static function nextId(): int
    {
        static $id = 0;

        return ++$id;
    }
}
