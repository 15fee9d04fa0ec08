defmodule Todo.Entry do
  @moduledoc "One entry."
  import Todo.Text, only: [trim: 1, slug: 1]

  defstruct [:title, tags: [], done: false]

  @type t :: %__MODULE__{}

  def new(title), do: %__MODULE__{title: trim(title)}

  def tag(%__MODULE__{} = entry, tag) when is_atom(tag) do
    %{entry | tags: [tag | entry.tags]}
  end

  def parse("x " <> rest), do: rest |> new() |> finish()
  def parse(text), do: new(text)

  defp finish(entry), do: %{entry | done: true}

  def id(entry), do: slug(entry.title)

  defimpl String.Chars do
    def to_string(entry), do: Todo.Entry.label(entry)
  end

  def label(%{done: true} = entry), do: mark("x", entry)
  def label(entry), do: mark(" ", entry)

  defp mark(sign, entry), do: "[#{sign}] #{entry.title}"
end
