package Metrics::Text;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(render header line);

sub header {
    my ($title) = @_;
    return "# $title\n";
}

sub line {
    my ($metric) = @_;
    return $metric->describe . "\n";
}

sub render {
    my ($registry, $title) = @_;
    my @out = (header($title));
    $registry->each_metric(sub { push @out, line($_[0]) });
    return join '', @out;
}

1;
