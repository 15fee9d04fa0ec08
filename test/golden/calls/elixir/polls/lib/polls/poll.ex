defmodule Polls.Poll do
  @moduledoc "A poll."
  import Polls.Guards, only: [is_choice: 1]

  @enforce_keys [:title]
  defstruct [:title, votes: %{}, closed?: false]

  @type t :: %__MODULE__{}

  def new(title, opts \\ []) when is_binary(title) do
    votes = opts |> Keyword.get(:choices, []) |> initial_votes()
    %__MODULE__{title: title, votes: votes}
  end

  defp initial_votes(choices), do: Map.new(choices, fn c -> {normalize(c), 0} end)

  def vote(%__MODULE__{closed?: true}, _choice), do: {:error, :closed}

  def vote(%__MODULE__{} = poll, choice) when is_choice(choice) do
    with {:ok, key} <- fetch_choice(poll, choice),
         :ok <- validate(key) do
      {:ok, %{poll | votes: Map.update!(poll.votes, key, &increment/1)}}
    end
  end

  defp fetch_choice(poll, choice) do
    key = normalize(choice)
    if Map.has_key?(poll.votes, key), do: {:ok, key}, else: {:error, :unknown}
  end

  defp validate(""), do: {:error, :empty}
  defp validate(_), do: :ok

  defp increment(n), do: n + 1

  defp normalize(choice) do
    choice
    |> to_string()
    |> String.trim()
    |> String.downcase()
  end

  def close(poll), do: %{poll | closed?: true}

  def results(%__MODULE__{votes: votes}) do
    votes
    |> Enum.sort_by(&elem(&1, 1), :desc)
    |> Enum.map(&format_row/1)
  end

  defp format_row({choice, n}), do: "#{choice}: #{plural(n, "vote")}"

  defp plural(1, word), do: "1 #{word}"
  defp plural(n, word), do: "#{n} #{word}s"

  defimpl String.Chars do
    alias Polls.Poll

    def to_string(poll), do: Enum.join(Poll.results(poll), "\n")
  end
end

defmodule Polls.Guards do
  defguard is_choice(value) when is_binary(value) or is_atom(value)
end
