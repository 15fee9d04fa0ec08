defmodule Todo.List do
  alias __MODULE__
  alias Todo.Entry, as: E

  defstruct entries: %{}

  def new, do: %List{}

  def insert(%List{entries: entries} = list, entry) do
    %{list | entries: Map.put(entries, E.id(entry), entry)}
  end

  def render(list) do
    for entry <- entries(list), into: "", do: E.label(entry) <> "\n"
  end

  def entries(list) do
    list.entries
    |> Map.values()
    |> Enum.filter(&visible?/1)
    |> Enum.sort_by(fn e -> rank(e) end)
  end

  defp visible?(entry), do: not hidden?(entry)
  defp hidden?(entry), do: :hidden in entry.tags

  defp rank(entry) do
    with true <- entry.done,
         id when is_binary(id) <- E.id(entry) do
      {1, id}
    else
      _ -> default_rank()
    end
  end

  defp default_rank, do: {0, ""}
end
