<?php
namespace App\Contracts;

interface Storable { public function save(): bool; }
