package Mailer::Util;
use strict;
use warnings;

my @errors;

sub trim {
    my $text = shift;
    $text =~ s/^\s+|\s+$//g;
    return $text;
}

sub is_address {
    my $text = trim(shift);
    return $text =~ /\@/;
}

sub log_error {
    my ($text) = @_;
    push @errors, _stamp() . trim($text);
    flush() if @errors > 10;
}

sub _stamp { return localtime() . ' ' }

sub flush {
    print STDERR "$_\n" for splice @errors;
}

END { flush() }

1;
