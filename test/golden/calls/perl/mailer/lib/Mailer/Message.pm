package Mailer::Message;
use strict;
use warnings;
use Mailer::Util qw(trim);

sub new {
    my $class = shift;
    my $self = bless {@_, headers => []}, $class;
    return $self->_init;
}

sub _init {
    my $self = shift;
    $self->add_header(To => $self->{to})
         ->add_header(From => $self->{from});
    return $self;
}

sub add_header {
    my ($self, $name, $value) = @_;
    push @{ $self->{headers} }, [$name, trim($value)];
    return $self;
}

sub set_subject {
    my ($self, $subject) = @_;
    return $self->add_header('Subject', $subject);
}

sub as_string {
    my $self = shift;
    return join "\n", map { format_header(@$_) } @{ $self->{headers} };
}

sub format_header {
    my ($name, $value) = @_;
    return "$name: $value";
}

1;
