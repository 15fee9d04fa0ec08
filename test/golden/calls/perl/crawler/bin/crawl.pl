#!/usr/bin/env perl
use strict;
use warnings;
use FindBin qw($Bin);
use lib "$Bin/../lib";
use Crawl::Queue;
use Crawl::Store;
use Crawl::Page qw(:all);

my %dispatch = (
    run   => \&run,
    check => sub { check(@_) },
);

sub main {
    my ($command, @args) = @_;
    my $handler = $dispatch{$command} || \&usage;
    return $handler->(@args);
}

sub run {
    my @seeds = @_;
    my $queue = Crawl::Queue->new(@seeds)->on_push(\&note);
    my $store = Crawl::Store->open('memory');
    until ($queue->is_empty) {
        my $url = $queue->next;
        my $page = Crawl::Page->new(url => $url, body => fetch($url));
        $queue->push($_) for $page->links;
        $store->save_all($page);
    }
    printf "%d\n", $store->count;
}

sub fetch {
    my $url = shift;
    open my $fh, '<', $url or return '';
    local $/;
    return <$fh>;
}

sub note { print "queued @_\n" }

sub check {
    my ($file) = @_;
    print join("\n", sort { by_length($a, $b) } parse_links(fetch($file))), "\n";
}

sub by_length { length $_[0] <=> length $_[1] }

sub usage { die "usage\n" }

exit main(@ARGV);
