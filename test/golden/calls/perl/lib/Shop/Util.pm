package Shop::Util;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(trim log_line each_of);

sub trim {
    my $text = shift;
    $text =~ s/^\s+|\s+$//g;
    return $text;
}

sub log_line {
    my $text = shift;
    _write(trim($text));
}

sub each_of {
    my ($code, @list) = @_;
    return map { $code->($_) } @list;
}

sub _write { print STDERR @_ }

1;
