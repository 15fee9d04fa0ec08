<?php

namespace Acme\Shop;

use Acme\Storage\Repository;
use Acme\Storage\{ArrayRepository, PdoRepository};
use Acme\Support\Loggable;

class Kernel
{
    use Loggable;

    private static ?self $instance = null;
    private ?Catalog $catalog = null;

    private function __construct(private string $env)
    {
        $this->log("boot $env");
    }

    public static function boot(string $env): self
    {
        if (self::$instance === null) {
            self::$instance = new self($env);
        }
        return self::$instance;
    }

    public function catalog(): Catalog
    {
        return $this->catalog ??= new Catalog($this->repository());
    }

    private function repository(): Repository
    {
        return $this->env === 'dev' ? new ArrayRepository() : PdoRepository::connect('x');
    }

    public function terminate(): void
    {
        $this->catalog()->flush();
        static::reset();
    }

    public static function reset(): void
    {
        self::$instance = null;
    }
}
