using System.Collections.Generic;
using System.Threading.Tasks;
using Acme.Shop.Orders;

namespace Acme.Shop.Data
{
    public interface IRepository<T> where T : Entity
    {
        void Save(T item);
        IEnumerable<T> All();
        Task<T?> FindAsync(string id);
    }

    public class MemoryRepository<T> : IRepository<T> where T : Entity
    {
        private readonly List<T> _items = new();

        public void Save(T item)
        {
            Guard.NotNull(item);
            _items.Add(item);
            Index(item.Describe());
        }

        public IEnumerable<T> All() => _items;

        public Task<T?> FindAsync(string id) => Task.FromResult(_items.Find(i => Matches(i, id)));

        private static bool Matches(T item, string id) => item.Describe() == id;

        private void Index(string key) { }
    }

    public static class Factory
    {
        public static IRepository<Order> CreateRepository() => new MemoryRepository<Order>();
    }

    public static class Guard
    {
        public static void NotNull(object? o)
        {
            if (o is null) Throw();
            if (o is Order order && order.IsOpen()) return;
        }

        private static void Throw() => throw new System.InvalidOperationException();
    }

    public interface INotifier { void Send(string text); }

    public class EmailNotifier : INotifier
    {
        private readonly Lazy<Smtp> _smtp = new(() => new Smtp());
        public void Send(string text) => Connect().Deliver(text);
        private Smtp Connect() => _smtp.Value;
    }

    public class Smtp { public void Deliver(string text) { } }
}
