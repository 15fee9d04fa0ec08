module Sim

include("agents.jl")
include("world.jl")

using .Agents
using .Worlds: World, step!, add!
import .Worlds as W

function main(n::Int=10)
    world = World(n)
    add!(world, Rabbit("a", 1))
    add!(world, Agents.make_fox("b"))
    for i in 1:n
        step!(world)
    end
    W.report(world; verbose=true)
    stats = collect_stats(world) do a
        Agents.energy(a)
    end
    total(stats)
end

collect_stats(f, world) = [f(a) for a in world.agents]
total(xs) = foldl(combine, xs; init=0)
combine(a, b) = a + b

end # module

Sim.main()
