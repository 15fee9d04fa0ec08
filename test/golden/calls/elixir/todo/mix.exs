defmodule Todo.MixProject do
  use Mix.Project

  def project do
    [app: :todo, deps: deps()]
  end

  defp deps, do: []
end
