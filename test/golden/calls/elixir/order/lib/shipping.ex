defmodule Shop.Carrier do
  @callback label(map) :: String.t()
  @callback cost(map) :: number
  @optional_callbacks cost: 1

  defmacro __using__(_) do
    quote do
      @behaviour Shop.Carrier
      def cost(_order), do: 0
      defoverridable cost: 1
    end
  end
end

defmodule Shop.Carrier.Post do
  use Shop.Carrier
  def label(order), do: "POST " <> address(order)
  defp address(order), do: order.address
end

defmodule Shop.Carrier.Drone do
  @behaviour Shop.Carrier
  @impl true
  def label(_), do: code()
  @impl true
  def cost(_), do: 10
  defp code, do: "DRONE"
end

defmodule Shop.Shipping do
  alias Shop.Carrier.{Drone, Post}

  def default_carrier, do: Post

  def dispatch(order, carrier) do
    text = carrier.label(order)
    print(text)
    notify(order, fn -> Post.label(order) end)
  end

  def express(order), do: order |> Drone.label() |> print

  defp print(text), do: IO.puts(text)
  defp notify(order, fun) do
    Task.async(fn -> log(order) end)
    fun.()
  end
  defp log(o), do: o
end
