defmodule Todo.Server do
  use GenServer
  alias Todo.{Entry, List}
  require Logger

  @default [name: __MODULE__]

  def start_link(opts \\ @default) do
    GenServer.start_link(__MODULE__, initial(), opts)
  end

  def add(pid \\ __MODULE__, title), do: GenServer.call(pid, {:add, title})

  @impl true
  def init(list) do
    {:ok, list, {:continue, :load}}
  end

  @impl true
  def handle_continue(:load, list), do: {:noreply, load(list)}

  @impl true
  def handle_call({:add, title}, _from, list) do
    list =
      title
      |> Entry.new()
      |> Entry.tag(:new)
      |> then(&List.insert(list, &1))

    {:reply, :ok, persist(list)}
  end

  defp initial, do: List.new()

  defp load(list) do
    case store().read() do
      {:ok, text} -> text |> String.split("\n") |> Enum.map(&Entry.parse/1) |> Enum.reduce(list, &insert/2)
      {:error, reason} -> warn(reason, list)
    end
  end

  defp insert(entry, list), do: List.insert(list, entry)

  defp warn(reason, list) do
    Logger.warning(inspect(reason))
    list
  end

  defp persist(list) do
    store().write(List.render(list))
    list
  end

  defp store, do: Application.get_env(:todo, :store, Todo.Store.File)
end
