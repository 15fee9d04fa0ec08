using System;
using System.Collections.Generic;
using System.Linq;

namespace Shop.Domain;

public enum Status { Open, Paid }

public readonly record struct Money(decimal Amount)
{
    public static Money Zero => new(0);

    public static Money operator +(Money a, Money b) => new(a.Amount + b.Amount);
    public static Money operator *(Money a, int n) => new Money(a.Amount * n);
    public static implicit operator Money(decimal amount) => new(amount);

    public Money Round() => new(Math.Round(Amount, 2));

    public override string ToString() => Format(Amount);

    private static string Format(decimal amount) => $"{amount:C}";
}

public class Line
{
    public Line(string sku, Money price, int count)
    {
        Sku = sku;
        Price = price;
        Count = count;
    }

    public string Sku { get; }
    public Money Price { get; private set; }
    public int Count { get; init; }

    public Money Total => Price * Count;

    public void Discount(Func<Money, Money> rule)
    {
        Price = rule(Price).Round();
    }
}

public abstract class Entity
{
    public Guid Id { get; } = NewId();
    protected List<object> Events { get; } = new();

    private static Guid NewId() => Guid.NewGuid();

    protected void Raise(object e)
    {
        Events.Add(e);
        OnRaised(e);
    }

    protected virtual void OnRaised(object e) { }
}

public sealed partial class Order : Entity
{
    private readonly List<Line> _lines = new();

    public Status Status { get; private set; }

    public Money Total
    {
        get { return Sum(_lines); }
    }

    public Order Add(string sku, decimal price, int count = 1)
    {
        _lines.Add(new Line(sku, price, count));
        return this;
    }

    public void Pay(IPayment payment)
    {
        if (!payment.Charge(Total)) throw new InvalidOperationException(Describe());
        Status = Status.Paid;
        Raise(new OrderPaid(Id));
    }

    public void DiscountAll() => _lines.ForEach(line => line.Discount(Half));

    private static Money Half(Money price) => new(price.Amount / 2);

    protected override void OnRaised(object e)
    {
        base.OnRaised(e);
        Log.Write($"raised {e}");
    }
}

public partial class Order
{
    private static Money Sum(IEnumerable<Line> lines)
    {
        var sum = Money.Zero;
        foreach (var line in lines) sum += line.Total;
        return sum;
    }

    public string Describe() => string.Join(", ", _lines.Select(l => Label(l)));

    private string Label(Line line) => line.Sku.Shorten(8);
}

public record OrderPaid(Guid OrderId);
