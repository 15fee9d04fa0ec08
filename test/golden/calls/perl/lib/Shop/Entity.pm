package Shop::Entity;
use strict;
use warnings;

sub new {
    my ($class, %args) = @_;
    my $self = bless { %args }, $class;
    $self->init;
    return $self;
}

sub init { my $self = shift; $self->{touched} = 0; return }

sub touch {
    my $self = shift;
    $self->{touched} = 1;
    $self->changed('touch');
    return $self;
}

sub changed { return }

1;
