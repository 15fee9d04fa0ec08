defmodule Shop.Money do
  use Shop.Base

  def new(cents), do: %{cents: cents}
  def zero, do: new(0)
  def add(a, b), do: new(a.cents + b.cents)

  def format(money) do
    log(money)
    "#{div(money.cents, 100)}"
  end
end
