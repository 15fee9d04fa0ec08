abstract type Side end
struct Buy <: Side end
struct Sell <: Side end

abstract type Order end

struct Limit{S<:Side} <: Order
    side::S
    qty::Int
    price::Float64
end

struct MarketOrder{S<:Side} <: Order
    side::S
    qty::Int
    function MarketOrder(side::S, qty) where {S<:Side}
        validate(qty)
        new{S}(side, qty)
    end
end

validate(qty) = qty > 0 || bad("qty")
bad(msg) = throw(ArgumentError(msg))

sign_of(::Buy) = 1
sign_of(::Sell) = -1

signed(o::Order) = sign_of(o.side) * o.qty

Base.isless(a::Limit, b::Limit) = key(a) < key(b)
key(o) = (o.price, o.qty)
