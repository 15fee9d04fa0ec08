module Agents

export Agent, Rabbit, Fox, act!, speak, energy

abstract type Agent end

mutable struct Rabbit <: Agent
    name::String
    energy::Int
end

mutable struct Fox <: Agent
    name::String
    energy::Int
    Fox(name) = new(check_name(name), default_energy())
end

const DEFAULT = 5
default_energy() = DEFAULT
check_name(n) = isempty(n) ? error("empty") : n

make_fox(name) = Fox(name)

energy(a::Agent) = a.energy
speak(a::Rabbit) = "squeak"
speak(a::Fox) = "ring $(shout(a))"
shout(a) = uppercase(a.name)

function act!(a::Rabbit, others)
    hop!(a)
    nothing
end

function act!(f::Fox, others)
    target = pick(others)
    target === nothing || eat!(f, target)
end

hop!(a) = (a.energy -= 1)
pick(xs) = isempty(xs) ? nothing : first(filter(alive, xs))
alive(a) = energy(a) > 0
eat!(f::Fox, a::Agent) = (f.energy += energy(a); kill!(a))
kill!(a::Agent) = setproperty!(a, :energy, 0)

end
