<?php

namespace Acme\Mail;

function mailer(?string $name = null): Mailer
{
    return Manager::getInstance()->mailer($name ?? default_name());
}

function default_name(): string
{
    return 'smtp';
}

function normalize(string $address): string
{
    return strtolower(trim($address));
}
