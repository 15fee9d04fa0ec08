package Crawl::Queue;
use strict;
use warnings;
use Crawl::Page ();

sub new {
    my ($class, @seeds) = @_;
    my $self = bless { items => [], seen => {}, on_push => undef }, $class;
    $self->push($_) foreach @seeds;
    return $self;
}

sub on_push {
    my ($self, $cb) = @_;
    $self->{on_push} = $cb;
    return $self;
}

sub push {
    my ($self, $url) = @_;
    $url = Crawl::Page::normalize($url);
    return if $self->seen($url);
    push @{ $self->{items} }, $url;
    $self->{on_push}->($url) if $self->{on_push};
    return 1;
}

sub seen {
    my ($self, $url) = @_;
    return $self->{seen}{$url}++;
}

sub next { shift @{ $_[0]{items} } }

sub is_empty { return !@{ $_[0]{items} } }

1;
