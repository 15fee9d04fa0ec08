package Library::Item;
use strict;
use warnings;
use Carp qw(croak);

sub new {
    my ($class, %args) = @_;
    my $self = bless { title => $args{title}, loans => 0 }, $class;
    $self->_init(%args);
    return $self;
}

sub _init {
    my ($self, %args) = @_;
    croak "no title" unless _valid($args{title});
}

sub _valid { return defined $_[0] && length $_[0] }

sub title { $_[0]{title} }

sub loan {
    my $self = shift;
    $self->{loans}++;
    return $self->describe;
}

sub describe {
    my $self = shift;
    return "item " . $self->title;
}

1;
