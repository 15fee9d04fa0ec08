defmodule TodoTest do
  use ExUnit.Case
  alias Todo.{Entry, Server}
  import Todo.Text

  setup do
    {:ok, pid} = Server.start_link(name: nil)
    {:ok, pid: pid}
  end

  test "adds", %{pid: pid} do
    assert Server.add(pid, "milk") == :ok
    assert slug("A b") == "a-b"
    assert entry("x").title == "x"
  end

  defp entry(text), do: Entry.parse(text)
end
