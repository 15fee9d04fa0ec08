<?php

namespace Acme\Shop;

use Acme\Storage\Repository;

final class Catalog
{
    public function __construct(private readonly Repository $repo) {}

    public function find(string $name): ?Product
    {
        $row = $this->repo->get($name);
        return Product::fromRow($row);
    }

    /** @return Product[] */
    public function all(): array
    {
        return array_map(fn($row) => Product::fromRow($row), $this->repo->all());
    }

    public function flush(): void
    {
        foreach ($this->all() as $product) {
            $product->touch();
        }
    }
}

class Product
{
    public string $name = '';
    private Price $price;

    public function __construct(string $name, int $cents)
    {
        $this->name = $name;
        $this->price = new Price($cents);
    }

    public static function fromRow(array $row): static
    {
        return new static($row['name'], $row['cents']);
    }

    public function cost(int $qty): int
    {
        return $this->price->times($qty);
    }

    public function touch(): void {}
}

class Price
{
    public function __construct(private int $cents) {}
    public function times(int $n): int { return $this->cents * $n; }
}
