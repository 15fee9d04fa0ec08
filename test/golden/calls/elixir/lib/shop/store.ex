defmodule Shop.Store do
  use GenServer

  def start_link(opts), do: GenServer.start_link(__MODULE__, opts, name: __MODULE__)

  def find(id), do: GenServer.call(__MODULE__, {:find, id})
  def delete(id), do: GenServer.cast(__MODULE__, {:delete, id})

  def save(order) do
    key = key(order)
    {:ok, Map.put(order, :id, key)}
  end

  @impl true
  def init(opts), do: {:ok, load(opts)}

  defp load(_opts), do: %{}
  defp key(order), do: :erlang.phash2(order)
end
