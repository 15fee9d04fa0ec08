struct Money
    cents::Int
end

zero_money() = Money(0)

function +(a::Money, b::Money)
    Money(a.cents + b.cents)
end

render(m::Money) = string(units(m)) |> trim

units(m::Money) = m.cents / scale()
scale() = 100
trim(text) = strip(text)

Base.show(io::IO, m::Money) = print(io, render(m))
