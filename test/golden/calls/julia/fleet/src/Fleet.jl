module Fleet

export Vehicle, Car, Truck, drive!, total_cost, simulate

using Printf
import Base: show, +

include("types.jl")
include("costs.jl")
include("Routes.jl")

using .Routes: Route, distance, shortest

const DEFAULT_RATE = 1.5

function drive!(v::Vehicle, route::Route)
    km = distance(route)
    burn!(v, km)
    v.odometer += km
    log_trip(v, km)
    return v
end

function simulate(vehicles::Vector{<:Vehicle}, routes; rate = default_rate())
    for v in vehicles
        drive!(v, shortest(routes))
    end
    return sum(v -> total_cost(v, rate), vehicles)
end

default_rate() = DEFAULT_RATE

log_trip(v, km) = @printf("%s drove %d\n", label(v), km)

end
