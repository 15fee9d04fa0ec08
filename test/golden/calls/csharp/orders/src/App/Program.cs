using System.Threading.Tasks;
using Shop.Domain;

namespace Shop.App;

public class OrderService(IPayment payment)
{
    private Order? _current;

    public Order Current => _current ??= Create();

    private Order Create() => new Order().Add("pen", 1.5m).Add("book", 12m);

    public async Task<bool> CheckoutAsync()
    {
        Current.DiscountAll();
        Current.Pay(payment);
        var ok = await payment.ChargeAsync(Current.Total);
        if (ok) Report(Current);
        return ok;
    }

    private void Report(Order order)
    {
        Log.Write(order.Describe());
    }
}

public static class Program
{
    public static async Task Main(string[] args)
    {
        Log.Written += OnWritten;
        IPayment payment = new CardPayment();
        var service = new OrderService(payment);
        await service.CheckoutAsync();
    }

    private static void OnWritten(string text) => System.Console.WriteLine(text);
}
