module Orders

import ..Money, ..zero_money

abstract type Entity end

mutable struct Order <: Entity
    id::Int
    lines::Vector{Money}
    Order(id) = new(id, Money[])
end

function add!(order::Order, item)
    push!(order.lines, parse_item(item))
    touch!(order)
end

add!(order::Order, items...) = map(item -> add!(order, item), items)

touch!(e::Entity) = e

parse_item(text) = Money(length(text))

total(order::Order) = reduce(sum_up, order.lines; init = zero_money())

sum_up(a, b) = a + b

end
