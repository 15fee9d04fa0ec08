defmodule Shop.Notifier do
  @callback deliver(term) :: :ok

  def deliver_all(modules, order) do
    Enum.each(modules, & &1.deliver(order))
    fallback(order)
  end

  defp fallback(order), do: Shop.Notifier.Email.deliver(order)

  defmodule Email do
    @behaviour Shop.Notifier

    @impl true
    def deliver(order) do
      order |> body() |> send_mail()
    end

    defp body(order), do: inspect(order)
    defp send_mail(_text), do: :ok
  end
end
