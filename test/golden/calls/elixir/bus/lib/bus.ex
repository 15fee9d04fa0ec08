defmodule Bus do
  @moduledoc "An event bus."
  alias Bus.{Event, Registry}
  alias Bus.Store, as: S
  import Bus.Format, only: [pretty: 1]
  require Logger

  @default_topic :all

  defdelegate count(), to: Registry, as: :size

  def publish(name, payload \\ %{}) do
    name
    |> Event.new(payload)
    |> stamp()
    |> deliver()
  end

  def subscribe(topic \\ @default_topic, fun) do
    Registry.put(topic, fun)
  end

  def replay(topic) do
    S.all(topic)
    |> Enum.map(&pretty/1)
    |> Enum.each(&print/1)
  end

  defp stamp(%Event{} = event), do: %{event | at: now()}

  defp now, do: System.os_time()

  defp deliver(event) do
    S.append(event)

    for fun <- Registry.handlers(event.name) do
      run(fun, event)
    end
  end

  defp run(fun, event) do
    fun.(event)
  rescue
    e -> Bus.Format.error(e)
  end

  defp print(line), do: IO.puts(line)
end
