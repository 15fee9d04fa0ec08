package Mailer::Transport;
use strict;
use warnings;
use Carp;

sub new {
    my ($class, %args) = @_;
    my $self = bless \%args, $class;
    $self->connect;
    return $self;
}

sub connect { }

sub send {
    my $self = shift;
    croak 'send must be implemented in a subclass';
}

1;
