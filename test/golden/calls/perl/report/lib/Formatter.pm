package Formatter;
use strict;

sub new { my ($class) = @_; return bless {}, $class }

sub render {
    my ($self, @items) = @_;
    my $out = $self->header;
    $out .= $self->row($_) for @items;
    return $out . $self->footer;
}

sub header { '' }
sub footer { '' }
sub row { die 'abstract' }

package Formatter::Text;
use base 'Formatter';

sub row { my ($self, $t) = @_; return pad($t->as_string) . "\n" }
sub pad { sprintf '%-20s', $_[0] }

package Formatter::Html;
our @ISA = qw(Formatter);
use constant TAG => 'li';

sub header { return open_tag('ul') }
sub footer { return close_tag('ul') }
sub row {
    my ($self, $t) = @_;
    return open_tag(TAG) . escape($t->value) . close_tag(TAG);
}
sub open_tag { "<$_[0]>" }
sub close_tag { "</$_[0]>" }
sub escape { my $s = shift; $s =~ s/</&lt;/g; return $s }

1;
