using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Warehouse.Events;

namespace Warehouse;

public interface IStockRepository
{
    Task<Shelf> FindAsync(string sku);
    void Save(Shelf shelf);
}

public class Shelf
{
    private int _count;

    public Item Item { get; }

    public event EventHandler<int>? Changed;

    public Shelf(Item item, int count)
    {
        Item = item;
        Count = count;
    }

    public int Count
    {
        get => _count;
        private set
        {
            _count = Guard(value);
            Changed?.Invoke(this, value);
        }
    }

    public decimal Value => Item.Total(Count);

    public Shelf Take(int quantity)
    {
        Count -= quantity;
        return this;
    }

    private static int Guard(int value) => value < 0 ? throw new OutOfStockException() : value;

    public static Shelf operator +(Shelf shelf, int more) => new Shelf(shelf.Item, shelf.Count + more);
}

public class OutOfStockException : Exception
{
}

public class MemoryRepository : IStockRepository
{
    private readonly Dictionary<string, Shelf> _shelves = new();

    public Task<Shelf> FindAsync(string sku) => Task.FromResult(_shelves[sku]);

    public void Save(Shelf shelf)
    {
        _shelves[shelf.Item.Sku] = shelf;
        Touch(shelf);
    }

    private void Touch(Shelf shelf) => shelf.Changed += OnChanged;

    private void OnChanged(object? sender, int count)
    {
    }
}

public class StockService
{
    private const int Low = 5;
    private readonly IStockRepository _repository;
    private readonly EventBus _bus;

    public StockService(IStockRepository repository, EventBus? bus = null)
    {
        _repository = repository;
        _bus = bus ?? new QuietBus();
        _bus.Subscribe<StockLow>(Reorder);
    }

    public async Task<decimal> ShipAsync(string sku, int quantity)
    {
        var shelf = await _repository.FindAsync(sku);
        shelf.Take(quantity).Item.Total(1);
        if (shelf.Count < Low)
        {
            _bus.Publish(new StockLow(sku));
        }
        _repository.Save(shelf);
        return shelf.Value;
    }

    public decimal Worth(IEnumerable<Shelf> shelves)
    {
        return shelves.Where(IsLow).Sum(shelf => shelf.Item.Total(shelf.Count));
    }

    private static bool IsLow(Shelf shelf) => shelf.Count < Low;

    private void Reorder(IEvent e) => e.Describe();
}
