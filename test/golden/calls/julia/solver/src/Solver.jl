module Solver

export solve, Grid, Jacobi, Damped

include("grids.jl")
include("methods.jl")
using .Methods: AbstractMethod, Jacobi, Damped, step!
import .Methods as Meth

struct Result{T<:Real}
    values::Vector{T}
    iterations::Int
end

Result(values) = Result(values, 0)

"""
    solve(grid; method)

Iterate until converged.
"""
function solve(grid::Grid{T}; method::AbstractMethod = Jacobi(), tol = 1e-6) where {T}
    u = initial(grid)
    for i in 1:limit(method)
        delta = step!(method, u, grid)
        delta < tol && return finish(u, i)
    end
    @warn "no convergence" Meth.name(method)
    return Result(u)
end

finish(u, i) = Result(u, i)

function solve(path::AbstractString; kwargs...)
    open(path) do io
        solve(read_grid(io); kwargs...)
    end
end

limit(::AbstractMethod) = 100
limit(m::Damped) = 200 + Meth.extra(m)

Base.show(io::IO, r::Result) = print(io, summary_line(r))
Base.length(r::Result) = length(r.values)

summary_line(r::Result) = "$(r.iterations) iterations, max $(peak(r))"

peak(r) = maximum(abs, r.values)

end # module
