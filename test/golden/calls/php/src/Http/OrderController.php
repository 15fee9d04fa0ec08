<?php

namespace Acme\Shop\Http;

use Acme\Shop\Domain;
use Acme\Shop\Domain\Line;
use Acme\Shop\Domain\OrderRepository;
use Acme\Shop\Infra\MemoryOrderRepository as Memory;
use Acme\Shop\Support\Clock;
use Acme\Shop\Support\Money;
use Acme\Shop\Support\SystemClock;
use Psr\Log\LoggerInterface;
use function Acme\Shop\Support\tap;

class OrderController
{
    private OrderRepository $orders;
    private LoggerInterface $logger;

    public function __construct(private Clock $clock, ?OrderRepository $orders = null)
    {
        $this->orders = $orders ?? new Memory();
    }

    public static function boot(): self
    {
        return new self(new SystemClock());
    }

    public function create(array $input): array
    {
        $order = Domain\Order::place($this->clock);
        $order->add($this->line($input))->add(new Line('tax', Money::of(19)));
        $this->orders->save($order);
        $this->logger->info('created');
        tap($order, fn (Domain\Order $one) => $one->age());

        return $order->jsonSerialize();
    }

    public function show(int $id): ?string
    {
        return $this->orders->find($id)?->total()->format();
    }

    public function all(array $inputs): array
    {
        $lines = array_map([$this, 'line'], $inputs);
        usort($lines, [self::class, 'compare']);
        array_map($this->describe(...), $lines);

        return array_map('slug', $inputs);
    }

    private function line(array $input): Line
    {
        return new Line($input['name'], Money::of($input['cents']));
    }

    private static function compare(Line $a, Line $b): int
    {
        return strcmp($a->price()->format(), $b->price()->format());
    }

    private function describe(Line $line): string
    {
        return $this->render($line);
    }

    private function render(mixed $line): string
    {
        // nobody says what it is
        return $line->format();
    }
}
