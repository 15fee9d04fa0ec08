package Metrics::Gauge;
use strict;
use warnings;
use base qw(Metrics::Metric);

sub set {
    my ($self, $value) = @_;
    $self->{value} = _clamp($value);
    return $self;
}

sub initial { 50 }

sub _clamp {
    my $value = shift;
    return $value < 0 ? 0 : $value > 100 ? 100 : $value;
}

1;
