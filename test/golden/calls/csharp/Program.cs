using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Shop.Domain;
using Shop.Services;
using Shop.Util;
using static Shop.Util.Text;
using Mailer = Shop.Services.SmtpMailer;

namespace Shop;

public class Program
{
    private static readonly Registry<IMailer> Mailers = new();

    public static async Task Main(string[] args)
    {
        var service = new OrderService(new Mailer("root"), new MemoryRepository());
        Mailers.Add("main", new Mailer("b"));
        Mailers.Get("main").Send("hi");
        var order = await service.PlaceAsync("x");
        order.AddLine(new Line { Price = 3 }).AddLine(new Line(2)).Close();
        Console.WriteLine(Shout(order.Describe()));
        foreach (var line in order.Lines)
        {
            line.Amount();
        }
        var cheap = order.Lines.Where(l => l.IsCheap()).OrderBy(l => l.Price).FirstOrDefault();
        cheap?.Rename("c");
        order.Lines.ForEach(Print);
        service.Placed += OnPlaced;
        service.Find(1)!.Describe();
        "text".Slug();
        string name = order.Name;
        name.Slug();
        Shape shape = Shape.Create("circle");
        Console.WriteLine(shape.Area());
        if (shape is Circle c)
        {
            c.Radius();
        }
        Order.Builder builder = new Order.Builder();
        builder.WithName("n").Build().Close();
        Local();
        var settings = Settings.Current.Load();
        settings.Apply();

        void Local()
        {
            Helper();
        }
    }

    private static void OnPlaced(object sender, Order order) => Log(order.Describe());

    private static void Print(Line line) => Log(line.ToString());

    private static void Log(string text)
    {
    }

    private static void Helper()
    {
    }
}
