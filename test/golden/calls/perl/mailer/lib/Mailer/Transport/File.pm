package Mailer::Transport::File;
use strict;
use warnings;
our @ISA = ('Mailer::Transport');
require Mailer::Transport;

sub send {
    my ($self, $text) = @_;
    my $fh = $self->handle;
    print {$fh} $text;
}

sub handle {
    my $self = shift;
    $self->{fh} ||= $self->_open;
    return $self->{fh};
}

sub _open {
    my $self = shift;
    open my $fh, '>>', $self->{path} or die $!;
    return $fh;
}

1;
