include("src/Solver.jl")
using .Solver
const S = Solver

function main(args)
    grid = Grid([1.0, 2.0, 3.0])
    results = Dict(m => solve(grid; method = m) for m in [Jacobi(), Damped(omega = 0.5)])
    foreach(describe, values(results))
    best = argmin(S.peak, values(results))
    isempty(args) || solve(first(args))
    return best
end

function describe(r::S.Result)
    println(S.summary_line(r))
end

if abspath(PROGRAM_FILE) == @__FILE__
    main(ARGS)
end
