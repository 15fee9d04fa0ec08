defmodule Polls.Notifier do
  @callback deliver(event :: atom(), payload :: term()) :: :ok

  def broadcast(event, payload) do
    for adapter <- adapters(), do: adapter.deliver(event, payload)
    :ok
  end

  defp adapters, do: Application.get_env(:polls, :adapters, [Polls.Notifier.Console])

  defmacro __using__(_opts) do
    quote do
      @behaviour Polls.Notifier
      import Polls.Notifier, only: [encode: 1]
    end
  end

  def encode(payload), do: inspect(payload)
end

defmodule Polls.Notifier.Console do
  use Polls.Notifier

  @impl Polls.Notifier
  def deliver(event, payload) do
    event |> line(payload) |> IO.puts()
  end

  defp line(event, payload), do: "#{event} #{encode(payload)}"
end
