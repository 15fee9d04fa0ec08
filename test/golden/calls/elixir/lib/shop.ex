defmodule Shop do
  @moduledoc "The way in."

  alias Shop.{Order, Store}
  alias Shop.Notifier.Email, as: Mail
  import Shop.Money, only: [format: 1]
  require Logger

  defdelegate find(id), to: Store
  defdelegate remove(id), to: Store, as: :delete

  def place(items, opts \\ []) do
    order =
      items
      |> Enum.map(&Order.line/1)
      |> Order.new()
      |> validate!()

    Logger.info("placed")
    notifier = Keyword.get(opts, :notifier, Mail)
    notifier.deliver(order)
    Mail.deliver(order)

    with {:ok, saved} <- Store.save(order),
         :ok <- announce(saved) do
      Shop.Describe.describe(saved)
    end
  end

  def total(id) do
    id |> find() |> Order.total() |> format()
  end

  def each(orders) do
    Enum.each(orders, &announce/1)
    Enum.map(orders, fn order -> Order.total(order) end)
    for order <- orders, do: summary(order)
  end

  defp validate!(%Order{} = order) do
    if Order.valid?(order), do: order, else: raise(ArgumentError)
  end

  defp announce(_order), do: :ok

  defp summary(order, prefix \\ "") do
    prefix <> pad(order.name) <> pad("a", 3)
  end

  defp pad(text), do: pad(text, 2)
  defp pad(text, n), do: String.pad_leading(text, n)
end
