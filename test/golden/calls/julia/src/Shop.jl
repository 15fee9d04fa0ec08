module Shop

using Printf
import Base: show, +

include("money.jl")
include("orders.jl")

using .Orders: Order, add!

export place, Money

function place(items)
    order = Order(1)
    for item in items
        add!(order, item)
    end
    report(order)
    return Orders.total(order)
end

report(order) = println(render(Orders.total(order)))

each(f, list) = foreach(f, list)

main() = each(report, [place([])])

end
