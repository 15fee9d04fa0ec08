using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Acme.Shop.Data;

namespace Acme.Shop.Orders
{
    public class OrderEventArgs : EventArgs
    {
        public Order Order { get; }
        public OrderEventArgs(Order order) { Order = order; }
    }

    public class OrderService
    {
        private readonly IRepository<Order> _repo;
        private readonly INotifier _notifier;
        public event EventHandler<OrderEventArgs>? Placed;

        public OrderService(IRepository<Order> repo, INotifier notifier)
        {
            _repo = repo;
            _notifier = notifier;
        }

        public Order Place(string customer, int qty)
        {
            if (customer.Blank()) throw new ArgumentException("customer");
            var order = new Order(customer) { Quantity = qty };
            _repo.Save(order);
            _notifier.Send(order.Describe());
            Raise(order);
            return order;
        }

        public IEnumerable<Order> Recent(int n) => _repo.All().Where(o => o.IsOpen()).Take(n);

        public async Task<int> CountAsync()
        {
            var found = await _repo.FindAsync("x");
            found?.Archive();
            return Compute(1, 2);
        }

        private int Compute(int a) => a;
        private int Compute(int a, int b) => Compute(a) + b;

        protected virtual void Raise(Order order) => Placed?.Invoke(this, new OrderEventArgs(order));
    }
}
