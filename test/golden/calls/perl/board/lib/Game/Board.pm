package Game::Board;

use v5.20;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

use Game::Cell;
use List::Util qw(first sum);

use constant SIZE => 8;

sub new ($class, $size = SIZE) {
    my $self = { size => $size, cells => [] };
    bless $self, $class;
    $self->fill();
    return $self;
}

sub fill ($self) {
    for my $x (0 .. $self->{size} - 1) {
        for my $y (0 .. $self->{size} - 1) {
            push @{ $self->{cells} }, Game::Cell->new($x, $y);
        }
    }
}

sub at ($self, $x, $y) {
    die out_of_range($x, $y) unless $self->contains($x, $y);
    return $self->{cells}[ $x * $self->{size} + $y ];
}

sub contains {
    my ($self, $x, $y) = @_;
    return $x < $self->{size} && $y < $self->{size};
}

sub out_of_range ($x, $y) { "($x, $y) is off the board" }

sub neighbours ($self, $cell) {
    my @near;
    for my $d ([0, 1], [1, 0], [0, -1], [-1, 0]) {
        my ($x, $y) = ($cell->x + $d->[0], $cell->y + $d->[1]);
        push @near, $self->at($x, $y) if $self->contains($x, $y);
    }
    return @near;
}

sub total ($self) {
    return sum map { $_->weight } @{ $self->{cells} };
}

1;
