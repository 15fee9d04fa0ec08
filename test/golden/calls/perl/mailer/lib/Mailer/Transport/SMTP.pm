package Mailer::Transport::SMTP;
use strict;
use warnings;
use parent -norequire, 'Mailer::Transport';
require Mailer::Transport;

sub connect {
    my $self = shift;
    $self->{socket} = _open_socket($self->{host});
}

sub send {
    my ($self, $text) = @_;
    $self->_command("DATA");
    $self->_command($text);
}

sub _command {
    my ($self, $text) = @_;
    $self->{socket} .= $text;
}

sub _open_socket { return "socket to $_[0]" }

1;
