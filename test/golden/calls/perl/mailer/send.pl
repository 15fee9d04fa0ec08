use strict;
use warnings;
use Mailer;
use Mailer::Util qw(is_address);
use Getopt::Long;

my @to = read_list(\*STDIN);
my $mailer = Mailer->new(kind => 'file');
my $count = $mailer->send_all(@to);
print "$count sent\n";
Mailer::Util::flush();

sub read_list {
    my $fh = shift;
    my @out;
    while (my $line = <$fh>) {
        chomp $line;
        push @out, $line if is_address($line);
    }
    return sort by_domain @out;
}

sub by_domain { domain($a) cmp domain($b) }

sub domain {
    my ($address) = @_;
    my ($domain) = $address =~ /\@(.+)$/;
    return $domain;
}
