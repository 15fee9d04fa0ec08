defmodule Polls.MixProject do
  use Mix.Project

  def project, do: [app: :polls, version: "0.1.0", deps: deps()]

  def application, do: [mod: {Polls.Application, []}]

  defp deps, do: []
end
