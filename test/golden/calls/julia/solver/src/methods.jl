module Methods

using ..Solver: Grid, spacing

abstract type AbstractMethod end

struct Jacobi <: AbstractMethod end

Base.@kwdef struct Damped{M<:AbstractMethod} <: AbstractMethod
    inner::M = Jacobi()
    omega::Float64 = 0.8
end

function step!(m::Jacobi, u, grid)
    old = copy(u)
    for i in eachindex(u)
        u[i] = relax(old, i, grid)
    end
    return distance(old, u)
end

function step!(m::Damped, u, grid::Grid)
    old = copy(u)
    delta = step!(m.inner, u, grid)
    blend!(u, old, m.omega)
    return clamp_delta(delta)
end

function relax(u, i, grid)
    h = spacing(grid)
    left, right = neighbours(u, i)
    return (left + right + h^2 * grid.source[i]) / 2
end

neighbours(u, i) = (get(u, i - 1, 0), get(u, i + 1, 0))

blend!(u, old, w) = @. u = w * u + (1 - w) * old

distance(a, b) = sum(pair -> gap(pair...), zip(a, b))
gap(x, y) = abs(x - y)

clamp_delta(d) = d |> nonneg |> Float64
nonneg(d) = max(d, 0)

name(::Jacobi) = "jacobi"
name(m::Damped) = string("damped ", name(m.inner))

extra(m::Damped) = round(Int, 10 / m.omega)

macro timed_step(ex)
    quote
        t = time()
        $(esc(ex))
        report_time(time() - t)
    end
end

report_time(t) = println(t)

end
