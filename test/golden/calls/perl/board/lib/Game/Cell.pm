package Game::Cell;
use strict;
use warnings;

sub new {
    my ($class, $x, $y) = @_;
    return bless { x => $x, y => $y, piece => undef }, $class;
}

for my $field (qw(x y piece)) {
    no strict 'refs';
    *{$field} = sub { $_[0]->{$field} };
}

sub weight {
    my ($self) = @_;
    return $self->is_empty ? 0 : _value_of($self->{piece});
}

sub is_empty { !defined $_[0]->{piece} }

sub place {
    my ($self, $piece) = @_;
    die "taken" if !$self->is_empty;
    $self->{piece} = $piece;
    return $self;
}

sub _value_of {
    my ($piece) = @_;
    return $piece->{value} // 1;
}

1;
