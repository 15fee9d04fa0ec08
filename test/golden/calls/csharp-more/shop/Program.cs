using System;
using Acme.Shop.Orders;
using Acme.Shop.Data;
using static Acme.Shop.Data.Guard;

namespace Acme.Shop;

public static class Program
{
    public static void Main(string[] args)
    {
        var service = new OrderService(Factory.CreateRepository(), new EmailNotifier());
        service.Placed += OnPlaced;
        var order = service.Place("bob", 3);
        Console.WriteLine(order.Describe().Shout());
        NotNull(order);
        foreach (var o in service.Recent(5))
        {
            o.Archive();
        }
    }

    private static void OnPlaced(object? sender, OrderEventArgs e)
    {
        Log(e.Order.Describe());
    }

    static void Log(string s) => Console.WriteLine(s);
}

public static class StringExtensions
{
    public static string Shout(this string s) => s.ToUpper() + "!";
    public static bool Blank(this string s) => string.IsNullOrWhiteSpace(s);
}
