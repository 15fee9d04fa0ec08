namespace Acme.Shop.Orders
{
    public abstract class Entity
    {
        public int Id { get; private set; }
        protected void Touch() { Id++; }
        public virtual string Describe() => $"entity {Id}";
    }

    public sealed class Order : Entity
    {
        private readonly string _customer;
        private Status _status = Status.Open;
        public int Quantity { get; set; }

        public Order(string customer)
        {
            _customer = customer;
            Touch();
        }

        public override string Describe() => base.Describe() + Suffix();

        private string Suffix() => _customer;

        public bool IsOpen() => _status.IsActive();

        public void Archive()
        {
            _status = Status.Archived;
            this.Touch();
        }
    }

    public enum Status { Open, Archived }

    public static class StatusExtensions
    {
        public static bool IsActive(this Status s) => s == Status.Open;
    }
}
