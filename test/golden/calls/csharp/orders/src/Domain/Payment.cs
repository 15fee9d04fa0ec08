using System.Threading.Tasks;

namespace Shop.Domain
{
    public interface IPayment
    {
        bool Charge(Money amount);
        Task<bool> ChargeAsync(Money amount) => Task.FromResult(Charge(amount));
    }

    public class CardPayment : IPayment
    {
        private readonly Gateway gateway = Gateway.Create("card");

        public bool Charge(Money amount)
        {
            using var session = gateway.Open();
            return session.Send(amount.ToString());
        }
    }

    internal class CashPayment : IPayment
    {
        bool IPayment.Charge(Money amount) => Count(amount) > 0;

        private int Count(Money amount) => (int)amount.Amount;
    }

    public class Gateway
    {
        private readonly string _name;
        private Gateway(string name) { _name = name; }

        public static Gateway Create(string name) => new Gateway(name);

        public Session Open()
        {
            Log.Write(_name);
            return new Session();
        }
    }

    public class Session : System.IDisposable
    {
        public bool Send(string text) => text.Length > 0 && Check(text);
        private bool Check(string text) => true;
        public void Dispose() { }
    }
}
