<?php

namespace Acme\Shop\Infra;

use Acme\Shop\Domain\Order;
use Acme\Shop\Domain\OrderRepository;

class MemoryOrderRepository implements OrderRepository
{
    private array $orders = [];

    public function find(int $id): ?Order
    {
        return $this->orders[$id] ?? null;
    }

    public function save(Order $order): void
    {
        $this->orders[$order->id()] = $order;
        $this->log("saved");
    }

    private function log(string $text): void
    {
        \error_log($text);
    }
}
