package Mailer;
use Moo;
use Mailer::Transport::SMTP;
use Mailer::Transport::File;
use Mailer::Message;
use Mailer::Util ();

has transport => (is => 'lazy');
has from      => (is => 'ro', default => sub { 'root@localhost' });
has kind      => (is => 'ro', default => sub { 'smtp' });

sub _build_transport {
    my $self = shift;
    return $self->kind eq 'file'
        ? Mailer::Transport::File->new(path => '/tmp/out')
        : Mailer::Transport::SMTP->new(host => 'localhost');
}

sub compose {
    my ($self, $to, $subject) = @_;
    my $message = Mailer::Message->new(to => $to, from => $self->from);
    $message->set_subject(Mailer::Util::trim($subject));
    return $message;
}

sub send_all {
    my ($self, @recipients) = @_;
    my $sent = 0;
    foreach my $to (grep { Mailer::Util::is_address($_) } @recipients) {
        my $message = $self->compose($to, ' hello ');
        $sent++ if $self->_deliver($message);
    }
    return $sent;
}

sub _deliver {
    my ($self, $message) = @_;
    eval { $self->transport->send($message->as_string); 1 } or do {
        $self->on_error($@);
        return 0;
    };
    return 1;
}

sub on_error {
    my ($self, $error) = @_;
    Mailer::Util::log_error("failed: $error");
}

1;
