package Queue;

use strict;
use warnings;

use Queue::Job;
use Queue::Log qw(info error);

sub new {
    my ($class, %opt) = @_;
    my $self = {
        jobs     => [],
        limit    => $opt{limit} || default_limit(),
        handlers => {},
    };
    return bless $self, $class;
}

sub default_limit { 10 }

sub on {
    my ($self, $name, $handler) = @_;
    $self->{handlers}{$name} = $handler;
    return $self;
}

sub push_job {
    my ($self, $name, @args) = @_;
    if ($self->is_full) {
        error("queue full");
        return;
    }
    my $job = Queue::Job->create($name, @args);
    push @{ $self->{jobs} }, $job;
    info("queued " . $job->id);
    return $job;
}

sub is_full {
    my $self = shift;
    return $self->size >= $self->{limit};
}

sub size { scalar @{ $_[0]->{jobs} } }

sub work {
    my $self = shift;
    while (my $job = $self->_next) {
        my $handler = $self->{handlers}{ $job->name } or next;
        $job->run($handler);
    }
    $self->_done;
}

sub _next { my $self = shift; return shift @{ $self->{jobs} } }

sub _done { info('done') }

1;
