defmodule Shop.Base do
  defmacro __using__(_opts) do
    quote do
      import Shop.Base
    end
  end

  def log(value), do: inspect(value)
end
