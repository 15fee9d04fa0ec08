namespace Shop.Domain
{
    public partial class Order
    {
        private void Validate()
        {
        }

        public void Close()
        {
            status = Status.Closed;
            Touch();
            this.Validate();
        }

        private string Label() => "order";
    }
}
