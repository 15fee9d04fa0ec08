module Worlds

using ..Agents
using Printf

export World, step!, add!

struct World
    size::Int
    agents::Vector{Agent}
end

World(size) = World(size, Agent[])

add!(w::World, a::Agent) = push!(w.agents, a)

function step!(w::World)
    for a in w.agents
        act!(a, w.agents)
    end
    cleanup!(w)
end

cleanup!(w) = filter!(a -> energy(a) > 0, w.agents)

function report(w::World; verbose=false)
    if verbose
        foreach(print_agent, w.agents)
    end
    @printf("%d\n", count_agents(w))
end

print_agent(a) = println(speak(a))
count_agents(w) = length(w.agents)

end
