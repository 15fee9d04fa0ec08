package Library::Util;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(slug trim each_item);

sub slug {
    my $text = lc trim(shift);
    $text =~ s/\s+/-/g;
    return _squeeze($text);
}

sub trim {
    my $s = shift;
    $s =~ s/^\s+|\s+$//g;
    return $s;
}

sub _squeeze {
    my ($s) = @_;
    $s =~ tr/-//s;
    return $s;
}

sub each_item {
    my ($items, $cb) = @_;
    $cb->($_) for @$items;
}

1;
