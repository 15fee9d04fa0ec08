defmodule Demo do
  import Cache.Format
  alias Cache.Stats, as: S

  def run(names) do
    Cache.start_link(limit: 3)
    names |> Enum.map(&load/1) |> each_value(&IO.puts/1)
    each_value([1, 2], &show/1)
    S.report(%{hit: 1})
  end

  def load(name) do
    Cache.fetch(name, fn -> expensive(name) end)
  end

  defp expensive(name), do: String.upcase(name)

  defp each_value([], _fun), do: :ok

  defp each_value([v | rest], fun) do
    fun.(v)
    each_value(rest, fun)
  end

  defp show(v), do: IO.puts(line(v))
end
