defmodule Bus.Event do
  defstruct [:name, :payload, :at]

  def new(name, payload), do: build(name, payload)

  defp build(name, payload) do
    %__MODULE__{name: name, payload: validate(payload)}
  end

  defp validate(%{} = p), do: p
  defp validate(other), do: %{value: other}
end

defprotocol Bus.Render do
  def render(value)
end

defimpl Bus.Render, for: Bus.Event do
  def render(event), do: "#{event.name}: #{inner(event.payload)}"

  defp inner(payload), do: inspect(payload)
end

defimpl Bus.Render, for: Atom do
  def render(atom), do: Atom.to_string(atom)
end
