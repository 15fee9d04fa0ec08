abstract type Shape end

struct Circle <: Shape
    center::Point
    radius::Float64
end

struct Polygon <: Shape
    points::Vector{Point}
    function Polygon(points)
        check(points)
        new(points)
    end
end

check(points) = length(points) >= 3 || throw(ArgumentError("too few"))

area(c::Circle) = π * square(c.radius)
function area(p::Polygon)
    s = 0.0
    for (a, b) in edges(p)
        s += cross_product(a, b)
    end
    return abs(s) / 2
end

square(x) = x^2
edges(p::Polygon) = zip(p.points, circshift(p.points, -1))
cross_product(a, b) = a.x * b.y - a.y * b.x

scale(c::Circle, k) = Circle(c.center, c.radius * k)
function scale(p::Polygon, k)
    Polygon(map(q -> grow(q, k), p.points))
end
grow(q::Point, k) = Point(q.x * k, q.y * k)

describe(s::Shape) = string(kind(s), " of ", area(s))
kind(::Circle) = "circle"
kind(::Polygon) = "polygon"

function apply_all(f, shapes)
    for s in shapes
        f(s)
    end
end

show_area(s) = println(area(s))
demo(shapes) = apply_all(show_area, shapes)

macro timed(ex)
    return :(wrap($(esc(ex))))
end
wrap(x) = x
