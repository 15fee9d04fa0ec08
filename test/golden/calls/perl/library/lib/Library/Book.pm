package Library::Book;
use strict;
use warnings;
use parent 'Library::Item';
use Library::Util qw(slug trim);

sub _init {
    my ($self, %args) = @_;
    $self->SUPER::_init(%args);
    $self->{slug} = slug($args{title});
}

sub describe {
    my ($self) = @_;
    my $base = $self->SUPER::describe();
    return trim("$base by " . $self->author);
}

sub author { return shift->{author} // 'unknown' }

package Library::Magazine;
our @ISA = ('Library::Item');

sub issue { my $self = shift; return $self->{issue} }

sub describe {
    my $self = shift;
    return $self->title . ' #' . $self->issue;
}

1;
