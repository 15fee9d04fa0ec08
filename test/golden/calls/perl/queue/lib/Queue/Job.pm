package Queue::Job;

use strict;
use warnings;
use parent -norequire, 'Queue::Base';

my $next_id = 0;

sub create {
    my ($class, $name, @args) = @_;
    my $self = $class->SUPER::new(name => $name);
    $self->{args} = [@args];
    $self->assign_id;
    return $self;
}

sub assign_id {
    my ($self) = @_;
    $self->{id} = _generate();
}

sub _generate { return ++$next_id }

sub run {
    my ($self, $code) = @_;
    $self->before;
    $code->(@{ $self->{args} });
    $self->after;
}

sub before { my $self = shift; $self->stamp('before') }
sub after  { shift->stamp('after') }
sub id { $_[0]{id} }

package Queue::Base;

sub new {
    my ($class, %args) = @_;
    my $self = bless { %args }, $class;
    $self->init;
    return $self;
}

sub init { }

sub name { my $self = shift; return $self->{name} }

sub stamp {
    my ($self, $what) = @_;
    $self->{$what} = time;
}

1;
