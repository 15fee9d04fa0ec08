defmodule Polls.Server do
  use GenServer
  require Logger

  alias Polls.{Poll, Notifier}

  def start_link(opts) do
    {seed, opts} = Keyword.pop(opts, :seed, [])
    GenServer.start_link(__MODULE__, seed, opts)
  end

  def vote(server \\ __MODULE__, title, choice) do
    call(server, {:vote, title, choice})
  end

  def results(title), do: call(__MODULE__, {:results, title})

  defp call(server, message), do: GenServer.call(server, message)

  @impl true
  def init(seed) do
    {:ok, index(seed), {:continue, :announce}}
  end

  @impl true
  def handle_continue(:announce, state) do
    Enum.each(Map.keys(state), &Notifier.broadcast(:opened, &1))
    {:noreply, state}
  end

  @impl true
  def handle_call({:vote, title, choice}, _from, state) do
    case update(state, title, &Poll.vote(&1, choice)) do
      {:ok, state} -> {:reply, :ok, state}
      {:error, reason} = error ->
        log_failure(title, reason)
        {:reply, error, state}
    end
  end

  def handle_call({:results, title}, _from, state) do
    reply = state |> Map.get(title) |> render()
    {:reply, reply, state}
  end

  @impl true
  def handle_info(:close_all, state) do
    state = Map.new(state, fn {title, poll} -> {title, Poll.close(poll)} end)
    Notifier.broadcast(:closed, nil)
    {:noreply, state}
  end

  defp index(polls), do: Map.new(polls, &{&1.title, &1})

  defp update(state, title, fun) do
    with %Poll{} = poll <- Map.get(state, title, {:error, :missing}),
         {:ok, poll} <- fun.(poll) do
      {:ok, Map.put(state, title, poll)}
    end
  end

  defp render(nil), do: []
  defp render(%Poll{} = poll), do: Poll.results(poll)

  defp log_failure(title, reason), do: Logger.warning("#{title}: #{inspect(reason)}")
end
