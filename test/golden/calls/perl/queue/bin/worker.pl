#!/usr/bin/env perl
use strict;
use warnings;
use FindBin qw($Bin);
use lib "$Bin/../lib";
use Queue;
use Queue::Log;

my $queue = build();
$queue->push_job('mail', 'a@b');
$queue->push_job(print => 1);
$queue->work;
Queue::Log::with_prefix('x', \&banner);

sub build {
    my $q = Queue->new(limit => 5);
    $q->on(mail => \&send_mail)->on(print => sub { show(@_) });
    return $q;
}

sub send_mail {
    my ($to) = @_;
    Queue::Log::info("to $to");
}

sub show { print "@_\n" }

sub banner { show('=' x 3, shift) }
