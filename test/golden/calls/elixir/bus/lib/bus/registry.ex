defmodule Bus.Registry do
  use GenServer
  alias __MODULE__.Table

  def start_link(opts), do: GenServer.start_link(__MODULE__, opts, name: __MODULE__)

  def put(topic, fun), do: GenServer.call(__MODULE__, {:put, topic, fun})

  def handlers(topic), do: Table.lookup(topic) ++ Table.lookup(:all)

  def size, do: Table.size()

  @impl true
  def init(_opts) do
    {:ok, Table.create()}
  end

  @impl true
  def handle_call({:put, topic, fun}, _from, state) do
    {:reply, :ok, insert(state, topic, fun)}
  end

  defp insert(state, topic, fun) do
    Table.insert(state, {topic, fun})
    state
  end

  defmodule Table do
    def create, do: :ets.new(:handlers, [:bag, :named_table])
    def insert(table, row), do: :ets.insert(table, row)
    def lookup(topic), do: topic |> select() |> Enum.map(fn {_, f} -> f end)
    def size, do: :ets.info(:handlers, :size)
    defp select(topic), do: :ets.lookup(:handlers, topic)
  end
end
