package Game::Player;
use strict;
use warnings;
use Carp qw/confess/;

sub new {
    my ($class, $name) = @_;
    my $self = { name => $name, score => 0 };
    return bless($self, $class);
}

sub choose { confess 'abstract method' }

sub move {
    my ($self, $board) = @_;
    my ($x, $y) = $self->choose($board);
    my $cell = $board->at($x, $y);
    $cell->place({ owner => $self->name });
    return $self->add_score($cell->weight);
}

sub name { my $self = shift; return $self->{name}; }

sub add_score {
    my ($self, $n) = @_;
    $self->{score} += $n;
    return $self;
}

package Game::Player::Human;
our @ISA = qw(Game::Player);

sub choose {
    my $self = shift;
    print $self->name, ": ";
    my $line = <STDIN>;
    return parse_move($line);
}

sub parse_move {
    my $text = shift;
    return split /,/, $text;
}

package Game::Player::Bot;
our @ISA = qw(Game::Player);

sub new {
    my ($class, %opt) = @_;
    my $self = Game::Player::new($class, $opt{name});
    $self->{rand} = $opt{rand} || \&default_rand;
    return $self;
}

sub default_rand { int rand $_[0] }

sub choose {
    my ($self, $board) = @_;
    return map { $self->{rand}->($board->{size}) } 1 .. 2;
}

1;
