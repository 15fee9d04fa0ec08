<?php

require __DIR__ . '/../vendor/autoload.php';

use Acme\Shop\Cart;
use Acme\Shop\Kernel;
use function Acme\money;

$kernel = Kernel::boot('dev');
$cart = new Cart($kernel->catalog());
$cart->add('pen', 2)->add('book');
echo money($cart->total());
$kernel->terminate();
