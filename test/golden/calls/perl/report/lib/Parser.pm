package Parser;
use strict;
use warnings;
use Token;

sub new {
    my $class = shift;
    my %opts  = @_;
    my $self  = { tokens => [], on_error => $opts{on_error} || \&default_error };
    bless $self, $class;
    return $self;
}

sub parse {
    my ($self, $text) = @_;
    foreach my $line (split /\n/, $text) {
        my $t = $self->parse_line($line) or next;
        push @{$self->{tokens}}, $t;
    }
    return $self->finish();
}

sub parse_line {
    my ($self, $line) = @_;
    if ($line =~ /^(\w+)=(.*)$/) {
        return Token->new(key => $1, value => unquote($2));
    }
    $self->error("bad line: $line");
    return undef;
}

sub error {
    my ($self, $msg) = @_;
    $self->{on_error}->($msg);
}

sub default_error { warn shift }

sub unquote {
    my $v = shift;
    $v =~ s/^"(.*)"$/$1/;
    $v;
}

sub finish { my $self = shift; return Token::sort_tokens(@{ $self->{tokens} }); }

1;
