using Warehouse;
using Warehouse.Events;

public static class Program
{
    public static async Task Main(string[] args)
    {
        var bus = new EventBus();
        bus.Subscribe<StockLow>(Print);
        var repository = new MemoryRepository();
        repository.Save(new Shelf(new Item("a", 2m), 10));
        var service = new StockService(repository, bus);
        var value = await service.ShipAsync("a", 7);
        var more = new Shelf(new Item("b", 1m), 1) + 4;
        more.Take(2);
        service.Worth(new[] { more });
        Retry(() => service.ShipAsync("a", 1), times: 2);
    }

    private static void Print(IEvent e) => System.Console.WriteLine(e.Describe().Shout());

    private static void Retry(Func<Task> action, int times)
    {
        for (var i = 0; i < times; i++) action();
    }
}

public static class TextExtensions
{
    public static string Shout(this string text) => text.ToUpper();

    public static bool IsNotable(this string text) => text.Length > 3;
}
