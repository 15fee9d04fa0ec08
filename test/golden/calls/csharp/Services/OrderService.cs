using System;
using System.Threading.Tasks;
using Shop.Domain;

namespace Shop.Services
{
    public interface IRepository<T>
    {
        T Load(int id);
        Task SaveAsync(T item);
    }

    public class OrderService : ServiceBase
    {
        private readonly IMailer _mailer;
        private readonly IRepository<Order> _repository;

        public event EventHandler<Order> Placed;

        public OrderService(IMailer mailer, IRepository<Order> repository) : base("orders")
        {
            _mailer = mailer;
            _repository = repository;
        }

        public async Task<Order> PlaceAsync(string name)
        {
            var order = Create(name);
            await _repository.SaveAsync(order);
            _mailer.Send(order.Describe());
            Placed?.Invoke(this, order);
            Trace(name);
            return order;
        }

        public Order Find(int id)
        {
            return _repository.Load(id);
        }

        private Order Create(string name)
        {
            return new Order.Builder().WithName(name).Build();
        }
    }

    public abstract class ServiceBase
    {
        private readonly string _name;

        protected ServiceBase(string name)
        {
            _name = name;
        }

        protected void Trace(string text) => Write(_name + text);

        private void Write(string text)
        {
        }
    }

    public class MemoryRepository : IRepository<Order>
    {
        public Order Load(int id) => new Order.Builder().Build();

        public Task SaveAsync(Order item)
        {
            item.Close();
            return Task.CompletedTask;
        }
    }
}
