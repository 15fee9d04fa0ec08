defmodule Todo.Text do
  def trim(text), do: String.trim(text)

  def slug(text) do
    text |> trim |> String.downcase() |> dashes()
  end

  defp dashes(text), do: String.replace(text, " ", "-")
end

defmodule Todo.Events do
  defmacro event(name) do
    quote do: unquote(__MODULE__).publish(unquote(name))
  end

  def publish(event) do
    handlers() |> Enum.each(fn handler -> handler.(event) end)
    send(self(), event)
  end

  defp handlers, do: [&log/1, &__MODULE__.count/1]
  defp log(event), do: IO.inspect(event)
  def count(_event), do: 1
end
