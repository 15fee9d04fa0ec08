package Metrics::Counter;
use strict;
use warnings;
use parent 'Metrics::Metric';

sub inc {
    my ($self, $by) = @_;
    $by //= 1;
    $self->{value} += $by;
    return $self;
}

sub describe {
    my $self = shift;
    my $text = $self->SUPER::describe();
    return "counter $text";
}

1;
