defmodule Bus.Backend do
  @callback write(term()) :: :ok
  @callback read(atom()) :: [term()]
end

defmodule Bus.MemoryBackend do
  @behaviour Bus.Backend

  @impl Bus.Backend
  def write(term), do: remember(term)

  @impl Bus.Backend
  def read(_topic), do: []

  defp remember(_), do: :ok
end

defmodule Bus.Store do
  @backend Bus.MemoryBackend

  def append(event) do
    event
    |> Bus.Render.render()
    |> then(&@backend.write(&1))
  end

  def all(topic), do: filter(@backend.read(topic), fn row -> keep?(row, topic) end)

  defp filter(rows, pred) do
    Enum.filter(rows, pred)
  end

  defp keep?(row, topic), do: row.name == topic
end

defmodule Bus.Format do
  defmacro __using__(_opts) do
    quote do
      import Bus.Format
    end
  end

  def pretty(event), do: with_color(Bus.Render.render(event), :green)
  def error(e), do: with_color(Exception.message(e), :red)
  def with_color(text, color), do: "#{color}#{text}"
end
