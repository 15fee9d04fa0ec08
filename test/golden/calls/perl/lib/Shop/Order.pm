package Shop::Order;
use strict;
use warnings;
use parent 'Shop::Entity';

use Shop::Money;
use Shop::Util qw(trim log_line);
use List::Util qw(sum first);

sub new {
    my ($class, %args) = @_;
    my $self = $class->SUPER::new(%args);
    $self->{total} = Shop::Money->new(0);
    $self->_reset();
    return $self;
}

sub add {
    my ($self, $name, $cents) = @_;
    push @{ $self->{lines} }, trim($name);
    $self->{total} = $self->{total}->plus($cents);
    $self->touch;
    return $self;
}

sub total {
    my ($self) = @_;
    log_line("total");
    return $self->{total}->format;
}

sub names {
    my $self = shift;
    my @sorted = sort by_name @{ $self->{lines} };
    return map { clean($_) } @sorted;
}

sub by_name { return $a cmp $b }

sub clean { return Shop::Util::trim(shift) }

sub _reset { my $self = shift; $self->{lines} = []; return }

1;
