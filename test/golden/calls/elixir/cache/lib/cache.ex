defmodule Cache do
  use GenServer
  require Logger
  alias Cache.{Entry, Stats}

  @type key :: term
  @ttl 60

  def start_link(opts \\ []) do
    GenServer.start_link(__MODULE__, opts, name: __MODULE__)
  end

  def fetch(key, fun) when is_function(fun, 0) do
    case get(key) do
      {:ok, value} ->
        Stats.hit(key)
        value

      :miss ->
        Stats.miss(key)
        store(key, fun.())
    end
  end

  def get(key), do: GenServer.call(__MODULE__, {:get, key})

  defp store(key, value) do
    GenServer.cast(__MODULE__, {:put, key, value})
    value
  end

  @impl true
  def init(opts), do: {:ok, build_state(opts)}

  @impl true
  def handle_call({:get, key}, _from, state) do
    with %Entry{} = entry <- Map.get(state.entries, key),
         false <- Entry.expired?(entry, now()) do
      {:reply, {:ok, entry.value}, state}
    else
      _ -> {:reply, :miss, state}
    end
  end

  @impl true
  def handle_cast({:put, key, value}, state) do
    entry = value |> Entry.new(now() + @ttl)
    {:noreply, put_entry(state, key, entry)}
  end

  defp build_state(opts), do: %{entries: %{}, limit: Keyword.get(opts, :limit, default_limit())}
  defp default_limit, do: 100

  defp put_entry(state, key, entry) do
    update_in(state.entries, &evict(Map.put(&1, key, entry), state.limit))
  end

  defp evict(entries, limit) when map_size(entries) > limit, do: drop_oldest(entries)
  defp evict(entries, _), do: entries

  defp drop_oldest(entries) do
    {key, _} = Enum.min_by(entries, fn {_, e} -> Entry.age(e) end)
    Map.delete(entries, key)
  end

  defp now, do: System.system_time(:second)
end
