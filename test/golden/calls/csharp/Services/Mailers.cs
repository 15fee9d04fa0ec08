using Shop.Util;

namespace Shop.Services
{
    public interface IMailer
    {
        void Send(string text);
    }

    public class SmtpMailer : IMailer
    {
        private readonly string _from;

        public SmtpMailer(string from)
        {
            _from = Text.Trim(from);
        }

        public void Send(string text) => Deliver(text.Slug());

        private void Deliver(string text)
        {
        }
    }

    public class NullMailer : IMailer
    {
        public void Send(string text)
        {
        }

        public void Send(string text, int retries)
        {
            Send(text);
        }
    }
}
