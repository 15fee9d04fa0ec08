defmodule Shop.Line do
  import Shop.Guards

  defstruct [:sku, :qty, :price]

  def build(sku, qty) when is_positive(qty) do
    {:ok, %__MODULE__{sku: sku, qty: qty, price: price(sku)}}
  end
  def build(_, _), do: {:error, :qty}

  def amount(%{qty: q, price: p}), do: q * p

  defp price(sku) do
    case Shop.Catalog.find(sku) do
      nil -> 0
      item -> item.price
    end
  end
end

defmodule Shop.Guards do
  defguard is_positive(n) when is_integer(n) and n > 0
end

defmodule Shop.Error do
  defexception [:message]
  def text(reason), do: "bad: #{inspect(reason)}"
end

defmodule Shop.Tax do
  @rate 0.2
  def apply(sum), do: sum + rate() * sum
  defp rate, do: @rate
end
