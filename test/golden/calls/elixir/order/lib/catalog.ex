defmodule Shop.Catalog do
  use Agent

  def start_link(_), do: Agent.start_link(&initial/0, name: __MODULE__)

  def find(sku), do: Agent.get(__MODULE__, &Map.get(&1, normalize(sku)))

  def each(fun), do: Enum.each(all(), fun)

  def all, do: Agent.get(__MODULE__, & &1)

  defp initial, do: %{}
  defp normalize(sku), do: String.upcase(sku)
end

defmodule Shop.App do
  use Application
  alias Shop.Order
  require Shop.Catalog

  def start(_type, _args) do
    children = [Shop.Catalog]
    Supervisor.start_link(children, strategy: :one_for_one)
  end

  def demo do
    order = Order.new() |> Order.add("a") |> Order.add("b", 2)
    order = Order.transition(order, :pay)
    Shop.Catalog.each(&show/1)
    Shop.Shipping.express(order)
    Order.total(order)
  end

  defp show(item), do: IO.inspect(item)
end
