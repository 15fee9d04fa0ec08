defmodule Shop.Order do
  alias Shop.{Line, Tax}
  alias Shop.Shipping, as: Ship

  defstruct lines: [], state: :new, total: 0

  @type t :: %__MODULE__{}

  @spec new() :: t
  def new, do: %__MODULE__{}

  def add(%__MODULE__{} = order, sku, qty \\ 1) do
    with {:ok, line} <- Line.build(sku, qty),
         :ok <- check_state(order) do
      %{order | lines: [line | order.lines]} |> recalc()
    else
      {:error, reason} -> fail(reason)
    end
  end

  def transition(%{state: :new} = order, :pay), do: put_state(order, :paid)
  def transition(%{state: :paid} = order, :ship) do
    Ship.dispatch(order, Ship.default_carrier())
    put_state(order, :shipped)
  end
  def transition(_, event), do: fail(event)

  def total(order) do
    sum = Enum.reduce(order.lines, 0, fn line, acc -> acc + Line.amount(line) end)
    Tax.apply(sum)
  end

  def apply_events(order, events), do: Enum.reduce(events, order, &transition(&2, &1))

  defp recalc(order), do: %{order | total: total(order)}
  defp put_state(order, state), do: Map.put(order, :state, state)
  defp check_state(%{state: :new}), do: :ok
  defp check_state(_), do: {:error, :closed}
  defp fail(reason), do: raise(Shop.Error, message: Shop.Error.text(reason))
end
