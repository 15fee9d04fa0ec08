namespace Warehouse;

public record Item(string Sku, decimal Price)
{
    public decimal Total(int quantity) => Rounding.ToCents(Price * quantity);
}

internal static class Rounding
{
    public static decimal ToCents(decimal value) => decimal.Round(value, 2);
}
