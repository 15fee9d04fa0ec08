defmodule Cache.Stats do
  @behaviour Cache.Listener

  @impl Cache.Listener
  def hit(key), do: record(:hit, key)

  @impl Cache.Listener
  def miss(key) do
    record(:miss, key)
  end

  def report(stats) do
    stats
    |> Enum.map(&format/1)
    |> Enum.join("\n")
  end

  defp format({k, v}), do: "#{label(k)}: #{v}"
  defp label(k), do: Atom.to_string(k)
  defp record(kind, key), do: :telemetry.execute([:cache, kind], %{}, %{key: key})
end

defmodule Cache.Listener do
  @callback hit(term) :: any
  @callback miss(term) :: any
end
