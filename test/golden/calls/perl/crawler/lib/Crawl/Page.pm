package Crawl::Page;
use strict;
use warnings;
use Exporter 'import';
use Scalar::Util qw(blessed);

our @EXPORT_OK = qw(parse_links normalize);
our %EXPORT_TAGS = (all => \@EXPORT_OK);

sub new {
    my ($class, %args) = @_;
    my $self = bless { url => normalize($args{url}), links => [] }, $class;
    $self->_init(\%args);
    return $self;
}

sub _init {
    my ($self, $args) = @_;
    $self->body($args->{body}) if defined $args->{body};
}

sub body {
    my $self = shift;
    if (@_) {
        $self->{body} = shift;
        $self->{links} = [ parse_links($self->{body}) ];
    }
    return $self->{body};
}

sub links { @{ $_[0]->{links} } }

sub parse_links {
    my ($text) = @_;
    my @found = $text =~ /href="([^"]+)"/g;
    return map { normalize($_) } grep { !is_anchor($_) } @found;
}

sub is_anchor { $_[0] =~ /^#/ }

sub normalize {
    my $url = lc shift;
    $url =~ s{/+$}{};
    return $url;
}

sub equals {
    my ($self, $other) = @_;
    return blessed($other) && $other->isa(__PACKAGE__) && $self->key eq $other->key;
}

sub key { my $self = shift; return join ':', $self->{url}, length($self->body // '') }

1;
