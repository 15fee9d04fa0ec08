<?php

namespace Acme\Shop\Domain;

interface OrderRepository
{
    public function find(int $id): ?Order;

    public function save(Order $order): void;
}
