package Metrics::Registry;

use strict;
use warnings;
use Carp qw(croak);
use Metrics::Counter;
use Metrics::Gauge;
use Scalar::Util qw(blessed);

my %FACTORY = (
    counter => \&_make_counter,
    gauge   => \&_make_gauge,
);

my $default;

sub new {
    my ($class, %args) = @_;
    my $self = bless { metrics => {}, prefix => $args{prefix} || '' }, $class;
    return $self;
}

sub default {
    my $class = shift;
    $default ||= $class->new;
    return $default;
}

sub register {
    my ($self, $kind, $name) = @_;
    my $make = $FACTORY{$kind} or croak "unknown kind $kind";
    my $metric = $make->($self->_full_name($name));
    $self->{metrics}{$name} = $metric;
    return $metric;
}

sub _make_counter {
    my $name = shift;
    return Metrics::Counter->new(name => $name);
}

sub _make_gauge {
    my $name = shift;
    return Metrics::Gauge->new(name => $name);
}

sub _full_name {
    my ($self, $name) = @_;
    return $self->{prefix} ? join('_', $self->{prefix}, $name) : $name;
}

sub names {
    my $self = shift;
    return sort keys %{ $self->{metrics} };
}

sub each_metric {
    my ($self, $callback) = @_;
    for my $name ($self->names) {
        $callback->($self->{metrics}{$name});
    }
    return;
}

1;
