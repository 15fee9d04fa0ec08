defmodule Bus.CLI do
  use Bus.Format

  def main(args) do
    Bus.Registry.start_link([])
    Bus.subscribe(:started, &on_start/1)
    Bus.subscribe(&__MODULE__.on_any/1)
    Bus.publish(:started)
    Enum.each(args, fn a -> Bus.publish(:arg, %{a: a}) end)
    report(Bus.count())
  end

  def on_any(event), do: IO.puts(pretty(event))

  defp on_start(event) do
    event |> pretty() |> IO.puts()
  end

  defp report(n) when n > 0, do: IO.puts(with_color("#{n}", :blue))
  defp report(_), do: :ok
end
