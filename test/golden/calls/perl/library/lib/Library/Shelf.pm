package Library::Shelf;
use strict;
use warnings;
use Library::Book;
use Library::Util ();

my %HANDLERS = (
    add  => \&add,
    list => \&list,
);

sub new {
    my $class = shift;
    return bless { items => [] }, $class;
}

sub add {
    my ($self, $title) = @_;
    my $book = Library::Book->new(title => $title);
    push @{ $self->{items} }, $book;
    return $self;
}

sub list {
    my $self = shift;
    Library::Util::each_item($self->{items}, \&_show);
    return $self;
}

sub _show {
    my $item = shift;
    print $item->describe, "\n";
}

sub handle {
    my ($self, $command, @args) = @_;
    my $handler = $HANDLERS{$command} or return;
    return $handler->($self, @args);
}

1;
