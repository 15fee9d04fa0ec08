#!/usr/bin/perl
use strict;
use warnings;
use lib 'lib';
use Library::Shelf;
use Library::Util qw(trim);

sub main {
    my $shelf = Library::Shelf->new;
    $shelf->add(trim(" Perl "))->add("Lisp");
    $shelf->handle('list');
    my $m = Library::Magazine->new(title => 'x');
    print $m->describe;
    $m->loan;
    report($shelf);
}

sub report {
    my ($s) = @_;
    printf "%s\n", join ',', map { format_item($_) } @{ $s->{items} };
}

sub format_item { return "[" . shift->title . "]" }

main();
