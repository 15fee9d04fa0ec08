defmodule Todo.Store do
  @callback read() :: {:ok, String.t()} | {:error, term}
  @callback write(String.t()) :: :ok

  defmacro __using__(opts) do
    quote do
      @behaviour Todo.Store
      def path, do: Todo.Store.expand(unquote(opts[:path]))
    end
  end

  def expand(path), do: Path.expand(path)
end

defmodule Todo.Store.File do
  use Todo.Store, path: "todo.txt"

  @impl Todo.Store
  def read do
    File.read(path()) |> normalize()
  end

  @impl true
  def write(text) do
    :ok = File.write(path(), text)
    notify(:written)
  end

  defp normalize({:ok, text}), do: {:ok, Todo.Text.trim(text)}
  defp normalize(other), do: other

  defp notify(event), do: Todo.Events.publish(event)
end
