package Metrics::Metric;
use strict;
use warnings;

sub new {
    my ($class, %args) = @_;
    my $self = bless { name => $args{name}, value => 0 }, $class;
    $self->reset;
    return $self;
}

sub reset {
    my $self = shift;
    $self->{value} = $self->initial;
    return $self;
}

sub initial { 0 }

sub name { $_[0]{name} }

sub value {
    my $self = shift;
    return $self->{value};
}

sub describe {
    my $self = shift;
    return sprintf '%s=%s', $self->name, $self->value;
}

1;
