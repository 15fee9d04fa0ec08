defmodule Shop.Order do
  alias __MODULE__
  alias Shop.Money

  defstruct lines: [], name: ""

  def new(lines), do: %Order{lines: lines}

  def line({name, cents}) do
    %{name: name, price: Money.new(cents)}
  end

  def total(%Order{lines: lines}) do
    lines
    |> Enum.map(& &1.price)
    |> Enum.reduce(Money.zero(), &Money.add/2)
  end

  def valid?(order) do
    __MODULE__.count(order) > 0 and not blank?(order)
  end

  def count(%{lines: lines}), do: length(lines)

  defp blank?(%{name: nil}), do: true
  defp blank?(%{name: name}), do: trimmed(name) == ""

  defp trimmed(name), do: String.trim(name)
end

defimpl Shop.Describe, for: Shop.Order do
  def describe(order), do: Shop.Order.count(order)
end
