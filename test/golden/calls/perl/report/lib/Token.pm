package Token;
use strict;
use Scalar::Util 'blessed';

our $COUNT = 0;

sub new {
    my ($class, %args) = @_;
    _count();
    return bless {%args}, $class;
}

sub key   { my $self = shift; $self->{key} }
sub value { return $_[0]->{value} }

sub as_string {
    my ($self) = @_;
    return join '=', $self->key, $self->value;
}

sub _count { $COUNT++ }

sub sort_tokens { return sort { compare($a, $b) } @_ }

sub compare { $_[0]->key cmp $_[1]->key }

1;
