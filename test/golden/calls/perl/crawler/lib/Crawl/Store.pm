package Crawl::Store;
use strict;
use warnings;
use Carp qw(croak);

my %BACKENDS = (
    memory => 'Crawl::Store::Memory',
);

sub open {
    my ($class, $kind) = @_;
    my $backend = $BACKENDS{$kind} or croak "no $kind";
    return $backend->new;
}

sub new {
    my $class = shift;
    my $self = bless {}, $class;
    $self->setup;
    return $self;
}

sub setup { }

sub save { croak 'abstract' }

sub save_all {
    my ($self, @pages) = @_;
    $self->save($_) for @pages;
    return $self->count;
}

sub count { 0 }

package Crawl::Store::Memory;
use parent -norequire, 'Crawl::Store';

sub setup {
    my $self = shift;
    $self->SUPER::setup();
    $self->{pages} = {};
    $self->_log('ready');
}

sub save {
    my ($self, $page) = @_;
    $self->{pages}{ $page->key } = $page;
    $self->_log("saved");
}

sub count { scalar keys %{ shift->{pages} } }

sub _log { print STDERR "store: $_[1]\n" }

1;
