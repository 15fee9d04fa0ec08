package Shop::Money;
use strict;
use warnings;

sub new {
    my $class = shift;
    my $self = { cents => shift };
    bless $self, $class;
    return $self;
}

sub plus {
    my ($self, $cents) = @_;
    return __PACKAGE__->new($self->{cents} + $cents);
}

sub format {
    my $self = shift;
    return sprintf("%.2f", _units($self->{cents}));
}

sub _units { return $_[0] / 100 }

1;
