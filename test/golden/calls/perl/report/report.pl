#!/usr/bin/env perl
use strict;
use FindBin;
use lib "$FindBin::Bin/lib";
use Parser;
use Formatter;

my %formats = (
    text => sub { Formatter::Text->new },
    html => 'Formatter::Html',
);

sub slurp {
    my $path = shift;
    open my $fh, '<', $path or die;
    local $/;
    return <$fh>;
}

sub make_formatter {
    my $name = shift;
    return Formatter::Html->new() if $name eq 'html';
    return $formats{$name}->();
}

sub run {
    my ($path) = @_;
    my $parser = Parser->new(on_error => \&complain);
    my @tokens = $parser->parse(slurp($path));
    my $f = make_formatter('html');
    print $f->render(@tokens);
    &done;
    done();
    print Formatter::Html::escape('<');
}

sub complain { print STDERR @_ }
sub done { exit 0 }

run(@ARGV) unless caller;
