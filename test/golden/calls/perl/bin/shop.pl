#!/usr/bin/env perl
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Shop::Order;
use Shop::Util qw(each_of);
use JSON::PP;

sub show {
    my $order = shift;
    print $order->total, "\n";
}

sub main {
    my $order = Shop::Order->new(id => 1);
    $order->add('pen', 100)->add('cup', 200);
    show($order);
    each_of(\&show, $order);
    my $money = Shop::Money->new(5);
    $money->plus(3);
    my $text = JSON::PP->new->encode({});
    return usage() unless $order->names;
}

sub usage { die "usage\n" }

main();
