defmodule Polls.Application do
  use Application

  alias Polls.Server

  @impl true
  def start(_type, _args) do
    children = [
      {Registry, keys: :unique, name: registry_name()},
      {Server, name: Server, seed: seed()}
    ]

    Supervisor.start_link(children, strategy: :one_for_one)
  end

  defp registry_name, do: Polls.Registry

  defp seed do
    Application.get_env(:polls, :seed, [])
    |> Enum.map(&Polls.Poll.new/1)
  end
end
