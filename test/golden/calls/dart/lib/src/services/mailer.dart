import '../util.dart';

abstract class Mailer {
  void send(String text);
}

class SmtpMailer implements Mailer {
  final String from;

  SmtpMailer(this.from);

  @override
  void send(String text) {
    _deliver(text.slug());
    log(text.loud);
  }

  void _deliver(String text) {}
}

class NullMailer extends Mailer {
  @override
  void send(String text) {}
}

void log(String text) {}
