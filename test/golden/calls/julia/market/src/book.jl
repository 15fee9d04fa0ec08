mutable struct Book
    name::String
    orders::Vector{Order}
end

Book(name) = Book(name, Order[])

function place!(book::Book, order::Limit)
    push!(book.orders, order)
    sort_orders!(book)
    return book
end

function place!(book::Book, order::MarketOrder)
    match!(book, order) || pushfirst!(book.orders, order)
    book
end

sort_orders!(b) = sort!(b.orders; by=rank)
rank(o::Limit) = o.price
rank(o::MarketOrder) = Inf

function match!(book, order)
    i = findfirst(o -> compatible(o, order), book.orders)
    i === nothing && return false
    deleteat!(book.orders, i)
    true
end

compatible(a, b) = signed(a) + signed(b) == 0

function fill_all!(book; callback=on_fill)
    foreach(callback, book.orders)
    each_order(log_order, book)
end

each_order(f, book) = for o in book.orders
    f(o)
end

on_fill(o) = nothing
log_order(o) = @info "order" signed(o)

net(book) = mapreduce(signed, +, book.orders; init=0)
report(book) = string(book.name, ": ", net(book), " @ ", best_price(book))
best_price(book) = Pricing.mid([rank(o) for o in book.orders])
