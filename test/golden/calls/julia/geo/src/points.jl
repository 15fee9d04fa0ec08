struct Point{T<:Real}
    x::T
    y::T
end

Point(x::Int, y::Int) = Point(float(x), float(y))

import Base: +, -, show

+(a::Point, b::Point) = Point(a.x + b.x, a.y + b.y)
-(a::Point, b::Point) = Point(a.x - b.x, a.y - b.y)

Base.show(io::IO, p::Point) = print(io, format_point(p))

format_point(p) = "($(p.x), $(p.y))"

distance(a::Point, b::Point) = norm(a - b)
norm(p::Point) = sqrt(dot(p, p))
dot(a::Point, b::Point) = a.x * b.x + a.y * b.y
