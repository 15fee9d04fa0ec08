package Queue::Log;
use strict;
use warnings;
use base 'Exporter';
our @EXPORT_OK = qw(info error with_prefix);

sub info  { _write('INFO', @_) }
sub error { _write('ERROR', @_) }

sub _write {
    my ($level, @text) = @_;
    print STDERR _format($level, join ' ', @text), "\n";
}

sub _format {
    my ($level, $text) = @_;
    return sprintf '[%s] %s', $level, $text;
}

sub with_prefix {
    my ($prefix, $code) = @_;
    return $code->($prefix);
}

1;
