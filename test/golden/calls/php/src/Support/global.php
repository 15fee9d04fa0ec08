<?php

function slug(string $text): string
{
    return strtolower(trim($text));
}
