#!/usr/bin/env perl
use strict;
use warnings;
use lib 'lib';
use Metrics::Registry;
use Metrics::Text qw(render);

my %commands = (
    show  => \&show,
    reset => \&reset_all,
    help  => sub { usage(0) },
);

sub show {
    my $registry = shift;
    print render($registry, 'metrics');
}

sub reset_all {
    my $registry = shift;
    $registry->each_metric(\&reset_one);
}

sub reset_one {
    my $metric = shift;
    $metric->reset;
}

sub usage {
    my $code = shift;
    print "usage: report.pl show|reset\n";
    exit $code;
}

sub main {
    my ($command) = @_;
    my $registry = Metrics::Registry->default;
    $registry->register('counter', 'hits')->inc(3);
    my $gauge = $registry->register(gauge => 'load');
    $gauge->set(42);
    if (exists $commands{$command}) {
        $commands{$command}->($registry);
    } else {
        usage(2);
    }
}

main(@ARGV);
