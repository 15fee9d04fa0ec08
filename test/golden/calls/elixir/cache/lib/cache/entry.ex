defmodule Cache.Entry do
  defstruct [:value, :expires]

  def new(value, expires), do: %__MODULE__{value: value, expires: expires}

  def expired?(%__MODULE__{expires: at}, now), do: compare(at, now) == :lt

  def age(%{expires: at}), do: at

  defp compare(a, b) when a < b, do: :lt
  defp compare(_, _), do: :gt

  defimpl String.Chars do
    def to_string(entry), do: Cache.Format.line(entry.value)
  end
end

defmodule Cache.Format do
  def line(value), do: value |> inspect() |> wrap("<", ">")
  defp wrap(text, l, r), do: l <> text <> r
end
